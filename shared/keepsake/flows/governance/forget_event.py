"""Delete one event (row D2), at once and for good: its words and vectors, the memories that rest on it alone, what sessions repeat of it,
whom it names, who said it, and its behaviour signals. A memory that rests on other events too stays in the words of these; where only it
has the words, it goes; where only it tells whom the memory is about, it is about nobody known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from keepsake import ids
from keepsake.errors import Conflict, LostRace
from keepsake.flows.container_settings import policy_of
from keepsake.flows.forgetting import retention
from keepsake.flows.governance import purge
from keepsake.flows.governance.resting import Resting
from keepsake.flows.knowledge import upkeep
from keepsake.flows.sessions import forgetting, speakers
from keepsake.messages import UserWork
from keepsake.ports import Delete, Queue, Store, Write
from keepsake.records import (
    Event,
    Kind,
    Memory,
    PastVersion,
    Scope,
    event_key,
    history_prefix,
    memory_key,
)
from keepsake.rules.governance import forgotten, purging
from keepsake.rules.knowledge import acts

RACES = 5
AT_ONCE = 20
MOST_IN_A_REQUEST = 20_000
"""Current facts of an owner up to which an event is deleted within its request: with what is over some 60,000 rows, about six seconds'
reading. A request ends after 29."""


def forget(store: Store, queue: Queue, event: Event, actor: str, now: datetime, resting: Resting | None = None) -> None:
    """`resting` is of the event's owner, for who deletes several. Safe to run twice. Raises Conflict while it is being processed, and where
    a memory that rests on it is under legal hold."""
    _require_settled(store, event, now)
    resting = resting or Resting(store, scope_of(event))
    memories = resting.on_event(event.event_id)
    seen = store.read([memory_key(event.scope, o) for o in event.observation_ids], consistent=True).values()
    _require_unheld([*memories, *(o for o in seen if isinstance(o, Memory))])
    for memory in memories:
        alone = set(memory.event_ids) == {event.event_id}
        if memory.kind in acts.OWN and (alone or forgotten.without(memory, event, _observations(store, memory), actor, now) is None):
            purge.purge(store, memory, actor, now, resting)
    _without(store, resting, event, actor, now)
    _unnamed(store, resting, event, actor, now)
    retention.forget(store, event, now)
    upkeep.send_due(store, queue, event.scope, policy_of(store, event.scope, now))


def start(store: Store, queue: Queue, event: Event, actor: str, now: datetime) -> bool:
    """Deletes it now; False where its owner has so many memories that the queue does, within seconds. Raises Conflict as `forget` does; for
    the queue, of the memories that the event itself names alone: where another one is held, a dead letter says so, and the event stays."""
    scope = scope_of(event)
    if upkeep.read_state(store, scope)[0].facts <= MOST_IN_A_REQUEST:
        forget(store, queue, event, actor, now)
        return True
    _require_settled(store, event, now)
    named = store.read([memory_key(scope, m) for m in event.memory_ids], consistent=True).values()
    _require_unheld([m for m in named if isinstance(m, Memory) and event.event_id in m.event_ids])
    queue.send(
        UserWork(
            tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id, upkeep="forget",
            run_id=f"w_{ids.document_id(event.key)}", event_id=event.event_id, actor=actor,
        )
    )  # fmt: skip
    return False


def carry_out(store: Store, queue: Queue, work: UserWork, now: datetime) -> None:
    """What `start` left to the queue. Safe to run twice."""
    key = event_key(work.scope, work.event_id or "")
    event = store.read([key], consistent=True).get(key)
    if isinstance(event, Event) and event.lapsed_at is None:
        forget(store, queue, event, work.actor or work.upkeep, now)


def _require_settled(store: Store, event: Event, now: datetime) -> None:
    if retention.under_way(store, event, now):
        raise Conflict("It is being processed: delete it when that is done.", retry_after_s=2)


def _require_unheld(memories: Sequence[Memory]) -> None:
    held = [m.memory_id for m in memories if m.legal_hold]
    if held:
        raise Conflict(f"{held[0]} rests on it and is under legal hold.")


def _without(store: Store, resting: Resting, event: Event, actor: str, now: datetime) -> None:
    """Takes the event out of what rests on others too."""
    for _ in range(RACES):
        try:
            left = resting.on_event(event.event_id)
            _retell(store, resting, event, left, actor, now)
            for start in range(0, len(left), AT_ONCE):
                _drop(store, resting, event, left[start : start + AT_ONCE], actor, now)
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _retell(store: Store, resting: Resting, event: Event, left: Sequence[Memory], actor: str, now: datetime) -> None:
    """Takes the words that these lose next out of the contexts that repeat them: before, as who does it again finds no change."""
    bare = ((m, forgotten.without(m, event, _observations(store, m), actor, now)) for m in left if m.kind is Kind.FACT)
    reworded = {m.memory_id for m, b in bare if b is not None and b.content.summary != m.content.summary}
    told = [m for m in resting.on_memories(reworded) if m.kind is Kind.FACT and m.purged_at is None and purging.tells_of(m, reworded)]
    for memory in told:
        state, known = resting.state, resting.known
        assert state is not None, "it was looked at"
        after = state.model_copy(update={"version": state.version + known})
        after = upkeep.with_topics_due(after, [event.scope.namespace], now, [memory.memory_id])
        rows = store.query(memory.scope.pk, history_prefix(memory.memory_id), consistent=True).records
        past = [Delete(r.key) for r in rows if isinstance(r, PastVersion) and purging.tells_of(r.memory, reworded)]
        for start in range(0, len(past), AT_ONCE):
            store.commit(past[start : start + AT_ONCE])
        store.commit([Write(after, state.version if known else None), Write(purging.retold(memory, {}, actor, now), memory.version)])
        resting.wrote(after)


def _drop(store: Store, resting: Resting, event: Event, some: Sequence[Memory], actor: str, now: datetime) -> None:
    """The memories without it, and without those old versions that rested on it. Topics and summaries are made anew."""
    state, known = resting.state, resting.known
    assert state is not None, "it was looked at"
    after = state.model_copy(update={"version": state.version + known})
    after = upkeep.with_topics_due(after, [event.scope.namespace], now, [m.memory_id for m in some if m.kind is Kind.FACT])
    writes: list[Write | Delete] = [Write(after, state.version if known else None)]
    past: list[Delete] = []
    for memory in some:
        bare = forgotten.without(memory, event, _observations(store, memory), actor, now)
        if bare is None:
            continue  # purged meanwhile
        writes.append(Write(bare, memory.version))
        rows = store.query(memory.scope.pk, history_prefix(memory.memory_id), consistent=True).records
        past += [Delete(r.key) for r in rows if isinstance(r, PastVersion) and event.event_id in r.memory.event_ids]
    store.commit(writes)
    resting.wrote(after)
    for start in range(0, len(past), AT_ONCE):
        store.commit(past[start : start + AT_ONCE])


def _unnamed(store: Store, resting: Resting, event: Event, actor: str, now: datetime) -> None:
    """Forgets whom it names, and who said it: in what is known of the user, and as the subject of what nothing else tells of them and
    nobody holds."""
    said = forgotten.words(event)
    for _ in range(RACES):
        try:
            for subject in (s for s in resting.subjects() if forgotten.names(s, said)):
                about = [m for m in resting.about(subject) if m.kind in (Kind.FACT, Kind.EPISODE) and not m.legal_hold]
                if any(forgotten.tells_of(subject, e) for e in _others(store, about, event)) or resting.state is None:
                    continue
                called = forgotten.kin_of(subject, resting.state, (e for e in _others(store, about, event) if e))
                for start in range(0, len(about), AT_ONCE):
                    _nameless(store, resting, about[start : start + AT_ONCE], called, actor, now)
            resting.subjects()
            silent = speakers.forget(store, event)
            state = resting.state and forgotten.unnamed(resting.state, event, silent=silent)
            if state and resting.known:
                after = state.model_copy(update={"version": state.version + 1})
                store.commit([Write(after, state.version)])
                resting.wrote(after)
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _others(store: Store, memories: Sequence[Memory], event: Event) -> Iterator[Event | None]:
    """The other events that they rest on; None for one that is not there."""
    ids_ = dict.fromkeys(e for m in memories for e in m.event_ids if e != event.event_id)
    keys = [event_key(event.scope, e) for e in ids_]
    for start in range(0, len(keys), AT_ONCE):
        found = store.read(keys[start : start + AT_ONCE], consistent=True)
        yield from (e if isinstance(e := found.get(k), Event) else None for k in keys[start : start + AT_ONCE])
    yield from (None for m in memories if not m.event_ids)


def _nameless(store: Store, resting: Resting, some: Sequence[Memory], called: str, actor: str, now: datetime) -> None:
    """The memories without the name of their subject, last: who finds one of them that has it does this again. Before them their old
    versions, what was read of their events, and what sessions repeat. Made for many: what was never changed has no old versions."""
    past = [r for m in some if m.version > 1 for r in store.query(m.scope.pk, history_prefix(m.memory_id), consistent=True).records]
    gone = [Delete(r.key) for r in past if isinstance(r, PastVersion) and r.memory.subject == some[0].subject]
    for start in range(0, len(gone), AT_ONCE):
        store.commit(gone[start : start + AT_ONCE])
    told = store.read([event_key(some[0].scope, e) for m in some for e in m.event_ids], consistent=True).values()
    keys = [memory_key(e.scope, o) for e in told if isinstance(e, Event) for o in e.observation_ids]
    read = {o.memory_id: o for o in store.read(keys, consistent=True).values() if isinstance(o, Memory)}
    store.put_each(
        [
            Write(forgotten.nameless(o, called, actor, now), o.version)
            for o in read.values()
            if o.subject == some[0].subject and not o.legal_hold
        ]
    )
    repeated = {*read, *(m.memory_id for m in some)}
    forgetting.in_sessions(store, scope_of(some[0]), [e for e in told if isinstance(e, Event)], repeated)
    state, known = resting.state, resting.known
    assert state is not None, "it was looked at"
    after = state.model_copy(update={"version": state.version + known})
    after = upkeep.with_topics_due(after, sorted({m.scope.namespace for m in some}), now, [m.memory_id for m in some])
    bare = [Write(forgotten.nameless(m, called, actor, now), m.version) for m in some]
    store.commit([Write(after, state.version if known else None), *bare])
    resting.wrote(after)


def _observations(store: Store, memory: Memory) -> list[Memory]:
    """Of the events that prove it."""
    events = store.read([event_key(memory.scope, e) for e in memory.event_ids], consistent=True).values()
    keys = [memory_key(e.scope, o) for e in events if isinstance(e, Event) for o in e.observation_ids]
    return [o for o in store.read(keys, consistent=True).values() if isinstance(o, Memory)]


def scope_of(record: Event | Memory) -> Scope:
    return record.scope.model_copy(update={"session_id": None, "agent_id": None})
