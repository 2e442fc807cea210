"""A row is found by its id alone: by the owner's mark where the id was made here, by the index `by_id` where somebody else gave it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from keepsake import api, ids
from keepsake.errors import NotFound
from keepsake.flows import members
from keepsake.flows.knowledge import memories
from keepsake.records import Event, Home, Kind, Session
from local.in_memory import World, scope
from tests.builders import principal

ALONE = api.Scoped()


def _told(**owner: str | None) -> tuple[World, Event]:
    world = World()
    world.tell("I live in Denver.", "My sister Ann plays the cello in Riga.", owner=scope(**owner))
    world.project()
    return world, world.events()[0]


@pytest.mark.parametrize("owner", [{}, {"user_id": None}, {"container": "shop"}], ids=["user", "container itself", "other container"])
def test_what_is_made_here_is_found_by_its_id_alone(owner: dict[str, str | None]) -> None:
    world, event = _told(**owner)
    assert memories.event(world.store, principal(), event.event_id, ALONE).key == event.key
    made = [m for kind in Kind for m in world.memories(kind)]
    assert {m.kind for m in made} >= {Kind.OBSERVATION, Kind.FACT, Kind.EPISODE}
    for memory in made:
        assert memories.one(world.store, principal(), memory.memory_id, ALONE).key == memory.key


def test_no_row_pays_for_the_index_by_id_but_its_session() -> None:
    world, _ = _told()
    paid = [world.store.read([k])[k] for k, row in world.store.rows.items() if "id_key" in row]
    assert [type(r) for r in paid] == [Session]


def test_what_a_caller_named_is_found_by_that_name() -> None:
    world = World()
    world.tell("I live in Denver.", event_id="mine")
    assert memories.event(world.store, principal(), "mine", ALONE).event_id == "mine"


def test_another_tenant_finds_nothing_by_an_id() -> None:
    world, event = _told()
    (fact, *_) = world.memories()
    assert members.owners_of(world.store, "globex", fact.memory_id) == []
    with pytest.raises(NotFound):
        memories.one(world.store, principal(tenant="globex"), fact.memory_id, ALONE)
    with pytest.raises(NotFound):
        memories.event(world.store, principal(tenant="globex"), event.event_id, ALONE)


def test_a_key_of_another_user_or_container_finds_nothing_by_an_id() -> None:
    world, event = _told()
    for bound in ({"user_id": "u2"}, {"containers": ("shop",)}):
        with pytest.raises(NotFound):
            memories.event(world.store, principal(**bound), event.event_id, ALONE)


def test_giving_an_owners_id_to_a_row_of_another_hides_nothing() -> None:
    world, event = _told()
    world.tell("I live in Riga.", event_id=event.event_id, owner=scope(user_id="u2"))
    assert memories.event(world.store, principal(), event.event_id, ALONE).key == event.key
    assert memories.event(world.store, principal(user_id="u2"), event.event_id, ALONE).scope.user_id == "u2"


def test_an_id_that_was_brought_from_another_owner_is_found_where_it_is() -> None:
    world = World()
    made = ids.owned_id("e", scope(user_id="u9").pk)
    world.tell("I live in Denver.", event_id=made)
    assert memories.event(world.store, principal(), made, ALONE).scope.user_id == "u1"


def test_owners_who_share_a_mark_are_told_apart_by_the_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ids, "mark", lambda _: "0" * ids.MARK_SIGNS)
    world, first = _told()
    world.tell("I live in Riga.", owner=scope(user_id="u2"))
    second = next(e for e in world.events() if e.scope.user_id == "u2")
    assert len(members.owners_of(world.store, "acme", first.event_id)) == 2
    for event in (first, second):
        assert memories.event(world.store, principal(), event.event_id, ALONE).key == event.key


def test_an_owner_is_listed_once() -> None:
    world, _ = _told()
    before = dict(world.store.rows)
    calls = world.store.calls["commit"]
    members.enlist(world.store, scope())
    assert world.store.rows == before
    assert world.store.calls["commit"] == calls


@pytest.mark.parametrize("name_of", [lambda w: w.events()[0].event_id, lambda w: w.memories()[0].memory_id], ids=["event", "fact"])
def test_an_id_leads_nowhere_where_its_owner_is_not_listed(name_of: Callable[[World], str]) -> None:
    world, _ = _told()
    for key in [r.key for r in members.rows(scope()) if isinstance(r, Home)]:
        del world.store.rows[key]
    assert members.owners_of(world.store, "acme", name_of(world)) == []
