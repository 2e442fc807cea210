"""What of an owner's memories rests on an event, or tells of another memory. No row of either says so, and no write pays for one that
would: who deletes looks through the owner's memories once, a page at a time, and keeps ids alone, about half a KB a memory."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field

from keepsake.flows import walk
from keepsake.flows.knowledge.redo import redo
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import OBSERVATION_PREFIX, Memory, Scope, UserState
from keepsake.rules.knowledge import approvals


@dataclass(slots=True)
class Resting:
    """For one piece of work on one owner: read by the first who asks, and again only where somebody else wrote meanwhile."""

    store: Store
    scope: Scope
    state: UserState | None = None
    """As it was before the look, or as this work left it: every new memory raises its version."""
    known: bool = False
    """The state has a row."""
    _on_events: dict[str, list[str]] = field(default_factory=dict)
    _on_memories: dict[str, list[str]] = field(default_factory=dict)
    """Sort keys, by what they rest on."""
    _about: dict[str, list[str]] = field(default_factory=dict)
    """Sort keys, by whom they are about."""
    _observed: dict[str, list[str]] | None = None
    """Sort keys of observations, by what they became part of."""

    def on_event(self, event_id: str) -> list[Memory]:
        """Those that it proves, purged ones apart."""
        self._look()
        found = self._rows(self._on_events.get(event_id, ()))
        return [m for m in found if event_id in m.event_ids and m.purged_at is None]

    def subjects(self) -> list[str]:
        self._look()
        return sorted(self._about)

    def about(self, subject: str) -> list[Memory]:
        self._look()
        return [m for m in self._rows(self._about.get(subject, ())) if m.subject == subject and m.purged_at is None]

    def on_memories(self, memory_ids: Collection[str]) -> list[Memory]:
        """Those that have a relation to one of them."""
        self._look()
        return self._rows(sk for name in sorted(memory_ids) for sk in self._on_memories.get(name, ()))

    def observed_in(self, memory_id: str) -> list[Memory]:
        """The observations that became part of a memory, however many: these are looked through for who asks alone."""
        self._look()
        if self._observed is None:
            found = defaultdict[str, list[str]](list)
            for row in walk.rows(self.store, self.scope.pk, OBSERVATION_PREFIX):
                if isinstance(row, Memory):
                    for target in approvals.targets(row):
                        found[target].append(row.key.sk)
            self._observed = found
        return self._rows(self._observed.get(memory_id, ()))

    def wrote(self, state: UserState) -> None:
        """This work wrote the state's next version."""
        self.state, self.known = state, True

    def _look(self) -> None:
        state, known = read_state(self.store, self.scope)
        if self.state is not None and (self.state.version, self.known) == (state.version, known):
            return
        redo(self.store, self.scope, state)
        events, memories, about = (defaultdict[str, list[str]](list) for _ in range(3))
        for memory in walk.rows(self.store, self.scope.pk, Memory.prefix):
            if isinstance(memory, Memory):
                about[memory.subject].append(memory.key.sk)
                for event_id in memory.event_ids:
                    events[event_id].append(memory.key.sk)
                for target in {r.target for r in memory.relations}:
                    memories[target].append(memory.key.sk)
        self.state, self.known, self._on_events, self._on_memories = state, known, events, memories
        self._about, self._observed = about, None

    def _rows(self, places: Iterable[str]) -> list[Memory]:
        found = self.store.read([Key(self.scope.pk, sk) for sk in dict.fromkeys(places)], consistent=True)
        return [m for m in found.values() if isinstance(m, Memory)]
