"""What the write path would cost on AWS: DynamoDB's units from the size of every row written and read, model calls and tokens.

Prices in units are DynamoDB's: 1 write unit per KB (twice in a transaction, once more for each index entry put or removed), 1 read unit
per 4 KB read consistently, half of it otherwise. https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from keepsake.adapters import dynamodb
from keepsake.claims import Chunk, Claim
from keepsake.errors import LostRace
from keepsake.ids import SHARDS, Key
from keepsake.ports import Delete, Embedder, Extractor, Page, Write
from keepsake.prompts import extraction
from keepsake.records import DueWork, Record
from local.stand_ins import MemoryStore

INDEXES = (("id_key",), ("due_shard", "due_at"), ("index_shard", "index_due_at"))
"""Key attributes of the table's three indexes, all KEYS_ONLY: an entry is below 1 KB."""
INDEX_ENTRY = 60
"""Bytes of an entry's own attributes, beside the row's key."""
CHARACTERS_PER_TOKEN = 4
"""Usual for English in OpenAI's encodings; an estimate, the real count is in the endpoint's answer."""


class MeteredStore(MemoryStore):
    """A store that counts what the table would charge."""

    def __init__(self) -> None:
        super().__init__()
        self.write_units = 0.0
        self.units_by_kind: defaultdict[str, float] = defaultdict(float)
        self.read_units = 0.0

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        keys = [w.record.key if isinstance(w, Write) else w.key for w in writes]
        before = {k: self.rows.get(k, {}) for k in keys}
        factor = 1 if len(writes) == 1 and isinstance(writes[0], Write) else 2
        try:
            super().commit(writes)
        except LostRace:
            self.write_units += factor * len(keys)  # a refused write is charged as well
            raise
        for key in keys:
            units = _written(before[key], self.rows.get(key, {}), factor)
            self.write_units += units
            self.units_by_kind[_kind(key)] += units

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        for key in dict.fromkeys(keys):
            self._charge(size(self.rows.get(key, {})), consistent)
        return super().read(keys, consistent=consistent)

    def query(self, pk: str, prefix: str, **given: Any) -> Page:
        page = super().query(pk, prefix, **given)
        self._charge(sum(size(self.rows[r.key]) for r in page.records), bool(given.get("consistent")))
        return page

    def due(self, work: DueWork, before: datetime, limit: int, tenant: str = "", within: str = "") -> list[Key]:
        """One query of the index for each shard, and the keys that they bring."""
        keys = super().due(work, before, limit, tenant, within)
        entry = sum(len(k.pk) + len(k.sk) + INDEX_ENTRY for k in keys)
        for _ in range(SHARDS):
            self._charge(entry // SHARDS, consistent=False)
        return keys

    def _charge(self, octets: int, consistent: bool) -> None:
        self.read_units += max(1, math.ceil(octets / 4096)) * (1.0 if consistent else 0.5)


def size(row: dynamodb.Attributes) -> int:
    """Bytes of a row as DynamoDB counts them: names and values."""
    return sum(len(name) + len(next(iter(value.values()))) for name, value in row.items()) if row else 0


def _written(before: dynamodb.Attributes, after: dynamodb.Attributes, factor: int) -> float:
    """Index entries are written singly, also after a transaction; one whose key changes is removed and put."""
    units = factor * math.ceil(max(size(before), size(after), 1) / 1024)
    for attributes in INDEXES:
        old, new = (tuple(str(row.get(a)) for a in attributes) if attributes[0] in row else None for row in (before, after))
        if old != new:
            units += (old is not None) + (new is not None)
    return units


def _kind(key: Key) -> str:
    """The row's kind: of a memory and its old versions by the first letters of its id, of a vector by what it belongs to."""
    kind, _, rest = key.sk.partition("#")
    if kind == "VEC":
        return f"VEC {_kind(Key(key.pk, rest))}"
    if kind in ("MEM", "OBS", "HIST"):
        memory_id = rest.rpartition("#")[2] if kind != "HIST" else rest
        return f"{kind} {memory_id.partition('_')[0]}"
    return kind


class CountingEmbedder:
    """An `Embedder` that counts calls and texts."""

    def __init__(self, inner: Embedder) -> None:
        self.model, self.dimension = inner.model, inner.dimension
        self.thresholds, self.asking = inner.thresholds, inner.asking
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
