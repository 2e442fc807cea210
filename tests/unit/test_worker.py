"""A poll of a FIFO queue: what waits comes back soon, what no retry can mend is marked failed, other users go on."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake import bootstrap, worker
from keepsake.errors import ModelUnavailable, PoisonRecord
from keepsake.messages import BatchWork, UserWork, Work
from keepsake.records import Progress
from keepsake.records.dead_letters import DeadLetter
from tests.builders import message
from tests.fakes import MemoryQueue, MemoryStore
from tests.world import World


def record(number: int, work: Work, tries: int = 1) -> dict[str, Any]:
    attributes = {"ApproximateReceiveCount": str(tries), "MessageGroupId": work.group}
    return {"messageId": f"id-{number}", "receiptHandle": f"receipt-{number}", "body": work.body(), "attributes": attributes}


def work_of(user: str, batch: str = "b_1") -> BatchWork:
    return BatchWork(tenant="acme", container="default", user_id=user, batch_id=batch)


def poll(*records: dict[str, Any]) -> dict[str, Any]:
    return {"Records": list(records)}


@pytest.fixture(autouse=True)
def store(monkeypatch: pytest.MonkeyPatch) -> MemoryStore:
    """Where failures are noted."""
    made = MemoryStore()
    monkeypatch.setattr(bootstrap, "store", lambda: made)
    return made


def test_failure_is_noted_with_its_reason_for_when_the_queue_gives_up(store: MemoryStore) -> None:
    def work(_: BatchWork) -> None:
        raise KeyError("Denver")

    worker.each_batch(poll(record(1, work_of("u1"), 7)), None, MemoryQueue(), work)
    (noted,) = store.read(list(store.rows)).values()
    assert isinstance(noted, DeadLetter)
    assert (noted.reason, noted.received, noted.dead_at) == ("KeyError", 7, None)
    assert "Denver" not in str(store.texts())


def test_failure_that_cannot_be_noted_comes_back_all_the_same(store: MemoryStore) -> None:
    def work(_: BatchWork) -> None:
        raise ModelUnavailable("down")

    store.down = True
    done = worker.each_batch(poll(record(1, work_of("u1"))), None, MemoryQueue(), work)
    assert done == {"batchItemFailures": [{"itemIdentifier": "id-1"}]}


def test_done_messages_leave_the_queue() -> None:
    queue = MemoryQueue()
    done = worker.each_batch(poll(record(1, work_of("u1"))), None, queue, lambda _: None)
    assert done == {"batchItemFailures": []}
    assert queue.postponed == []


@pytest.mark.parametrize(("tries", "pause"), [(1, 10), (2, 20), (4, 80), (50, 300)])
def test_waiting_message_comes_back_later_with_each_try(tries: int, pause: int) -> None:
    def work(_: BatchWork) -> None:
        raise ModelUnavailable("down")

    queue = MemoryQueue()
    done = worker.each_batch(poll(record(1, work_of("u1"), tries)), None, queue, work)
    assert done == {"batchItemFailures": [{"itemIdentifier": "id-1"}]}
    assert queue.postponed == [("receipt-1", pause)]


def test_one_users_failure_holds_only_that_users_later_messages() -> None:
    seen = []

    def work(batch: BatchWork) -> None:
        seen.append(batch.batch_id)
        if batch.batch_id == "b_1":
            raise ModelUnavailable("down")

    records = [record(1, work_of("u1", "b_1")), record(2, work_of("u1", "b_2")), record(3, work_of("u2", "b_3"))]
    done = worker.each_batch(poll(*records), Clock(50.0, 50.0), MemoryQueue(), work)
    assert [f["itemIdentifier"] for f in done["batchItemFailures"]] == ["id-1", "id-2"]
    assert seen == ["b_1", "b_3"]


def test_batch_that_no_retry_can_mend_is_failed_with_its_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    batch = world.accept(message("I live in Denver.", event_id="m1"))
    monkeypatch.setattr(bootstrap, "store", lambda: world.store)

    def work(_: BatchWork) -> None:
        raise PoisonRecord("nonsense")

    assert worker.each_batch(poll(record(1, batch)), None, MemoryQueue(), work) == {"batchItemFailures": []}
    assert (world.event("m1").progress, world.event("m1").reason) == (Progress.FAILED, "could not be read: PoisonRecord")


class Clock:
    """A Lambda context with this much time left at each look."""

    def __init__(self, *left_s: float) -> None:
        self._left = iter(left_s)

    def get_remaining_time_in_millis(self) -> int:
        return int(1000 * next(self._left))


def test_message_that_would_be_cut_off_goes_back_at_once() -> None:
    seen: list[str] = []
    queue = MemoryQueue()
    records = [record(1, work_of("u1", "b_1")), record(2, work_of("u2", "b_2")), record(3, work_of("u2", "b_3"))]
    done = worker.each_batch(poll(*records), Clock(10.0), queue, lambda b: seen.append(b.batch_id))
    assert seen == ["b_1"]
    assert [f["itemIdentifier"] for f in done["batchItemFailures"]] == ["id-2", "id-3"]
    assert queue.postponed == [("receipt-2", 0), ("receipt-3", 0)]


def test_unreadable_message_is_dropped() -> None:
    broken = record(1, work_of("u1")) | {"body": "{}"}
    assert worker.each_batch(poll(broken), None, MemoryQueue(), lambda _: None) == {"batchItemFailures": []}


def test_upkeep_takes_its_turn_among_the_users_batches() -> None:
    seen: list[str] = []
    upkeep = UserWork(tenant="acme", container="default", user_id="u1", upkeep="prune", run_id="w_1")
    records = [record(1, work_of("u1", "b_1")), record(2, upkeep), record(3, work_of("u1", "b_2"))]
    assert {r["attributes"]["MessageGroupId"] for r in records} == {upkeep.group}
    done = worker.each_batch(
        poll(*records), Clock(50.0, 50.0), MemoryQueue(), lambda b: seen.append(b.batch_id), lambda u: seen.append(u.run_id)
    )
    assert done == {"batchItemFailures": []}
    assert seen == ["b_1", "w_1", "b_2"]


def test_upkeep_that_no_retry_can_mend_lets_the_users_batches_go_on() -> None:
    def broken(_: UserWork) -> None:
        raise PoisonRecord("nonsense")

    upkeep = UserWork(tenant="acme", container="default", user_id="u1", upkeep="distil", run_id="w_1")
    assert worker.each_batch(poll(record(1, upkeep)), None, MemoryQueue(), lambda _: None, broken) == {"batchItemFailures": []}


def test_upkeep_that_waits_for_a_dependency_comes_back() -> None:
    def waits(_: UserWork) -> None:
        raise ModelUnavailable("down")

    upkeep = UserWork(tenant="acme", container="default", user_id="u1", upkeep="distil", run_id="w_1")
    queue = MemoryQueue()
    done = worker.each_batch(poll(record(1, upkeep)), None, queue, lambda _: None, waits)
    assert done == {"batchItemFailures": [{"itemIdentifier": "id-1"}]}
    assert queue.postponed == [("receipt-1", 10)]
