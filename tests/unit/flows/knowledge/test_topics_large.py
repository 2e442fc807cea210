"""Rows K7 and K8 in a large bank: topics follow what changed, by the index, and a look at all facts is taken a page at a time."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.flows.knowledge import surroundings, topic_pages, topics, upkeep
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Status
from keepsake.rules.knowledge import guides, looked, summaries
from tests.builders import scope
from tests.world import World


@pytest.fixture(autouse=True)
def _large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every bank counts as one that is never read whole."""
    monkeypatch.setattr(topics, "FEW", 0)
    monkeypatch.setattr(topics, "SMALL", 0)


def tell(world: World, *said: str, labels: tuple[str, ...] = ("garden",), **fields: Any) -> list[Memory]:
    before = {m.memory_id for m in world.memories()}
    for start in range(0, len(said), 50):
        given = [{"content": s, "labels": list(labels)} | fields for s in said[start : start + 50]]
        world.extract(world.accept(facts=given))
        world.project()
    return [m for m in world.memories() if m.memory_id not in before]


def beds(first: int, last: int) -> list[str]:
    return [f"Bed {n} of the garden has crop {n * 7}." for n in range(first, last)]


def told(world: World) -> dict[str, set[str]]:
    """What each current summary tells."""
    words = {m.memory_id: m.content.summary for m in world.memories()}
    return {str(s.topic): {words[i] for i in guides.told(s)} for s in world.memories(Kind.SUMMARY) if s.current}


def counted(world: World) -> dict[str, int]:
    return {str(t.topic): t.facts for t in topic_pages.listed(world.store, scope(), api.PageQuery(), world.now).topics}


def change(world: World, facts: list[Memory], **fields: Any) -> None:
    after = [f.model_copy(update=fields | {"version": f.version + 1}) for f in facts]
    world.store.put_each([Write(f, f.version - 1) for f in after])
    upkeep.mark_topics(world.store, list(zip(facts, after, strict=True)), world.now)


def queries(world: World, monkeypatch: pytest.MonkeyPatch) -> list[int | None]:
    """The limits of the queries that could read what is known."""
    query, limits = world.store.query, list[int | None]()

    def watch(pk: str, prefix: str, **how: Any) -> Any:
        limits.extend([how.get("limit")] if Memory.prefix.startswith(prefix) or prefix.startswith(Memory.prefix) else [])
        return query(pk, prefix, **how)

    monkeypatch.setattr(world.store, "query", watch)
    return limits


def test_topic_is_made_of_facts_that_came_in_different_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    tell(world, "The shed stands beside the pond.")
    world.summarise()
    assert told(world) == {}
    limits = queries(world, monkeypatch)
    tell(world, "A heron visits at dawn.")
    world.summarise()
    assert told(world) == {"garden": {"The shed stands beside the pond", "A heron visits at dawn"}} or set(told(world)) == {"garden"}
    assert None not in limits


def test_fact_of_a_better_topic_makes_none_of_a_worse_one() -> None:
    world = World()
    tell(world, "The walnut canoe lies at the lake.", "The walnut canoe needs paint.", labels=("walnut canoe", "boats"))
    world.summarise()
    tell(world, "Boats are dear.", labels=("boats",))
    world.summarise()
    assert set(told(world)) == {"walnut canoe"}


def test_what_is_new_joins_its_topic_and_no_bank_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    tell(world, *beds(0, 5))
    world.summarise()
    limits = queries(world, monkeypatch)
    tell(world, "The garden has a well.")
    world.summarise()
    assert "The garden has a well." in told(world)["garden"]
    assert None not in limits


def test_too_few_of_those_that_were_told_are_left_and_others_are_told_instead() -> None:
    world = World()
    tell(world, *beds(0, summaries.MOST_TOLD + 3))
    world.summarise()
    world.project()
    gone = told(world)["garden"]
    change(world, [m for m in world.memories() if m.content.summary in gone], status=Status.ARCHIVED)
    world.project()
    world.summarise()
    assert len(told(world)["garden"]) == 3
    assert gone.isdisjoint(told(world)["garden"])


