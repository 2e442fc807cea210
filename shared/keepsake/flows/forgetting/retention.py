"""Let go of events whose days are over (row D3), with what repeats their words: observations, what sessions hold of them,
and behaviour signals.

Memories made of them have a retention of their own and go on naming the event that proved them.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake.errors import Conflict
from keepsake.flows import orphans, walk
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.flows.sessions import forgetting
from keepsake.ids import Key
from keepsake.ports import Delete, Store, Write
from keepsake.records import (
    Arrival,
    Event,
    Memory,
    Progress,
    Scope,
    Session,
    SignalLog,
    arrivals_prefix,
    event_key,
    history_prefix,
    memory_key,
    session_key,
)
from keepsake.rules.forgetting import retention

RACES = 5
AT_ONCE = 90
UNDER_WAY = (Progress.PENDING, Progress.CHUNKED)
MOST_OWNERS = 10_000
"""Owners of which it is known which of their events are held."""


class Held:
    """Events that prove what somebody wants kept, by owner. All memories of an owner are read to know them, so they are read once while
    nobody writes what the owner knows: whoever pins, protects or holds a memory writes the owner's state as well."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[int, frozenset[str]]] = {}

    def of(self, scope: Scope) -> frozenset[str]:
        state, has_row = upkeep.read_state(self._store, scope)
        version = state.version if has_row else 0
        seen = self._known.get(scope.pk)
        if seen is None or seen[0] != version:
            memories = (m for m in walk.rows(self._store, scope.pk, Memory.prefix) if isinstance(m, Memory))
            if len(self._known) >= MOST_OWNERS:
                self._known.clear()
            seen = self._known[scope.pk] = version, retention.evidence(memories)
        return seen[1]


def lapse(store: Store, keys: Sequence[Key], now: datetime, held: Held | None = None) -> dict[str, int]:
    """How many of these events lapsed and how many stay, by owner. Safe to run twice and to stop anywhere: the event goes last."""
    held = held or Held(store)
    rows = store.read(keys, consistent=True).values()
    due = [e for e in rows if isinstance(e, Event) and e.lapses_at is not None and e.lapses_at < now]
    counts: dict[str, int] = {}
    for scope in {e.scope.pk: e.scope for e in due}.values():
        for outcome, count in _of_owner(store, scope, [e for e in due if e.scope.pk == scope.pk], now, held).items():
            counts[outcome] = counts.get(outcome, 0) + count
    return counts


def foreseen(store: Store, keys: Sequence[Key], at: datetime) -> dict[str, int]:
    """What `lapse` would count at that time. Changes nothing."""
    rows = store.read(keys).values()
    due = [e for e in rows if isinstance(e, Event) and e.lapses_at is not None and e.lapses_at < at]
    gone = kept = 0
    for scope in {e.scope.pk: e.scope for e in due}.values():
        fates = _decided(store, scope, [e for e in due if e.scope.pk == scope.pk], at, Held(store))
        gone += len(fates.gone)
        kept += len(fates.kept)
    return {name: n for name, n in (("lapsed", gone), ("events kept", kept)) if n}


def under_way(store: Store, event: Event, now: datetime) -> bool:
    """What it says is being found out."""
    return event.progress in UNDER_WAY and event.extract and event.key not in orphans.among(store, [event], now)


def forget(store: Store, event: Event, now: datetime) -> None:
    """Lets go of one event now, whatever its days. Safe to run twice. Raises LostRace where another writer was first, Conflict where an
    observation of it is under legal hold."""
    current = store.read([event.key], consistent=True).get(event.key)
    if not isinstance(current, Event) or current.lapsed_at is not None:
        return
    found = store.read([memory_key(event.scope, o) for o in current.observation_ids], consistent=True).values()
    unproven = _unproven(store, [o for o in found if isinstance(o, Memory)], {event.event_id})
    if held := next((o.memory_id for o in unproven if o.legal_hold), None):
        raise Conflict(f"{held} rests on it and is under legal hold.")
    _forget_repeated(store, event.scope, [current], unproven)
    # In one write: the later one's document is made of both rows, and who asks again finds a lapsed event done with.
    store.commit([Write(retention.lapsed(current, now), current.version), *_next_anew(store, current, now)])


