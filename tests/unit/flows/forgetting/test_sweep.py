"""Rows D1, D2 and D4: a sweep touches what is due, moves it by the bands, and can be previewed."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import pytest

from keepsake import api, telemetry
from keepsake.adapters import dynamodb
from keepsake.changes import ChangeState
from keepsake.errors import Forbidden, LostRace, NotFound, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.forgetting.sweep import asked, preview, report, report_key, scheduled, sweep
from keepsake.flows.intake.catch_up import catch_up
from keepsake.flows.knowledge.upkeep import read_head
from keepsake.ids import Key
from keepsake.ports import Delete, Write
from keepsake.records import Customer, DueWork, Kind, Memory, PastVersion, Principal, Status, Sweep, UserState
from tests.builders import DAY, NOW, fact, message, principal, scope
from tests.fakes import MemoryStore
from tests.world import World

FOREVER = 1000.0


def listing() -> MemoryStore:
    """A table that lists its tenants, as the first event of each does."""
    store = MemoryStore()
    store.put_each([Write(Customer(tenant=t)) for t in ("acme", "globex")])
    return store


def stored(store: MemoryStore, memory: Memory) -> Memory:
    row = store.read([memory.key])[memory.key]
    assert isinstance(row, Memory)
    return row


def previewed(store: MemoryStore, at: datetime, **scope: str) -> api.SweepAnswer:
    return preview(store, asked(principal(), api.SweepScope(**scope), True, NOW), at, NOW)


def test_due_memory_takes_the_status_of_its_score() -> None:
    store = listing()
    old = fact(importance=0.2, decay_due=NOW + 20 * DAY)
    store.put_each([Write(old)])
    report = sweep(store, scheduled(NOW + 25 * DAY), NOW + 25 * DAY, lambda: FOREVER)
    after = stored(store, old)
    assert after.status is Status.DEPRIORITIZED
    assert after.change.reason.startswith("untouched for 25 days")
    assert (report.examined, report.changed) == (1, {"deprioritized": 1})
    assert after.decay_due is not None
    assert after.decay_due > NOW + 25 * DAY


def test_old_version_stays_in_the_history() -> None:
    store = listing()
    old = fact(importance=0.2, decay_due=NOW)
    store.put_each([Write(old)])
    sweep(store, scheduled(NOW + 100 * DAY), NOW + 100 * DAY, lambda: FOREVER)
    assert stored(store, old).status is Status.DELETED
    past = [r for r in store.read(list(store.rows)).values() if isinstance(r, PastVersion)]
    assert [p.memory.status for p in past] == [Status.ACTIVE]


def test_memory_that_is_not_due_is_not_read() -> None:
    store = listing()
    store.put_each([Write(fact(memory_id=f"f_{i:012x}aa", decay_due=NOW + 900 * DAY)) for i in range(50)])
    before = dict(store.rows)
    store.calls.clear()
    report = sweep(store, scheduled(NOW + DAY), NOW + DAY, lambda: FOREVER)
    assert (report.examined, store.calls["read"]) == (0, 1), "it reads its own report alone"
    assert {k: v for k, v in store.rows.items() if k in before} == before


def test_sweeping_twice_changes_nothing_more() -> None:
    store = listing()
    old = fact(importance=0.2, decay_due=NOW)
    store.put_each([Write(old)])
    sweep(store, scheduled(NOW + 25 * DAY), NOW + 25 * DAY, lambda: FOREVER)
    once = stored(store, old)
    sweep(store, scheduled(NOW + 25 * DAY), NOW + 25 * DAY, lambda: FOREVER)
    assert stored(store, old) == once


def test_sweep_that_runs_out_of_time_goes_on_the_next_time() -> None:
    store = listing()
    rows = [fact(memory_id=f"f_{i:012x}aa", importance=0.2, decay_due=NOW) for i in range(450)]
    store.put_each([Write(r) for r in rows])
    left = iter([100.0, 100.0])
    first = sweep(store, scheduled(NOW + 25 * DAY), NOW + 25 * DAY, lambda: next(left, 0.0))
    second = sweep(store, scheduled(NOW + 25 * DAY), NOW + 25 * DAY, lambda: FOREVER)
    assert (first.examined, second.examined) == (200, 250)
    assert {stored(store, r).status for r in rows} == {Status.DEPRIORITIZED}


def test_report_is_kept() -> None:
    store = listing()
    report = sweep(store, scheduled(NOW), NOW, lambda: FOREVER)
    key = report_key(report.tenant, report.run_id)
    kept = store.read([key])[key]
    assert isinstance(kept, Sweep)
    assert kept.finished_at is not None


def test_preview_says_what_would_change_and_changes_nothing() -> None:
    store = listing()
    store.put_each([Write(fact(importance=0.2)), Write(fact(memory_id="f_0000000000cc", pinned=True))])
    before = dict(store.rows)
    answer = previewed(store, NOW + 100 * DAY, user_id="u1")
    assert answer.changed == {"deleted": 1, "kept": 1}
    assert {c.reason for c in answer.changes} == {"pinned", "untouched for 100 days at importance 0.20: score 0.19"}
    assert store.rows == before


def test_preview_sees_its_own_tenant_alone() -> None:
    store = listing()
    store.put_each([Write(fact(scope=scope(tenant="globex")))])
    assert previewed(store, NOW + 100 * DAY, user_id="u1").examined == 0
    assert previewed(store, NOW + 100 * DAY).examined == 0


def test_swept_memory_leaves_the_index() -> None:
    world = World()
    world.tell("I live in Denver.")
    (memory,) = world.memories()
    world.now = NOW + 5000 * DAY
    sweep(world.store, scheduled(world.now), world.now, lambda: FOREVER)
    world.project()
    assert world.index.documents[memory.key].gone
    assert world.recall("Denver", kinds=["fact"]).memories == ()


def test_batch_that_nobody_finished_is_queued_again_with_a_longer_pause_each_time() -> None:
    world = World()
    world.accept(message("I live in Denver."))
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now) == {
        "queued": 0,
        "closed": 0,
        "upkeep": 0,
        "embedded": 0,
        "projected": 0,
    }
    world.now += timedelta(minutes=3)
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now)["queued"] == 1
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now)["queued"] == 0
    assert [w.attempt for w in world.extracting.sent] == [1, 2]
    world.extract(world.extracting.sent[-1])
    world.summarise()
    world.project()
    world.now += timedelta(hours=2)
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now)["queued"] == 0


def test_row_that_the_stream_lost_is_projected_by_the_schedule() -> None:
    world = World()
    work = world.accept(message("I live in Denver."))
    world.extract(work)
    world.summarise()
    assert not world.index.documents
    world.now += timedelta(minutes=3)
    assert catch_up(world.store, world.extracting, world.consolidating, world.kept, world.now)["projected"] == 3
    assert world.recall("Denver").memories


def crowd(store: MemoryStore) -> dict[str, Memory]:
    """Due memories of several owners, u1's container twice."""
    owners = {
        "u1": scope(), "u10": scope(user_id="u10"), "shop": scope(container="shop"), "container": scope(user_id=None),
        "globex": scope(tenant="globex"),
    }  # fmt: skip
    rows = {name: fact(scope=owner, importance=0.2, decay_due=NOW) for name, owner in owners.items()}
    store.put_each([Write(m) for m in rows.values()])
    return rows


