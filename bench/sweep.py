"""What a sweep costs while a tenant's memories grow and what is due does not (row D1): `make bench-sweep`.

The in-memory store counts DynamoDB's units from the rows' sizes (bench/cost.py); up to 10,000 memories, moto's table counts the requests
and rows of the real adapter beside it.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from bench.cost import MeteredStore
from keepsake.adapters.dynamodb import DynamoStore, encode
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.records import Category, Change, Content, Customer, Kind, Memory, Scope, Type

NOW = datetime(2026, 5, 2, 10, tzinfo=UTC)
DUE = 100
SIZES = (1_000, 10_000, 100_000)
ON_MOTO = 10_000
PER_USER = 50
DUE_OWNERS = 20
"""Users to whom what is due belongs: each of them is marked once."""
FOREVER = 1e6


def main() -> None:
    print(f"A sweep with {DUE} memories due, by what is stored beside them:\n")
    print(f"{'stored':>8} {'examined':>9} {'changed':>8} {'read units':>11} {'write units':>12}   on moto: requests, rows read")
    for stored in SIZES:
        print(row(stored))


def row(stored: int) -> str:
    store = MeteredStore()
    for memory in (Customer(tenant="acme"), *memories(stored)):
        store.rows[memory.key] = encode(memory)
    done = sweep(store, scheduled(NOW), NOW, lambda: FOREVER)
    changed = sum(n for status, n in done.changed.items() if status != "kept")
    figures = f"{stored:8,} {done.examined:9} {changed:8} {store.read_units:11.1f} {store.write_units:12.0f}"
    return f"{figures}   {on_moto(stored) if stored <= ON_MOTO else '-'}"


def memories(count: int) -> Iterator[Memory]:
    """Facts of many users, touched 25 days ago. The first ones matter little and fall out of the first band by now."""
    touched = NOW - timedelta(days=25)
    change = Change(verdict="new", reason="told", actor="consolidate", at=touched)
    for n in range(count):
        fading = n < DUE
        owner = Scope(tenant="acme", user_id=f"u{n % (DUE_OWNERS if fading else count // PER_USER)}")
        words = f"The user told us about matter {n}, at some length, so that the row has a usual size of a few hundred bytes."
        yield Memory(
            scope=owner, memory_id=f"f_{n:012x}aa", kind=Kind.FACT, content=Content(raw=words, summary=words), type=Type.SEMANTIC,
            category=Category.PLAN, importance=0.2 if fading else 0.9, event_ids=(f"m{n}",), valid_from=touched, recorded_at=touched,
            created_at=touched, updated_at=touched, last_accessed_at=touched, extractor="rules", change=change,
            decay_due=NOW - timedelta(hours=1) if fading else NOW + timedelta(days=1 + n % 300),
        )  # fmt: skip


def on_moto(stored: int) -> str:
    """Requests of the real adapter against a table with the template's keys and indexes, and the rows that they brought back."""
    import boto3
    from moto import mock_aws

    from tests.integration.template.reading import properties

    for name in ("AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY"):
        os.environ.setdefault(name, "none")
    with mock_aws():
        client = boto3.client("dynamodb", region_name="us-east-1")
        made = {k: properties("Table")[k] for k in ("AttributeDefinitions", "KeySchema", "GlobalSecondaryIndexes")}
        client.create_table(TableName="keepsake", BillingMode="PAY_PER_REQUEST", **made)
        rows: list[Any] = [{"PutRequest": {"Item": encode(m)}} for m in (Customer(tenant="acme"), *memories(stored))]
        for start in range(0, len(rows), 25):
            client.batch_write_item(RequestItems={"keepsake": rows[start : start + 25]})
        counts: Counter[str] = Counter()
        client.meta.events.register("after-call.dynamodb", lambda parsed, **_: _count(counts, parsed))
        sweep(DynamoStore(client, "keepsake"), scheduled(NOW), NOW, lambda: FOREVER)
    return f"{counts['requests']}, {counts['rows']}"


def _count(counts: Counter[str], answer: dict[str, Any]) -> None:
    counts["requests"] += 1
    counts["rows"] += len(answer.get("Items", [])) + sum(len(rows) for rows in answer.get("Responses", {}).values())


if __name__ == "__main__":
    main()
