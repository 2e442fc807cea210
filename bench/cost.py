"""What the write path would cost on AWS: DynamoDB's units from the size of every row written and read, model calls and tokens.

Units are DynamoDB's, on demand. Written: 1 a begun KB of the larger of old and new row, twice in a transaction, and 1 a begun KB for each
entry of an index that is put or removed (one that changes is both); a write that its condition refuses costs what the row that it met
would, at least 1. Read: 1 a begun 4 KB read consistently, half of it otherwise, at least one such step: for each row that is asked for by
its key, there or not, and for each page of a query.
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
"""

from __future__ import annotations

import math
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from decimal import Decimal
from typing import Any

from sortedcontainers import SortedDict

from keepsake.adapters import dynamodb
from keepsake.claims import Chunk, Claim
from keepsake.errors import LostRace
from keepsake.ids import Key
from keepsake.ports import Delete, Embedder, Extractor, Page, Write
from keepsake.prompts import extraction
from keepsake.records import Record
from keepsake.rules.indexing import owing
from local.stand_ins import MemoryStore

INDEXES = {"by_id": ("id_key",), "due": ("due_shard", "due_at")}
"""Key attributes of the table's indexes. Both are sparse and KEYS_ONLY: beside these an entry holds the row's own key."""
WRITE_STEP, READ_STEP = 1024, 4096
"""Bytes of a unit."""
PAGE = 1 << 20
"""Bytes of rows that one page of a query holds at most."""
CONTAINER, ELEMENT = 3, 1
"""Bytes that a list or map takes, and each element of it, beside its values."""
LAST = chr(0x10FFFF)
"""Sorts behind every other sign."""
CHARACTERS_PER_TOKEN = 4
"""Usual for English in OpenAI's encodings; an estimate, the real count is in the endpoint's answer."""


class Stopwatch:
    """CPU seconds of this process, but for those spent in what is left out."""

    def __init__(self) -> None:
        self._left_out_s, self._depth = 0.0, 0

    def read(self) -> float:
        return time.process_time() - self._left_out_s

    @contextmanager
    def left_out(self) -> Iterator[None]:
        began, self._depth = time.process_time(), self._depth + 1
        try:
            yield
        finally:
            self._depth -= 1
            if not self._depth:
                self._left_out_s += time.process_time() - began


class MeteredStore(MemoryStore):
    """A store that counts what the table would charge. Counting is left out of its `clock`; packing and unpacking rows are not."""

    def __init__(self) -> None:
        super().__init__()
        # In the order of their keys: a query takes as long as what it finds, as the table's.
        self.rows: dict[Key, dynamodb.Attributes] = SortedDict()
        self.clock = Stopwatch()
        self.write_units = self.read_units = 0.0
        self.units_by_kind: defaultdict[str, float] = defaultdict(float)
        self.units_by_index: defaultdict[str, float] = defaultdict(float)
        self.units_by_partition: defaultdict[str, float] = defaultdict(float)
        """Of the table without its indexes: AWS holds each partition to 1,000 write units a second."""

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        notes, named = owing.noted(writes)
        writes = [*named, *notes]
        keys = [w.record.key if isinstance(w, Write) else w.key for w in writes]
        before = {k: self.rows.get(k, {}) for k in keys}
        factor = 1 if len(writes) == 1 else 2
        try:
            super().commit(writes)
        except LostRace:
            for key in keys:
                self._write(key, factor * steps(size(before[key]), WRITE_STEP))
            raise
        with self.clock.left_out():
            for key in keys:
                after = self.rows.get(key, {})
                self._write(key, factor * steps(max(size(before[key]), size(after)), WRITE_STEP))
                self._write_entries(key, before[key], after)

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        with self.clock.left_out():
            for key in dict.fromkeys(keys):
                self._read(size(self.rows.get(key, {})), consistent)
        return super().read(keys, consistent=consistent)

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
        first, last = Key(pk, prefix), Key(pk, prefix + LAST)
        if after is not None:
            first, last = (first, min(last, Key(pk, after))) if newest_first else (max(first, Key(pk, after)), last)
        rows: Any = self.rows
        keys = [k for k in rows.irange(first, last, reverse=newest_first) if k.sk != after]
        shown = keys if limit is None else keys[:limit]
        with self.clock.left_out():
            self._read_pages([size(self.rows[k]) for k in shown], consistent)
        return Page(tuple(self._record(k) for k in shown), shown[-1].sk if len(shown) < len(keys) else None)

    def find(self, tenant: str, record_id: str, within: str = "") -> list[Key]:
        with self.clock.left_out():
            keys = super().find(tenant, record_id, within)
            self._read_pages([entry_size("by_id", self.rows[k]) for k in keys], consistent=False)
        return keys

    def _waiting(self, shard: str, at: str, shards: Sequence[str], before: datetime, limit: int, within: str = "") -> list[Key]:
        """One query for each shard; what lies elsewhere than `within` is read all the same."""
        index = next(name for name, attributes in INDEXES.items() if attributes == (shard, at))
        with self.clock.left_out():
            for name in shards:
                found = super()._waiting(shard, at, [name], before, len(self.rows) if within else limit)
                self._read_pages([entry_size(index, self.rows[k]) for k in found], consistent=False)
            return super()._waiting(shard, at, shards, before, limit, within)

    def scan(self, after: Key | None, limit: int) -> tuple[list[Record], Key | None]:
        records, last = super().scan(after, limit)
        with self.clock.left_out():
            self._read_pages([size(self.rows[r.key]) for r in records], consistent=True)
        return records, last

    def _write(self, key: Key, units: float) -> None:
        self.write_units += units
        self.units_by_kind[kind_of(key)] += units
        self.units_by_partition[key.pk] += units

    def _write_entries(self, key: Key, before: dynamodb.Attributes, after: dynamodb.Attributes) -> None:
        """Indexes follow the table one by one, also after a transaction."""
        for index in INDEXES:
            if units := index_units(index, before, after):
                self.write_units += units
                self.units_by_kind[kind_of(key)] += units
                self.units_by_index[index] += units

    def _read(self, octets: int, consistent: bool) -> None:
        self.read_units += steps(octets, READ_STEP) * (1.0 if consistent else 0.5)

    def _read_pages(self, sizes: Sequence[int], consistent: bool) -> None:
        page = 0
        for octets in sizes:
            if page + octets > PAGE:
                self._read(page, consistent)
                page = 0
            page += octets
        self._read(page, consistent)


