"""Deleting one event: its words are nowhere any more, and what rests on others too stays in their words."""

from __future__ import annotations

import pytest

from keepsake import api
from keepsake.adapters import dynamodb
from keepsake.errors import Conflict
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import forget_event
from keepsake.flows.knowledge import memories
from keepsake.ports import Write
from keepsake.records import Kind
from local.in_memory import World
from tests.builders import principal


def forget(world: World, event_id: str) -> None:
    forget_event.forget(Fenced(world.store, world.now), world.consolidating, world.event(event_id), "key:k", world.now)
    world.project()
    world.upkeep()
    world.project()


def everything(world: World) -> str:
    """All that is stored and indexed, unpacked."""
    rows = [str(r.model_dump()) for r in world.store.read(list(world.store.rows)).values()]
    return "\n".join([*rows, str([d.fields for d in world.index.documents.values()])])


def vectors(world: World, word: str = "") -> set[bytes]:
    """Of all rows that name the word."""
    rows = world.store.read(list(world.store.rows)).values()
    return {s.data for r in rows if word in str(r.model_dump(exclude={"vectors"})) for s in dynamodb.vectors_of(r) if s.data}


def test_nothing_of_its_words_is_left_where_nothing_else_says_it() -> None:
    world = World()
    world.tell("I live in Zebrafinchburg.", event_id="m1")
    world.tell("I have a dog.", event_id="m2")
    assert "Zebrafinchburg" in everything(world)
    of_these_words = vectors(world, "Zebrafinchburg")
    assert len(of_these_words) >= 2
    forget(world, "m1")
    assert not of_these_words & vectors(world), "nor a vector of them"
    assert "zebrafinchburg" not in everything(world).lower()
    assert world.current() == ["I have a dog"]
    assert not [m for m in world.recall("Where do I live?").memories if "Zebrafinch" in m.content]
    forget(world, "m1")  # a second time changes nothing


def test_fact_that_others_prove_stays_in_their_words() -> None:
    world = World()
    world.tell("I am allergic to peanuts.", event_id="m1")
    world.tell("I'm allergic to peanuts, you know, as I told Wilhelmine.", event_id="m2")
    facts = [m for m in world.memories() if m.current and "allergic" in m.content.summary]
    assert {e for m in facts for e in m.event_ids} == {"m1", "m2"}
    forget(world, "m2")
    assert "wilhelmine" not in everything(world).lower()
    left = [m for m in world.memories() if m.current and "allergic" in m.content.summary]
    assert {e for m in left for e in m.event_ids} == {"m1"}


def test_first_words_go_too_where_a_later_event_says_the_same() -> None:
    world = World()
    world.tell("my allergy is peanuts, since the party at Quokkavale", event_id="m1")
    world.tell("I am allergic to peanuts.", event_id="m2")
    forget(world, "m1")
    assert "quokkavale" not in everything(world).lower()
    assert any("allergic to peanuts" in c for c in world.current())


def test_event_behind_a_memory_under_legal_hold_stays() -> None:
    world = World()
    world.tell("I live in Oslo.", event_id="m1")
    (fact,) = [m for m in world.memories(Kind.FACT) if m.current]
    held = fact.model_copy(update={"legal_hold": True, "version": fact.version + 1})
    world.store.put_each([Write(held, fact.version)])
    with pytest.raises(Conflict, match="legal hold"):
        forget(world, "m1")
    kept = memories.one(world.store, principal(), fact.memory_id, api.ScopeQuery(user_id="u1"))
    assert kept.content == fact.content


def test_event_that_is_being_processed_is_not_deleted_under_its_reader() -> None:
    world = World()
    world.accept({"content": "I live in Oslo.", "event_id": "m1"})
    with pytest.raises(Conflict, match="processed"):
        forget(world, "m1")