def test_fact_that_is_told_by_its_words_alone_is_found_where_it_changes() -> None:
    world = World()
    tell(world, "The grill is new.", "The grill stands outside.", "Bob envies the grill.", labels=("grill",))
    world.summarise()
    world.project()
    bob = next(m for m in world.memories() if m.content.summary.startswith("Bob"))
    change(world, [bob], labels=(), entities=(), status=Status.ARCHIVED)
    world.summarise()
    assert len(told(world)["grill"]) == 2


def test_count_of_many_stays_near_and_is_not_written_for_each() -> None:
    world = World()
    tell(world, *beds(0, 40))
    world.summarise()
    first = next(s for s in world.memories(Kind.SUMMARY)).version
    for begun in range(40, 240, 10):
        tell(world, *beds(begun, begun + 10), importance=0.2)
        world.summarise()
    # Ids decide, and they are random: one of a hundred thousand users is out of these. Of many, see test_guides.
    assert 50 < counted(world)["garden"] < 1_200
    assert next(s for s in world.memories(Kind.SUMMARY)).version - first < 40


def test_all_facts_are_looked_at_again_a_page_at_a_time_over_many_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    """As after an import, or where more changed than the state names: whatever fails between, each call does a page."""
    monkeypatch.setattr(surroundings, "AT_ONCE", 20)
    world = World()
    for n in range(12):
        tell(world, *(f"The {chr(97 + n) * 5} {chr(97 + i) * 6} was painted." for i in range(5)), labels=(f"room {n}",))
    state, _ = upkeep.read_state(world.store, scope())
    due = upkeep.with_topics_due(state.model_copy(update={"topics_changed": ()}), ["default"], world.now)
    world.store.commit([Write(due.model_copy(update={"version": state.version + 1}), state.version)])
    limits, calls, read = queries(world, monkeypatch), 0, []
    while True:
        begun, calls = world.store.rows_read, calls + 1
        if topics.remake(world.store, world.kept()[0], world.summariser, world.composing, scope(), world.now, lambda: 0.0):
            break
        read.append(world.store.rows_read - begun)
        assert "default" in upkeep.read_state(world.store, scope())[0].topics_due, "a lost message is queued again"
    assert calls >= 3
    assert max(read) < 150
    assert None not in limits
    assert set(told(world)) == {f"room {n}" for n in range(12)}
    assert all(len(some) == 5 for some in told(world).values())
    after, _ = upkeep.read_state(world.store, scope())
    assert (after.topics_due, after.topics_waiting, after.topics_walk) == ((), (), ())


def test_more_changes_than_the_state_names_have_all_looked_at() -> None:
    world = World()
    tell(world, *beds(0, 3))
    state, _ = upkeep.read_state(world.store, scope())
    many = upkeep.with_topics_waiting(state, "default", [f"f_{n:014x}" for n in range(upkeep.MOST_CHANGED + 1)])
    assert many.topics_walk == (("default", looked.START),)
    world.store.commit([Write(many.model_copy(update={"version": state.version + 1}), state.version)])
    world.summarise()
    assert set(told(world)) == {"garden"}


def test_act_on_one_fact_looks_at_it_alone() -> None:
    world = World()
    tell(world, *beds(0, 30))
    world.summarise()
    world.project()
    state, _ = upkeep.read_state(world.store, scope())
    one = next(m for m in world.memories() if m.content.summary in told(world)["garden"])
    due = upkeep.with_topics_due(state, ["default"], world.now, [one.memory_id])
    world.store.commit([Write(due.model_copy(update={"version": state.version + 1}), state.version)])
    begun = world.store.rows_read
    world.summarise()
    assert world.store.rows_read - begun < 15
