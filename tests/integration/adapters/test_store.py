"""The contract of `Store`, held by the table (on moto) and by the tests' own stand-in."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import botocore.exceptions
import pytest

from keepsake import ids
from keepsake.adapters import dynamodb
from keepsake.adapters.dynamodb import DynamoStore, answering
from keepsake.errors import KeepsakeError, LostRace, PoisonRecord, Unavailable
from keepsake.ids import Key
from keepsake.ports import Delete, Listed, Store, Write
from keepsake.records import Batch, DueWork, Embedding, Event, Memory, PastVersion, history_prefix, memory_key
from keepsake.records.indexing import Owed
from keepsake.rules.indexing import documents, owing
from tests.builders import NOW, event, fact, scope
from tests.fakes import MemoryStore


@pytest.fixture(params=["table", "memory"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
    else:
        client, name = request.getfixturevalue("table")
        yield DynamoStore(client, name)


def test_written_rows_are_read_back_equal(store: Store) -> None:
    made_by = Embedding(model="m", dimension=2)
    known = documents.with_vectors(fact(), made_by, [[1.0, 0.0]])
    said = documents.with_vectors(event(), made_by, [[0.6, -0.8], [0.0, 1.0]]).model_copy(update={"embedded": 3})
    rows = [said, known, PastVersion(memory=known), fact(memory_id="f_0000000000f1")]
    assert store.put_each([Write(r) for r in rows]) == set()
    assert store.read([r.key for r in rows], consistent=True) == {r.key: r for r in rows}


def test_rows_are_taken_as_they_stand_in_the_answers_json(request: pytest.FixtureRequest) -> None:
    client, name = request.getfixturevalue("table")
    store = DynamoStore(client, name)
    known = documents.with_vectors(fact(), Embedding(model="m", dimension=2), [[1.0, 0.0]])
    store.put_each([Write(known)])
    rows: list[Any] = []
    client.meta.events.register("after-call.dynamodb.BatchGetItem", lambda parsed, **_: rows.extend(parsed["Responses"][name]))
    client.meta.events.register("after-call.dynamodb.Query", lambda parsed, **_: rows.extend(parsed["Items"]))
    assert store.read([known.key]) == {known.key: known}
    assert store.query(known.key.pk, known.key.sk).records == (known,)
    assert [type(row["data"]["L"][0]["B"]) for row in rows] == [str, str], "no value was made anew by its shape"


@pytest.mark.parametrize(("status", "body"), [(400, b'{"__type": "x#ValidationException"}'), (200, b'{"Responses": {"tab')])
def test_answer_that_holds_no_rows_is_botocores(status: int, body: bytes) -> None:
    answer, apart = {"status_code": status, "body": body}, dict[str, Any]()
    dynamodb.rows_apart(answer, apart)
    assert (answer, apart) == ({"status_code": status, "body": body}, {})


def test_single_row_is_put_by_no_other_thread(request: pytest.FixtureRequest) -> None:
    client, name = request.getfixturevalue("table")
    store, writers = DynamoStore(client, name), set()
    client.meta.events.register("before-call.dynamodb.PutItem", lambda **_: writers.add(threading.get_ident()))
    assert store.put_each([Write(event())]) == set()
    assert writers == {threading.get_ident()}


def test_missing_rows_are_left_out(store: Store) -> None:
    assert store.read([event().key]) == {}
    assert store.read([]) == {}


def test_more_rows_than_one_request_takes_are_read(store: Store) -> None:
    rows = [event(event_id=f"m{i}") for i in range(250)]
    store.put_each([Write(r) for r in rows])
    assert len(store.read([r.key for r in rows])) == 250


def test_row_is_created_once(store: Store) -> None:
    assert store.put_each([Write(event())]) == set()
    assert store.put_each([Write(event(content="other"))]) == {event().key}
    assert store.read([event().key])[event().key] == event()


def test_write_that_keeps_the_version_undoes_no_vector(store: Store) -> None:
    made_by = Embedding(model="m", dimension=2)
    bare = fact()
    first = documents.with_vectors(bare, made_by, [[1.0, 0.0]]).model_copy(update={"embedded": 1})
    second = first.model_copy(update={"embedded": 2})
    store.put_each([Write(bare)])
    assert store.put_each([Write(first, 1, embedded=0)]) == set()
    assert store.put_each([Write(first, 1, embedded=0)]) == {bare.key}, "somebody else added vectors first"
    assert store.put_each([Write(bare.model_copy(update={"importance": 0.9}), 1)]) == {bare.key}, "it was read before they came"
    assert store.put_each([Write(second, 1, embedded=1)]) == set()
    assert store.put_each([Write(second.model_copy(update={"importance": 0.9}), 1)]) == set()
    assert store.put_each([Write(bare.model_copy(update={"version": 2}), 1)]) == set(), "the next version may: they are made again"


def test_transaction_writes_all_or_nothing(store: Store) -> None:
    store.put_each([Write(event())])
    later = event(version=2)
    with pytest.raises(LostRace):
        store.commit([Write(fact()), Write(later, expected=7)])
    assert fact().key not in store.read([fact().key])
    store.commit([Write(fact()), Write(later, expected=1), Delete(Key("nowhere", "nothing"))])
    assert store.read([event().key, fact().key]) == {event().key: later, fact().key: fact()}


def test_row_that_has_to_be_there_is_deleted_once(store: Store) -> None:
    store.put_each([Write(event()), Write(fact())])
    store.commit([Delete(event().key, present=True)])
    with pytest.raises(LostRace):
        store.commit([Delete(event().key, present=True)])
    with pytest.raises(LostRace):
        store.commit([Delete(event().key, present=True), Delete(fact().key)])
    assert fact().key in store.read([fact().key])


def test_row_of_another_version_is_not_deleted(store: Store) -> None:
    store.put_each([Write(event(version=1)), Write(fact())])
    for others in ([], [Delete(fact().key)]):
        with pytest.raises(LostRace):
            store.commit([Delete(event().key, expected=2), *others])
    assert len(store.read([event().key, fact().key])) == 2
    store.commit([Delete(event().key, expected=1)])
    store.commit([Delete(event().key, expected=1), Delete(fact().key, expected=1)])
    assert store.read([event().key, fact().key]) == {}
    with pytest.raises(LostRace):
        store.commit([Delete(event().key, expected=1, present=True)])


def test_query_pages_through_a_partition_in_both_directions(store: Store) -> None:
    rows = [fact(memory_id=f"f_{i:012x}aa") for i in range(5)]
    store.put_each([Write(r) for r in [*rows, event()]])
    pk = scope().pk
    assert [r.key for r in store.query(pk, Memory.prefix).records] == [r.key for r in rows]
    first = store.query(pk, Memory.prefix, limit=2, newest_first=True)
    second = store.query(pk, Memory.prefix, limit=3, newest_first=True, after=first.after)
    assert [r.key for r in (*first.records, *second.records)] == [r.key for r in reversed(rows)]


def test_partitions_do_not_mix(store: Store) -> None:
    store.put_each([Write(event()), Write(event(scope=scope(tenant="globex"))), Write(event(scope=scope(user_id="u1#x")))])
    assert len(store.query(scope().pk, Event.prefix).records) == 1


def test_id_is_found_inside_its_tenant_alone(store: Store) -> None:
    store.put_each([Write(event()), Write(event(scope=scope(tenant="globex")))])
    assert store.find("acme", "m1") == [event().key]
    assert store.find("initech", "m1") == []


def test_id_is_found_inside_one_container_though_others_have_it(store: Store) -> None:
    homes = [scope(container=c, user_id=u) for c, u in (("shop", "u1"), ("shop-2", "u2"), ("club", "u3"), ("club", "u4"))]
    store.put_each([Write(event(scope=home)) for home in homes])
    assert store.find("acme", "m1", ids.owners("acme", "shop")) == [event(scope=homes[0]).key]
    assert len(store.find("acme", "m1", ids.owners("acme", "club"))) == 2
    assert store.find("acme", "m1", ids.owners("acme", "gym")) == []


def test_page_begins_behind_a_key_that_has_no_row(store: Store) -> None:
    rows = [PastVersion(memory=fact(version=n)) for n in (1, 2, 3)]
    store.put_each([Write(r) for r in rows])
    prefix = history_prefix(fact().memory_id)
    page = store.query(scope().pk, prefix, after=f"{prefix}{4:08d}", limit=2, newest_first=True)
    assert [r.key for r in page.records] == [rows[2].key, rows[1].key]


def test_due_rows_come_only_when_due(store: Store) -> None:
    soon, later = NOW + timedelta(hours=1), NOW + timedelta(days=9)
    rows = [fact(memory_id="f_00000000000100", decay_due=soon), fact(memory_id="f_00000000000200", decay_due=later), fact()]
    store.put_each([Write(r) for r in rows])
    assert store.due(DueWork.DECAY, NOW, 10, "acme") == []
    assert store.due(DueWork.DECAY, soon + timedelta(seconds=1), 10, "acme") == [rows[0].key]
    assert store.due(DueWork.BATCH, later + timedelta(days=1), 10) == []


@pytest.mark.parametrize(
    ("within", "found"),
    [
        ("", {"u1", "u10", "shop"}),
        (ids.owners("acme"), {"u1", "u10", "shop"}),
        (ids.owners("acme", "default"), {"u1", "u10"}),
        (ids.user_pk("acme", "default", "u1"), {"u1"}),
        (ids.owners("acm"), set()),
    ],
)
def test_due_rows_are_those_of_the_owners_named(store: Store, within: str, found: set[str]) -> None:
    owners = {"u1": scope(), "u10": scope(user_id="u10"), "shop": scope(container="shop"), "globex": scope(tenant="globex")}
    rows = {name: fact(scope=owner, decay_due=NOW) for name, owner in owners.items()}
    store.put_each([Write(r) for r in rows.values()])
    keys = store.due(DueWork.DECAY, NOW + timedelta(seconds=1), 10, "acme", within)
    assert {name for name, r in rows.items() if r.key in keys} == found
    assert len(store.due(DueWork.DECAY, NOW + timedelta(seconds=1), 1, "acme", within)) == min(1, len(found))


@pytest.mark.parametrize("many", [1, 500])
def test_asking_for_a_tenants_due_rows_reads_none_of_anothers(request: pytest.FixtureRequest, many: int) -> None:
    client, name = request.getfixturevalue("table")
    store = DynamoStore(client, name)
    others = [fact(scope=scope(tenant="globex", user_id=f"u{n}"), decay_due=NOW) for n in range(many)]
    store.put_each([Write(r) for r in (*others, fact(decay_due=NOW))])
    read: list[int] = []
    client.meta.events.register("after-call.dynamodb.Query", lambda parsed, **_: read.append(parsed["ScannedCount"]))
    assert store.due(DueWork.DECAY, NOW + timedelta(seconds=1), 10, "acme", ids.owners("acme", "default")) == [fact().key]
    assert sum(read) == 1


@pytest.mark.parametrize("within", ["", ids.owners("acme", "default"), ids.user_pk("acme", "default", "u1")])
def test_list_of_due_rows_is_paged_by_time_and_then_by_id(store: Store, within: str) -> None:
    at = [NOW, NOW, NOW, NOW + timedelta(hours=1), NOW + timedelta(days=900)]
    owners = [scope(user_id="u1"), scope(user_id="u2"), scope(container="shop"), scope(tenant="globex")]
    batches = [
        Batch(scope=owner, batch_id=f"b_{n}", event_ids=(), recorded_at=NOW, retry_at=when, ttl_at=NOW)
        for owner in owners
        for n, when in enumerate(at)
    ]
    store.put_each([Write(b) for b in batches])
    wanted = [b for b in batches if b.retry_at and (b.scope.pk == within or (not within.endswith("1") and b.scope.pk.startswith(within)))]
    for many in (1, 2, 7):
        found: list[Listed] = []
        while page := store.listed(DueWork.BATCH, within, found[-1].place if found else None, many):
            assert len(page) <= many
            found += page
        assert [r.place for r in found] == sorted(r.place for r in found)
        assert sorted(r.key for r in found) == sorted(b.key for b in wanted)
        assert {r.key: r.at for r in found} == {b.key: b.retry_at for b in wanted}


def test_page_of_a_long_list_reads_a_part_of_it(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dynamodb, "LANE_CHUNK", 20)
    client, name = request.getfixturevalue("table")
    store = DynamoStore(client, name)
    rows = [
        Batch(scope=scope(), batch_id=f"b_{n}", event_ids=(), recorded_at=NOW, retry_at=NOW + timedelta(minutes=n), ttl_at=NOW)
        for n in range(1_000)
    ]
    store.put_each([Write(r) for r in rows])
    read: list[int] = []
    client.meta.events.register("after-call.dynamodb.Query", lambda parsed, **_: read.append(parsed["ScannedCount"]))
    page = store.listed(DueWork.BATCH, "", Listed(NOW + timedelta(minutes=99), rows[99].key).place, 50)
    assert [r.key for r in page] == [r.key for r in rows[100:150]]
    assert sum(read) <= 9 * 51, "51 of each shard, and more of the one in which the page begins"


def test_due_batch_is_not_due_decay(store: Store) -> None:
    batch = Batch(scope=scope(), batch_id="b_1", event_ids=("m1",), recorded_at=NOW, retry_at=NOW, ttl_at=NOW + timedelta(days=30))
    store.put_each([Write(batch)])
    assert store.due(DueWork.BATCH, NOW + timedelta(seconds=1), 10) == [batch.key]
    assert store.due(DueWork.DECAY, NOW + timedelta(seconds=1), 10, "acme") == []


@pytest.mark.parametrize("together", [True, False])
def test_what_the_index_owes_is_noted_beside_it(store: Store, together: bool) -> None:
    rows = [Write(fact(index_due=NOW)), Write(event(index_due=NOW), shown_by="BATCH#b_1"), Write(event(event_id="m2"))]
    store.commit(rows) if together else store.put_each(rows)
    (noted,) = store.query(scope().pk, Owed.prefix, consistent=True).records
    assert isinstance(noted, Owed)
    assert (noted.keys, noted.why) == ((fact().key,), owing.NOT_SHOWN)
    assert store.due(DueWork.OWED, NOW + owing.PATIENCE + timedelta(seconds=1), 10) == [noted.key]
    held = store.read([fact().key], consistent=True)[fact().key]
    assert held.index_due_at is None, "what is said of a write is no part of the row"


def test_a_write_that_is_lost_owes_nothing(store: Store) -> None:
    store.put_each([Write(fact())])
    with pytest.raises(LostRace):
        store.commit([Write(fact(index_due=NOW)), Write(event())])
    assert store.query(scope().pk, Owed.prefix, consistent=True).records == ()


def test_scan_brings_every_row_once(store: Store) -> None:
    rows = [event(event_id=f"m{i}") for i in range(7)]
    store.put_each([Write(r) for r in rows])
    seen, after = [], None
    while True:
        page, after = store.scan(after, 3)
        seen += [r.key for r in page]
        if after is None:
            break
    assert sorted(seen) == sorted(r.key for r in rows)


def test_delete_removes_a_row(store: Store) -> None:
    store.put_each([Write(fact())])
    store.commit([Delete(memory_key(scope(), fact().memory_id)), Delete(event().key)])
    assert store.read([fact().key]) == {}


@pytest.mark.parametrize("code", ["ThrottlingException", "InternalServerError", "ProvisionedThroughputExceededException"])
def test_busy_table_is_unavailable(code: str) -> None:
    refused: Any = {"Error": {"Code": code}}
    with pytest.raises(Unavailable), answering():
        raise botocore.exceptions.ClientError(refused, "Query")


RUNNING = SimpleNamespace(status_code=400), {"Error": {"Code": "TransactionConflictException"}}
"""What DynamoDB says to a single write of a row that somebody's transaction holds; moto never does."""
ADDED, CHANGED, REMOVED = Write(event()), Write(event(version=2), 1), Delete(event().key)


