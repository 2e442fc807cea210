"""Rows K6 to K9: the runs that are due, one after the other, whoever writes meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake.flows.knowledge import surroundings, upkeep
from keepsake.flows.knowledge.consolidate import consolidate
from keepsake.messages import UserWork
from keepsake.ports import Write
from keepsake.records import Memory, UserState
from keepsake.rules.indexing import documents
from tests.builders import NOW, scope, unseen
from tests.fakes import Interrupted
from tests.unit.flows.knowledge.test_distil import RUNS, patterns, told
from tests.world import World

REPEATED = "The user waters the ferns of the greenhouse."


def runner(**state: Any) -> World:
    """A user who ran often enough for a pattern, and said one thing twice, so that both runs find something to do."""
    world = World()
    for day in range(5):
        told(world, RUNS[day % 3].replace(".", f" for {day + 4} km."), day)
    told(world, REPEATED, 6, category="attribute")
    (said,) = [m for m in world.memories() if m.content.summary == REPEATED]
    another = f"{said.memory_id[:-1]}{int(said.memory_id[-1], 16) ^ 1:x}"
    again = said.model_copy(update={"memory_id": another, "confidence": 0.6, "created_at": world.now, "vectors": ()})
    world.store.put_each([Write(again)])
    world.index.write([documents.document(again, None, world.kept()[0].made_by)])
    held, _ = upkeep.read_state(world.store, scope())
    put(world, held.model_copy(update=state | {"topics_made": (("default", held.facts),)}))
    world.consolidating.take()
    return world


def put(world: World, state: UserState) -> None:
    world.store.commit([Write(state.model_copy(update={"version": state.version + 1}), state.version)])


def work(kind: Any, run_id: str = "w_1") -> UserWork:
    return UserWork(tenant="acme", container="default", user_id="u1", upkeep=kind, run_id=run_id)


def run(world: World, kind: str, run_id: str = "w_1") -> bool:
    """Whether the run was due."""
    done, rest = consolidate(world.store, world.makers(), work(kind, run_id), world.now)
    assert rest is None
    return done is not None and done.change_set is not None


def repetitions(world: World) -> list[Memory]:
    return [m for m in world.memories() if m.content.summary == REPEATED and m.current]


DUE = {"turns": 9, "facts": 20, "looked": unseen(new_facts=20, new_episodes=5)}


@pytest.mark.parametrize("whole", [surroundings.WHOLE, 0])
def test_each_run_does_its_own_and_topics_follow_what_it_changed(whole: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "WHOLE", whole)
    world = runner(**DUE)
    assert run(world, "distil")
    assert (len(repetitions(world)), len(patterns(world))) == (2, 1)
    assert run(world, "prune", "w_2")
    assert (len(repetitions(world)), len(patterns(world))) == (1, 1)
    after, _ = upkeep.read_state(world.store, scope())
    assert (after.topics_waiting, after.looked[0].new_episodes, after.looked[0].new_facts) == ((), 0, 0)
    assert not run(world, "distil", "w_3")
    assert not run(world, "prune", "w_4")


def test_late_message_reads_nothing_of_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    world = runner(**DUE | {"looked": unseen(new_facts=19), "topics_waiting": ()})
    query, asked = world.store.query, list[str]()
    monkeypatch.setattr(world.store, "query", lambda pk, prefix, **how: asked.append(prefix) or query(pk, prefix, **how))
    assert not run(world, "distil")
    assert Memory.prefix not in asked
    assert len(repetitions(world)) == 2


def test_run_that_changes_nothing_leaves_topics_to_their_time() -> None:
    world = runner(**DUE | {"topics_waiting": ("default",)})
    world.store.put_each(
        [Write(m.model_copy(update={"version": m.version + 1, "negated": True}), m.version) for m in repetitions(world)[:1]]
    )
    before = upkeep.read_state(world.store, scope())[0].topics_at
    world.now += timedelta(days=1)
    state = upkeep.read_state(world.store, scope())[0]
    put(world, state.model_copy(update={"looked": unseen(new_episodes=5, distilled_at=world.now)}))
    assert not run(world, "distil")
    after = upkeep.read_state(world.store, scope())[0]
    assert (after.topics_waiting, after.topics_at, after.looked[0].new_episodes) == (("default",), before, 0)


@pytest.mark.parametrize("whole", [surroundings.WHOLE, 0])
@pytest.mark.parametrize("kind", ["distil", "prune"])
def test_whoever_writes_meanwhile_neither_is_lost_nor_overwritten(kind: str, whole: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before any call of the table: a batch that repeats what a run would fold, and brings something new."""
    monkeypatch.setattr(surroundings, "WHOLE", whole)
    world = runner(**DUE)
    plain, full = world.store, dict(world.store.rows)
    for at in range(1, 200):
        plain.rows = dict(full)
        store = Interrupted(plain.rows, at, lambda: meanwhile(world, plain))
        world.store = store
        run(world, kind)
        world.store = plain
        if store.made < at:
            assert at > 15
            return
        kept = [m.content.summary for m in world.memories() if m.current]
        assert "The user owns a kayak." in kept, at
        assert len(repetitions(world)) == (1 if kind == "prune" else 2), at
        assert len(patterns(world)) == (1 if kind == "distil" else 0), at
    pytest.fail("it makes more calls than were tried")


def meanwhile(world: World, plain: Any) -> None:
    held, world.store = world.store, plain
    at = (NOW + timedelta(days=8)).isoformat()
    world.extract(world.accept(facts=[{"content": "The user owns a kayak.", "valid_from": at}, {"content": REPEATED, "valid_from": at}]))
    world.store = held
