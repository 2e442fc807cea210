"""The table: DynamoDB, one row a record, the record as JSON in `doc` and beside it only what keys and indexes need.

A write costs by the begun kilobyte, and a fact's JSON is 1 to 2 KB: packed it is below one, so that a write costs half.
"""

from __future__ import annotations

import binascii
import zlib
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import botocore.exceptions
from pydantic_core import from_json, to_json

from keepsake import ids
from keepsake.adapters import dictionary
from keepsake.changes import ChangePart, ChangeSet, Counter, Run
from keepsake.errors import LostRace, PoisonRecord, Unavailable
from keepsake.ids import Key
from keepsake.ports import Delete, Listed, ListPlace, Page, Write
from keepsake.records import (
    BY_TENANT,
    OBSERVATION_PREFIX,
    ApiKey,
    Arrival,
    Batch,
    BoundKey,
    Calibration,
    ContainerSettings,
    Customer,
    DueWork,
    Event,
    Home,
    Item,
    Membership,
    Memory,
    Opening,
    PastVersion,
    Recalled,
    Record,
    Reply,
    Resident,
    Session,
    SignalLog,
    StateRow,
    Sweep,
    TokenCount,
    Trace,
    UserState,
    VectorSet,
    WorkingMemory,
)
from keepsake.records.banks import Bank, Remains
from keepsake.records.dead_letters import DeadLetter
from keepsake.records.erasure import Receipt
from keepsake.records.indexing import Migration, Owed, Spaces
from keepsake.records.portable import Export, Import
from keepsake.rules.indexing import owing

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

READ_CHUNK = 100
"""Keys that one BatchGetItem takes."""
PARALLEL = 8
"""Requests at once: a Lambda of this size has about one core, and they only wait."""
BUSY = {
    "InternalServerError",
    "LimitExceededException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "ServiceUnavailable",
    "ThrottlingException",
    "TransactionConflictException",
    "TransactionInProgressException",
}
CLOSED = {"AccessDeniedException", "ExpiredTokenException", "KMSAccessDeniedException", "KMSDisabledException", "ResourceNotFoundException"}
"""What an operator can mend: what was accepted waits for it."""
KINDS: tuple[type[Record], ...] = (
    Event, Memory, PastVersion, Owed, Batch, Reply, UserState, ApiKey, BoundKey, Session, SignalLog, Sweep, Membership,
    Resident, Home, Customer, TokenCount, ChangeSet, ChangePart, Counter, Run, Recalled, ContainerSettings, WorkingMemory, Receipt,
    Export, Import, Spaces, Migration, Calibration, DeadLetter, Opening, Arrival,
    StateRow, Item, Bank, Remains, Trace,
)  # fmt: skip

FORMAT = 8
"""Of the rows. Whoever changes what a row of before would be read as counts it up: `make up` then says so of data of an earlier version."""
PACK_FROM = 512
"""Bytes from which a record is packed: a shorter one fits into a kilobyte beside its keys anyway, and stays readable."""
BYTES: dict[type[Record], Any] = {
    Event: {"vectors": {"__all__": {"data"}}, "index_due": True},
    Memory: {"vectors": {"__all__": {"data"}}, "index_due": True, "consolidated_at": True},
    PastVersion: {"memory": {"vectors": {"__all__": {"data"}}, "index_due": True, "consolidated_at": True}},
}
"""What of a record is not in the JSON: bytes, which lie as they are in the attribute `data`, what is said of the write alone, and what
follows from other rows."""

Attributes = dict[str, Any]


def kind_of(sk: str) -> type[Record]:
    if sk.startswith(OBSERVATION_PREFIX):
        return Memory
    for kind in KINDS:
        if sk.startswith(kind.prefix):
            return kind
    raise PoisonRecord(f"no kind of row has the sort key prefix of {sk[:8]!r}")


