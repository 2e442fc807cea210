"""Rows D1, D2 and D4: a sweep touches what is due, moves it by the bands, and can be previewed."""

from __future__ import annotations

from datetime import timedelta

from keepsake import api
from keepsake.flows.catch_up import catch_up
from keepsake.flows.sweep import preview, report_key, sweep
from keepsake.ports import Write
from keepsake.records import Memory, PastVersion, Status, Sweep
from tests.builders import DAY, NOW, fact, message, principal, scope
from tests.fakes import MemoryStore
from tests.world import World

FOREVER = 1000.0


def stored(store: MemoryStore, memory: Memory) -> Memory:
    row = store.read([memory.key])[memory.key]
    assert isinstance(row, Memory)
    return row


def test_due_memory_takes_the_status_of_its_score() -> None:
    store = MemoryStore()
    old = fact(importance=0.2, decay_due=NOW + 20 * DAY)
    store.put_each([Write(old)])
    report = sweep(store, NOW + 25 * DAY, lambda: FOREVER)
    after = stored(store, old)
    assert after.status is Status.DEPRIORITIZED
    assert after.change.reason.startswith("untouched for 25 days")
    assert (report.examined, report.changed) == (1, {"deprioritized": 1})
    assert after.decay_due is not None
    assert after.decay_due > NOW + 25 * DAY


def test_old_version_stays_in_the_history() -> None:
    store = MemoryStore()
    old = fact(importance=0.2, decay_due=NOW)
    store.put_each([Write(old)])
    sweep(store, NOW + 100 * DAY, lambda: FOREVER)
    assert stored(store, old).status is Status.DELETED
    past = [r for r in store.read(list(store.rows)).values() if isinstance(r, PastVersion)]
    assert [p.memory.status for p in past] == [Status.ACTIVE]


def test_memory_that_is_not_due_is_not_read() -> None:
    store = MemoryStore()
    store.put_each([Write(fact(memory_id=f"f_{i:012x}aa", decay_due=NOW + 900 * DAY)) for i in range(50)])
    before = dict(store.rows)
    store.calls.clear()
    report = sweep(store, NOW + DAY, lambda: FOREVER)
    assert (report.examined, store.calls["read"]) == (0, 0)
    assert {k: v for k, v in store.rows.items() if k in before} == before


def test_sweeping_twice_changes_nothing_more() -> None:
    store = MemoryStore()
    old = fact(importance=0.2, decay_due=NOW)
    store.put_each([Write(old)])
    sweep(store, NOW + 25 * DAY, lambda: FOREVER)
    once = stored(store, old)
    sweep(store, NOW + 25 * DAY, lambda: FOREVER)
    assert stored(store, old) == once


def test_sweep_that_runs_out_of_time_goes_on_the_next_time() -> None:
    store = MemoryStore()
    rows = [fact(memory_id=f"f_{i:012x}aa", importance=0.2, decay_due=NOW) for i in range(450)]
    store.put_each([Write(r) for r in rows])
    left = iter([100.0, 0.0])
    first = sweep(store, NOW + 25 * DAY, lambda: next(left))
    second = sweep(store, NOW + 25 * DAY, lambda: FOREVER)
    assert first.examined + second.examined == 450
    assert {stored(store, r).status for r in rows} == {Status.DEPRIORITIZED}


def test_report_is_kept() -> None:
    store = MemoryStore()
    report = sweep(store, NOW, lambda: FOREVER)
    kept = store.read([report_key(report.run_id)])[report_key(report.run_id)]
    assert isinstance(kept, Sweep)
    assert kept.finished_at is not None


def test_preview_says_what_would_change_and_changes_nothing() -> None:
    store = MemoryStore()
    store.put_each([Write(fact(importance=0.2)), Write(fact(memory_id="f_0000000000cc", pinned=True))])
    before = dict(store.rows)
    request = api.SweepRequest.model_validate({"scope": {"user_id": "u1"}, "preview": True, "now": (NOW + 100 * DAY).isoformat()})
    answer = preview(store, principal(), request, NOW)
    assert answer.changed == {"deleted": 1, "kept": 1}
    assert {c.reason for c in answer.changes} == {"pinned", "untouched for 100 days at importance 0.20: score 0.19"}
    assert store.rows == before


def test_preview_sees_its_own_tenant_alone() -> None:
    store = MemoryStore()
    store.put_each([Write(fact(scope=scope(tenant="globex")))])
    request = api.SweepRequest.model_validate({"scope": {"user_id": "u1"}, "preview": True})
    assert preview(store, principal(), request, NOW).examined == 0


def test_swept_memory_leaves_the_index() -> None:
    world = World()
    world.tell("I live in Denver.")
    (memory,) = world.memories()
    world.now = NOW + 5000 * DAY
    sweep(world.store, world.now, lambda: FOREVER)
    world.project()
    assert world.index.documents[memory.key].gone
    assert world.recall("Denver", kinds=["fact"]).memories == ()


def test_batch_that_nobody_finished_is_queued_again_with_a_longer_pause_each_time() -> None:
    world = World()
    world.accept(message("I live in Denver."))
    assert catch_up(world.store, world.extracting, world.consolidating, world.index, world.embedder, world.now) == {
        "queued": 0,
        "closed": 0,
        "upkeep": 0,
        "embedded": 0,
        "projected": 0,
    }
    world.now += timedelta(minutes=3)
    assert catch_up(world.store, world.extracting, world.consolidating, world.index, world.embedder, world.now)["queued"] == 1
    assert catch_up(world.store, world.extracting, world.consolidating, world.index, world.embedder, world.now)["queued"] == 0
    assert [w.attempt for w in world.extracting.sent] == [1, 2]
    world.extract(world.extracting.sent[-1])
    world.consolidate(world.extracting.sent[-1])
    world.project()
    world.now += timedelta(hours=2)
    assert catch_up(world.store, world.extracting, world.consolidating, world.index, world.embedder, world.now)["queued"] == 0


def test_row_that_the_stream_lost_is_projected_by_the_schedule() -> None:
    world = World()
    work = world.accept(message("I live in Denver."))
    world.extract(work)
    world.consolidate(work)
    assert not world.index.documents
    world.now += timedelta(minutes=3)
    assert catch_up(world.store, world.extracting, world.consolidating, world.index, world.embedder, world.now)["projected"] == 3
    assert world.recall("Denver").memories
