"""Correct a fact (rows R2, K4): the correction is an event, and the fact's next version cites it."""

from __future__ import annotations

from typing import Any

from keepsake import api, ids
from keepsake.changes import Move
from keepsake.claims import Chunk
from keepsake.errors import Conflict, Invalid, LostRace, ModelUnavailable
from keepsake.flows.knowledge import acts, concerned
from keepsake.flows.knowledge.acts import Decided, Target
from keepsake.flows.knowledge.nearby import Nearby
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.ports import Embedder, Extractor, Index, Queue, Store, Vector, Write
from keepsake.records import TYPE_OF, Embedding, Event, Kind, Memory, Progress, Role, Slot, Source, Trust, Validity
from keepsake.rules import slots, words
from keepsake.rules.forgetting import retention
from keepsake.rules.indexing import documents
from keepsake.rules.intake import injected, secrets
from keepsake.rules.knowledge import acts as rules_of
from keepsake.rules.knowledge import approvals, change_of_mind, episodes, outcome, reconcile, said_before, trust
from keepsake.rules.knowledge.acts import Wish
from keepsake.rules.reading import entities

CONFIDENCE = 0.9
"""Of what was corrected by hand, at least; as of a fact that the application states outright."""
TOLD_OF_WORDS = ("slots", "pattern", "replaced", "undoes", said_before.NAME)
"""What a fact's structure says of its words, and new words do not."""


def correct(
    store: Store, queue: Queue, index: Index, embedder: Embedder, rules: Extractor, target: Target, wish: Wish, body: api.CorrectionRequest
) -> Memory:
    """The corrected fact. Raises LostRace where `version` is not the current one, and what an act raises."""

    def decide(memory: Memory, owned: Owned, nearby: Nearby) -> Decided:
        if memory.version != body.version:
            raise LostRace(f"It is at version {memory.version} by now.")
        if memory.validity not in reconcile.CONCERNED:
            raise Conflict(f"It is {memory.validity}: correct the fact that stands in its place.")
        text = _text(body, memory)
        if text != memory.content.summary:
            rules_of.require_released(memory)
        event = _event(memory, body, text, wish)
        event = event.model_copy(update={"lapses_at": retention.lapses_at(event, owned.policy)})
        after = memory.model_copy(update=_fields(memory, body, text, event, rules, wish))
        concerned.holders(owned, nearby, [after])
        concerned.resting(owned, nearby, [memory])
        if text == memory.content.summary:
            return [_move(after, [], owned, wish)], [Write(event)]
        after = _with_vector(after.model_copy(update={"embedding": None, "vectors": ()}), embedder, _vector(embedder, text))
        outlived = episodes.outlived(after, owned.of_kind(Kind.EPISODE).values(), wish.now)
        return [_move(after, outlived, owned, wish)], [Write(event)]

    return acts.commit(store, queue, index, target, wish, decide)


def _text(body: api.CorrectionRequest, memory: Memory) -> str:
    """The fact's words as they shall be. Raises Invalid where nothing is left of them, or a secret stood in them."""
    text = memory.content.summary if body.content is None else injected.strip(body.content).text.strip()
    if not text or secrets.MASKED.search(text):
        raise Invalid(
            "content: a fact needs words, and none of them may be a secret", errors=[{"field": "content", "message": "is not fit"}]
        )
    return text


def _event(memory: Memory, body: api.CorrectionRequest, text: str, wish: Wish) -> Event:
    """The correction as evidence. It is shown by the fact that it proves, so the index needs no document of it."""
    said = body.model_dump_json(include=set(body.given))
    return Event(
        scope=memory.scope.model_copy(update={"session_id": None}),
        event_id=ids.owned_id("e", memory.scope.pk),
        batch_id=ids.owned_id("b", memory.scope.pk),
        role=Role.USER,
        content=text,
        timestamp=wish.now,
        event_type="correction",
        metadata={"corrects": memory.memory_id, "fields": sorted(body.given)},
        extract=False,
        content_hash=ids.content_hash(said),
        recorded_at=wish.now,
        progress=Progress.PROCESSED,
        memory_ids=(memory.memory_id,),
    )