@pytest.mark.parametrize(
    ("key", "asked_for", "taken"),
    [
        (principal(), {}, {"u1", "u10", "shop", "container"}),
        (principal(), {"container": "shop"}, {"shop"}),
        (principal(), {"container": "default"}, {"u1", "u10", "container"}),
        (principal(), {"user_id": "u1"}, {"u1"}),
        (principal(user_id="u1"), {}, {"u1"}),
        (principal(containers=("shop",)), {}, {"shop"}),
        (principal(tenant="operator", operator=True), {}, {"u1", "u10", "shop", "container", "globex"}),
        (principal(tenant="operator"), {}, set()),
    ],
)
def test_sweep_is_over_what_the_key_and_the_scope_say(key: Principal, asked_for: dict[str, str], taken: set[str]) -> None:
    store = listing()
    rows = crowd(store)
    at = NOW + 100 * DAY
    run = asked(key, api.SweepScope.model_validate(asked_for), False, at)
    done = sweep(store, run, at, lambda: FOREVER)
    assert {name for name, m in rows.items() if stored(store, m).status is Status.DELETED} == taken
    assert done.finished_at == at
    assert report(store, key, run.run_id) == done
    for tenant, number in done.change_sets.items():
        head = read_head(store, tenant, number)
        assert head is not None
        assert (head.state, head.container, head.user_id) == (ChangeState.APPLIED, run.container, run.user_id)


@pytest.mark.parametrize(
    ("key", "asked_for", "preview"),
    [
        (principal(user_id="u1"), {"user_id": "u2"}, False),
        (principal(containers=("shop",)), {"container": "default"}, True),
        (principal(containers=("shop", "bar")), {}, False),
        (principal(tenant="operator", operator=True), {"container": "shop"}, False),
        (principal(tenant="operator", operator=True), {}, True),
    ],
)
def test_key_sweeps_and_previews_nothing_that_is_not_its_own(key: Principal, asked_for: dict[str, str], preview: bool) -> None:
    with pytest.raises(Forbidden):
        asked(key, api.SweepScope.model_validate(asked_for), preview, NOW)


