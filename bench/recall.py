"""Our own CPU time of one recall at 100 candidates, without waiting for the embedder, the index or the table, and its units.

python -m bench.recall
"""

from __future__ import annotations

import math
import random
import statistics
import time
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from bench import labelled
from bench.cost import MeteredStore, size
from keepsake import api, gateway
from keepsake.adapters import dynamodb
from keepsake.flows.recall.recall import Asker, Ports, recall
from keepsake.flows.recall.refresh import FRESH
from keepsake.ids import Key
from keepsake.ports import WORDS, Hit, Leg, Owner, Page, Write
from keepsake.records import (
    MEASURED,
    Asking,
    Category,
    Change,
    Content,
    Customer,
    Embedding,
    Event,
    Kind,
    Memory,
    Progress,
    Recalled,
    Record,
    Scope,
    Type,
)
from keepsake.rules.indexing import documents
from local.in_memory import World
from local.in_memory import scope as world_scope
from local.stand_ins import MemoryQueue

NOW = datetime(2026, 5, 2, 10, 0, tzinfo=UTC)
SCOPE = Scope(tenant="acme", user_id="u1", session_id="s1")
EVENTS, FACTS = 400, 200
RUNS, WARM_UP = 400, 40
BANK, ASKED = 300, 60
VOCABULARY = "garden river guitar lasagna mountain budget painting teacher marathon laptop holiday Denver Jennifer birthday coffee".split()


class Rows:
    """A table that answers at once: rows are decoded as ever, nothing is waited for."""

    def __init__(self, records: Sequence[Record]) -> None:
        self._rows = {r.key: dynamodb.encode(r) for r in records}

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        del consistent
        return {k: dynamodb.decode(self._rows[k]) for k in keys if k in self._rows}

    def query(self, *_args: Any, **_kwargs: Any) -> Page:
        return Page((), None)

    def put_each(self, _: Any) -> set[Key]:
        return set()


MADE_BY = Embedding(model="none", dimension=1)


class Hits:
    """An index that answers at once with 100 hits a leg, as they come from its JSON."""

    def __init__(self, records: Sequence[Event | Memory], chance: random.Random) -> None:
        self._shown = [(r, documents.document(r, None, MADE_BY).fields) for r in records]
        self._chance = chance

    def search(self, owner: Owner, legs: Sequence[Leg]) -> list[list[Hit]]:
        del owner
        return [self._leg(leg) for leg in legs]

    def _leg(self, leg: Leg) -> list[Hit]:
        fitting = [(r, f) for r, f in self._shown if f["kind"] in leg.kinds and leg.allows(f)]
        some = self._chance.sample(fitting, min(leg.size, len(fitting)))
        return [Hit(r.key, self._chance.random(), {k: v for k, v in f.items() if k not in WORDS}) for r, f in some]


class Vectors:
    model, dimension, thresholds = "none", 384, MEASURED
    asking, useful = Asking(direction=(1.0, *383 * (0.0,)), stated=0.0), None

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        return [[1 / math.sqrt(384)] * 384 for _ in texts]


def records(chance: random.Random) -> list[Event | Memory]:
    def text() -> str:
        return " ".join(chance.choices(VOCABULARY, k=18)) + "."

    events = [
        Event(
            scope=SCOPE, event_id=f"m{i}", batch_id="b", name="Ann", content=text(), timestamp=NOW + timedelta(minutes=i), seq=i,
            content_hash="h", recorded_at=NOW, progress=Progress.PROCESSED,
        )
        for i in range(EVENTS)
    ]  # fmt: skip
    facts = [
        Memory(
            scope=SCOPE, memory_id=f"f_{i:012x}aa", kind=Kind.FACT, content=Content(raw="", summary=text()), type=Type.PREFERENCE,
            category=Category.PREFERENCE, confidence=0.8, event_ids=(f"m{i}",), valid_from=NOW, recorded_at=NOW, created_at=NOW,
            updated_at=NOW, last_accessed_at=NOW, extractor="rules", change=Change(verdict="new", reason="r", actor="a", at=NOW),
        )
        for i in range(FACTS)
    ]  # fmt: skip
    return [*events, *facts]


def measure() -> tuple[float, float]:
    """p50 and p99 in milliseconds of CPU."""
    chance = random.Random(7)
    rows = records(chance)
    table: Any = Rows(rows)
    index: Any = Hits(rows, chance)
    request = api.RecallRequest(query="Which coffee does Jennifer drink in Denver?", top_k=10, diagnostics=True)
    spent = []
    for number in range(RUNS + WARM_UP):
        if number == 1:
            gateway.settle()
        prepared = _Prepared(index)
        started = time.process_time()
        recall(Ports(table, prepared, Vectors(), MemoryQueue()), Asker(SCOPE, NOW), request, "r_1")
        spent.append(1000 * (time.process_time() - started) - prepared.spent_ms)
    kept = sorted(spent[WARM_UP:])
    return statistics.median(kept), kept[int(0.99 * len(kept))]


class _Prepared:
    """Takes the time of making up hits out of the measurement."""

    def __init__(self, index: Hits) -> None:
        self._index, self.spent_ms = index, 0.0

    def search(self, owner: Owner, legs: Sequence[Leg], within_s: float = 5.0) -> list[list[Hit]]:
        del within_s
        started = time.process_time()
        hits = self._index.search(owner, legs)
        self.spent_ms += 1000 * (time.process_time() - started)
        return hits

    def __getattr__(self, name: str) -> Any:
        return getattr(self._index, name)


def units() -> dict[str, float]:
    """DynamoDB's units of a recall outside of a session, in a bank of 300 events, and the bytes of the row that keeps it, all means."""
    store = MeteredStore()
    world = World(store=store)
    store.put_each([Write(Customer(tenant="acme"))])
    said = [e["content"] for m in labelled.messages() for e in m.events][:BANK]
    for start in range(0, len(said), 10):
        world.tell(*said[start : start + 10], at=world.now)
    world.upkeep()
    world.project()
    store.read_units = store.write_units = 0.0
    asked = said[:: len(said) // ASKED][:ASKED]
    owner = world_scope(session_id=None)
    for words in asked:
        world.recall(f"What did I say about {words[:100]}", owner)
    kept = [size(row) for key, row in store.rows.items() if key.sk.startswith(Recalled.prefix)]
    once = {"read": store.read_units / ASKED, "written": store.write_units / ASKED, "bytes kept": statistics.mean(kept)}
    world.now += 2 * FRESH
    store.read_units = store.write_units = 0.0
    for words in asked:
        world.recall(f"What did I say about {words[:100]}", owner)
        world.refresh()
    return once | {"read, used for the first time in a day": store.read_units / ASKED, "written then": store.write_units / ASKED}


def main() -> None:
    p50, p99 = measure()
    for name, value in units().items():
        print(f"{name}: {value:,.1f}")
    print(f"Recall, own CPU at 100 candidates, top_k 10: p50 {p50:.1f} ms, p99 {p99:.1f} ms ({RUNS} recalls)")


if __name__ == "__main__":
    main()
