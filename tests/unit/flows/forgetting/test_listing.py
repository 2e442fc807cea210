"""Row D1: a sweep finds every memory when its time comes, though a batch lists all that it made by one entry."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake import api
from keepsake.adapters import dynamodb
from keepsake.changes import ChangeKind, ChangeSet, ChangeState
from keepsake.errors import KeepsakeError, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.forgetting import reschedule
from keepsake.flows.forgetting.sweep import asked, preview, scheduled, sweep
from keepsake.flows.intake.batches import mark_failed
from keepsake.flows.knowledge import acts, change_sets, maintenance
from keepsake.flows.knowledge.acts import Target
from keepsake.ids import Key
from keepsake.records import Batch, Memory, Scope, Status, Sweep, memory_key
from keepsake.rules.forgetting import listing
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, principal
from tests.unit.flows.knowledge.test_redo import heard, stopped
from tests.world import World

FOREVER = 1000.0
SAID = ["I live in Porto. I have a cat called Tiger.", "I like jazz.", "I moved to Ghent.", "I no longer like jazz.", "I live in Ghent."]


def unlisted(world: World) -> list[Key]:
    """Memories that no sweep would find in time."""
    rows = world.store.read(list(world.store.rows))
    batches = [b for b in rows.values() if isinstance(b, Batch) and b.retry_at is None and b.fades_at is not None]
    by_batch = {(memory_key(b.scope, i), b.fades_at) for b in batches for i in b.fades}
    lost = []
    for key, memory in rows.items():
        if isinstance(memory, Memory) and memory.decay_due is not None:
            itself = world.store.rows[key].get("due_at") == {"S": dynamodb.stamp(memory.decay_due)}
            if not itself and not any(k == key and at <= memory.decay_due for k, at in by_batch):
                lost.append(key)
    return lost


def memories(world: World) -> list[Memory]:
    return [m for m in world.store.read(list(world.store.rows)).values() if isinstance(m, Memory) and m.at_hand and m.memory_id[0] == "f"]


def act(which: Act) -> Callable[[World, int], object]:
    def do(world: World, pick: int) -> object:
        found = sorted(memories(world), key=lambda m: m.memory_id) if which is not Act.RESTORE else world.memories()
        if not found:
            return None
        target = Target(principal(), found[pick % len(found)].memory_id, api.ScopeQuery(user_id="u1"))
        return acts.act(Fenced(world.store, world.now), world.consolidating, world.index, target, Wish(which, "key:k1", world.now))

    return do


def said(world: World, pick: int) -> object:
    return world.tell(SAID[pick % len(SAID)], at=world.now)


def swept(world: World, pick: int) -> object:
    world.now += (pick % 90) * DAY
    return sweep(Fenced(world.store, world.now), scheduled(world.now), world.now, lambda: FOREVER)


def kept_up(world: World, pick: int) -> object:
    kind = (ChangeKind.PRUNE, ChangeKind.CONSOLIDATION)[pick % 2]
    maintenance.start(world.store, world.consolidating, world_scope(world), kind, "key:k1", world.now)
    return world.upkeep()


def world_scope(world: World) -> Scope:
    return world.memories()[0].scope.model_copy(update={"session_id": None})


def undone(world: World, pick: int) -> object:
    rows = world.store.read(list(world.store.rows)).values()
    sets = sorted(r.number for r in rows if isinstance(r, ChangeSet) and r.state is ChangeState.APPLIED)
    if not sets:
        return None
    number = str(sets[pick % len(sets)])
    return change_sets.undo(world.store, world.consolidating, principal(), number, world.now, lambda: FOREVER)


def resettled(world: World, pick: int) -> object:
    world.configure(**({"memories_days": (20, 60)[pick % 2]} if pick % 3 else {}))
    world.now += DAY
    return reschedule.reschedule(world.store, world.now, lambda: FOREVER)


def recalled(world: World, pick: int) -> object:
    world.recall(SAID[pick % len(SAID)])
    return world.refresh()


STEPS = [said, said, said, swept, kept_up, undone, resettled, recalled, *map(act, (Act.DELETE, Act.RESTORE, Act.PIN, Act.UNPIN))]


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.tuples(st.integers(0, len(STEPS) - 1), st.integers(0, 99)), max_size=12))
def test_sweeps_find_every_memory_whatever_happened_to_it(steps: list[tuple[int, int]]) -> None:
    world = World()
    said(world, 0)
    for step, pick in steps:
        try:
            STEPS[step](world, pick)
        except KeepsakeError:  # what does not fit as it stands
            continue
        world.project()
        assert unlisted(world) == [], STEPS[step]


def fates(world: World) -> list[tuple[str, datetime, Status]]:
    """What became of each memory, seen every five days for a year and a half."""
    seen = []
    for day in range(0, 540, 5):
        at = NOW + day * DAY
        sweep(Fenced(world.store, at), scheduled(at), at, lambda: FOREVER)
        seen += sorted((m.content.summary, at, m.status) for m in memories(world))
    return seen


def told() -> World:
    world = World()
    for n, text in enumerate(SAID):
        world.tell(text, at=NOW + n * DAY)
        world.now += DAY
    return world


def test_memories_fade_on_the_day_on_which_they_would_each_listed_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    together = told()
    entries = [k for k, r in together.store.rows.items() if r.get("due_shard", {"S": ""})["S"].startswith("DECAY")]
    assert {k.sk.partition("#")[0] for k in entries} == {"BATCH"}
    with monkeypatch.context() as patch:
        patch.setattr(listing, "with_batch", lambda made, _: dict(made))
        alone = told()
    assert not any("fades_with" in text for text in alone.store.texts().values())
    expected = fates(alone)
    assert len({status for _, _, status in expected}) >= 3
    assert fates(together) == expected


def test_batch_goes_once_a_sweep_has_come_to_all_that_it_made() -> None:
    world = World()
    work = world.tell("I live in Porto.", "I like jazz.")
    key = Key(world.memories()[0].scope.pk, Batch.prefix + work.batch_id)
    assert "ttl" not in world.store.rows[key]
    fates(world)
    assert "due_shard" not in world.store.rows[key]
    assert "ttl" in world.store.rows[key]


def test_preview_of_a_tenant_tells_what_batches_list() -> None:
    world = told()
    at = NOW + 200 * DAY
    foreseen = preview(world.store, asked(principal(), api.SweepScope(), True, NOW), at, NOW)
    own = preview(world.store, asked(principal(), api.SweepScope(user_id="u1"), True, NOW), at, NOW)
    fading = {c.memory_id for c in own.changes if c.after is not c.before}
    assert fading
    assert fading <= {c.memory_id for c in foreseen.changes}


def test_what_a_batch_that_was_given_up_made_lists_itself() -> None:
    for nth in range(1, 50):
        world, work = heard()
        if not stopped(world, work, nth):
            assert nth > 5
            return
        mark_failed(world.store, work, "given up")
        world.project()
        assert unlisted(world) == [], nth
        world.tell("I like tea.")  # whoever comes next writes what is missing
        assert unlisted(world) == [], nth
        assert "I live in Porto" in world.current()


def test_sweep_that_stops_comes_to_a_batch_again() -> None:
    for stops_at in range(1, 40):
        world = told()
        at, made = NOW + 400 * DAY, 0
        put = world.store.put_each

        def dying(writes: object, put: Callable[..., set[Key]] = put, stops_at: int = stops_at) -> set[Key]:
            nonlocal made
            made += 1
            if made == stops_at:
                raise Unavailable("The table does not answer.")
            return put(writes)

        world.store.put_each = dying  # type: ignore[assignment]
        try:
            sweep(world.store, Sweep(run_id="s_1", tenant="acme", started_at=at), at, lambda: FOREVER)
        except Unavailable:
            assert unlisted(world) == [], stops_at
            continue
        assert stops_at > 4
        return
