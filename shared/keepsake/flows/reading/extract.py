"""Find out what a batch means (rows R8 to R10): events become observations with vectors, then the batch waits to be consolidated."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from keepsake import ids, telemetry
from keepsake.claims import Chunk, Claim
from keepsake.errors import Invalid, LostRace, ModelUnavailable, TextsRefused
from keepsake.flows.container_settings import policy_of
from keepsake.flows.intake.batches import open_batch
from keepsake.flows.knowledge import upkeep
from keepsake.flows.sessions import working
from keepsake.messages import BatchWork
from keepsake.ports import Embedder, Extractor, Queue, Store, Write
from keepsake.records import (
    TYPE_OF,
    Approval,
    Change,
    Content,
    Durability,
    Embedding,
    Event,
    FactInput,
    Kind,
    Memory,
    Progress,
    Relation,
    Role,
    Scope,
    Session,
    Signal,
    SignalLog,
    Source,
    UserState,
    Verdict,
    event_key,
    session_key,
    state_key,
)
from keepsake.rules.behaviour import actions, weighing
from keepsake.rules.dates import temporal
from keepsake.rules.governance import audience, quarantine
from keepsake.rules.indexing import documents
from keepsake.rules.intake import secrets
from keepsake.rules.knowledge import trust
from keepsake.rules.policy import Policy
from keepsake.rules.reading import extraction, kinds
from keepsake.rules.reading.statements import MAX_CHARACTERS

MOST_SIGNALS = 500
MOST_SPEAKERS = 100
RACES = 5
BEFORE = 3
"""Earlier events of the session that an extractor may look back to."""

SPOKEN = ("message", "candidate", "correction")

NOTHING_STATED = "the model found no statement"
FACT_CONFIDENCE = 0.9
"""Of a fact stated outright by the application."""


@dataclass(frozen=True, slots=True)
class Found:
    """A claim and who found it."""

    claim: Claim
    extractor: str
    prompt_version: str | None
    fact: FactInput | None = None
    fallback: str | None = None
    """Why the rules found it and not the model that is configured."""


def extract(
    store: Store,
    embedder: Embedder,
    extractor: Extractor,
    rules: Extractor,
    queue: Queue,
    work: BatchWork,
    now: datetime,
) -> int:
    """Observations stored. Safe to run twice: ids follow from the evidence. Raises Unavailable to be tried again."""
    batch = open_batch(store, work)
    if batch is None:
        return 0
    keys = [event_key(batch.scope, e) for e in batch.event_ids]
    rows = store.read(keys, consistent=True)
    events = [e for k in keys if isinstance(e := rows.get(k), Event) and e.progress is Progress.PENDING]
    stored = _extract_events(store, embedder, extractor, rules, batch.scope, events, now) if events else 0
    queue.send(work)
    return stored


def _extract_events(
    store: Store,
    embedder: Embedder,
    extractor: Extractor,
    rules: Extractor,
    scope: Scope,
    events: list[Event],
    now: datetime,
) -> int:
    held = quarantine.held_of(events, upkeep.read_state(store, scope)[0].quarantines)
    junk = [e for e in events if e.verdict is not Verdict.CANDIDATE]
    kept = [_dated(e) for e in events if e.verdict is Verdict.CANDIDATE]
    earlier = earlier_of(store, kept)
    asked = [e for e in kept if e.extract]
    found = claims_of(store, extractor, rules, scope, [e for e in asked if e.event_id not in held], earlier)
    found += claims_of(store, extractor, rules, scope, [e for e in asked if e.event_id in held], {}, weigh=False)
    texts = _Texts(embedder)
    spans = {e.key: texts.add(documents.texts(e, _previous(e, kept, earlier))) for e in kept}
    claim_spans = [texts.add([f.claim.content]) for f in found]
    made = texts.embed()
    policy = policy_of(store, scope, now)
    seen = [_of_tier(observation(scope, f, cited(kept, f.claim), made, now), f, policy) for f in found]
    observations = [quarantine.withheld(o, held) for o in seen]
    if made:
        observations = [
            documents.with_vectors(o, made, rows) if (rows := texts.of(span)) else o
            for o, span in zip(observations, claim_spans, strict=True)
        ]
        kept = [documents.with_vectors(e, made, rows, _previous(e, kept, earlier)) if (rows := texts.of(spans[e.key])) else e for e in kept]
    store.put_each([Write(o) for o in observations])
    working.route(store, scope, events, observations, now)
    _remember_cast(store, scope, kept)
    by_rules = extractor.name == rules.name or any(f.fallback for f in found)
    done = [_chunked(e, observations, by_rules) for e in kept]
    done += [e.model_copy(update={"progress": Progress.PROCESSED, "reason": f"junk: {e.verdict}", "version": e.version + 1}) for e in junk]
    store.put_each([Write(e, e.version - 1) for e in done])
    for name, count in Counter(o.extractor for o in observations).items():
        telemetry.count("Observations", count, extractor=name)
    return len(observations)


def _of_tier(seen: Memory, found: Found, policy: Policy) -> Memory:
    """What the caller said of who may see it stands."""
    return seen if found.fact is not None and found.fact.access_control is not None else audience.of_tier(seen, policy)


def _dated(event: Event) -> Event:
    """The event with what its temporal phrases mean on its own day."""
    periods = temporal.phrases(event.content, event.timestamp)
    return event.model_copy(update={"resolved": tuple(f"{p.phrase} = {p.label}" for p in periods if p.phrase.lower() != p.label.lower())})


def earlier_of(store: Store, events: Sequence[Event]) -> dict[ids.Key, Event]:
    """The events just before this batch, session by session, as far as BEFORE reaches, and none that is in quarantine."""
    quarantines = upkeep.read_state(store, events[0].scope)[0].quarantines if events else ()
    here = {e.key for e in events}
    found: dict[ids.Key, Event] = {}
    wanted = {k for e in events if (k := _previous_key(e)) and k not in here}
    for _ in range(BEFORE):
        rows = [e for e in store.read(sorted(wanted)).values() if isinstance(e, Event)]
        found |= {e.key: e for e in rows}
        wanted = {k for e in rows if (k := _previous_key(e)) and k not in found}
        if not wanted:
            break
    return {k: e for k, e in found.items() if not quarantine.holds(e, quarantines)}


def _previous_key(event: Event) -> ids.Key | None:
    return event_key(event.scope, event.previous_event_id) if event.previous_event_id else None


def _previous(event: Event, batch: Sequence[Event], earlier: dict[ids.Key, Event]) -> Event | None:
    key = _previous_key(event)
    return None if key is None else next((e for e in batch if e.key == key), earlier.get(key))


def claims_of(
    store: Store, extractor: Extractor, rules: Extractor, scope: Scope, events: list[Event], earlier: dict[ids.Key, Event],
    weigh: bool = True,
) -> list[Found]:  # fmt: skip
    """`weigh` tells whether behaviour counts: in quarantine it does not, until its release."""
    found = [stated(e) for e in events if e.fact is not None]
    spoken = [e for e in events if e.fact is None and e.event_type in SPOKEN]
    if spoken:
        session = store.read([session_key(scope)]).get(session_key(scope))
        before = tuple(sorted((e for e in earlier.values() if e.verdict is Verdict.CANDIDATE), key=lambda e: e.seq))
        state = store.read([state_key(scope)]).get(state_key(scope))
        chunk = Chunk(
            events=tuple(spoken),
            speakers=session.speakers if isinstance(session, Session) else (),
            people=state.people if isinstance(state, UserState) else (),
            before=before,
        )
        found += _extracted(extractor, rules, chunk)
    signals = [s for e in events if e.fact is None and weigh for s in actions.signals_of(e)]
    if signals:
        found += [Found(c, rules.name, None) for c in weighing.weigh(_remember_signals(store, scope, signals))]
    return [f for f in found if not secrets.MASKED.search(f.claim.content)]


def _extracted(extractor: Extractor, rules: Extractor, chunk: Chunk) -> list[Found]:
    """A chat model that fails does not lose the event: the rules read it instead, and what they make says so."""
    try:
        return [Found(c, extractor.name, extractor.prompt_version) for c in extractor.extract(chunk)]
    except ModelUnavailable as err:
        return [Found(c, rules.name, rules.prompt_version, fallback=err.reason) for c in rules.extract(chunk)]


def stated(event: Event) -> Found:
    """The fact that an event states outright, as a claim."""
    assert event.fact is not None
    return Found(_stated(event, event.fact), "caller", None, event.fact)


def _stated(event: Event, fact: FactInput) -> Claim:
    return Claim(
        content=fact.content,
        raw=fact.content,
        subject=fact.subject,
        category=fact.category or kinds.kind(fact.content[:MAX_CHARACTERS], ahead=False, dated=False).category,
        durability=fact.durability or Durability.PERSISTENT,
        slot=fact.slot,
        entities=fact.entities,
        labels=fact.labels,
        anchors=fact.anchors,
        importance=0.5 if fact.importance is None else fact.importance,
        confidence=FACT_CONFIDENCE,
        event_ids=(event.event_id, *fact.event_ids),
        valid_from=fact.valid_from or event.timestamp,
        valid_to=fact.valid_to,
    )


def _remember_signals(store: Store, scope: Scope, fresh: Sequence[Signal]) -> tuple[Signal, ...]:
    """All of the user's signals: one click proves little, so they are weighed together (row R9)."""
    for _ in range(RACES):
        key = SignalLog(scope=scope).key
        row = store.read([key], consistent=True).get(key)
        held = row if isinstance(row, SignalLog) else None
        merged = {(s.event_id, s.feature, s.value): s for s in (*(held.signals if held else ()), *fresh)}
        log = SignalLog(scope=scope, signals=tuple(merged.values())[-MOST_SIGNALS:], version=held.version + 1 if held else 1)
        if held is not None and held.signals == log.signals:
            return held.signals
        try:
            store.commit([Write(log, held.version if held else None)])
        except LostRace:
            continue
        return log.signals
    raise LostRace("Too many writers on one user's behaviour.")


