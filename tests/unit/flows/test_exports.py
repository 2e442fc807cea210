"""Row V5: what is exported is all of it, the same each time, and comes back as it was."""

from __future__ import annotations

import json

from local.in_memory import scope
from tests.builders import DAY
from tests.unit.flows.portable_banks import bank, erased, imported, rows
from tests.world import World

ELSEWHERE = scope(container="shop")


def lived() -> World:
    """A user in two containers, with facts that changed, topics, sessions and behaviour."""
    world = World()
    for owner in (scope(), ELSEWHERE):
        world.tell("I live in Boston.", "I love cycling.", "I like cycling in the park.", owner=owner)
        world.now += DAY
        world.tell("Actually, I moved to Denver.", "I work at Acme.", at=world.now, owner=owner)
        world.tell("running shoes", at=world.now, owner=owner, event_type="filter")
        world.recall("Where do I live?", owner)
    world.upkeep()
    world.refresh()
    world.project()
    return world


def test_round_trip_through_an_erasure_gives_the_same_lines() -> None:
    world = lived()
    before = bank(world, user_id="u1")
    kinds = {line["kind"] for line in rows(before)}
    assert kinds == {"event", "memory", "version", "session", "focus", "signals"}
    world.now += DAY
    erased(world)
    assert rows(bank(world, user_id="u1")) == []
    done = imported(world, before)
    assert (done.proven, done.refusals) == (True, ())
    assert done.counts == {"written": len(rows(before))}
    world.project()
    after = bank(world, user_id="u1")
    assert rows(after) == rows(before)
    assert json.loads(after.splitlines()[-1])["counts"] == json.loads(before.splitlines()[-1])["counts"]
    assert any("Denver" in m.content for m in world.recall("Where do I live?").memories)
