"""Rows K6 to K9: all that is known is read once for the runs that are due and those that soon would be, whoever writes meanwhile."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake.flows import walk
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.consolidate import Makers, consolidate
from keepsake.flows.knowledge.distil import distil
from keepsake.flows.knowledge.prune import prune
from keepsake.messages import UserWork
from keepsake.ports import Write
from keepsake.records import Category, Memory, UserState
from tests.builders import NOW, scope
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
    again = said.model_copy(update={"memory_id": said.memory_id[:-2] + "ff", "confidence": 0.6, "created_at": world.now, "vectors": ()})
    world.store.put_each([Write(again)])
    held, _ = upkeep.read_state(world.store, scope())
    put(world, held.model_copy(update=state | {"topics_made": (("default", held.facts),)}))
    world.consolidating.take()
    return world


def put(world: World, state: UserState) -> None:
    world.store.commit([Write(state.model_copy(update={"version": state.version + 1}), state.version)])


def work(kind: Any) -> UserWork:
    return UserWork(tenant="acme", container="default", user_id="u1", upkeep=kind, run_id="w_1")


def run(world: World, kind: str) -> list[str]:
    makers = Makers(world.distiller, world.distiller, world.embedder, world.summariser, world.composing)
    runs, rest = consolidate(world.store, makers, work(kind), world.now)
    assert rest is None
    return [r.kind.value for r in runs if r.finished_at is not None]


def repetitions(world: World) -> list[Memory]:
    return [m for m in world.memories() if m.content.summary == REPEATED and m.current]


def whole_reads(world: World, kind: str, monkeypatch: pytest.MonkeyPatch) -> tuple[list[str], int]:
    query, asked = world.store.query, list[str]()

    def watch(pk: str, prefix: str, **how: Any) -> Any:
        asked.extend([prefix] if prefix == Memory.prefix and how.get("limit") in (None, walk.AT_ONCE) else [])
        return query(pk, prefix, **how)

    monkeypatch.setattr(world.store, "query", watch)
    done = run(world, kind)
    monkeypatch.undo()
    return done, len(asked)


DUE = {"turns": 9, "episode_writes": 5, "facts": 20, "new_facts": 20}


@pytest.mark.parametrize(
    ("kind", "state", "done"),
    [
        ("distil", {"new_facts": 10}, ["consolidation", "prune"]),
        ("distil", {"new_facts": 8}, ["consolidation"]),  # which makes one
        ("prune", {"episode_writes": 3}, ["prune", "consolidation"]),
        ("prune", {"episode_writes": 2}, ["prune"]),
    ],
)
def test_what_is_due_soon_goes_along_and_all_is_read_once(
    kind: str, state: dict[str, int], done: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = runner(**DUE | state)
    assert whole_reads(world, kind, monkeypatch) == (done, 1)
    assert len(repetitions(world)) == (1 if "prune" in done else 2)
    assert len(patterns(world)) == (1 if "consolidation" in done else 0)
    after, _ = upkeep.read_state(world.store, scope())
    assert after.topics_waiting == ()
    assert (after.episode_writes == 0, after.new_facts <= 1) == ("consolidation" in done, "prune" in done)


def test_late_message_reads_nothing_of_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    world = runner(**DUE | {"episode_writes": 0, "new_facts": 19, "topics_waiting": ()})
    assert whole_reads(world, "distil", monkeypatch)[1] == 0
    assert len(repetitions(world)) == 2


def ends(world: World) -> tuple[list[str], list[str]]:
    current = sorted(m.content.summary for m in world.memories() if m.current and m.category is not Category.PATTERN)
    return current, sorted(m.content.summary for m in patterns(world))


def test_together_they_end_as_one_after_the_other() -> None:
    together, apart = runner(**DUE), runner(**DUE)
    run(together, "distil")
    distil(apart.store, apart.distiller, apart.distiller, work("distil"), apart.now)
    prune(apart.store, work("prune").model_copy(update={"run_id": "w_2"}), apart.now)
    assert ends(together) == ends(apart)


def test_whoever_writes_meanwhile_neither_is_lost_nor_overwritten() -> None:
    """Before any call of the table: a batch that repeats what a run would fold, and brings something new."""
    world = runner(**DUE)
    plain, full = world.store, dict(world.store.rows)
    for at in range(1, 200):
        plain.rows = dict(full)
        store = Interrupted(plain.rows, at, lambda: meanwhile(world, plain))
        world.store = store
        run(world, "distil")
        world.store = plain
        if store.made < at:
            assert at > 20
            return
        kept = [m.content.summary for m in world.memories() if m.current]
        assert "The user owns a kayak." in kept, at
        assert len(repetitions(world)) == 1, at
        assert len(patterns(world)) == 1, at
    pytest.fail("it makes more calls than were tried")


def meanwhile(world: World, plain: Any) -> None:
    held, world.store = world.store, plain
    at = (NOW + timedelta(days=8)).isoformat()
    world.extract(world.accept(facts=[{"content": "The user owns a kayak.", "valid_from": at}, {"content": REPEATED, "valid_from": at}]))
    world.store = held