def _remember_cast(store: Store, scope: Scope, events: Sequence[Event]) -> None:
    """Who has spoken, and of whom."""
    names = [e.name for e in events if e.name and e.role is Role.USER]
    spoken = [e for e in events if e.fact is None and e.event_type in SPOKEN]
    for _ in range(RACES):
        row = store.read([state_key(scope)], consistent=True).get(state_key(scope))
        held = row if isinstance(row, UserState) else None
        speakers = tuple(dict.fromkeys([*(held.speakers if held else ()), *names]))[:MOST_SPEAKERS]
        known = held.people if held else ()
        people = extraction.people(Chunk(events=tuple(spoken), people=known)) if spoken else known
        if held is not None and (speakers, people) == (held.speakers, known):
            return
        told = {"speakers": speakers, "people": people}
        state = held.model_copy(update=told | {"version": held.version + 1}) if held else UserState(scope=scope, **told)
        try:
            store.commit([Write(state, held.version if held else None)])
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's state.")


def cited(events: Sequence[Event], claim: Claim) -> list[Event]:
    """The claim's events in this batch, newest last."""
    return sorted((e for e in events if e.event_id in claim.event_ids), key=lambda e: (e.timestamp, e.seq)) or [events[-1]]


def observation(scope: Scope, found: Found, events: Sequence[Event], made: Embedding | None, now: datetime) -> Memory:
    """The claim as the first stored form of a memory: pending, with its evidence. `events` are those that it cites, newest last."""
    claim, fact, event = found.claim, found.fact, events[-1]
    source = claim.source
    hints = {} if fact is None else fact.model_dump(mode="json", include={"confidence", "trust_score", "source"}, exclude_none=True)
    given = {} if fact is None else {
        "tags": fact.tags, "relations": fact.relations, "agent_scope": fact.agent_scope, "assistant_visible": fact.assistant_visible,
        "metadata": fact.metadata, "expires_at": fact.expires_at,
        **({"access": fact.access_control} if fact.access_control else {}), **({"type": fact.type} if fact.type else {}),
    }  # fmt: skip
    structured: dict[str, object] = {"said_at": event.timestamp.isoformat()} | ({"pages": [event.page]} if event.page else {})
    structured |= {"fallback": found.fallback} if found.fallback else {}
    if event.event_type in SPOKEN and fact is None and source is not Source.IMPLICIT:
        structured |= {"said_by": event.name or event.role.value} | ({"context": claim.context} if claim.context else {})
        if claim.context_from is not None:
            beside = ids.derived_id("f", event.recorded_at, scope.pk, scope.namespace, *sorted(claim.event_ids), claim.context_from)
            given |= {"relations": (Relation(type=documents.TOLD_WITH, target=beside),)}
        structured |= {} if claim.subject_sure else {"subject_sure": False}
        structured |= {"undoes": True} if claim.undoes else {}
    fields = {
        "scope": scope.model_copy(update={"session_id": event.scope.session_id}),
        "memory_id": ids.derived_id("o", event.recorded_at, scope.pk, scope.namespace, *sorted(claim.event_ids), claim.content),
        "kind": Kind.OBSERVATION,
        "content": Content(raw=claim.raw, summary=claim.content, structured=structured),
        "type": TYPE_OF[claim.category],
        "category": claim.category,
        "durability": claim.durability,
        "hints": hints,
        "trust": trust.least([trust.of(source, claim.source_role, claim.confidence, len(claim.event_ids)), trust.read_from(events)]),
        "approval": Approval.PENDING,
        "recorded_at": now,
        "created_at": now,
        "updated_at": now,
        "last_accessed_at": now,
        "embedding": made,
        "extractor": found.extractor,
        "prompt_version": found.prompt_version,
        "order": event.seq,
        "change": Change(verdict="observed", reason=f"extracted by {found.extractor}", actor="extract", at=now),
    }
    taken = claim.model_dump(exclude={"content", "raw", "category", "durability", "context", "context_from", "subject_sure", "undoes"})
    return Memory.model_validate(taken | {"slot": claim.slot, "source": source} | fields | given)


