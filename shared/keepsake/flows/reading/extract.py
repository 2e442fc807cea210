"""Find out what a batch means (rows R8 to R10): in one pass its events become observations, and these are decided against what is known
of the user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from keepsake import ids, telemetry
from keepsake.claims import Chunk, Claim
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows import lately
from keepsake.flows.container_settings import policy_of
from keepsake.flows.intake.batches import close_unshown, events_of
from keepsake.flows.knowledge import decide, nearby, neighbourhood, upkeep
from keepsake.flows.reading.vectors import Vectors
from keepsake.flows.sessions import fold, working
from keepsake.messages import BatchWork
from keepsake.ports import Embedder, Extractor, Queue, Reconciler, Side, Store, Write
from keepsake.records import (
    TYPE_OF,
    Approval,
    Batch,
    Change,
    Content,
    Durability,
    Embedding,
    Event,
    FactInput,
    HeldFor,
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
    batch_key,
    event_key,
)
from keepsake.rules.behaviour import actions, weighing
from keepsake.rules.dates import temporal
from keepsake.rules.governance import audience, quarantine
from keepsake.rules.indexing import documents, owing
from keepsake.rules.intake import secrets
from keepsake.rules.knowledge import goes_on, looked, said_before, trust
from keepsake.rules.policy import Policy
from keepsake.rules.reading import extraction, held_for, kinds, usefulness
from keepsake.rules.reading.statements import MAX_CHARACTERS
from keepsake.rules.sessions import turns
from keepsake.rules.sessions import working as focus

MOST_SPEAKERS = 100
RACES = 5
BEFORE = 3
"""Earlier events of the session that an extractor may look back to."""

SPOKEN = ("message", "candidate", "correction")

NOTHING_STATED = "the model found no statement"
OWN_FORM = set("content raw category durability context context_from subject_sure undoes said_before goes_on weight".split())
"""Fields of a claim that an observation has in a form of its own, or not."""
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


class Beside(NamedTuple):
    """What is known beside the events that are to be read, as a `Chunk` has it."""

    speakers: tuple[str, ...]
    people: tuple[tuple[str, str], ...]
    held_for: HeldFor | None
    before: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What a batch's events say, as observations that nobody has decided yet, all with their vectors."""

    events: tuple[Event, ...]
    """All but junk, with what their temporal phrases mean."""
    observations: tuple[Memory, ...]
    by_rules: bool


@dataclass(frozen=True, slots=True)
class Done:
    """How many observations met which verdict, the events as they are now, and the user's state; None where it has to be read again."""

    verdicts: dict[str, int] = field(default_factory=dict)
    events: Sequence[Event] = ()
    state: UserState | None = None


def extract(
    store: Store,
    side: Side,
    extractor: Extractor,
    rules: Extractor,
    queue: Queue,
    work: BatchWork,
    now: datetime,
    whole: int = nearby.WHOLE,
    reconciler: Reconciler | None = None,
) -> dict[str, int]:
    """How many observations met which verdict. Safe to run twice: an event is read once all that it says is decided, and until then the
    user's state tells how much of its batch is. A bank of up to `whole` current facts is read whole; of others what the index leads to.
    Raises Unavailable and LostRace to be tried again."""
    batch = lately.read(store, batch_key(work.scope, work.batch_id))
    if not isinstance(batch, Batch) or batch.retry_at is None:  # taken back, or closed; whether it was within this second, its events tell
        return {}
    events = [e for e in events_of(store, batch) if e is not None]
    pending = [e for e in events if e.progress is Progress.PENDING]
    way = nearby.Nearby(store, side.index, batch.scope, batch.batch_id, whole, side.embedder.thresholds, reconciler is not None)
    session = fold.latest(store, batch.scope)
    done = _read(way, side.embedder, extractor, rules, reconciler, batch, pending, session, now) if pending else Done()
    close_unshown(store, batch, [*(e for e in events if e not in pending), *done.events])
    policy = policy_of(store, batch.scope, now)
    upkeep.send_due(store, queue, batch.scope, policy, done.state)
    fold.send_due(queue, session, policy)
    return done.verdicts