def _fields(memory: Memory, body: api.CorrectionRequest, text: str, event: Event, rules: Extractor, wish: Wish) -> dict[str, Any]:
    given = {name: getattr(body, name) for name in body.given if name != "content"}
    if "category" in given and "type" not in given:
        given["type"] = TYPE_OF[given["category"]]
    structured = memory.content.structured | {"said_at": wish.now.isoformat()}
    fields: dict[str, Any] = {}
    if text != memory.content.summary:
        structured = {k: v for k, v in structured.items() if k not in TOLD_OF_WORDS}
        structured |= {outcome.CORRECTED: wish.now.isoformat()}
        fields = _read(memory, text, event, rules) | {"entities": entities.entities(text)}
    confidence = max(memory.confidence, CONFIDENCE)
    level = trust.of(Source.CORRECTED, event.role, confidence, 1)
    return fields | given | {
        "content": memory.content.model_copy(update={"raw": text, "summary": text, "structured": structured}),
        "source": Source.CORRECTED,
        "source_role": event.role,
        "confidence": confidence,
        # A quarantine is lifted by its release, not by new words.
        "trust": max(level, memory.trust, key=trust.ORDER.index) if memory.trust is trust.ORDER[-1] else level,
        "event_ids": (*memory.event_ids, event.event_id)[-outcome.MOST_EVIDENCE :],
    }  # fmt: skip


def _read(memory: Memory, text: str, event: Event, rules: Extractor) -> dict[str, Any]:
    """What the rules read in the new words: their place in the profile, whether they deny, and what they name as replaced. What denies
    fills no place, and where nothing is read the words stand for themselves."""
    claims = rules.extract(Chunk(events=(event.model_copy(update={"extract": True}),)))
    filling = [c for c in claims if c.slot is not None]
    same = [c for c in filling if memory.slot is not None and c.slot is not None and c.slot.feature == memory.slot.feature]
    claim = next(iter(same or filling or claims), None)
    if claim is None:
        return {"slot": _slot(memory, text), "negated": False, "correction": False, "replaces": None}
    place = claim.slot if same or memory.slot is None else _slot(memory, text)
    return {"slot": None if claim.negated else place, "negated": claim.negated, "correction": False, "replaces": claim.replaces}


def _slot(memory: Memory, text: str) -> Slot | None:
    """The place of the old words, where its value still stands in the new ones, or another value stands in its stead in the same
    sentence."""
    if memory.slot is None or memory.negated or change_of_mind.says_no(text) != change_of_mind.says_no(memory.content.summary):
        return None
    if words.content(memory.slot.value) <= words.content(text):
        return memory.slot
    before, found, after = memory.content.summary.partition(memory.slot.value)
    framed = found and text.startswith(before) and text.endswith(after) and len(text) > len(before) + len(after)
    return (
        slots.slot(memory.slot.feature, text[len(before) : len(text) - len(after)], memory.slot.tag, memory.slot.category)
        if framed
        else None
    )


def _move(after: Memory, outlived: list[Memory], owned: Owned, wish: Wish) -> Move:
    """A correction settles what contested the fact, and takes its place from another value of it; one in quarantine takes nothing."""
    facts = owned.of_kind(Kind.FACT)
    contested = after.validity is Validity.REVIEW or any(approvals.holder(after, f) for f in facts.values())
    contested = contested and after.trust is not Trust.QUARANTINED
    changed = approvals.won(after, facts, wish) if contested else [wish.done(after)]
    return Move(wish.act.value, wish.act.value, (*changed, *outlived))


def _vector(embedder: Embedder, text: str) -> Vector | None:
    """None while the embedder is down: the projector asks it again (row E2)."""
    try:
        return embedder.embed([text])[0]
    except ModelUnavailable:
        return None


def _with_vector(memory: Memory, embedder: Embedder, vector: Vector | None) -> Memory:
    if vector is None:
        return memory
    made_by = Embedding(model=embedder.model, dimension=embedder.dimension)
    return documents.with_vectors(memory.model_copy(update={"embedding": made_by}), made_by, [vector])
