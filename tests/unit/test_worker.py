"""A poll of a FIFO queue: what waits comes back soon, what no retry can mend is marked failed, other users go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from keepsake import bootstrap, worker
from keepsake.errors import ModelUnavailable, PoisonRecord
from keepsake.flows.knowledge import upkeep
from keepsake.messages import BatchWork, UserWork, Work
from keepsake.ports import Write
from keepsake.records import Progress, UserState, state_key
from keepsake.records.dead_letters import DeadLetter
from tests.builders import message, scope, unseen
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
    done = worker.each_batch(poll(*records), Clock(80.0, 80.0), MemoryQueue(), work)
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


UPKEEP = UserWork(tenant="acme", container="default", user_id="u1", upkeep="prune", run_id="w_1")


def test_no_batch_waits_behind_upkeep() -> None:
    """Its messages lie in another queue; the batch queues take none of them."""
    seen: list[str] = []
    done = worker.each_batch(poll(record(1, UPKEEP)), None, MemoryQueue(), lambda b: seen.append(b.batch_id))
    assert (done, seen) == ({"batchItemFailures": []}, [])


def test_upkeep_that_no_retry_can_mend_becomes_a_dead_letter(store: MemoryStore) -> None:
    def broken(_: UserWork) -> None:
        raise PoisonRecord("nonsense")

    store.put_each([Write(UserState(scope=scope(session_id=None), facts=30, looked=unseen(new_facts=30)))])
    assert worker.each_upkeep(poll(record(1, UPKEEP)), None, MemoryQueue(), broken) == {"batchItemFailures": []}
    (letter,) = letters(store)
    assert (letter.queue, letter.reason, letter.dead_at is None) == ("consolidate", "could not be read: PoisonRecord", False)
    state = store.read([state_key(scope())])[state_key(scope())]
    assert isinstance(state, UserState)
    # It is due again with what is new from now on, not every hour.
    assert (state.looked[0].new_facts, upkeep.due_work(state)) == (0, [])


def test_upkeep_that_waits_for_a_dependency_comes_back() -> None:
    def waits(_: UserWork) -> None:
        raise ModelUnavailable("down")

    queue = MemoryQueue()
    done = worker.each_upkeep(poll(record(1, UPKEEP)), None, queue, waits)
    assert done == {"batchItemFailures": [{"itemIdentifier": "id-1"}]}
    assert queue.postponed == [("receipt-1", 10)]


def letters(store: MemoryStore) -> list[DeadLetter]:
    return [r for r in store.read(list(store.rows)).values() if isinstance(r, DeadLetter)]


def delivered(work: Callable[[BatchWork], None], batch: BatchWork, times: int, first: int = 1) -> list[bool]:
    """Whether the message came back, each of `times` deliveries in a row."""
    polls = (worker.each_batch(poll(record(1, batch, n)), None, MemoryQueue(), work) for n in range(first, first + times))
    return [bool(done["batchItemFailures"]) for done in polls]


@pytest.fixture
def accepted(monkeypatch: pytest.MonkeyPatch) -> tuple[World, BatchWork]:
    world = World()
    batch = world.accept(message("I live in Denver.", event_id="m1"))
    monkeypatch.setattr(bootstrap, "store", lambda: world.store)
    return world, batch


def test_batch_that_fails_in_any_other_way_is_failed_after_five_deliveries(accepted: tuple[World, BatchWork]) -> None:
    world, batch = accepted

    def work(_: BatchWork) -> None:
        raise OverflowError("date value out of range")

    assert delivered(work, batch, 5) == [True, True, True, True, False]
    assert (world.event("m1").progress, world.event("m1").reason) == (Progress.FAILED, "given up after 5 tries: OverflowError")


def test_batch_that_kills_its_worker_is_failed_too(accepted: tuple[World, BatchWork]) -> None:
    world, batch = accepted

    class Killed(BaseException):
        """As when the function is cut off: nobody catches it."""

    def work(_: BatchWork) -> None:
        raise Killed

    for n in range(1, 7):
        with pytest.raises(Killed):
            delivered(work, batch, 1, first=n)
    assert delivered(work, batch, 1, first=7) == [False]
    assert world.event("m1").progress is Progress.FAILED


def test_what_waits_for_a_dependency_keeps_its_turn_however_often(accepted: tuple[World, BatchWork]) -> None:
    world, batch = accepted

    def work(_: BatchWork) -> None:
        raise ModelUnavailable("down")

    assert all(delivered(work, batch, 200))
    assert world.event("m1").progress is Progress.PENDING


def test_waiting_does_not_count_against_a_batch_that_fails_later(accepted: tuple[World, BatchWork]) -> None:
    world, batch = accepted
    errors: list[Exception] = [*[ModelUnavailable("down")] * 30, *[KeyError("x")] * 4]

    def work(_: BatchWork) -> None:
        if errors:
            raise errors.pop(0)

    assert delivered(work, batch, 35) == [True] * 34 + [False]
    assert world.event("m1").progress is Progress.PENDING


def test_what_cannot_even_be_given_up_becomes_a_dead_letter(accepted: tuple[World, BatchWork], monkeypatch: pytest.MonkeyPatch) -> None:
    world, batch = accepted

    def work(_: BatchWork) -> None:
        raise KeyError("x")

    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(worker, "mark_failed", broken)
    back = delivered(work, batch, 30)
    assert back.index(False) + 1 == worker.MOST_TRIES
    (letter,) = letters(world.store)
    assert letter.dead_at is not None