def _read(
    way: nearby.Nearby, embedder: Embedder, extractor: Extractor, rules: Extractor, reconciler: Reconciler | None, batch: Batch,
    events: list[Event], session: Session | None, now: datetime,
) -> Done:  # fmt: skip
    """First the observations are decided, then the events name what rests on them: until they do, the batch is read again."""
    store, scope = way.store, batch.scope
    known = decide.read_knowledge(store, scope, Embedding(model=embedder.model, dimension=embedder.dimension), way)
    known.policy, known.thresholds, known.reconciler = policy_of(store, scope, now), embedder.thresholds, reconciler
    done = decide.decided_in(known.state, batch.batch_id)
    # What an attempt left that broke off before it decided anything is minutes old.
    held = neighbourhood.observed_in(store, events, consistent=done is not None)
    if done is None:
        seen = _observed(store, embedder, extractor, rules, known, events, session, now)
    else:
        seen = _observed_before(store, embedder, extractor.name == rules.name, known.state, events, list(held.values()))
    focused = working.stored(store, scope, now, consistent=False) if scope.session_id is not None else None
    # Told with the decision: a write of its own would take another transaction.
    crowded = focused is not None and working.crowds_out(focused[0], events, seen.observations, known.policy, now)
    brought = lambda state: (  # noqa: E731
        _cast(state, seen.events)
        | ({} if batch.turns_counted else _counted(state, events))
        | ({"looked": looked.at(state, scope.namespace, evicted=True)} if crowded else {})
    )
    deciding = decide.Deciding(batch.batch_id, tuple(events), seen.observations, held, brought)
    known.vectors |= {o.content.summary: v for o in seen.observations if known.made_by and (v := documents.vector(o, known.made_by))}
    decided = decide.decide_all(store, known, deciding, now)
    held_now = quarantine.held_of(events, known.state.quarantines if known.state else ())
    state = known.state
    told = state is not None and looked.of(state, scope.namespace).evicted
    routed = working.route(
        store, scope, events, [quarantine.withheld(o, held_now) for o in seen.observations], now, found=focused, told=told,
    )  # fmt: skip
    done_with = [_chunked(e, list(decided.values()), seen.by_rules, now) for e in seen.events]
    done_with += [_junk(e) for e in events if e.verdict is not Verdict.CANDIDATE]
    if changed := decide.changed_in(known.state, batch.batch_id):
        done_with[0] = done_with[0].model_copy(update={"changed_ids": tuple(dict.fromkeys(changed))})
    store.put_each([Write(e, e.version - 1, shown_by=owing.WITH_BATCH) for e in done_with])
    for name, count in Counter(o.extractor for o in decided.values()).items():
        telemetry.count("Observations", count, extractor=name)
    if routed is not None and focus.lasting(routed.evicted) and not crowded and not told:
        state = None  # it is said on the state now
    return Done(dict(Counter(o.change.verdict for o in decided.values())), done_with, state)


def _observed(
    store: Store,
    embedder: Embedder,
    extractor: Extractor,
    rules: Extractor,
    known: decide.Knowledge,
    events: list[Event],
    session: Session | None,
    now: datetime,
) -> Seen:
    scope, policy = known.scope, known.policy
    held = quarantine.held_of(events, known.state.quarantines if known.state else ())
    kept = [_dated(e) for e in events if e.verdict is Verdict.CANDIDATE]
    earlier = earlier_of(store, kept, known.state)
    asked = [e for e in kept if e.extract]
    found = claims_of(store, extractor, rules, [e for e in asked if e.event_id not in held], around(session, known.state, earlier))
    found += claims_of(store, extractor, rules, [e for e in asked if e.event_id in held], around(session, known.state), weigh=False)
    made = Vectors(embedder, [*_texts_of(kept, earlier), *(f.claim.content for f in found)])
    found = useful_of(found, made, embedder)
    seen = [_of_tier(observation(scope, f, cited(kept, f.claim), made.made_by, now), f, policy) for f in found]
    observations = {o.memory_id: made.given(quarantine.withheld(o, held)) for o in seen}
    by_rules = extractor.name == rules.name or any(f.fallback for f in found)
    return Seen(tuple(made.given(e, _previous(e, kept, earlier)) for e in kept), tuple(observations.values()), by_rules)