def encode(record: Record, shown_by: str | None = None) -> Attributes:
    """`shown_by` is what the stream goes by (`Write`)."""
    key = record.key
    row: Attributes = {"pk": {"S": key.pk}, "sk": {"S": key.sk}, "version": {"N": str(record.version)}}
    row["doc"] = packed(record.model_dump_json(exclude_defaults=True, exclude=BYTES.get(type(record))), key)
    if sets := vectors_of(record):
        row["data"] = {"L": [{"B": s.data} for s in sets]}
    if isinstance(record, Event | Memory) and record.embedded:
        row["embedded"] = {"N": str(record.embedded)}
    if record.lookup is not None:
        row["id_key"] = {"S": record.lookup}
    if record.due is not None:
        row |= {"due_shard": {"S": due_shard(record.due.work, key)}, "due_at": {"S": stamp(record.due.at)}}
    if shown_by is not None:
        row[owing.SHOWN_BY] = {"S": shown_by}
    if record.gone_at is not None:
        row["ttl"] = {"N": str(int(record.gone_at.timestamp()))}
    return row


FOUND = 2
"""Rows of one id that tell that it is not unique."""


LANE_CHUNK = 500
"""Keys of a shard that are read at once, about 100 KB: of a list of few owners' rows the others' are passed over."""


def due_shard(work: DueWork, key: Key) -> str:
    """The partition of the index `due` that a row with this work is in."""
    if work in BY_TENANT:
        return f"{work}#{ids.tenant_of(key)}#{ids.shard_of(key, ids.TENANT_SHARDS)}"
    return f"{work}#{ids.shard_of(key)}"


def due_shards(work: DueWork, tenant: str) -> list[str]:
    """All that `due_shard` may name."""
    if work in BY_TENANT:
        return [f"{work}#{ids.part(tenant)}#{n}" for n in range(ids.TENANT_SHARDS)]
    return [f"{work}#{n}" for n in range(ids.SHARDS)]


def _within(place: str) -> dict[str, str]:
    """Rows of the partition `:within`, or of those that begin with it."""
    return {"FilterExpression": "begins_with(pk, :within)" if place.endswith("#") else "pk = :within"} if place else {}


def decode(row: Mapping[str, Any]) -> Record:
    record = kind_of(row["sk"]["S"]).model_validate_json(text_of(row))
    if "data" not in row:
        return record
    for held, item in zip(vectors_of(record), row["data"]["L"], strict=True):
        held.__dict__["data"] = _bytes(item)  # nobody else has it yet, and copies would be a quarter of what reading a row costs
        held.model_fields_set.add("data")
    return record


def _bytes(value: Mapping[str, Any]) -> bytes:
    """In JSON, bytes are text (RFC 4648)."""
    held = value["B"]
    return binascii.a2b_base64(held) if isinstance(held, str) else bytes(held)


def rows_apart(response_dict: dict[str, Any], customized_response_dict: dict[str, Any], **_: object) -> None:
    """Before an answer of BatchGetItem or Query is parsed: takes the rows out of it as they stand in its JSON, which `decode` reads too. To
    walk each value of a hundred rows by its shape takes botocore as long as all else of reading them."""
    if response_dict["status_code"] != 200:
        return
    try:
        answer = from_json(response_dict["body"])
    except ValueError:  # botocore sends a request again whose answer broke off
        return
    customized_response_dict |= {name: answer.pop(name) for name in ("Responses", "Items") if name in answer}
    response_dict["body"] = to_json(answer)


def vectors_of(record: Record) -> tuple[VectorSet, ...]:
    if isinstance(record, PastVersion):
        return record.memory.vectors
    return record.vectors if isinstance(record, Event | Memory) else ()


def text_of(row: Mapping[str, Any]) -> bytes:
    """A row's record as JSON."""
    return unpacked(row["doc"], Key(row["pk"]["S"], row["sk"]["S"]))


def packed(text: str, key: Key) -> Any:
    """The text as it stands where it is short, else by DEFLATE (RFC 1951) with our dictionary and the row's key, whose ids the record says
    again, behind the dictionary's version in one byte."""
    data = text.encode()
    if len(data) < PACK_FROM:
        return {"S": text}
    made = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=_dictionary(key))
    return {"B": bytes([dictionary.VERSION]) + made.compress(data) + made.flush()}


