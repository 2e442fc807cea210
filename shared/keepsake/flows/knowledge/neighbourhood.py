"""Gather what a late observation could concern, so that it can be told again in the order of events (row K4)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from keepsake.ports import Store
from keepsake.records import (
    MEASURED,
    Event,
    Memory,
    PastVersion,
    Progress,
    Thresholds,
    event_key,
    history_prefix,
    memory_key,
    observations_prefix,
)
from keepsake.rules.knowledge import outcome, replay

Fetch = Callable[[Sequence[Memory]], Mapping[str, Sequence[float]]]
"""Reads the vectors of these memories; all that are known by then come back, by their words."""


Pool = Callable[[Sequence[Memory]], Iterable[Memory]]
"""Gives all facts among which to look for those that touch these memories."""


@dataclass(slots=True)
class Neighbourhood:
    """Facts that one late observation could concern, directly or through each other, and the observations that made them."""

    facts: dict[str, Memory] = field(default_factory=dict)
    observations: dict[str, Memory] = field(default_factory=dict)

    @property
    def too_large(self) -> bool:
        return len(self.facts) > replay.MOST_FACTS or len(self.observations) > replay.MOST_OBSERVATIONS


@dataclass(frozen=True, slots=True)
class Passing:
    """What no event names yet: an event names its observations last."""

    own: Mapping[str, Memory] = field(default_factory=dict)
    """Observations that the caller decided."""
    batches: Collection[str] = ()
    """Batches whose observations are decided."""


def around(
    store: Store, late: Memory, pool: Pool, fetch: Fetch, thresholds: Thresholds = MEASURED, passing: Passing | None = None
) -> Neighbourhood | None:
    """None where it is too large to be told again in one transaction."""
    passing = passing or Passing()
    found, frontier = Neighbourhood(), [late]
    while frontier:
        mine = [f for f in pool(frontier) if not any(r.type == replay.MERGED for r in f.relations)]
        near = [f for m in frontier for f in replay.near(m, mine)]
        vectors = fetch([*frontier, *near])
        met = {f.memory_id: f for m in frontier for f in replay.touching(m, mine, vectors, thresholds)}
        fresh = {i: f for i, f in met.items() if i not in found.facts}
        own = _observations_of(store, fresh, passing)
        found.facts |= fresh
        found.observations |= own
        if found.too_large:
            return None
        frontier = [*fresh.values(), *own.values()]
    return found


def _observations_of(store: Store, facts: Mapping[str, Memory], passing: Passing) -> dict[str, Memory]:
    rows = store.read([event_key(f.scope, e) for f in facts.values() for e in f.event_ids], consistent=True).values()
    events = [e for e in rows if isinstance(e, Event)]
    named = store.read([memory_key(e.scope, o) for e in events for o in e.observation_ids], consistent=True).values()
    unnamed = [e for e in events if e.progress is Progress.PENDING and e.batch_id in passing.batches]
    found = {o.memory_id: o for o in named if isinstance(o, Memory)} | observed_in(store, unnamed) | dict(passing.own)
    return {i: o for i, o in found.items() if outcome.fact_of(o) in facts}


def observed_in(store: Store, events: Sequence[Event], *, consistent: bool = True) -> dict[str, Memory]:
    """The stored observations of these events, by id: they lie together, since their ids begin with when the events were accepted."""
    mine = {e.event_id for e in events}
    places = {(e.scope.pk, observations_prefix(e.recorded_at)) for e in events}
    rows = (r for pk, prefix in sorted(places) for r in store.query(pk, prefix, consistent=consistent).records)
    return {o.memory_id: o for o in rows if isinstance(o, Memory) and not mine.isdisjoint(o.event_ids)}


def fixed(store: Store, found: Neighbourhood) -> dict[str, Memory]:
    """The facts that stand as somebody's act left them, or whose first observation is not there to tell them from."""
    kept = {}
    for fact in found.facts.values():
        rows = store.query(fact.scope.pk, history_prefix(fact.memory_id), consistent=True).records
        actors = {fact.change.actor, *(r.memory.change.actor for r in rows if isinstance(r, PastVersion))}
        if not actors <= replay.ORDINARY or "o" + fact.memory_id[1:] not in found.observations:
            kept[fact.memory_id] = fact
    return kept


def outside(store: Store, held: Mapping[str, Memory]) -> dict[str, Memory]:
    """What ended one of these facts and is none of them, by id."""
    ways = {(f.scope.pk, i): memory_key(f.scope, i) for f in held.values() for i in replay.enders(f) if i not in held}
    rows = store.read(list(ways.values()), consistent=True).values() if ways else ()
    return {m.memory_id: m for m in rows if isinstance(m, Memory)}