def _observed_before(
    store: Store, embedder: Embedder, by_rules: bool, state: UserState | None, events: list[Event], observations: list[Memory]
) -> Seen:
    """The same of a batch whose observations are stored, the first of them decided."""
    kept = [_dated(e) for e in events if e.verdict is Verdict.CANDIDATE]
    earlier = earlier_of(store, kept, state)
    made = Vectors(embedder, [*_texts_of(kept, earlier), *(o.content.summary for o in observations)])
    given = tuple(made.given(e, _previous(e, kept, earlier)) for e in kept)
    return Seen(given, tuple(made.given(o) for o in observations), by_rules)


def _texts_of(events: Sequence[Event], earlier: dict[ids.Key, Event]) -> list[str]:
    return [t for e in events for t in documents.texts(e, _previous(e, events, earlier))]


def _of_tier(seen: Memory, found: Found, policy: Policy) -> Memory:
    """What the caller said of who may see it stands."""
    return seen if found.fact is not None and found.fact.access_control is not None else audience.of_tier(seen, policy)


def _dated(event: Event) -> Event:
    """The event with what its temporal phrases mean on its own day."""
    periods = temporal.phrases(event.content, event.timestamp)
    return event.model_copy(update={"resolved": tuple(f"{p.phrase} = {p.label}" for p in periods if p.phrase.lower() != p.label.lower())})


def earlier_of(store: Store, events: Sequence[Event], state: UserState | None) -> dict[ids.Key, Event]:
    """The events just before this batch, session by session, as far as BEFORE reaches, and none that is in quarantine."""
    quarantines = state.quarantines if state else ()
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


def around(session: Session | None, state: UserState | None, earlier: Mapping[ids.Key, Event] | None = None) -> Beside:
    before = sorted((e for e in (earlier or {}).values() if e.verdict is Verdict.CANDIDATE), key=lambda e: e.seq)
    held = held_for.of(state.held_for, session.scope.session_id) if state and session else None
    return Beside(session.speakers if session else (), state.people if state else (), held, tuple(before))


def claims_of(
    store: Store, extractor: Extractor, rules: Extractor, events: Sequence[Event], beside: Beside, *, weigh: bool = True
) -> list[Found]:
    """What one user's events say. `weigh` tells whether behaviour counts: in quarantine it does not, until its release."""
    found = [stated(e) for e in events if e.fact is not None]
    if spoken := [e for e in events if e.fact is None and e.event_type in SPOKEN]:
        found += _extracted(extractor, rules, Chunk(events=tuple(spoken), **beside._asdict()))
    signals = [s for e in events if e.fact is None and weigh for s in actions.signals_of(e)]
    if signals:
        mine = {s.event_id for s in signals}
        weighed = weighing.weigh(_remember_signals(store, events[0].scope, signals))
        found += [Found(c, rules.name, None) for c in weighed if not mine.isdisjoint(c.event_ids)]  # the others have nothing new
    return [f for f in found if not secrets.MASKED.search(f.claim.content)]


def _extracted(extractor: Extractor, rules: Extractor, chunk: Chunk) -> list[Found]:
    """A chat model that fails does not lose the event: the rules read it instead, and what they make says so."""
    try:
        return [Found(c, extractor.name, extractor.prompt_version) for c in extractor.extract(chunk)]
    except ModelUnavailable as err:
        return [Found(c, rules.name, rules.prompt_version, fallback=err.reason) for c in rules.extract(chunk)]


def useful_of(found: Sequence[Found], made: Vectors, embedder: Embedder) -> list[Found]:
    """Those that are of use later, by their words and where they lie. What one that goes was told with may be told without it."""
    useful = embedder.useful if found else None
    kept = [f for f in found if usefulness.is_useful(f.claim, made.of(f.claim.content), useful)]
    told = {(f.claim.event_ids, f.claim.content) for f in kept}
    alone = {"context_from": None}
    return [f if (f.claim.event_ids, f.claim.context_from) in told else replace(f, claim=f.claim.model_copy(update=alone)) for f in kept]


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
        source_role=event.role,
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
        log = SignalLog(scope=scope, signals=tuple(merged.values())[-actions.MOST_SIGNALS :], version=held.version + 1 if held else 1)
        if held is not None and held.signals == log.signals:
            return held.signals
        try:
            store.commit([Write(log, held.version if held else None)])
        except LostRace:
            continue
        return log.signals
    raise LostRace("Too many writers on one user's behaviour.")