def unpacked(value: Mapping[str, Any], key: Key) -> bytes:
    if "S" in value:
        return str(value["S"]).encode()
    data = _bytes(value)
    if data[0] != dictionary.VERSION:
        raise PoisonRecord(f"no dictionary has the version {data[0]}")
    return zlib.decompressobj(-zlib.MAX_WBITS, zdict=_dictionary(key)).decompress(data[1:])


def _dictionary(key: Key) -> bytes:
    return dictionary.WORDS + f"{key.pk} {key.sk}".encode()


def stamp(at: datetime) -> str:
    """Sorts as text: UTC to the microsecond."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


@contextmanager
def answering(*, versioned: bool = False) -> Iterator[None]:
    """Names what DynamoDB refuses: a lost condition, a store that is busy or closed to us, or a row that it will never take; anything
    else is a fault of ours and stays. `versioned`: a single row's next version is put."""
    try:
        yield
    except botocore.exceptions.ClientError as err:
        code = err.response.get("Error", {}).get("Code", "")
        if code == "ConditionalCheckFailedException":
            raise LostRace("The record was changed by another writer.") from err
        if code == "TransactionCanceledException":
            reasons = {r.get("Code", "None") for r in err.response.get("CancellationReasons", [])}
            if reasons <= {"None", "ConditionalCheckFailed", "TransactionConflict"}:
                raise LostRace("The record was changed by another writer.") from err
            if reasons & {"ThrottlingError", "ProvisionedThroughputExceeded"}:
                raise Unavailable("The table is busy.") from err
            if reasons & {"ValidationError", "ItemCollectionSizeLimitExceeded"}:
                raise PoisonRecord("The table takes no such row.") from err
            raise
        if code == "TransactionConflictException" and versioned:
            raise LostRace("The record is being changed by another writer.") from err
        if code in BUSY:
            raise Unavailable("The table is busy.") from err
        if code in CLOSED:
            raise Unavailable("The table is closed to this function.") from err
        if code == "ValidationException":
            raise PoisonRecord("The table takes no such row.") from err
        raise
    except (botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError) as err:
        raise Unavailable("The table does not answer.") from err


