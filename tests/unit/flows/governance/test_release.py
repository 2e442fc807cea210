"""Row V7: what a release, or the undo of a quarantine, lets go is decided once, whichever write fails and whoever writes meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import LostRace, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import quarantine
from keepsake.flows.knowledge import change_sets, upkeep
from keepsake.messages import UserWork
from keepsake.ports import Store, Write
from keepsake.records import Kind, Selector, UserState
from local.in_memory import NOW, World, scope
from local.stand_ins import MemoryStore
from tests.builders import principal
from tests.fakes import Dies

ADMIN = principal(key_id="admin")
BAD = scope(session_id="bad")
LATER = "I moved to Oslo. I have a red boat. I am allergic to nuts."
MANY = " ".join(f"I have a boat called Number{n}." for n in range(30))


def held(*later: str) -> tuple[World, str]:
    """Things said before a quarantine and during it, and the quarantine's change set."""
    world = World()
    world.tell("I live in Denver.")
    world.tell("I drive a blue car.", owner=BAD)
    asked = quarantine.start(world.store, world.consolidating, scope(), Selector(session_id="bad"), ADMIN.actor, world.now)
    world.upkeep()
    for minute, said in enumerate(later, 1):
        world.tell(said, owner=BAD, at=NOW + timedelta(minutes=minute))
    world.consolidating.take()
    return world, str(asked.change_set)


def releasing(world: World, _: str) -> Callable[[Store], object]:
    (put,) = upkeep.read_state(world.store, scope())[0].quarantines
    quarantine.release(world.store, world.consolidating, ADMIN, put.run_id, world.now)
    (work,) = [w for w in world.consolidating.take() if isinstance(w, UserWork) and w.upkeep == "quarantine"]
    return lambda store: quarantine.carry_out(Fenced(store, world.now), work, world.now)


def undoing(world: World, number: str) -> Callable[[Store], object]:
    return lambda store: change_sets.undo(Fenced(store, world.now), world.consolidating, ADMIN, number, world.now, lambda: 60.0)


def end(world: World) -> tuple[Any, ...]:
    facts = sorted((f.content.summary, f.validity, f.trust, f.reinforcements) for f in world.memories())
    said = sorted((o.content.summary, o.approval, o.trust) for o in world.memories(Kind.OBSERVATION))
    named = sorted((e.content, *(i[0] for i in sorted(e.memory_ids))) for e in world.events())
    state = upkeep.read_state(world.store, scope())[0]
    assert state.facts == sum(f.current for f in world.memories())
    return (
        facts,
        said,
        named,
        state.quarantines,
        {s.state for s in change_sets.listed(world.store, ADMIN, api.ChangeSetQuery()).change_sets},
    )


@pytest.mark.parametrize("lifting", [releasing, undoing])
@pytest.mark.parametrize("later", [(LATER, "My sister Ann works as a nurse."), (MANY,)], ids=["some", "many"])
def test_what_dies_at_any_write_ends_as_what_did_not(lifting: Callable[..., Any], later: tuple[str, ...]) -> None:
    world, number = held(*later)
    lifting(world, number)(world.store)
    undisturbed = end(world)
    assert len(world.current()) > 3
    for at in range(1, 40):
        world, number = held(*later)
        lift = lifting(world, number)
        try:
            lift(Dies(world.store.rows, at))
        except Unavailable:
            lift(world.store)
            assert end(world) == undisturbed, f"where the {at}th write fails"
        else:
            return
    pytest.fail("It never ends.")


class Busy(MemoryStore):
    """A table on which other writers of the user are first, so many times."""

    def __init__(self, rows: Any, times: int) -> None:
        super().__init__()
        self.rows, self.left = rows, times

    def commit(self, writes: Any) -> None:
        if self.left and any(isinstance(w, Write) and isinstance(w.record, UserState) for w in writes):
            self.left -= 1
            state, _ = upkeep.read_state(self, scope())
            super().commit([Write(state.model_copy(update={"version": state.version + 1}), state.version)])
        super().commit(writes)


@pytest.mark.parametrize("lifting", [releasing, undoing])
def test_release_that_loses_its_races_is_done_in_full_when_it_comes_again(lifting: Callable[..., Any]) -> None:
    world, number = held(LATER)
    lifting(world, number)(world.store)
    undisturbed = end(world)
    for times in range(1, 12):
        world, number = held(LATER)
        lift = lifting(world, number)
        busy = Busy(world.store.rows, times)
        while True:
            try:
                lift(busy)
            except LostRace:
                continue
            break
        assert (busy.left, end(world)) == (0, undisturbed)
