"""Which facts a full set can do without, and which of them say more together (row K9).

In doubt a fact is kept. Nothing is erased: what goes is deprecated, with a link to what says it now, or archived.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from keepsake import changes
from keepsake.changes import Move
from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import MEASURED, Content, Kind, Memory, Relation, Status, Thresholds, Validity
from keepsake.rules import nearness, slots
from keepsake.rules.dates import stance
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import change_of_mind, outcome, reconcile, roles, shared_words, summaries, trust
from keepsake.rules.knowledge.acts import Wish
from keepsake.rules.knowledge.blocking import Blocks
from keepsake.rules.policy import PRUNE_FROM
from keepsake.rules.reading import sensitivity

NEW_PART, MOST_WAITED = 10, 100
"""New facts, as a part of all and at most, for which a prune of a large set waits."""
VAGUE = 0.35
"""Confidence below which a fact that nothing holds on to is noise."""
FEW_WORDS = 3
PROTECTED = 5
"""Reinforcements from which a fact stays unless it is contradicted."""
SURE = 0.8
"""Confidence from which only an exact repetition or a merge is reason enough."""
MERGED = "merged_into"
PART = "is part of"
ACTOR = "prune"

_TAIL = re.compile(r"^(?P<frame>.+?)(?<!\s)\s++(?P<tail>(?:in|on|at|near|by|with|for)\s++[^,;]{1,200}+)$")
_TIME = re.compile(
    r"\b(?:january|february|march|april|may|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday"
    r"|saturday|sunday|spring|summer|autumn|winter|morning|afternoon|evening|(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


class Guard(NamedTuple):
    holds: bool
    reason: str


def guard(facts: int, new_facts: int, prune_from: int = PRUNE_FROM) -> Guard:
    """Whether a prune is due: a full set, and as many new facts as make a set full, or a tenth of a large one, MOST_WAITED at most: what it
    reads beside these is shared by more of them."""
    if not prune_from or facts < prune_from:
        return Guard(False, f"{facts} of {prune_from} current facts")
    needed = max(prune_from, min(facts // NEW_PART, MOST_WAITED))
    return Guard(new_facts >= needed, f"{new_facts} of {needed} new facts since the last prune")


def propose(
    facts: Sequence[Memory],
    vectors: Mapping[Key, Vector],
    now: datetime,
    fresh: Collection[str] | None = None,
    thresholds: Thresholds = MEASURED,
) -> list[Move]:
    """Removals, then merges; no fact takes part in two, so the moves may be carried out in any order. `fresh` are the ids of the facts
    that no prune has compared yet; None: all of them. What was compared before is not compared with each other again."""
    left = {f.memory_id: f for f in sorted(facts, key=lambda f: (reconcile.said_at(f), f.order, f.memory_id)) if f.kind is Kind.FACT}
    moves: list[Move] = []
    near = nearness.Near(vectors, thresholds.repeats)
    finders: tuple[Callable[[list[Memory]], list[Move]], ...] = (
        lambda rows: _contradicted(rows, now),
        lambda rows: _merges(rows, fresh, now),
        lambda rows: _repetitions(rows, rows if fresh is None else [f for f in rows if f.memory_id in fresh], near, now),
        lambda rows: _noise(rows, now),
    )
    for find in finders:
        for move in find(list(left.values())):
            if all(m.memory_id in left for m in move.changed):
                moves.append(move)
                for memory in move.changed:
                    del left[memory.memory_id]
    return moves


def held(fact: Memory) -> bool:
    """Whether somebody wants it kept."""
    return fact.pinned or fact.protected or fact.legal_hold


def removable(fact: Memory) -> bool:
    """Whether it may go without being contradicted."""
    return fact.current and not held(fact) and fact.reinforcements < PROTECTED


def _contradicted(rows: list[Memory], now: datetime) -> list[Move]:
    """Contested facts against which stronger evidence stands as current."""
    by_id = {f.memory_id: f for f in rows}
    found = []
    for fact in rows:
        if fact.validity is not Validity.REVIEW or held(fact):
            continue
        rivals = [by_id[r.target] for r in fact.relations if r.type == "contradicts" and r.target in by_id]
        stronger = [r for r in rivals if r.current and reconcile.weigh(r, fact) is reconcile.Weight.STRONGER]
        if stronger:
            why = f"{stronger[0].memory_id} stands against it on stronger evidence"
            found.append(Move("removal", why, (_touched(fact, "contradicted", why, now, validity=Validity.INVALID, superseded_at=now),)))
    return found


def _repetitions(rows: list[Memory], fresh: Sequence[Memory], near: nearness.Near[Key], now: datetime) -> list[Move]:
    """One move for each fact that another one says too. The better proven of two is kept, with the evidence of both."""
    found: list[Move] = []
    gone: set[str] = set()
    blocks = Blocks(rows)
    compared: set[str] = set()
    for one in fresh:
        compared.add(one.memory_id)
        for other in blocks.beside(one):
            if other.memory_id in compared:
                continue
            if {one.memory_id, other.memory_id} & gone:
                continue
            kept, lost = sorted((one, other), key=_standing, reverse=True)
            why = _repeats(lost, kept, near) or ""
            if not why and _is_part(kept, lost):  # else they repeat each other or neither does
                kept, lost, why = lost, kept, PART
            if why and removable(lost) and (lost.confidence < SURE or why.startswith("exactly")):
                reason = f"{why} {kept.memory_id}"
                found.append(Move("removal", reason, folded(lost, kept, reason, now)))
                gone |= {one.memory_id, other.memory_id}
    return found


def _standing(fact: Memory) -> tuple[Any, ...]:
    return (held(fact), fact.slot is not None, fact.reinforcements, fact.confidence, len(fact.event_ids), fact.memory_id)


def _repeats(lost: Memory, kept: Memory, near: nearness.Near[Key]) -> str | None:
    """How `kept` says what `lost` says; None where it does not, or where it would be a guess."""
    if not _may_repeat(lost, kept):
        return None
    mine, theirs = change_of_mind.content_words(lost), change_of_mind.content_words(kept)
    if mine == theirs:
        return "exactly repeats" if mine else None
    if _is_part(lost, kept):
        return PART
    return "nearly repeats" if mine & theirs and _both_english(lost, kept) and near(lost.key, kept.key) else None


def _both_english(one: Memory, other: Memory) -> bool:
    """In another language only the same words are a repetition."""
    return not (change_of_mind.is_foreign(one) or change_of_mind.is_foreign(other))


def _may_repeat(one: Memory, other: Memory) -> bool:
    alike = one.current and other.current and change_of_mind.numbers(one) == change_of_mind.numbers(other)
    return alike and comparable(one, other)


def _is_part(lost: Memory, kept: Memory) -> bool:
    """Whether `kept` says all that `lost` says, and more."""
    mine, theirs = change_of_mind.content_words(lost), change_of_mind.content_words(kept)
    return len(mine) >= FEW_WORDS and mine < theirs and _both_english(lost, kept) and _may_repeat(lost, kept)


def comparable(one: Memory, other: Memory) -> bool:
    """Of one subject, for the same readers, of one place in the profile, and neither denying the other, or saying it on a condition, of
    another time, or with the parts in it given to others."""
    if not of_one(one, other) or change_of_mind.negates(one) != change_of_mind.negates(other):
        return False
    said, held = one.content.summary, other.content.summary
    if shared_words.turning(said) != shared_words.turning(held) or not stance.is_one(said, held) or roles.apart(said, held):
        return False
    if one.slot is None or other.slot is None:
        return True
    return one.slot.feature == other.slot.feature and slots.same_value(one.slot.value, other.slot.value)


def of_one(one: Memory, other: Memory) -> bool:
    """Whether two facts are about one subject and for the same readers."""
    return (one.subject, one.agent_scope, one.access, one.scope.namespace, one.scope.agent_id, one.assistant_visible) == (
        other.subject, other.agent_scope, other.access, other.scope.namespace, other.scope.agent_id, other.assistant_visible,
    )  # fmt: skip


def _noise(rows: list[Memory], now: datetime) -> list[Move]:
    found = []
    for fact in rows:
        empty = fact.slot is None and not fact.entities and len(change_of_mind.content_words(fact)) <= FEW_WORDS
        if removable(fact) and fact.confidence < VAGUE and empty and not fact.reinforcements:
            why = f"vague: confidence {fact.confidence:.2f}, no name, no value, never repeated"
            gone = _touched(fact, "vague", why, now, status=Status.ARCHIVED)
            found.append(Move("removal", why, (gone.model_copy(update={"decay_due": decay.fate(gone, now).next_at}),)))
    return found


def _merges(rows: list[Memory], fresh: Collection[str] | None, now: datetime) -> list[Move]:
    """Two statements of one frame, of which one says when and the other where or what: together they say more. One of them is `fresh`: only
    of these all others of their frame are known to be at hand."""
    framed: dict[tuple[str, str], list[tuple[Memory, str]]] = {}
    for fact in rows:
        match = _tailed(fact)
        if match and fact.current and not change_of_mind.negates(fact):
            framed.setdefault((fact.subject, match["frame"].casefold()), []).append((fact, match["tail"]))
    found = []
    for together in framed.values():
        when = [(f, t) for f, t in together if _TIME.search(t)]
        where = [(f, t) for f, t in together if not _TIME.search(t)]
        # More than one of a sort would be two occasions: which belongs to which would be a guess.
        known = fresh is None or any(f.memory_id in fresh for f, _ in together)
        if known and len(when) == 1 and len(where) == 1 and _complete(when[0][0], where[0][0]):
            found.append(_merge(when[0], where[0], now))
    return found


def frame(fact: Memory) -> str | None:
    """What it says but for its last phrase, which may say when or where."""
    match = _tailed(fact)
    return match["frame"].casefold() if match else None


def _tailed(fact: Memory) -> re.Match[str] | None:
    return _TAIL.match(fact.content.summary.rstrip(".").strip())


def _complete(one: Memory, other: Memory) -> bool:
    """Both about one thing that happened once: identity, or the very same evidence."""
    once = one.category is other.category and (one.category.value == "identity" or bool(set(one.event_ids) & set(other.event_ids)))
    return of_one(one, other) and once and not held(one) and not held(other) and max(one.reinforcements, other.reinforcements) < PROTECTED


def _merge(when: tuple[Memory, str], where: tuple[Memory, str], now: datetime) -> Move:
    first, second = sorted((when[0], where[0]), key=lambda f: (reconcile.said_at(f), f.order, f.memory_id))
    frame = first.content.summary.rstrip(".").strip()
    frame = frame[: -len(when[1] if first is when[0] else where[1])].rstrip()
    return joined(first, [second], f"{frame} {when[1]} {where[1]}.", f"completes {second.memory_id}", now)


def folded(lost: Memory, kept: Memory, why: str, now: datetime) -> tuple[Memory, Memory]:
    """The fact that says it all, with the evidence of both, and the one that goes into it."""
    return _with_evidence(kept, [lost], why, now), _into(lost, kept, why, now)


def joined(first: Memory, others: Sequence[Memory], said: str, why: str, now: datetime) -> Move:
    """The first fact keeps its id and says what all of them say."""
    facts = [first, *others]
    places = [f.slot.model_dump(mode="json") for f in facts if f.slot is not None]
    structured = first.content.structured | ({"slots": places} if len(places) > 1 else {})
    content = first.content.model_copy(update={"summary": said, "structured": structured})
    kept = _with_evidence(first, others, why, now, content=content)
    gone = [_into(f, first, f"merged into {first.memory_id}", now) for f in others]
    named = " and ".join(f.memory_id for f in facts)
    return Move("merge", f"{named} say more together", (kept, *gone), ((first.memory_id, tuple(f.memory_id for f in facts)),))


def merged(first: Memory, others: Sequence[Memory], wish: Wish) -> Move:
    """A merge that somebody asked for: the first fact keeps its id and says what all of them say, in their own words where no frame
    joins two of them."""
    said = (_framed(first, others[0]) if len(others) == 1 else None) or summaries.compose([first, *others])
    move = joined(first, others, said, f"merged on request with {', '.join(f.memory_id for f in others)}", wish.now)
    named = (m.model_copy(update={"change": m.change.model_copy(update={"actor": wish.actor})}) for m in move.changed)
    return move._replace(changed=tuple(named))


def _framed(one: Memory, other: Memory) -> str | None:
    """One sentence of two that share a frame, of which one says when and the other where or what."""
    tails = [_tailed(f) for f in (one, other)]
    if tails[0] is None or tails[1] is None or tails[0]["frame"].casefold() != tails[1]["frame"].casefold():
        return None
    when = [t["tail"] for t in tails if t and _TIME.search(t["tail"])]
    where = [t["tail"] for t in tails if t and not _TIME.search(t["tail"])]
    return f"{tails[0]['frame']} {when[0]} {where[0]}." if len(when) == 1 and len(where) == 1 else None


def merged_into(fact: Memory) -> str | None:
    """The fact that says now what this one said."""
    return next((r.target for r in reversed(fact.relations) if r.type == MERGED), None) if fact.validity is Validity.DEPRECATED else None


def _with_evidence(kept: Memory, lost: Sequence[Memory], why: str, now: datetime, content: Content | None = None) -> Memory:
    """The fact that stays, with what proves those that go: their events still lead to something current."""
    events = tuple(dict.fromkeys([*kept.event_ids, *(e for f in lost for e in f.event_ids)]))[-outcome.MOST_EVIDENCE :]
    links = (*kept.relations, *(Relation(type="merged_from", target=f.memory_id) for f in lost))
    together: dict[str, object] = {
        "event_ids": events,
        "relations": links,
        "entities": tuple(dict.fromkeys([*kept.entities, *(e for f in lost for e in f.entities)])),
        "labels": tuple(dict.fromkeys([*kept.labels, *(e for f in lost for e in f.labels)])),
        "importance": max([kept.importance, *(f.importance for f in lost)]),
    }
    corrected = max((at for f in (kept, *lost) if (at := f.content.structured.get(outcome.CORRECTED))), default=None)
    if content is not None or corrected is not None:
        words = content or kept.content
        # What a correction replaced in any of them is told by none of their events.
        marks = words.structured if corrected is None else words.structured | {outcome.CORRECTED: corrected}
        together |= {"content": words.model_copy(update={"structured": marks})}
    if content is not None:
        weakest = trust.weakest([kept, *lost])
        together |= {
            "source": weakest.source,
            "source_role": weakest.source_role,
            "sensitivity": sensitivity.most([sensitivity.of(content.summary), kept.sensitivity, *(f.sensitivity for f in lost)]),
            "confidence": min([kept.confidence, *(f.confidence for f in lost)]),
            "trust": trust.least([kept.trust, *(f.trust for f in lost)]),
        }
    return _touched(kept, "merged", why, now, **together)


def _into(lost: Memory, kept: Memory, why: str, now: datetime) -> Memory:
    links = (*lost.relations, Relation(type=MERGED, target=kept.memory_id))
    return _touched(lost, "merged into", why, now, validity=Validity.DEPRECATED, superseded_at=now, relations=links)


def _touched(fact: Memory, verdict: str, why: str, now: datetime, **fields: object) -> Memory:
    return changes.touched(fact, verdict=verdict, reason=why, actor=ACTOR, now=now, **fields)