def test_report_is_for_those_who_might_have_asked_for_the_run() -> None:
    store = listing()
    run = sweep(store, asked(principal(), api.SweepScope(), False, NOW), NOW, lambda: FOREVER)
    for stranger in (principal(tenant="globex"), principal(user_id="u1"), principal(containers=("shop",))):
        with pytest.raises(NotFound):
            report(store, stranger, run.run_id)


def test_run_that_is_stopped_is_one_run_with_one_change_set_when_it_goes_on() -> None:
    store = listing()
    rows = [fact(memory_id=f"f_{i:012x}aa", importance=0.2, decay_due=NOW) for i in range(450)]
    store.put_each([Write(r) for r in rows])
    at = NOW + 25 * DAY
    left = iter([100.0, 100.0])
    first = sweep(store, scheduled(at), at, lambda: next(left, 0.0))
    assert first.finished_at is None
    last = sweep(store, first, at + timedelta(minutes=2), lambda: FOREVER)
    assert (last.run_id, last.examined, last.changed) == (first.run_id, 450, {"deprioritized": 450})
    assert last.change_sets == first.change_sets == {"acme": 1}
    head = read_head(store, "acme", 1)
    assert head is not None
    assert (head.state, head.changes) == (ChangeState.APPLIED, 450)
    assert sweep(store, last, at + timedelta(minutes=3), lambda: FOREVER) == last, "a finished run does nothing more"


@pytest.mark.parametrize("fails_at", range(1, 14))
def test_sweep_that_dies_anywhere_is_finished_by_the_next(fails_at: int, monkeypatch: pytest.MonkeyPatch) -> None:
    store = listing()
    rows = [fact(memory_id=f"f_{i:012x}aa", importance=0.2, decay_due=NOW) for i in range(3)]
    store.put_each([Write(r) for r in rows])
    at = NOW + 25 * DAY
    commit, calls = store.commit, iter(range(1, 1000))

    def dying(writes: Sequence[Write | Delete]) -> None:
        if next(calls) == fails_at:
            raise Unavailable("The table does not answer.")
        commit(writes)

    monkeypatch.setattr(store, "commit", dying)
    run = Sweep(run_id="s_1", tenant="acme", started_at=at)
    with suppress(Unavailable):
        sweep(store, run, at, lambda: FOREVER)
    monkeypatch.setattr(store, "commit", commit)
    done = sweep(store, run, at, lambda: FOREVER)
    assert done.finished_at is not None
    assert {stored(store, r).status for r in rows} == {Status.DEPRIORITIZED}
    assert {stored(store, r).version for r in rows} == {2}
    assert set(done.change_sets.values()) <= {1}


def test_preview_of_a_container_looks_at_what_is_due_then_and_tells_of_purges() -> None:
    store = listing()
    crowd(store)
    gone = fact(memory_id="f_0000000000dd", status=Status.DELETED, decay_due=NOW + 10 * DAY)
    store.put_each([Write(gone), Write(fact(memory_id="f_0000000000ee", decay_due=NOW + 200 * DAY))])
    answer = previewed(store, NOW + 100 * DAY, container="default")
    assert (answer.examined, answer.changed) == (4, {"deleted": 3, "purged": 1})


def test_sweep_goes_by_the_containers_own_policy() -> None:
    world = World()
    world.configure(decay="none")
    kept, fading = fact(importance=0.2, decay_due=NOW), fact(scope=scope(container="shop"), importance=0.2, decay_due=NOW)
    world.store.put_each([Write(kept), Write(fading)])
    at = NOW + 100 * DAY
    sweep(world.store, scheduled(at), at, lambda: FOREVER)
    assert stored(world.store, kept).status is Status.ACTIVE
    assert stored(world.store, fading).status is Status.DELETED


def test_expired_memory_under_legal_hold_does_not_keep_a_sweep_busy() -> None:
    store = listing()
    held = fact(expires_at=NOW - DAY, legal_hold=True, decay_due=NOW)
    store.put_each([Write(held)])
    done = sweep(store, scheduled(NOW + DAY), NOW + DAY, lambda: FOREVER)
    assert (done.examined, done.changed) == (1, {"kept": 1})
    assert (stored(store, held).status, stored(store, held).decay_due) == (Status.ACTIVE, None)


