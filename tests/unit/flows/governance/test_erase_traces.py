"""Row V4: what change sets, runs and reports tell of an erased user goes too, and nobody else's is read for it."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import api
from keepsake.adapters.rules import RuleDistiller
from keepsake.changes import Changed, ChangeKind, ChangePart, ChangeSet, Run, parts_pk
from keepsake.flows import members
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.knowledge import change_sets, deletions, upkeep
from keepsake.flows.knowledge.distil import distil
from keepsake.flows.knowledge.prune import prune
from keepsake.messages import UserWork
from keepsake.ports import Write
from keepsake.records import Status, Sweep, Trace
from keepsake.records.erasure import Receipt
from local.in_memory import scope
from tests.builders import DAY, NOW, fact, principal
from tests.fakes import MemoryStore
from tests.unit.flows.governance.erasing import FOREVER, OTHER, asked, deaths, of_user, run
from tests.world import World


def changed() -> World:
    """Two users: some of their memories fade in one sweep of the tenant, others are deleted, and upkeep ran over both."""
    world = World()
    for owner in (scope(), OTHER):
        world.tell("I live in Denver.", "I love cycling near Quokkavale.", owner=owner)
        selection = api.DeletionQuery(user_id=owner.user_id, text="Denver")
        deletions.start(world.store, world.consolidating, principal(), owner, selection, world.now)
        quiet = UserWork(tenant="acme", container="default", user_id=owner.user_id, upkeep="distil", run_id=f"w_{owner.user_id}")
        distil(world.store, world.kept()[0], RuleDistiller(), RuleDistiller(), quiet, world.now)
        prune(world.store, world.kept()[0], quiet.model_copy(update={"upkeep": "prune", "run_id": f"w_p{owner.user_id}"}), world.now)
        old = [fact(scope=owner, memory_id=f"f_{n:012x}{owner.user_id}", importance=0.2, decay_due=NOW) for n in range(3)]
        world.store.put_each([Write(f) for f in old])
    world.now = NOW + 100 * DAY
    sweep(world.store, scheduled(world.now), world.now, lambda: FOREVER)
    return world


def test_what_was_changed_of_a_user_is_told_nowhere_and_of_another_still() -> None:
    world = changed()
    told = [k for k, text in world.store.texts().items() if '"u1"' in text and ("CHANGES" in k.pk or "#WORK" in k.pk)]
    assert told
    receipt = run(world, asked(world))
    assert of_user(world, "u1") == []
    assert ((receipt.before or {})["traces"] > 1, (receipt.after or {})["traces"]) == (True, 0)
    (fading,) = [h for h in heads(world) if h.kind is ChangeKind.SWEEP]
    left = change_sets.one(world.store, principal(), str(fading.number)).lines
    undone = change_sets.undo(world.store, world.consolidating, principal(), str(fading.number), world.now, lambda: FOREVER)
    assert undone.restored == len(left) >= 3
    faded = [m for m in world.memories() if m.scope.user_id == "u2" and m.memory_id.endswith("u2")]
    assert {m.status for m in faded} == {Status.ACTIVE}
    assert [h.user_id for h in heads(world) if h.kind is ChangeKind.DELETION] == ["u2"]


def heads(world: World) -> list[ChangeSet]:
    return [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, ChangeSet)]


def test_erasure_that_dies_at_any_write_takes_all_that_was_changed() -> None:
    world = changed()

    def all_gone(receipt: Receipt) -> None:
        assert run(world, receipt).finished_at is not None
        assert of_user(world, "u1") == []

    assert deaths(world, all_gone) > 8


def test_report_of_a_users_own_sweep_goes_with_the_user() -> None:
    world = World()
    members.enlist(world.store, scope())
    world.store.put_each([Write(fact(importance=0.2, decay_due=NOW))])
    at = NOW + 100 * DAY
    own = Sweep(run_id="s_1", tenant="acme", container="default", user_id="u1", actor="key:k1", started_at=at)
    assert sweep(world.store, own, at, lambda: FOREVER).changed
    assert own.key in world.store.rows
    world.now = at
    run(world, asked(world))
    assert of_user(world, "u1") == []


def test_run_that_changed_nothing_leaves_no_row() -> None:
    world = World()
    world.tell("I live in Denver.")
    quiet = UserWork(tenant="acme", container="default", user_id="u1", upkeep="distil", run_id="w_1")
    before = {k for k in world.store.rows if "WORK" in k.pk}
    done = distil(world.store, world.kept()[0], RuleDistiller(), RuleDistiller(), quiet, world.now)
    assert done is not None
    assert done.finished_at is not None
    assert {k for k in world.store.rows if "WORK" in k.pk} == before


def test_set_of_more_parts_than_one_transaction_takes_goes_as_a_whole() -> None:
    world = World()
    members.enlist(world.store, scope())
    started = Run(tenant="acme", run_id="w_many", kind=ChangeKind.DELETION, scope=scope(), actor="key:k1", started_at=NOW)
    _, head = upkeep.numbered(world.store, started, NOW)
    line = Changed(key=fact().key, memory_id=fact().memory_id, before=1, after=2, what="deleted", why="asked")
    world.store.put_each([Write(ChangePart(tenant="acme", number=head.number, index=n, changes=(line,))) for n in range(250)])
    run(world, asked(world))
    assert not [k for k in world.store.rows if k.pk == parts_pk("acme", head.number) or k in (head.key, started.key)]
    assert of_user(world, "u1") == []


@pytest.mark.parametrize("others", [0, 40])
def test_erasure_reads_no_set_of_others(others: int) -> None:
    world = World()
    world.tell("I live in Denver.")
    for n in range(others):
        owner = scope(user_id=f"other{n}")
        started = Run(tenant="acme", run_id=f"w_{n}", kind=ChangeKind.PRUNE, scope=owner, actor="prune", started_at=NOW)
        upkeep.numbered(world.store, started, NOW)
    read: list[Any] = []

    class Watched(MemoryStore):
        def query(self, pk: str, prefix: str, **fields: Any) -> Any:
            read.append(pk)
            return super().query(pk, prefix, **fields)

    store = Watched()
    store.rows = world.store.rows
    run(world, asked(world), store)
    assert read
    assert not [pk for pk in read if "CHANGES" in pk]


def test_prune_that_waits_for_its_next_part_is_found() -> None:
    world = World()
    half = Run(tenant="acme", run_id="w_half", kind=ChangeKind.PRUNE, scope=scope(), actor="prune", started_at=NOW, cursor="x")
    upkeep.kept(world.store, half)
    world.tell("I live in Denver.")
    run(world, asked(world))
    assert of_user(world, "u1") == []
    assert not [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Trace)]
