"""The meter against rows and requests whose units were worked out by hand from AWS's documentation."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bench.cost import MeteredStore, entry_size, index_units, size, steps
from keepsake.errors import LostRace
from keepsake.ids import Key
from keepsake.ports import Delete, Write
from keepsake.records import Customer, DueWork, Event, UserState, state_key
from local.in_memory import NOW, scope
from tests.builders import event

PLAIN = Customer(tenant="acme")
"""A row in no index, far below 1 KB."""


def test_attributes_are_as_large_as_aws_says() -> None:
    row: Any = {
        "pk": {"S": "T#é"},  # 2 + 4: UTF-8
        "n": {"N": "-1200"},  # 1 + 1 + 1: two significant digits and a byte
        "m": {"N": "12.345"},  # 1 + 3 + 1
        "z": {"N": "0"},  # 1 + 0 + 1
        "data": {"L": [{"B": b"12345"}, {"B": b""}]},  # 4 + 3 + (1 + 5) + (1 + 0)
        "map": {"M": {"ab": {"S": "cd"}, "e": {"NULL": True}}},  # 3 + 3 + (1 + 2 + 2) + (1 + 1 + 1)
    }
    assert size(row) == 6 + 3 + 5 + 2 + 14 + 14


def test_no_row_has_no_size() -> None:
    assert size({}) == 0


@pytest.mark.parametrize(("octets", "units"), [(0, 1), (1, 1), (1024, 1), (1025, 2), (2048, 2), (2049, 3)])
def test_every_begun_step_counts_and_at_least_one(octets: int, units: int) -> None:
    assert steps(octets, 1024) == units


def _indexed(due_at: str) -> dict[str, Any]:
    return {"pk": {"S": "p" * 10}, "sk": {"S": "s" * 20}, "doc": {"S": "x" * 5000}, "due_shard": {"S": "DECAY#1"}, "due_at": {"S": due_at}}


def test_an_entry_holds_its_own_keys_and_the_rows() -> None:
    assert entry_size("due", _indexed("2026")) == (2 + 10) + (2 + 20) + (9 + 7) + (6 + 4)
    assert entry_size("by_id", _indexed("2026")) == 0


@pytest.mark.parametrize(
    ("before", "after", "units"),
    [
        ({}, _indexed("2026"), 1),
        (_indexed("2026"), {}, 1),
        (_indexed("2026"), _indexed("2027"), 2),
        (_indexed("2026"), _indexed("2026") | {"doc": {"S": "y"}}, 0),
        ({}, {"pk": {"S": "p"}, "sk": {"S": "s"}}, 0),
    ],
    ids=["put", "removed", "changed", "same", "sparse"],
)
def test_an_index_costs_where_its_entry_changes(before: Any, after: Any, units: int) -> None:
    assert index_units("due", before, after) == units


@pytest.fixture
def store() -> MeteredStore:
    return MeteredStore()


def _lying(store: MeteredStore, content: str, event_id: str = "m1") -> Event:
    """An event that is stored already, for nothing."""
    row = event(content=content, event_id=event_id)
    store.commit([Write(row)])
    store.write_units = 0
    store.units_by_index.clear()
    return row


def _rough(octets: int) -> str:
    """Text that no packing shortens much below its length."""
    return "".join(chr(0x4E00 + (n * 7919) % 20000) for n in range(octets // 2))


def test_a_put_costs_its_size_and_its_entry(store: MeteredStore) -> None:
    row = event(content=_rough(3000))
    store.commit([Write(row)])
    assert size(store.rows[row.key]) > 2048
    assert store.write_units == steps(size(store.rows[row.key]), 1024) + 1
    assert store.units_by_index == {"by_id": 1}
    assert store.units_by_partition == {row.key.pk: store.write_units - 1}


def test_a_row_that_shrinks_costs_what_it_was(store: MeteredStore) -> None:
    row = _lying(store, _rough(6000))
    large = size(store.rows[row.key])
    store.commit([Write(row.model_copy(update={"content": "short", "version": 2}), 1)])
    assert size(store.rows[row.key]) < 1024
    assert store.write_units == steps(large, 1024)


def test_a_transaction_costs_twice_but_its_indexes_once(store: MeteredStore) -> None:
    store.commit([Write(PLAIN), Write(event())])
    assert store.write_units == 2 * 1 + 2 * 1 + 1


def test_a_deletion_alone_is_no_transaction_and_costs_its_entry_too(store: MeteredStore) -> None:
    row = _lying(store, "short")
    store.commit([Delete(row.key)])
    assert store.write_units == 1 + 1


def test_a_refused_write_costs_the_row_that_it_met(store: MeteredStore) -> None:
    row = _lying(store, _rough(6000))
    assert store.put_each([Write(event(content="short"))]) == {row.key}
    assert store.write_units == steps(size(store.rows[row.key]), 1024) > 2


def test_a_refused_write_where_nothing_lies_costs_one(store: MeteredStore) -> None:
    with pytest.raises(LostRace):
        store.commit([Write(event(version=2), 1)])
    assert store.write_units == 1


def test_a_refused_transaction_costs_twice_for_each_row(store: MeteredStore) -> None:
    _lying(store, "short")
    with pytest.raises(LostRace):
        store.commit([Write(PLAIN), Write(event())])
    assert store.write_units == 4


@pytest.mark.parametrize(("consistent", "factor"), [(True, 1.0), (False, 0.5)])
def test_rows_asked_for_by_key_are_counted_one_by_one_there_or_not(store: MeteredStore, consistent: bool, factor: float) -> None:
    row = _lying(store, _rough(12_000))
    store.read([row.key, state_key(scope()), row.key], consistent=consistent)
    assert store.read_units == factor * (steps(size(store.rows[row.key]), 4096) + 1)


def test_a_query_is_counted_by_its_page(store: MeteredStore) -> None:
    rows = [_lying(store, "short", f"m{n}") for n in range(20)]
    octets = sum(size(store.rows[r.key]) for r in rows)
    store.query(scope().pk, "EVENT#", consistent=True)
    assert store.read_units == steps(octets, 4096)
    assert store.read_units < 20


def test_a_query_of_nothing_costs_a_step(store: MeteredStore) -> None:
    assert store.query(scope().pk, "EVENT#").records == ()
    assert store.read_units == 0.5


def test_a_query_over_a_megabyte_is_several_pages(store: MeteredStore) -> None:
    rows = [_lying(store, _rough(200_000), f"m{n}") for n in range(5)]
    sizes = [size(store.rows[r.key]) for r in rows]
    assert sum(sizes) > (1 << 20) > sum(sizes[:-1])
    store.query(scope().pk, "EVENT#", consistent=True)
    assert store.read_units == steps(sum(sizes[:-1]), 4096) + steps(sizes[-1], 4096)


@pytest.mark.parametrize("newest_first", [False, True])
@pytest.mark.parametrize("after", [None, "EVENT#m3", "A", "Z"])
@pytest.mark.parametrize("limit", [None, 2])
def test_a_query_finds_what_the_plain_store_finds(store: MeteredStore, newest_first: bool, after: str | None, limit: int | None) -> None:
    for n in range(6):
        _lying(store, "short", f"m{n}")
    store.commit([Write(UserState(scope=scope()))])
    given: Any = {"after": after, "limit": limit, "newest_first": newest_first}
    assert store.query(scope().pk, "EVENT#", **given) == super(MeteredStore, store).query(scope().pk, "EVENT#", **given)


def test_a_look_up_by_id_costs_an_index_page(store: MeteredStore) -> None:
    row = _lying(store, "short")
    assert store.find("acme", row.event_id) == [row.key]
    assert store.find("acme", "nobody") == []
    assert store.read_units == 2 * 0.5


def test_due_work_costs_a_query_for_each_shard(store: MeteredStore) -> None:
    row = event(lapses_at=NOW)
    store.commit([Write(row)])
    assert store.due(DueWork.RETENTION, NOW + timedelta(seconds=1), 10, "acme") == [row.key]
    shards = store.read_units / 0.5
    assert shards == 4


def test_rows_are_named_by_what_they_are(store: MeteredStore) -> None:
    store.commit([Write(event())])
    assert set(store.units_by_kind) == {"EVENT"}
    assert Key(*event().key) in store.rows