def _next_anew(store: Store, event: Event, now: datetime) -> list[Write]:
    """The event after it, whose document and vectors repeat it."""
    prefix, place = arrivals_prefix(event.scope), event.seq + 1
    page = store.query(event.scope.pk, prefix, after=f"{prefix}{place + 1:010d}", limit=1, newest_first=True, consistent=True)
    session = store.read([session_key(event.scope)], consistent=True).get(session_key(event.scope))
    latest = session.unlisted if isinstance(session, Session) else None
    for arrival in (latest, *page.records):
        if isinstance(arrival, Arrival) and 0 <= place - arrival.seq < len(arrival.event_ids):
            key = event_key(event.scope, arrival.event_ids[place - arrival.seq])
            after = store.read([key], consistent=True).get(key)
            if isinstance(after, Event) and after.searchable and after.lapsed_at is None:
                return [Write(after.model_copy(update={"index_due": now, "vectors": (), "version": after.version + 1}), after.version)]
    return []


class Fates(NamedTuple):
    gone: list[Event]
    kept: list[Write]
    """Events that stay, with when they are looked at again."""
    observations: list[Memory]
    """Of all of them."""


def _decided(store: Store, scope: Scope, events: Sequence[Event], now: datetime, known: Held) -> Fates:
    found = store.read([memory_key(e.scope, o) for e in events for o in e.observation_ids], consistent=True)
    observations = [o for o in found.values() if isinstance(o, Memory)]
    held = known.of(scope) | retention.evidence(observations)
    policy = policy_of(store, scope, now)
    left = orphans.among(store, events, now)
    gone, writes = [], []
    for event in events:
        ends_at = retention.lapses_at(event, policy)
        if ends_at is None or ends_at >= now:  # the container keeps events longer by now
            writes.append(Write(event.model_copy(update={"lapses_at": ends_at, "version": event.version + 1}), event.version))
        elif event.event_id in held or (event.progress in UNDER_WAY and event.key not in left):
            writes.append(Write(retention.kept(event, now), event.version))
        else:
            gone.append(event)
    return Fates(gone, writes, observations)


def _of_owner(store: Store, scope: Scope, events: Sequence[Event], now: datetime, held: Held) -> dict[str, int]:
    gone, writes, observations = _decided(store, scope, events, now, held)
    store.put_each(writes)
    lost = _let_go(store, scope, gone, _unproven(store, observations, {e.event_id for e in gone}), now)
    return {name: n for name, n in (("lapsed", len(gone) - len(lost)), ("events kept", len(writes))) if n}


def _let_go(store: Store, scope: Scope, gone: Sequence[Event], unproven: Sequence[Memory], now: datetime) -> set[Key]:
    """Which of the events another writer was first with: those are asked again."""
    _forget_repeated(store, scope, gone, unproven)
    return store.put_each([Write(retention.lapsed(e, now), e.version) for e in gone])


def _forget_repeated(store: Store, scope: Scope, gone: Sequence[Event], unproven: Sequence[Memory]) -> None:
    forgetting.in_sessions(store, scope, gone, {o.memory_id for o in unproven})
    _remove(store, unproven)
    _forget_signals(store, scope, {e.event_id for e in gone})


def _unproven(store: Store, observations: Sequence[Memory], ended: set[str]) -> list[Memory]:
    """Observations of which no event is left."""
    others = store.read([event_key(o.scope, e) for o in observations for e in o.event_ids if e not in ended]).values()
    left = {e.event_id for e in others if isinstance(e, Event) and e.lapsed_at is None}
    return [o for o in observations if ended & set(o.event_ids) and not left & set(o.event_ids)]


def _remove(store: Store, observations: Sequence[Memory]) -> None:
    """What repeats the events' words beside them."""
    past = [r.key for o in observations for r in store.query(o.scope.pk, history_prefix(o.memory_id)).records]
    keys = [*past, *(o.key for o in observations)]
    for start in range(0, len(keys), AT_ONCE):
        store.commit([Delete(k) for k in keys[start : start + AT_ONCE]])


def _forget_signals(store: Store, scope: Scope, gone: set[str]) -> None:
    for _ in range(RACES):
        key = SignalLog(scope=scope).key
        log = store.read([key], consistent=True).get(key)
        left = retention.without(log, gone) if isinstance(log, SignalLog) else None
        if left is None or not store.put_each([Write(left, left.version - 1)]):
            return