@pytest.mark.parametrize(("write", "raised"), [(ADDED, Unavailable), (CHANGED, LostRace), (REMOVED, Unavailable)])
def test_row_in_anothers_transaction_is_lost_to_who_expects_a_version_and_busy_to_others(
    write: Write | Delete, raised: type[KeepsakeError], table: tuple[Any, str]
) -> None:
    client, name = table
    for operation in ("PutItem", "DeleteItem"):
        client.meta.events.register(f"before-call.dynamodb.{operation}", lambda **_: RUNNING)
    store = DynamoStore(client, name)
    with pytest.raises(raised) as refused:
        store.commit([write])
    assert refused.type is raised
    if write is CHANGED:
        assert store.put_each([CHANGED]) == {event().key}


def test_unreachable_table_is_unavailable() -> None:
    with pytest.raises(Unavailable), answering():
        raise botocore.exceptions.EndpointConnectionError(endpoint_url="http://127.0.0.1:1")


@pytest.mark.parametrize("code", ["AccessDeniedException", "ExpiredTokenException", "ResourceNotFoundException"])
def test_table_that_an_operator_closed_is_waited_for(code: str) -> None:
    refused: Any = {"Error": {"Code": code}}
    with pytest.raises(Unavailable), answering():
        raise botocore.exceptions.ClientError(refused, "PutItem")


LARGE = [
    event().model_copy(update={"event_id": "e" * 1_020}),
    event().model_copy(update={"scope": scope().model_copy(update={"user_id": "u" * 2_050})}),
    event(content="x y " * 110_000),
]


@pytest.mark.parametrize("row", LARGE, ids=["sort key", "partition key", "row"])
def test_row_that_the_table_never_takes_is_poison(store: Store, row: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the API lets through fits; a record that does not must not be tried for days."""
    monkeypatch.setattr("keepsake.adapters.dynamodb.PACK_FROM", 10**9)
    with pytest.raises(PoisonRecord):
        store.commit([Write(row)])
    with pytest.raises(PoisonRecord):
        store.commit([Write(row), Write(fact())])
