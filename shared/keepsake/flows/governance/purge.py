"""Purge a memory (row D2): what is left is a tombstone without content. It is final.

The tombstones come first and stay due until the rest is gone, so that a purge that dies is finished by a sweep.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.errors import Conflict, LostRace
from keepsake.flows.forgetting import forgetting
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.upkeep import Owned
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
from keepsake.rules.knowledge import standing

RACES = 5
AT_ONCE = 90
TELLERS = (f"{PastVersion.prefix}s_", f"{PastVersion.prefix}mm_")
"""Where old versions of summaries and of mental models lie."""


def purge(store: Store, memory: Memory, actor: str, now: datetime) -> None:
    """Takes the memory's words and vectors out of its own row, its old versions, the observations and episodes that it alone was made
    of, and whatever repeats it. Its events, and the signals of behaviour, stay: they are evidence. Safe to run twice. Raises Conflict
    under legal hold."""
    for _ in range(RACES):
        owned = upkeep.gather(store, memory.scope)
        current = store.read([memory.key], consistent=True).get(memory.key)
        if not isinstance(current, Memory):
            return
        group = [current, *purging.beneath(current, _observations(store, current), owned.of_kind(Kind.EPISODE).values())]
        held = [m.memory_id for m in group if m.legal_hold]
        if held:
            raise Conflict(f"{held[0]} is under legal hold.")
        try:
            _forget_in_sessions(store, group)
            told = _write(store, owned, group, actor, now)
        except LostRace:
            continue
        keys = _remains(store, group, told)
        for start in range(0, len(keys), AT_ONCE):
            store.commit([Delete(key) for key in keys[start : start + AT_ONCE]])
        _finish(store, group)
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _observations(store: Store, memory: Memory) -> list[Memory]:
    rows = store.read([event_key(memory.scope, e) for e in memory.event_ids]).values()
    keys = [memory_key(e.scope, o) for e in rows if isinstance(e, Event) for o in e.observation_ids]
    return [o for o in store.read(keys, consistent=True).values() if isinstance(o, Memory)]


def _forget_in_sessions(store: Store, group: Sequence[Memory]) -> None:
    """While the evidence still names them."""
    scope = group[0].scope
    events = store.read([event_key(scope, i) for m in group for i in m.event_ids]).values()
    forgetting.in_sessions(store, scope, [e for e in events if isinstance(e, Event)], {m.memory_id for m in group})


def _write(store: Store, owned: Owned, group: Sequence[Memory], actor: str, now: datetime) -> list[Memory]:
    """Tombstones, and what tells of them in other words, which is returned; no old version of either is kept."""
    gone = {m.memory_id: purging.tombstone(m, actor, now) for m in group if m.purged_at is None}
    facts = {i: gone.get(i, f) for i, f in owned.of_kind(Kind.FACT).items()}
    told = [purging.retold(m, facts, actor, now) for m in owned.memories.values() if purging.tells_of(m, gone)]
    fresh = [*gone.values(), *told]
    for start in range(0, len(fresh), AT_ONCE):
        named = standing.named(owned.state.standing, fresh)
        state = upkeep.bumped(owned, facts=sum(f.current for f in facts.values()), standing=named)
        state = upkeep.with_topics_due(state, [owned.scope.namespace], now)
        writes = [Write(m, m.version - 1) for m in fresh[start : start + AT_ONCE]]
        store.commit([Write(state, owned.state.version if owned.known else None), *writes])
        owned.state, owned.known = state, True
    return told


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
