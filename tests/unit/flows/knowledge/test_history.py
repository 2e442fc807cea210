"""Row V6: each version with its verdict, cause and actor, and what it changed."""

from __future__ import annotations

from typing import Any

from keepsake import api
from keepsake.flows.governance import purge
from keepsake.flows.knowledge import acts, memories
from keepsake.flows.knowledge.acts import Target
from keepsake.records import Memory
from keepsake.rules.knowledge.acts import Act, Wish
from local.in_memory import NOW, World
from tests.builders import DAY, principal

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
    acts.act(world.store, world.consolidating, target, Wish(what, principal().actor, world.now))


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


def test_case_tells_the_same_versions() -> None:
    world, fact = told()
    assert list(memories.case(world.store, principal(), fact).history) == pages(world, fact, 50)


def test_history_of_what_was_purged_tells_no_word_of_it() -> None:
    world, fact = told()
    act(world, fact, Act.DELETE)
    purge.purge(world.store, now(world, fact), "test", world.now)
    left = pages(world, now(world, fact), 50)
    assert left
    assert "Minsk" not in str(left)
    assert left[0].changes == ()
