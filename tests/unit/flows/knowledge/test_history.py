"""Row V6: each version with its verdict, cause and actor, and what it changed."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Forbidden, Invalid, NotFound
from keepsake.flows.governance import purge
from keepsake.flows.knowledge import acts, memories
from keepsake.flows.knowledge.acts import Target
from keepsake.ports import Write
from keepsake.records import Memory, PastVersion, Relation
from keepsake.rules.knowledge.acts import Act, Wish
from local.in_memory import NOW, World
from tests.builders import DAY, fact, principal, scope

WHOSE = api.ScopeQuery(user_id="u1")


def told() -> tuple[World, Memory]:
    """A fact that was said twice, pinned, and replaced."""
    world = World()
    world.tell("I live in Minsk.")
    world.tell("I live in Minsk.", at=NOW + DAY)
    (fact,) = world.memories()
    act(world, fact, Act.PIN)
    world.tell("I moved to Oslo.", at=NOW + 2 * DAY)
    return world, now(world, fact)


def act(world: World, fact: Memory, what: Act) -> None:
    target = Target(principal(), fact.memory_id, WHOSE)
    acts.act(world.store, world.consolidating, world.index, target, Wish(what, principal().actor, world.now))


def now(world: World, fact: Memory) -> Memory:
    return next(m for m in world.memories() if m.memory_id == fact.memory_id)


def pages(world: World, fact: Memory, limit: int) -> list[api.VersionView]:
    found: list[api.VersionView] = []
    cursor = None
    while True:
        page = memories.history(world.store, fact, api.PageQuery(limit=limit, cursor=cursor))
        found += page.versions
        cursor = page.next_cursor
        if cursor is None:
            return found


def changed(version: api.VersionView) -> dict[str, tuple[Any, Any]]:
    return {c.field: (c.before, c.after) for c in version.changes}


def test_each_version_tells_what_it_changed_and_who_did_it() -> None:
    world, fact = told()
    by_verdict = {v.verdict: v for v in pages(world, fact, 50)}
    assert changed(by_verdict["pin"])["pinned"] == (False, True)
    assert by_verdict["pin"].actor == principal().actor
    assert changed(by_verdict["superseding"])["validity"] == ("active", "deprecated")
    assert changed(by_verdict["supporting"])["reinforcements"] == (0, 1)
    assert by_verdict["new"].changes == ()


def test_fields_that_stayed_are_not_told() -> None:
    world, fact = told()
    (pin,) = [v for v in pages(world, fact, 50) if v.verdict == "pin"]
    assert not {"content", "version", "updated_at", "subject"} & set(changed(pin))


def test_pages_of_any_size_tell_the_same_history() -> None:
    world, fact = told()
    whole = pages(world, fact, 50)
    assert len(whole) == fact.version
    for limit in (1, 2, 3):
        assert pages(world, fact, limit) == whole


def test_page_of_the_history_holds_no_more_than_was_asked_for() -> None:
    world, fact = told()
    assert fact.version > 3
    for limit in (1, 2, 3):
        first = memories.history(world.store, fact, api.PageQuery(limit=limit))
        assert [v.version for v in first.versions] == list(range(fact.version, fact.version - limit, -1))


def test_relations_come_in_pages_each_once() -> None:
    world, fact = told()
    whole = memories.relations(world.store, world.index, principal(), fact, api.PageQuery()).relations
    assert len(whole) > 3
    for limit in (1, 2, 3):
        found, cursor = [], None
        while True:
            page = memories.relations(world.store, world.index, principal(), fact, api.PageQuery(limit=limit, cursor=cursor))
            assert len(page.relations) <= limit
            found += page.relations
            cursor = page.next_cursor
            if cursor is None:
                break
        assert found == list(whole)


def test_who_points_at_a_memory_is_found_without_reading_all_that_its_owner_has(monkeypatch: pytest.MonkeyPatch) -> None:
    world, heard = World(), fact("I play chess", index_due=NOW)
    others = [fact(f"I visited town {n}.", memory_id=f"f_{n:012x}aa", index_due=NOW) for n in range(300)]
    link = Relation(type="derived_from", target=heard.memory_id)
    pattern = fact("Plays every week.", memory_id="f_0000000000bb02", relations=(link,), index_due=NOW)
    world.store.put_each([Write(m) for m in (heard, pattern, *others)])
    world.project()
    reads: list[int] = []
    read = world.store.read
    monkeypatch.setattr(world.store, "read", lambda keys, **more: (reads.append(len(keys)), read(keys, **more))[1])

    def asked() -> tuple[api.RelationView, ...]:
        return memories.relations(world.store, world.index, principal(), heard, api.PageQuery()).relations

    with monkeypatch.context() as without:
        without.setattr(world.store, "query", lambda *_args, **_more: pytest.fail("all of the owner's rows are read"))
        found = asked()
    assert ("derived_from", pattern.memory_id, "in") in {(r.type, r.target, r.direction) for r in found}
    assert sum(reads) < 10
    world.index.down = True
    assert asked() == found


def test_event_and_memory_resolve_by_their_container_alone_where_they_are_the_only_ones_in_it() -> None:
    world, fact = told()
    world.tell("I live in Rome.", owner=scope(user_id="u2", container="shop"), event_id="m1")
    world.tell("I live in Oslo.", owner=scope(user_id="u3", container="club"), event_id="m1")
    world.tell("I live in Bonn.", owner=scope(user_id="u4", container="gym"), event_id="m1")
    world.tell("I live in Kyiv.", owner=scope(user_id="u5", container="gym"), event_id="m1")

    def said(**where: str) -> str:
        return memories.event(world.store, principal(), "m1", api.ScopeQuery(**where)).content

    assert said(container="shop") == "I live in Rome."
    for ambiguous in ({"container": "gym"}, {}, {"container": "elsewhere"}):
        with pytest.raises(NotFound):
            said(**ambiguous)
    with pytest.raises(Forbidden):
        memories.event(world.store, principal(containers=("club",)), "m1", api.ScopeQuery(container="shop"))
    assert memories.one(world.store, principal(), fact.memory_id, api.ScopeQuery(container="default")) == fact


def test_case_tells_the_same_versions() -> None:
    world, fact = told()
    assert list(memories.case(world.store, principal(), fact).history) == pages(world, fact, 50)


def test_case_is_told_page_by_page() -> None:
    world = World()
    for day in range(5):
        world.tell("I live in Minsk.", at=NOW + day * DAY)
    (fact,) = world.memories()
    for _ in range(4):
        act(world, fact, Act.PIN)
        act(world, fact, Act.UNPIN)
    found = now(world, fact)
    told, cursor = list[api.CaseAnswer](), None
    while cursor is not None or not told:
        told.append(memories.case(world.store, principal(), found, api.PageQuery(limit=2, cursor=cursor)))
        cursor = told[-1].next_cursor
    whole = memories.case(world.store, principal(), found)
    assert [e for page in told for e in page.events] == list(whole.events)
    assert [v for page in told for v in page.history] == list(whole.history) == pages(world, found, 50)
    assert {o.observation_id for page in told for o in page.observations} == {o.observation_id for o in whole.observations}
    assert max(len(page.history) for page in told) == max(len(page.events) for page in told) == 2
    assert whole.next_cursor is None
    with pytest.raises(Invalid):
        memories.case(world.store, principal(), found, api.PageQuery(cursor="garbage"))


def test_page_of_large_rows_ends_before_what_an_answer_carries() -> None:
    world = World()
    fact_ = fact(metadata={"note": "x" * 40_000})
    for number in range(190):
        row = fact_.model_copy(update={"memory_id": f"f_{number:012x}aa"})
        world.store.put_each([Write(row), Write(PastVersion(memory=fact_.model_copy(update={"version": number + 1})))])
    latest = fact_.model_copy(update={"version": 191})
    history = memories.history(world.store, latest, api.PageQuery(limit=200))
    case = memories.case(world.store, principal(), latest, api.PageQuery(limit=200))
    listed = memories.listed(world.store, principal(), api.ListQuery(user_id="u1", limit=200))
    for page in (history, case, listed):
        assert len(page.model_dump_json()) < 5_600_000
        assert page.next_cursor is not None
    assert len(listed.memories) > 100
    rest = memories.listed(world.store, principal(), api.ListQuery(user_id="u1", limit=200, cursor=listed.next_cursor))
    assert len({m.memory_id for m in (*listed.memories, *rest.memories)}) == len(listed.memories) + len(rest.memories) == 190
    assert [v.version for v in pages(world, latest, 200)] == list(range(191, 0, -1))


def test_history_of_what_was_purged_tells_no_word_of_it() -> None:
    world, fact = told()
    act(world, fact, Act.DELETE)
    purge.purge(world.store, now(world, fact), "test", world.now)
    left = pages(world, now(world, fact), 50)
    assert left
    assert "Minsk" not in str(left)
    assert left[0].changes == ()