def steps(octets: int, step: int) -> int:
    """Begun steps of so many bytes, at least one."""
    return max(1, math.ceil(octets / step))


def size(row: dynamodb.Attributes) -> int:
    """Bytes of a row as DynamoDB counts them: names and values in UTF-8; 0 where there is none."""
    return sum(len(name.encode()) + _value_size(value) for name, value in row.items())


def _value_size(value: dynamodb.Attributes) -> int:
    ((kind, held),) = value.items()
    if kind == "S":
        return len(held.encode())
    if kind == "N":  # a byte for two significant digits, and one
        return math.ceil(len(str(int("".join(map(str, Decimal(held).as_tuple().digits)))).rstrip("0")) / 2) + 1
    if kind == "L":
        return CONTAINER + sum(ELEMENT + _value_size(v) for v in held)
    if kind == "M":
        return CONTAINER + sum(ELEMENT + len(k.encode()) + _value_size(v) for k, v in held.items())
    return len(held) if kind == "B" else 1


def entry_size(index: str, row: dynamodb.Attributes) -> int:
    """Bytes of a row's entry in an index; 0 where it has none."""
    attributes = INDEXES[index]
    return size({a: row[a] for a in (*attributes, "pk", "sk")}) if attributes[0] in row else 0


def index_units(index: str, before: dynamodb.Attributes, after: dynamodb.Attributes) -> int:
    """Write units of one index when a row is put, replaced or deleted."""
    if all(before.get(a) == after.get(a) for a in INDEXES[index]):
        return 0
    return sum(steps(octets, WRITE_STEP) for row in (before, after) if (octets := entry_size(index, row)))


def kind_of(key: Key) -> str:
    """The row's kind: of a memory and its old versions by the first letters of its id."""
    kind, _, rest = key.sk.partition("#")
    if kind in ("MEM", "OBS", "HIST"):
        memory_id = rest.rpartition("#")[2] if kind != "HIST" else rest
        return f"{kind} {memory_id.partition('_')[0]}"
    return kind


class CountingEmbedder:
    """An `Embedder` that counts calls and texts."""

    def __init__(self, inner: Embedder) -> None:
        self.model, self.dimension = inner.model, inner.dimension
        self.thresholds, self.asking, self.useful = inner.thresholds, inner.asking, inner.useful
        self.calls = self.texts = 0
        self._inner = inner

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        if texts:
            self.calls += 1
            self.texts += len(texts)
        return self._inner.embed(texts)


class CountingChat:
    """Stands in for the chat model: counts the real prompt, and answers what the rules find, in the model's form."""

    prompt_version = extraction.VERSION

    def __init__(self, name: str, rules: Extractor) -> None:
        self.name = name
        self.calls = self.tokens = 0
        self._rules = rules

    def extract(self, chunk: Chunk) -> list[Claim]:
        claims = self._rules.extract(chunk)
        asked = len(str(extraction.messages(chunk))) + len(str(extraction.Answer.model_json_schema()))
        answered = sum(len(c.model_dump_json(exclude={"raw", "event_ids", "valid_from"})) for c in claims)
        self.calls += 1
        self.tokens += math.ceil((asked + answered) / CHARACTERS_PER_TOKEN)
        return claims