def _chunked(event: Event, observations: Sequence[Memory], by_rules: bool) -> Event:
    """The event as one that was read; its reason tells where that is not all of it, or why nothing is kept."""
    mine = tuple(o.memory_id for o in observations if event.event_id in o.event_ids)
    reason = extraction.unread(event) if by_rules else None
    if not mine and reason is None:
        reason = extraction.why_nothing(event) if by_rules else f"{extraction.NOTHING}: {NOTHING_STATED}"
    return event.model_copy(
        update={"progress": Progress.CHUNKED, "reason": reason, "observation_ids": mine, "searchable": True, "version": event.version + 1}
    )


class _Texts:
    """Collects texts, embeds each once in one call, and gives back each caller's own."""

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder
        self._place: dict[str, int] = {}
        self._rows: Sequence[list[float] | None] = ()

    def add(self, texts: Sequence[str]) -> list[int]:
        return [self._place.setdefault(t, len(self._place)) for t in texts]

    def embed(self) -> Embedding | None:
        """Who made the vectors. None while the embedder is down: then statements that no rule places stay what they are by default, and
        the projector asks for the vectors of what it shows (row E2)."""
        try:
            self._rows = self._embedder.embed(list(self._place))
        except TextsRefused as err:
            self._rows = err.vectors
        except (ModelUnavailable, Invalid) as err:
            telemetry.failure("extracted without vectors", err)
            return None
        return Embedding(model=self._embedder.model, dimension=self._embedder.dimension)

    def of(self, span: Sequence[int]) -> list[list[float]]:
        """None at all where the model refused one of them: the projector asks again, and marks what stays refused."""
        rows = [row for i in span if (row := self._rows[i]) is not None]
        return rows if len(rows) == len(span) else []
