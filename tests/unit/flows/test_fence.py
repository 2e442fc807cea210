"""Row V4: what is written while a user is erased, or after by work that began before, is taken back by its writer."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake.changes import Changed, ChangePart
from keepsake.errors import LostRace
from keepsake.flows.fence import Fenced
from keepsake.ports import Write
from keepsake.records import Batch, Membership, UserState
from local.in_memory import scope
from tests.builders import DAY, NOW, event, fact
from tests.fakes import MemoryStore


def test_fence_takes_back_rows_of_work_that_began_before_and_no_others() -> None:
    store = MemoryStore()
    store.put_each([Write(UserState(scope=scope(), erased_at=NOW))])
    with pytest.raises(LostRace):
        Fenced(store, NOW - DAY).put_each([Write(fact())])
    assert fact().key not in store.rows
    Fenced(store, NOW + DAY).put_each([Write(fact())])
    assert fact().key in store.rows


def test_fence_takes_back_rows_while_an_erasure_is_under_way() -> None:
    """What is put between the last count and the end is seen by its writer alone."""
    store = MemoryStore()
    store.put_each([Write(UserState(scope=scope(), erased_at=NOW, erasing=True))])
    with pytest.raises(LostRace):
        Fenced(store, NOW + DAY).put_each([Write(fact())])
    assert fact().key not in store.rows


def state(**fields: Any) -> UserState:
    return UserState(scope=scope(), **fields)


def test_fence_looks_after_no_row_that_the_users_state_follows() -> None:
    store = MemoryStore()
    fence = Fenced(store, NOW)
    assert fence.put_each([Write(fact(), ordered=True)]) == set()
    fence.commit([Write(state())])
    assert fact().key in store.rows


@pytest.mark.parametrize("where", ["while it was put", "before it was put"])
def test_fence_takes_back_what_the_users_state_did_not_follow(where: str) -> None:
    """The erasure comes after the state was read that the work goes by, or that was read when the erasure was under way."""
    store = MemoryStore()
    store.put_each([Write(state())])
    fence = Fenced(store, NOW)
    erased = state(erased_at=NOW, erasing=True, version=2)
    store.commit([Write(erased, 1)])
    fence.put_each([Write(fact(), ordered=True)])
    read = state() if where == "while it was put" else erased
    with pytest.raises(LostRace):
        fence.commit([Write(read.model_copy(update={"version": read.version + 1}), read.version)])
    assert store.rows.keys() == {erased.key}


def test_fence_looks_at_once_where_one_of_several_rows_lost() -> None:
    """Who meets another consumer goes no further, and writes no state."""
    store = MemoryStore()
    store.put_each([Write(state(erased_at=NOW)), Write(event())])
    with pytest.raises(LostRace):
        Fenced(store, NOW - DAY).put_each([Write(fact(), ordered=True), Write(event(), ordered=True)])
    assert fact().key not in store.rows


def test_fence_takes_back_what_tells_of_the_user_elsewhere() -> None:
    store = MemoryStore()
    store.put_each([Write(UserState(scope=scope(), erased_at=NOW))])
    line = Changed(key=fact().key, memory_id=fact().memory_id, before=1, after=2, what="w", why="y")
    batch = Batch(scope=scope(), batch_id="b_1", event_ids=(), recorded_at=NOW, ttl_at=NOW + DAY)
    told = (
        batch,
        Membership(tenant="acme", user_id="u1", container="default"),
        ChangePart(tenant="acme", number=1, index=0, changes=(line,)),
    )
    for record in told:
        with pytest.raises(LostRace):
            Fenced(store, NOW - DAY).commit([Write(record)])
        assert record.key not in store.rows
        Fenced(store, NOW + DAY).commit([Write(record)])
        assert record.key in store.rows
