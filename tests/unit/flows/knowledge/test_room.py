"""Row D3: how many episodes a user has: each thing once, what holds, and at most so many, whatever fails while room is made."""

from __future__ import annotations

from contextlib import suppress

import pytest

from keepsake import api
from keepsake.adapters.rules import RuleDistiller
from keepsake.changes import ChangeKind, Move, Run
from keepsake.errors import LostRace, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.knowledge import change_sets, room, upkeep
from keepsake.flows.knowledge.distil import distil
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Status, Validity
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import episodes
from tests.builders import DAY, NOW, principal, scope
from tests.unit.flows.knowledge.test_distil import DiesAt, patterns, ran, state
from tests.world import World


def at_hand(world: World) -> list[Memory]:
    return [e for e in world.memories(Kind.EPISODE) if e.status is not Status.DELETED]


def crowded(many: int) -> World:
    """A world with more episodes than a run's message has come for."""
    world = World()
    ran(world, 5)
    seed = at_hand(world)[0]
    names = [f"p_{n:012x}{seed.memory_id[14:22]}{n:016x}" for n in range(many)]
    rows = [seed.model_copy(update={"memory_id": name, "version": 1}) for name in names]
    world.store.put_each([Write(r) for r in rows])
    world.index.write([documents.document(r, None, world.kept()[0].made_by) for r in rows])
    world.configure(most_episodes=10)
    return world


def test_as_many_episodes_make_room_as_came_in_one_run() -> None:
    world = crowded(200)
    assert len(at_hand(world)) == 205
    calls = world.store.calls["commit"]
    world.upkeep()
    assert len(at_hand(world)) == 10
    taken = [e for e in world.memories(Kind.EPISODE) if e.status is Status.DELETED]
    assert {e.change.verdict for e in taken} == {"made room"}
    (told_of,) = change_sets.listed(world.store, principal(), api.ChangeSetQuery()).change_sets
    shown = change_sets.one(world.store, principal(), str(told_of.number))
    assert len([line for line in shown.lines if line.what == "made room"]) == len(taken) == 195
    past = [k for k in world.store.rows if k.sk.startswith("HIST#p_")]
    assert len(past) >= 195
    assert world.store.calls["commit"] - calls <= 2 * 195 + 40
    change_sets.undo(world.store, world.consolidating, principal(), str(told_of.number), world.now, lambda: 1000.0)
    assert len(at_hand(world)) == 205


@pytest.mark.parametrize("fails_at", [3, 5, 8, 30, 100])
def test_room_is_made_whatever_write_fails(fails_at: int) -> None:
    world = crowded(60)
    (work,) = world.consolidating.take()
    world.store = DiesAt(world.store, fails_at)
    for _ in range(2):
        with suppress(Unavailable):
            distil(Fenced(world.store, world.now), world.kept()[0], RuleDistiller(), RuleDistiller(), work, world.now)
    assert len(at_hand(world)) == 10
    (told_of,) = change_sets.listed(world.store, principal(), api.ChangeSetQuery()).change_sets
    change_sets.undo(world.store, world.consolidating, principal(), str(told_of.number), world.now, lambda: 1000.0)
    assert len(at_hand(world)) == 65


def test_episode_that_another_writer_changed_meanwhile_stays_as_that_left_it() -> None:
    world = crowded(20)
    run = Run(tenant="acme", run_id="w_1", kind=ChangeKind.CONSOLIDATION, scope=scope(), actor="test", started_at=world.now)
    _, head = upkeep.numbered(world.store, run, world.now)
    owned = upkeep.gather(world.store, scope())
    gone = episodes.leaving(list(owned.of_kind(Kind.EPISODE).values()), 15, world.now, 10)
    held = owned.memories[gone[0].memory_id]
    pinned = held.model_copy(update={"pinned": True, "version": held.version + 1})
    world.store.put_each([Write(pinned, held.version)])
    with pytest.raises(LostRace):
        room.make(world.store, owned, head, [Move(episodes.MADE_ROOM, "", (e,)) for e in gone])
    assert [e.pinned for e in at_hand(world) if e.memory_id == held.memory_id] == [True]
    lines = change_sets.one(world.store, principal(), str(head.number)).lines
    assert held.memory_id not in {line.memory_id for line in lines}


def test_oldest_consolidated_episodes_make_room() -> None:
    world = World()
    world.configure(most_episodes=3)
    ran(world, 5)
    world.upkeep()
    held = [e for e in world.memories(Kind.EPISODE) if e.status is not Status.DELETED]
    assert len(held) == 3
    assert "8 km" in " ".join(e.content.summary for e in held)


def test_episodes_make_room_where_nothing_is_made_of_them() -> None:
    world = World()
    world.configure(most_episodes=3, semantic=False)
    ran(world, 5)
    world.upkeep()
    assert len([e for e in world.memories(Kind.EPISODE) if e.status is not Status.DELETED]) == 3
    assert patterns(world) == []


def test_episode_and_turn_are_counted_once_however_often_a_batch_is_consolidated() -> None:
    world = World()
    work = world.tell("I live in Denver.", "Hi!")
    for _ in range(3):
        world.extract(work)
        world.summarise()
    assert (state(world).looked[0].new_episodes, state(world).turns) == (1, 2)


def test_episode_of_a_superseded_fact_is_recalled_no_more() -> None:
    world = World()
    world.tell("I live in Boston.")
    world.tell("I moved to Denver.", at=NOW + 30 * DAY)
    boston = [e for e in world.memories(Kind.EPISODE) if "Boston" in e.content.summary]
    assert {e.validity for e in boston} == {Validity.DEPRECATED}
    assert not [m for m in world.recall("Where does the user live?", kinds=["episode"]).memories if "lives in Boston" in m.content]