def _counted(state: UserState, came: Sequence[Event]) -> dict[str, object]:
    """What a batch brought, in the user's counts."""
    return {
        "turns": state.turns + sum(turns.opens(e) for e in came),
        "events": state.events + len(came),
        "sessions": state.sessions + sum(e.seq == 0 and e.scope.session_id is not None for e in came),
        "active_at": max((e.recorded_at for e in came), default=state.active_at),
    }


def _cast(state: UserState, events: Sequence[Event]) -> dict[str, object]:
    """Who has spoken, of whom and for whom, as fields of the user's state."""
    names = [e.name for e in events if e.name and e.role is Role.USER]
    spoken = [e for e in events if e.fact is None and e.event_type in SPOKEN]
    speakers = tuple(dict.fromkeys([*state.speakers, *names]))[:MOST_SPEAKERS]
    if not spoken:
        return {"speakers": speakers}
    session_id, last = spoken[-1].scope.session_id, max(e.timestamp for e in spoken)
    heard = extraction.heard(Chunk(events=tuple(spoken), people=state.people, held_for=held_for.of(state.held_for, session_id)))
    held = held_for.noted(state.held_for, session_id, heard.held_for, last)
    return {"speakers": speakers, "people": heard.people, "held_for": held}


def cited(events: Sequence[Event], claim: Claim) -> list[Event]:
    """The claim's events in this batch, newest last."""
    return sorted((e for e in events if e.event_id in claim.event_ids), key=lambda e: (e.timestamp, e.seq)) or [events[-1]]


def taken_over(events: Sequence[Event]) -> dict[str, Any]:
    """What the events have for the facts that are read from them, the newest first."""
    given = next((e.for_facts for e in reversed(events) if e.for_facts is not None), None)
    return {} if given is None else {"metadata": given.metadata, "expires_at": given.expires_at}


def observation(scope: Scope, found: Found, events: Sequence[Event], made: Embedding | None, now: datetime) -> Memory:
    """The claim as the first stored form of a memory: pending, with its evidence. `events` are those that it cites, newest last."""
    claim, fact, event = found.claim, found.fact, events[-1]
    source = claim.source
    hints = {} if fact is None else fact.model_dump(mode="json", include={"confidence", "trust_score", "source"}, exclude_none=True)
    given = taken_over(events) if fact is None else {
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
            given |= {"relations": (Relation(type=goes_on.TOLD_WITH, target=beside),)}
        structured |= {} if claim.subject_sure else {"subject_sure": False}
        structured |= {"undoes": True} if claim.undoes else {}
        structured |= {goes_on.MISSING: True} if claim.goes_on else {}
        structured |= {said_before.NAME: claim.said_before.model_dump()} if claim.said_before else {}
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
    taken = claim.model_dump(exclude=OWN_FORM)
    return Memory.model_validate(taken | {"slot": claim.slot, "source": source} | fields | given)


def _chunked(event: Event, observations: Sequence[Memory], by_rules: bool, now: datetime) -> Event:
    """The event as one that was read: it names what rests on it and is ready for the index; its reason tells where not all of it was
    read, or why nothing is kept."""
    mine = [o for o in observations if event.event_id in o.event_ids]
    reason = extraction.unread(event) if by_rules else None
    if not mine and reason is None:
        reason = extraction.why_nothing(event) if by_rules else f"{extraction.NOTHING}: {NOTHING_STATED}"
    return decide.citing(event, mine, now).model_copy(
        update={
            "progress": Progress.PROCESSED,
            "reason": reason,
            "observation_ids": tuple(o.memory_id for o in mine),
            "searchable": True,
        }
    )


def _junk(event: Event) -> Event:
    return event.model_copy(update={"progress": Progress.PROCESSED, "reason": f"junk: {event.verdict}", "version": event.version + 1})
