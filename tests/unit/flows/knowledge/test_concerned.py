"""Row K4: an act on one memory reads what it concerns, however much else its owner has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Conflict
from keepsake.flows.knowledge import acts, correct
from keepsake.flows.knowledge.acts import Target
from keepsake.records import Kind, Memory, Relation, Status, Validity
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, fact, principal, slot
from tests.unit.flows.knowledge.test_nearby import Counting
from tests.world import World, shown

DENVER = slot("residence", "Denver")
FIRST = "f_0000000000aa01"
BESIDE = 40


def others(many: int) -> Iterator[Memory]:
    for n in range(many):
        yield fact(f"The user planted tree {n} in row {n}.", memory_id=f"f_{n + 100:012x}bb01", event_ids=(f"t{n}",))


def world_with(many: int, *rows: Memory) -> World:
    world = World(store=Counting())
    shown(world, *others(many), *rows)
    world.upkeep()
    world.project()
    return world


def do(world: World, act: Act, memory: Memory, **fields: Any) -> Memory:
    wish = Wish(act, "key:k1", world.now, **fields)
    target = Target(principal(), memory.memory_id, api.ScopeQuery(user_id="u1"))
    if act is not Act.CORRECT:
        return acts.act(world.store, world.consolidating, world.index, target, wish, fields.pop("others", ()))
    body = api.CorrectionRequest(version=the(world, memory).version, content="The user lives in Boulder.")
    return correct.correct(world.store, world.consolidating, world.index, world.embedder, world.rules, target, wish, body)


def the(world: World, memory: Memory) -> Memory:
    row = world.store.read([memory.key])[memory.key]
    assert isinstance(row, Memory)
    return row


def rows_given(world: World, act: Act, memory: Memory) -> int:
    assert isinstance(world.store, Counting)
    before = world.store.given
    do(world, act, memory)
    return world.store.given - before


@pytest.mark.parametrize("act", [Act.PIN, Act.DELETE, Act.RESTORE, Act.CORRECT, Act.REJECT, Act.APPROVE])
def test_act_reads_no_more_beside_many_memories(act: Act) -> None:
    before: dict[Act, dict[str, Any]] = {
        Act.RESTORE: {"status": Status.DELETED}, Act.APPROVE: {"validity": Validity.REVIEW}, Act.CORRECT: {"slot": DENVER},
    }  # fmt: skip
    memory = fact(**before.get(act, {}))
    few, many = (rows_given(world_with(n, memory), act, memory) for n in (BESIDE, 10 * BESIDE))
    assert 0 < many <= few
    assert many < BESIDE


def test_episode_of_an_event_that_is_gone_goes_with_its_fact() -> None:
    """No event names it any more, and its id is another observation's."""
    memory = fact()
    episode = fact(memory_id="p_0000000000cc07", kind=Kind.EPISODE, relations=(Relation(type="supports", target=FIRST),))
    world = world_with(BESIDE, memory, episode)
    do(world, Act.DELETE, memory)
    assert the(world, episode).status is Status.DELETED


def test_episode_of_an_event_that_is_gone_ends_with_what_a_later_statement_replaces() -> None:
    world = World()
    world.whole = 0
    world.tell("I live in Denver.")
    (home,) = [m for m in world.memories() if m.kind is Kind.FACT]
    episode = fact(
        "I live in Denver", memory_id="p_0000000000cc07", kind=Kind.EPISODE, relations=(Relation(type="supports", target=home.memory_id),)
    )
    shown(world, episode)
    world.tell("I moved to Ghent.", at=NOW + DAY)
    assert the(world, home).validity is Validity.DEPRECATED
    assert the(world, episode).validity is Validity.DEPRECATED


@pytest.mark.parametrize("down", [False, True])
def test_who_holds_the_place_is_found_with_the_index_and_without(down: bool) -> None:
    lost = fact(status=Status.DELETED, slot=slot("residence", "Boston"))
    world = world_with(BESIDE, lost, fact(memory_id="f_0000000000aa02", slot=DENVER))
    world.index.down = down
    with pytest.raises(Conflict, match="f_0000000000aa02"):
        do(world, Act.RESTORE, lost)


def test_what_an_approved_observation_says_again_is_found_among_many() -> None:
    known = fact("I keep bees behind the barn", memory_id="f_0000000000aa02")
    said = fact("I keep bees behind the barn", memory_id="o_0000000000aa09", kind=Kind.OBSERVATION)
    world = world_with(BESIDE, known, said)
    do(world, Act.APPROVE, said)
    assert [m.memory_id for m in world.memories() if "bees" in m.content.summary and m.kind is Kind.FACT] == [known.memory_id]


def test_without_the_index_an_episode_whose_event_is_gone_goes_too() -> None:
    memory = fact()
    episode = fact(memory_id="p_0000000000cc07", kind=Kind.EPISODE, relations=(Relation(type="supports", target=FIRST),))
    world = world_with(BESIDE, memory, episode)
    world.index.down = True
    do(world, Act.DELETE, memory)
    assert the(world, episode).status is Status.DELETED
