"""A row that is read as it stood a moment ago: whatever the table lags behind with, the end is the same."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from keepsake.adapters import dynamodb
from keepsake.flows import lately
from keepsake.flows.sessions import working
from keepsake.ids import Key
from keepsake.ports import Delete, Write
from keepsake.records import Batch, ContainerSettings, Event, Opening, Record, Session, WorkingMemory, batch_key, session_key
from local.stand_ins import MemoryStore
from tests.builders import NOW, event, scope
from tests.unit.flows.knowledge.test_interleavings import knowledge
from tests.world import World

LAGGING = (Batch, ContainerSettings, Event, Session, WorkingMemory)
"""Kinds of rows that are read so. What else is read without `consistent` is not of this test."""


class Lagging(MemoryStore):
    """A table whose plain reads of these kinds do not see the last `behind` writes."""

    def __init__(self, behind: int) -> None:
        super().__init__()
        self._behind, self._earlier = behind, list[dict[Key, dynamodb.Attributes]]()
        self.missed = 0

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        self._earlier = [*self._earlier, dict(self.rows)][-self._behind :] if self._behind else []
        super().commit(writes)

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        now = super().read(keys, consistent=consistent)
        if consistent or not self._earlier:
            return now
        seen = {k: r for k, r in now.items() if not isinstance(r, LAGGING)}
        seen |= {k: dynamodb.decode(self._earlier[0][k]) for k, r in now.items() if isinstance(r, LAGGING) and k in self._earlier[0]}
        self.missed += seen != now
        return seen


def talked(behind: int) -> World:
    world = World(store=Lagging(behind))
    for number, said in enumerate(
        ["I live in Porto.", "I like jazz. I work at Acme.", "I moved from Porto to Ghent.", "I sold the kayak."]
    ):
        works = [world.accept({"content": part, "event_id": f"m{number}-{n}"}) for n, part in enumerate(said.split(". "))]
        for work in works:
            world.extract(work)
        world.project()
    return world


@pytest.mark.parametrize("behind", [1, 2, 3, 5, 8])
def test_a_table_that_lags_changes_nothing_that_is_known(behind: int) -> None:
    prompt, late = talked(0), talked(behind)
    assert isinstance(late.store, Lagging)
    assert late.store.missed > 0, "else this shows nothing"
    assert knowledge(late) == knowledge(prompt) != []
    sessions = [w.store.read([session_key(scope())])[session_key(scope())] for w in (late, prompt)]
    assert [s.model_dump(include={"next_seq", "recent", "turns", "messages"}) for s in sessions[:1]] == [
        s.model_dump(include={"next_seq", "recent", "turns", "messages"}) for s in sessions[1:]
    ]
    focus = [[i.content for i in working.read(w.store, scope(), w.now)[0].items] for w in (late, prompt)]
    assert focus[0] == focus[1]
    assert sum(isinstance(r, Opening) for r in late.store.query(scope().pk, "").records) == 1


@pytest.mark.parametrize("behind", [1, 3])
def test_a_batch_is_read_that_came_a_moment_ago(behind: int) -> None:
    world = World(store=Lagging(behind))
    work = world.accept({"content": "I live in Porto."})
    assert lately.read(world.store, batch_key(work.scope, work.batch_id)) is not None
    world.extract(work)
    assert [f.content.summary for f in world.memories()] == ["I live in Porto"]


def test_what_is_not_there_is_looked_for_twice() -> None:
    store = MemoryStore()
    assert lately.read(store, event().key) is None
    store.commit([Write(event(recorded_at=NOW))])
    assert lately.read(store, event().key) == event(recorded_at=NOW)