def test_what_a_hold_on_its_evidence_keeps_is_not_counted_as_purged() -> None:
    world = World()
    world.tell("I like tea.")
    (said,) = world.memories(Kind.OBSERVATION)
    held = said.model_copy(update={"legal_hold": True, "version": said.version + 1})
    world.store.put_each([Write(held, said.version)])
    gone = [m for k in (Kind.FACT, Kind.EPISODE) for m in world.memories(k)]
    taken = {"status": Status.DELETED, "decay_due": NOW}
    world.store.put_each([Write(m.model_copy(update=taken | {"version": m.version + 1}), m.version) for m in gone])
    done = sweep(Fenced(world.store, NOW + DAY), scheduled(NOW + DAY), NOW + DAY, lambda: FOREVER)
    kept = [m for m in gone if stored(world.store, m).purged_at is None]
    assert [m.kind for m in kept] == [Kind.FACT]
    assert done.changed == {"kept": 1, "purged": len(gone) - 1}


def faded(tenant: str, count: int = 1, **fields: Any) -> list[Memory]:
    owner = scope(tenant=tenant, session_id=None)
    return [fact(memory_id=f"f_{i:012x}aa", scope=owner, importance=0.2, decay_due=NOW, **fields) for i in range(count)]


def statuses(store: MemoryStore, rows: Sequence[Memory]) -> set[Status]:
    return {stored(store, r).status for r in rows}


def test_tenant_with_endless_work_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each batch of it takes six seconds, and no call comes to its end."""
    monkeypatch.setattr("keepsake.flows.forgetting.sweep.AT_ONCE", 2)
    store, spent, at = listing(), 0.0, NOW + 25 * DAY
    many, one = faded("acme", 80), faded("globex")
    store.rows |= {r.key: dynamodb.encode(r) for r in (*many, *one)}

    class Slow(MemoryStore):
        def due(self, work: DueWork, before: datetime, limit: int, tenant: str = "", within: str = "") -> list[Key]:
            nonlocal spent
            spent += 3.0
            return super().due(work, before, limit, tenant, within)

    slow = Slow()
    slow.rows = store.rows
    run = sweep(slow, scheduled(at), at, lambda: 110.0 - spent)
    assert statuses(store, one) == {Status.DEPRIORITIZED}
    assert run.changed["deprioritized"] > 2 * 10, "the rest of the call is for who has more"
    assert (run.finished_at, run.unfinished) == (None, ("acme",))
    before, spent = run.changed["deprioritized"], 0.0
    assert sweep(slow, run, at, lambda: 110.0 - spent).changed["deprioritized"] > before + 2 * 15, "so is the next call"


def test_fault_at_one_tenants_rows_holds_up_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    store, at = listing(), NOW + 25 * DAY
    (broken,), one = faded("acme"), faded("globex")
    store.put_each([Write(r) for r in (broken, *one)])
    store.rows[broken.key]["doc"] = {"S": "{}"}
    counted: list[tuple[str, int]] = []
    monkeypatch.setattr(telemetry, "count", lambda name, value: counted.append((name, value)))
    done = sweep(store, scheduled(at), at, lambda: FOREVER)
    assert statuses(store, one) == {Status.DEPRIORITIZED}
    assert (done.finished_at, counted) == (at, [("TenantsNotSwept", 1)])


def test_user_who_is_being_erased_holds_up_no_other() -> None:
    store, at = listing(), NOW + 25 * DAY
    (erased,), one = faded("acme"), faded("globex")
    another = fact(scope=scope(user_id="u2"), importance=0.2, decay_due=NOW)
    state = UserState(scope=erased.scope, erasing=True, erased_at=at)
    store.put_each([Write(r) for r in (erased, *one, another, state)])
    done = sweep(Fenced(store, at), scheduled(at), at, lambda: FOREVER)
    assert statuses(store, [*one, another]) == {Status.DEPRIORITIZED}
    assert (done.finished_at, stored(store, erased)) == (at, erased)


def test_purge_that_another_writer_was_first_with_stays_due() -> None:
    class Busy(MemoryStore):
        def commit(self, writes: Sequence[Write | Delete]) -> None:
            if any(isinstance(w, Write) and isinstance(w.record, UserState) for w in writes):
                raise LostRace("The record was changed by another writer.")
            super().commit(writes)

    store, at = listing(), NOW + 25 * DAY
    (gone,) = faded("acme", status=Status.DELETED)
    store.put_each([Write(gone)])
    busy = Busy()
    busy.rows = store.rows
    left = sweep(busy, scheduled(at), at, lambda: FOREVER)
    assert (left.finished_at, left.changed, stored(store, gone)) == (None, {}, gone)
    assert sweep(store, left, at, lambda: FOREVER).changed == {"purged": 1}
