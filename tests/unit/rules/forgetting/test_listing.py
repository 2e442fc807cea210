"""Row D1: what lists a memory for the sweeps, itself or the batch that made it."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Batch, Memory
from keepsake.rules.forgetting import listing
from keepsake.rules.forgetting.listing import SOON
from tests.builders import DAY, NOW, fact, scope

DAYS = st.integers(0, 800).map(lambda n: n * DAY)
BATCH = Batch(scope=scope(), batch_id="b_1", event_ids=("m1",), recorded_at=NOW, ttl_at=NOW + 30 * DAY)


def memories(waits: list[timedelta | None]) -> dict[str, Memory]:
    names = [f"f_{n:012x}aa" for n in range(len(waits))]
    return {i: fact(memory_id=i, decay_due=None if w is None else NOW + w) for i, w in zip(names, waits, strict=True)}


@given(st.lists(st.none() | DAYS, max_size=6))
def test_batch_comes_up_with_the_first_that_it_lists(waits: list[timedelta | None]) -> None:
    made = listing.with_batch(memories(waits), NOW)
    batch = listing.listing(BATCH, made.values())
    later = [NOW + w for w in waits if w is not None and w >= SOON]
    assert batch.fades_at == min(later, default=None)
    for name, memory in made.items():
        assert (name in batch.fades) is (memory.decay_due is not None and memory.decay_due >= NOW + SOON)
        assert (memory.due is None) is (memory.decay_due is None or name in batch.fades)


@given(st.lists(DAYS, min_size=1, max_size=4), DAYS, DAYS)
def test_what_is_written_later_lists_itself_unless_the_batch_comes_up_in_time(
    waits: list[timedelta], at: timedelta, due: timedelta
) -> None:
    made = listing.with_batch(memories(waits), NOW)
    batch = listing.listing(BATCH, made.values())
    for memory in made.values():
        after = memory.model_copy(update={"updated_at": NOW + at, "decay_due": NOW + due, "version": 2})
        in_time = batch.fades_at is not None and after.updated_at < batch.fades_at <= NOW + due
        assert after.due is not None or (in_time and memory.memory_id in batch.fades)
        copied = after.model_copy(update={"memory_id": "f_ffffffffffffaa"})
        assert copied.due is not None, "a copy is no memory that the batch made"


def test_batch_lists_what_a_sweep_did_not_take() -> None:
    made = listing.with_batch(memories([20 * DAY, 40 * DAY, 60 * DAY]), NOW)
    first, second, third = made.values()
    batch = listing.listing(BATCH, made.values())
    swept = first.model_copy(update={"fades_with": None, "decay_due": NOW + 90 * DAY})
    left = listing.left(batch, [swept, second, third])
    assert (left.fades, left.fades_at) == ((second.memory_id, third.memory_id), second.decay_due)
    assert listing.left(left, []).fades_at is None
    assert (batch.gone_at, listing.left(left, []).gone_at) == (None, BATCH.ttl_at)
