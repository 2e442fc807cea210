"""Purge a memory (row D2): what is left is a tombstone without content. It is final.

The tombstones come first and stay due until the rest is gone, so that a purge that dies is finished by a sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.errors import Conflict, LostRace
from keepsake.flows.forgetting import retention
from keepsake.flows.governance.resting import Resting
from keepsake.flows.knowledge import upkeep
from keepsake.flows.sessions import forgetting
from keepsake.ids import Key
from keepsake.ports import Delete, Store, Write
from keepsake.records import (
    Event,
    Kind,
    Memory,
    PastVersion,
    event_key,
    history_prefix,
    memory_key,
)
from keepsake.rules.governance import purging
from keepsake.rules.knowledge import outcome, standing

RACES = 5
AT_ONCE = 90
STATED = (Kind.FACT, Kind.EPISODE)
"""Kinds that an event states; others are made of these."""
TELLERS = (f"{PastVersion.prefix}s_", f"{PastVersion.prefix}mm_")
"""Where old versions of summaries and of mental models lie."""


def purge(store: Store, memory: Memory, actor: str, now: datetime, resting: Resting | None = None) -> None:
    """Takes the memory's words and vectors out of its own row, its old versions, the observations and episodes that it alone was made
    of, and whatever repeats it, and takes along the events that state nothing else. Other events, and the signals of behaviour, stay: they
    are evidence. `resting` is of the same owner, for who purges several. Safe to run twice. Raises Conflict under legal hold, and while an
    event that states it is being processed."""
    resting = resting or Resting(store, memory.scope)
    for _ in range(RACES):
        near = resting.on_memories([memory.memory_id])
        current = store.read([memory.key], consistent=True).get(memory.key)
        if not isinstance(current, Memory):
            return
        group = [current, *purging.beneath(current, _observations(store, resting, current), near)]
        group += _made_of_them_alone(store, resting, group, near)
        held = [m.memory_id for m in group if m.legal_hold]
        if held:
            raise Conflict(f"{held[0]} is under legal hold.")
        try:
            _forget_in_sessions(store, group)
            group = _forget_statements(store, resting, group, now)
            told = _write(store, resting, group, actor, now)
        except LostRace:
            continue
        keys = _remains(store, group, told)
        for start in range(0, len(keys), AT_ONCE):
            store.commit([Delete(key) for key in keys[start : start + AT_ONCE]])
        _finish(store, group)
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _observations(store: Store, resting: Resting, memory: Memory) -> list[Memory]:
    """Those of its events; of a memory that cites as many as it can there may be others."""
    if len(memory.event_ids) >= outcome.MOST_EVIDENCE:
        return resting.observed_in(memory.memory_id)
    rows = store.read([event_key(memory.scope, e) for e in memory.event_ids]).values()
    keys = [memory_key(e.scope, o) for e in rows if isinstance(e, Event) for o in e.observation_ids]
    return [o for o in store.read(keys, consistent=True).values() if isinstance(o, Memory)]


def _made_of_them_alone(store: Store, resting: Resting, group: Sequence[Memory], near: Sequence[Memory]) -> list[Memory]:
    """Summaries and models none of whose facts has words left, and the topics of those summaries."""
    tellers = [m for m in near if m.kind in purging.TELLERS and m.purged_at is None]
    alone = purging.emptied(tellers, _facts_of(store, tellers), {m.memory_id for m in group})
    return alone + [t for t in resting.on_memories([m.memory_id for m in alone]) if t.kind is Kind.TOPIC and t.purged_at is None]


def _forget_in_sessions(store: Store, group: Sequence[Memory]) -> None:
    """While the evidence still names them."""
    scope = group[0].scope
    events = store.read([event_key(scope, i) for m in group for i in m.event_ids]).values()
    forgetting.in_sessions(store, scope, [e for e in events if isinstance(e, Event)], {m.memory_id for m in group})


def _forget_statements(store: Store, resting: Resting, group: Sequence[Memory], now: datetime) -> list[Memory]:
    """While the memories still name them. Returns the group without the observations that went with them."""
    statements = _statements(store, resting, group, now)
    for event in statements:
        retention.forget(store, event, now)
    there = store.read([m.key for m in group], consistent=True) if statements else {m.key for m in group}
    return [m for m in group if m.key in there]


def _statements(store: Store, resting: Resting, group: Sequence[Memory], now: datetime) -> list[Event]:
    """The events that are the statement of what is purged and of nothing that is left."""
    names, gone = {i for m in group for i in m.event_ids}, {m.memory_id for m in group}
    rows = store.read([event_key(group[0].scope, i) for i in sorted(names)], consistent=True).values()
    stated = [e for e in rows if isinstance(e, Event) and e.states and e.lapsed_at is None]
    alone = [e for e in stated if {m.memory_id for m in resting.on_event(e.event_id) if m.kind in STATED} <= gone]
    if any(retention.under_way(store, e, now) for e in alone):
        raise Conflict("What it was stated with is being processed: purge it when that is done.", retry_after_s=2)
    return alone


def _write(store: Store, resting: Resting, group: Sequence[Memory], actor: str, now: datetime) -> list[Memory]:
    """Tombstones, and what tells of them in other words, which is returned; no old version of either is kept."""
    gone = {m.memory_id: purging.tombstone(m, actor, now) for m in group if m.purged_at is None}
    tellers = [m for m in resting.on_memories(gone) if purging.tells_of(m, gone)]
    facts = _facts_of(store, tellers) | {i: m for i, m in gone.items() if m.kind is Kind.FACT}
    told = [purging.retold(m, facts, actor, now) for m in tellers if m.memory_id not in gone]
    fresh = [*gone.values(), *told]
    left = sum(m.kind is Kind.FACT and m.current for m in group if m.memory_id in gone)
    for start in range(0, len(fresh), AT_ONCE):
        state, known = resting.state, resting.known
        assert state is not None, "it was looked at"
        fields = {"facts": max(0, state.facts - left), "standing": standing.named(state.standing, fresh), "version": state.version + known}
        after = upkeep.with_topics_due(
            state.model_copy(update=fields), [group[0].scope.namespace], now, [m.memory_id for m in fresh if m.kind is Kind.FACT]
        )
        store.commit([Write(after, state.version if known else None), *(Write(m, m.version - 1) for m in fresh[start : start + AT_ONCE])])
        resting.wrote(after)
        left = 0
    return told


def _facts_of(store: Store, tellers: Sequence[Memory]) -> dict[str, Memory]:
    """What they were made of."""
    keys = [memory_key(m.scope, r.target) for m in tellers if m.kind in purging.TELLERS for r in m.relations]
    return {m.memory_id: m for m in store.read(keys, consistent=True).values() if isinstance(m, Memory) and m.kind is Kind.FACT}


def _remains(store: Store, group: Sequence[Memory], told: Sequence[Memory]) -> list[Key]:
    """Old versions of the purged, and of what told of them."""
    pk = group[0].scope.pk
    past = [r for m in group for r in store.query(pk, history_prefix(m.memory_id), consistent=True).records]
    purged = {m.memory_id for m in group}
    prefixes = [*TELLERS, *(history_prefix(m.memory_id) for m in told if m.kind not in purging.TELLERS)]
    tellers = [r for p in prefixes for r in store.query(pk, p, consistent=True).records]
    past += [r for r in tellers if isinstance(r, PastVersion) and purging.tells_of(r.memory, purged)]
    return sorted({r.key for r in past})


def _finish(store: Store, group: Sequence[Memory]) -> None:
    rows = store.read([m.key for m in group], consistent=True).values()
    store.put_each([Write(m.model_copy(update={"decay_due": None}), m.version) for m in rows if isinstance(m, Memory) and m.purged_at])