class DynamoStore:
    """A `Store` over one table."""

    def __init__(self, client: DynamoDBClient, table: str) -> None:
        self._client, self._table = client, table
        self._pool = ThreadPoolExecutor(PARALLEL)
        for operation in ("BatchGetItem", "Query"):
            client.meta.events.register(f"before-parse.dynamodb.{operation}", rows_apart, unique_id=f"rows apart of {operation}")

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        wanted = list(dict.fromkeys(keys))
        chunks = [wanted[i : i + READ_CHUNK] for i in range(0, len(wanted), READ_CHUNK)]
        found: dict[Key, Record] = {}
        many = self._pool.map(lambda c: self._read_chunk(c, consistent), chunks) if len(chunks) > 1 else None
        for rows in many if many is not None else (self._read_chunk(c, consistent) for c in chunks):
            for row in rows:
                record = decode(row)
                found[Key(row["pk"]["S"], row["sk"]["S"])] = record
        return found

    def _read_chunk(self, keys: list[Key], consistent: bool) -> list[Attributes]:
        todo: list[Any] = [{"pk": {"S": k.pk}, "sk": {"S": k.sk}} for k in keys]
        rows: list[Attributes] = []
        for _ in range(10):
            with answering():
                reply = self._client.batch_get_item(
                    RequestItems={
                        self._table: {
                            "Keys": todo,
                            "ConsistentRead": consistent,
                            "ProjectionExpression": "pk, sk, doc, #data",
                            "ExpressionAttributeNames": {"#data": "data"},
                        }
                    }
                )
            rows += reply["Responses"].get(self._table, [])
            unread: dict[str, Any] = dict(reply.get("UnprocessedKeys", {}))
            todo = unread.get(self._table, {}).get("Keys", [])
            if not todo:
                return rows
        raise Unavailable("The table is busy.")

    def query(
        self,
        pk: str,
        prefix: str,
        *,
        after: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
        consistent: bool = False,
    ) -> Page:
        request: dict[str, Any] = {
            "TableName": self._table,
            "KeyConditionExpression": "pk = :pk AND begins_with(sk, :prefix)" if prefix else "pk = :pk",
            "ExpressionAttributeValues": {":pk": {"S": pk}} | ({":prefix": {"S": prefix}} if prefix else {}),
            "ScanIndexForward": not newest_first,
            "ConsistentRead": consistent,
        }
        start: Any = {"pk": {"S": pk}, "sk": {"S": after}} if after else None
        records: list[Record] = []
        while True:
            page = request | ({"ExclusiveStartKey": start} if start else {})
            if limit is not None:
                page["Limit"] = limit - len(records)
            with answering():
                reply = self._client.query(**page)
            records += [decode(row) for row in reply["Items"]]
            start = reply.get("LastEvaluatedKey")
            if start is None or (limit is not None and len(records) >= limit):
                return Page(tuple(records), start["sk"]["S"] if start else None)

    def find(self, tenant: str, record_id: str, within: str = "") -> list[Key]:
        request: dict[str, Any] = {
            "TableName": self._table,
            "IndexName": "by_id",
            "KeyConditionExpression": "id_key = :id",
            "ExpressionAttributeValues": {":id": {"S": ids.id_key(tenant, record_id)}},
        }
        if within:
            request["FilterExpression"] = "begins_with(pk, :within)"
            request["ExpressionAttributeValues"][":within"] = {"S": within}
        else:
            request["Limit"] = FOUND
        found: list[Key] = []
        while True:
            with answering():
                reply = self._client.query(**request)
            found += [Key(row["pk"]["S"], row["sk"]["S"]) for row in reply["Items"]]
            if len(found) >= FOUND or "LastEvaluatedKey" not in reply:
                return found[:FOUND]
            request["ExclusiveStartKey"] = reply["LastEvaluatedKey"]

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        if not writes:
            return
        notes, named = owing.noted(writes)
        writes = [*named, *notes]
        if len(writes) == 1:  # in a transaction it would cost twice
            self._commit_one(writes[0])
            return
        with answering():
            items: list[Any] = [{"Put": self._put(w)} if isinstance(w, Write) else {"Delete": self._delete(w)} for w in writes]
            self._client.transact_write_items(TransactItems=items)

    def _commit_one(self, write: Write | Delete) -> None:
        """While another's transaction holds the row, whoever expects a version has lost it as good as surely, and reads again. A new row
        or a deletion is asked for again: that transaction may still lose."""
        if isinstance(write, Delete):
            with answering():
                self._client.delete_item(**self._delete(write))
            return
        with answering(versioned=write.expected is not None):
            self._client.put_item(**self._put(write))

    def put_each(self, writes: Sequence[Write]) -> set[Key]:
        # The notes first: one for a row that was then not written costs a look at it.
        notes, named = owing.noted(writes, together=False)
        self._tried(notes)
        return self._tried(named)

    def _tried(self, writes: Sequence[Write | Delete]) -> set[Key]:
        """Side by side; a single one, as most are, waits for no other thread."""
        many = self._pool.map if len(writes) > 1 else map
        return {key for key in many(self._try_put, writes) if key is not None}

    def _try_put(self, write: Write | Delete) -> Key | None:
        assert isinstance(write, Write)
        try:
            self.commit([write])
        except LostRace:
            return write.record.key
        return None

    def _put(self, write: Write) -> dict[str, Any]:
        put: dict[str, Any] = {"TableName": self._table, "Item": encode(write.record, write.shown_by)}
        if write.record.immutable:
            return put
        if write.expected is None:
            return put | {"ConditionExpression": "attribute_not_exists(pk)"}
        condition, values = "version = :expected", {":expected": {"N": str(write.expected)}}
        if write.added is not None:
            condition += " AND embedded = :added" if write.added else " AND attribute_not_exists(embedded)"
            values |= {":added": {"N": str(write.added)}} if write.added else {}
        return put | {"ConditionExpression": condition, "ExpressionAttributeValues": values}

    def _delete(self, gone: Delete) -> dict[str, Any]:
        asked: dict[str, Any] = {"TableName": self._table, "Key": {"pk": {"S": gone.key.pk}, "sk": {"S": gone.key.sk}}}
        if gone.expected is not None:
            values = {":expected": {"N": str(gone.expected)}}
            absent = "" if gone.present else "attribute_not_exists(pk) OR "
            return asked | {"ConditionExpression": f"{absent}version = :expected", "ExpressionAttributeValues": values}
        return asked | {"ConditionExpression": "attribute_exists(pk)"} if gone.present else asked

    def due(self, work: DueWork, before: datetime, limit: int, tenant: str = "", within: str = "") -> list[Key]:
        return self._waiting("due", "due_shard", "due_at", due_shards(work, tenant), before, limit, within)

    def listed(self, work: DueWork, within: str, after: ListPlace | None, limit: int) -> list[Listed]:
        lanes = self._pool.map(lambda shard: self._lane(shard, within, after, limit), due_shards(work, ""))
        return sorted((row for lane in lanes for row in lane), key=lambda row: row.place)[:limit]

    def _lane(self, shard: str, within: str, after: ListPlace | None, limit: int) -> list[Listed]:
        """A shard's part: its first `limit` rows, and all that are due at the same time as the last of them, which lie in no order."""
        request: dict[str, Any] = {
            "TableName": self._table,
            "IndexName": "due",
            "KeyConditionExpression": "due_shard = :shard" + (" AND due_at >= :since" if after else ""),
            "ExpressionAttributeValues": {":shard": {"S": shard}} | ({":since": {"S": stamp(after[0])}} if after else {}),
            "Limit": max(limit + 1, LANE_CHUNK),
        } | _within(within)
        request["ExpressionAttributeValues"] |= {":within": {"S": within}} if within else {}
        found: list[Listed] = []
        while True:
            with answering():
                reply = self._client.query(**request)
            rows = (Listed(datetime.fromisoformat(r["due_at"]["S"]), Key(r["pk"]["S"], r["sk"]["S"])) for r in reply["Items"])
            found += [row for row in rows if after is None or row.place > after]
            enough = len(found) > limit and found[-1].at > found[limit - 1].at
            if enough or "LastEvaluatedKey" not in reply:
                return found
            request["ExclusiveStartKey"] = reply["LastEvaluatedKey"]

    def scan(self, after: Key | None, limit: int) -> tuple[list[Record], Key | None]:
        request: dict[str, Any] = {"TableName": self._table, "Limit": limit, "ConsistentRead": True}
        if after is not None:
            request["ExclusiveStartKey"] = {"pk": {"S": after.pk}, "sk": {"S": after.sk}}
        with answering():
            reply = self._client.scan(**request)
        last: Any = reply.get("LastEvaluatedKey")
        return [decode(row) for row in reply["Items"]], Key(last["pk"]["S"], last["sk"]["S"]) if last else None

    def _waiting(self, index: str, shard: str, at: str, shards: Sequence[str], before: datetime, limit: int, within: str = "") -> list[Key]:
        """The earliest keys of every shard, so that a full one does not starve the others."""

        def of(name: str) -> list[Key]:
            request: dict[str, Any] = {
                "TableName": self._table,
                "IndexName": index,
                "KeyConditionExpression": f"{shard} = :shard AND {at} < :before",
                "ExpressionAttributeValues": {":shard": {"S": name}, ":before": {"S": stamp(before)}},
            }
            if within:
                request |= _within(within)
                request["ExpressionAttributeValues"][":within"] = {"S": within}
            else:
                request["Limit"] = limit
            found: list[Key] = []
            while True:
                with answering():
                    reply = self._client.query(**request)
                found += [Key(row["pk"]["S"], row["sk"]["S"]) for row in reply["Items"]]
                if len(found) >= limit or "LastEvaluatedKey" not in reply:
                    return found[:limit]
                request["ExclusiveStartKey"] = reply["LastEvaluatedKey"]

        lanes = list(self._pool.map(of, shards))
        turns = max((len(lane) for lane in lanes), default=0)
        return [lane[turn] for turn in range(turns) for lane in lanes if turn < len(lane)][:limit]
