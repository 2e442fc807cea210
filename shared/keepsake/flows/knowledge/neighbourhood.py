"""Gather what a late observation could concern, so that it can be told again in the order of events (row K4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from keepsake.ports import Store
from keepsake.records import MEASURED, Event, Memory, PastVersion, Thresholds, event_key, history_prefix, memory_key
from keepsake.rules.knowledge import outcome, replay

Fetch = Callable[[Sequence[Memory]], Mapping[str, Sequence[float]]]
"""Reads the vectors of these memories; all that are known by then come back, by their words."""


@dataclass(slots=True)
class Neighbourhood:
    """Facts that one late observation could concern, directly or through each other, and the observations that made them."""

    facts: dict[str, Memory] = field(default_factory=dict)
    observations: dict[str, Memory] = field(default_factory=dict)

    @property
    def too_large(self) -> bool:
        return len(self.facts) > replay.MOST_FACTS or len(self.observations) > replay.MOST_OBSERVATIONS


def around(store: Store, late: Memory, facts: Iterable[Memory], fetch: Fetch, thresholds: Thresholds = MEASURED) -> Neighbourhood | None:
    """None where it is too large to be told again in one transaction."""
    mine = {f.memory_id: f for f in facts if not any(r.type == replay.MERGED for r in f.relations)}
    found, frontier = Neighbourhood(), [late]
    while frontier:
        near = [f for m in frontier for f in replay.near(m, list(mine.values()))]
        vectors = fetch([*frontier, *near])
        met = {f.memory_id: f for m in frontier for f in replay.touching(m, list(mine.values()), vectors, thresholds)}
        fresh = {i: f for i, f in met.items() if i not in found.facts}
        own = _observations_of(store, fresh)
        found.facts |= fresh
        found.observations |= own
        if found.too_large:
            return None
        frontier = [*fresh.values(), *own.values()]
    return found


def _observations_of(store: Store, facts: Mapping[str, Memory]) -> dict[str, Memory]:
    events = store.read([event_key(f.scope, e) for f in facts.values() for e in f.event_ids], consistent=True).values()
    keys = [memory_key(e.scope, o) for e in events if isinstance(e, Event) for o in e.observation_ids]
    rows = store.read(keys, consistent=True).values()
    return {o.memory_id: o for o in rows if isinstance(o, Memory) and outcome.fact_of(o) in facts}


def fixed(store: Store, found: Neighbourhood) -> dict[str, Memory]:
    """The facts that stand as somebody's act left them, or whose first observation is not there to tell them from."""
    kept = {}
    for fact in found.facts.values():
        rows = store.query(fact.scope.pk, history_prefix(fact.memory_id), consistent=True).records
        actors = {fact.change.actor, *(r.memory.change.actor for r in rows if isinstance(r, PastVersion))}
        if not actors <= replay.ORDINARY or not any(outcome.fact_of(o) == fact.memory_id for o in found.observations.values()):
            kept[fact.memory_id] = fact
    return kept
