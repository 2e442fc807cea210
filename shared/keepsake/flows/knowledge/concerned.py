"""What an act on one memory concerns (row K4): what its relations lead to, what rests on it, and who may hold its place. As much is read
for it beside ten memories as beside a hundred thousand; all of them are read only while the search index is down."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.flows.knowledge import neighbourhood, upkeep
from keepsake.flows.knowledge.nearby import Nearby
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.ports import Store
from keepsake.records import Kind, Memory, memory_key
from keepsake.rules.knowledge import approvals, outcome

LINKS = (outcome.BECAME, *approvals.AGAINST)
STEPS = 3
"""From an observation to its facts, to what stands against these, and to what else that stands against."""


def meet(owned: Owned, found: Iterable[Memory]) -> None:
    """What is known already is what was decided on, whatever is read meanwhile."""
    for memory in found:
        if memory.scope.namespace == owned.scope.namespace:
            owned.memories.setdefault(memory.memory_id, memory)


def named(store: Store, owned: Owned, names: Iterable[str]) -> list[Memory]:
    fresh = [memory_key(owned.scope, n) for n in dict.fromkeys(names) if n not in owned.memories]
    found = [m for m in store.read(fresh, consistent=True).values() if isinstance(m, Memory)]
    meet(owned, found)
    return found


def linked(store: Store, owned: Owned, memory: Memory) -> None:
    """What it became, and what stands against that."""
    frontier = [memory]
    for _ in range(STEPS):
        frontier = named(store, owned, (r.target for m in frontier for r in m.relations if r.type in LINKS))


def holders(owned: Owned, nearby: Nearby, statements: Iterable[Memory]) -> None:
    """Who holds the place that one of these would take, or says what it says."""
    meet(owned, nearby.facts(owned.state, statements, {}))
    _all_without_index(owned, nearby)


def resting(owned: Owned, nearby: Nearby, changed: Iterable[Memory]) -> None:
    """The episodes that support these facts, and the mental models that rest on them with all facts of theirs."""
    passing = neighbourhood.Passing(batches=[d.batch_id for d in owned.state.decided])
    meet(owned, nearby.leaning([m for m in changed if m.kind is Kind.FACT], passing))
    _all_without_index(owned, nearby)


def _all_without_index(owned: Owned, nearby: Nearby) -> None:
    if nearby.short or nearby.unled:
        meet(owned, upkeep.gather(nearby.store, owned.scope, owned.policy).memories.values())
