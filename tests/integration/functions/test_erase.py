"""Row V4 through the function itself, over a table on moto."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from functions.erase.handler import handler
from keepsake import bootstrap, ids
from keepsake.adapters.dynamodb import DynamoStore
from keepsake.errors import LostRace
from keepsake.flows.governance import erase
from keepsake.flows.intake.retain import retain
from keepsake.ports import Delete, Write
from keepsake.records import Event
from keepsake.records.banks import Remains
from keepsake.records.erasure import Receipt
from local.in_memory import NOW, scope
from tests.builders import fact, request
from tests.fakes import MemoryBlobs, MemoryFiles, MemoryIndex, MemoryQueue

CONTEXT = SimpleNamespace(aws_request_id="q1", function_name="erase", get_remaining_time_in_millis=lambda: 60_000)


def ask(method: str, resource: str, path_id: str, permissions: str = "admin") -> tuple[int, dict[str, Any]]:
    event = {
        "httpMethod": method, "resource": resource, "path": "/x", "pathParameters": {"id": path_id}, "queryStringParameters": None,
        "body": None, "requestContext": {"requestId": "q1", "authorizer": {"tenant": "acme", "key_id": "k1", "permissions": permissions}},
    }  # fmt: skip
    reply = handler(event, CONTEXT)
    return reply["statusCode"], json.loads(reply["body"])


def test_user_is_erased_from_the_table_and_the_receipt_is_served(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> None:
    store, calls = DynamoStore(*table), []
    monkeypatch.setattr(bootstrap, "store", lambda: store)
    monkeypatch.setattr(bootstrap, "index", lambda: MemoryIndex(64))
    monkeypatch.setattr(bootstrap, "files", MemoryFiles)
    monkeypatch.setattr(bootstrap, "blobs", MemoryBlobs)
    monkeypatch.setattr(bootstrap, "dead_letters", tuple)
    monkeypatch.setattr(bootstrap, "lambda_client", lambda: SimpleNamespace(invoke=lambda **given: calls.append(given)))
    retain(store, MemoryQueue(), scope(), request(*(f"I read book {n}." for n in range(60))), "key", NOW)
    store.put_each([Write(fact())])
    assert ask("DELETE", "/users/{id}", "u1", "read,write")[0] == 403
    status, started = ask("DELETE", "/users/{id}", "u1")
    assert (status, len(calls)) == (202, 1)
    assert handler(json.loads(calls[0]["Payload"]), CONTEXT) == started | {"done": True}
    status, receipt = ask("GET", "/receipts/{id}", started["receipt_id"])
    assert (status, receipt["done"], receipt["before"]["event"], receipt["before"]["reply"]) == (200, True, 60, 1)
    assert set(receipt["after"].values()) == {0}
    left = {(row["pk"]["S"], row["sk"]["S"]) for row in table[0].scan(TableName=table[1])["Items"]}
    kept = {("T#acme#C#default#U#u1", "STATE"), ("TENANTS", "TENANT#acme"), (f"T#acme#RECEIPT#{started['receipt_id']}", "RECEIPT")}
    assert left == kept


def test_call_beside_which_another_is_at_work_ends_and_begins_no_further_one(
    table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    class Overtaken(DynamoStore):
        def commit(self, writes: Sequence[Write | Delete]) -> None:
            del writes
            raise LostRace("Another call is at work on this erasure.")

    calls: list[Any] = []
    receipt = Receipt(tenant="acme", receipt_id="er_1", user_id="u1", containers=("default",), actor="key:k1", requested_at=NOW)
    DynamoStore(*table).commit([Write(receipt)])
    monkeypatch.setattr(bootstrap, "store", lambda: Overtaken(*table))
    monkeypatch.setattr(bootstrap, "index", lambda: MemoryIndex(64))
    monkeypatch.setattr(bootstrap, "files", MemoryFiles)
    monkeypatch.setattr(bootstrap, "blobs", MemoryBlobs)
    monkeypatch.setattr(bootstrap, "dead_letters", tuple)
    monkeypatch.setattr(bootstrap, "lambda_client", lambda: SimpleNamespace(invoke=lambda **given: calls.append(given)))
    assert handler({"receipt_id": "er_1", "tenant": "acme"}, CONTEXT) == {"receipt_id": "er_1", "done": False}
    assert calls == []


def test_schedule_goes_on_with_what_a_deleted_bank_left(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> None:
    store, calls = DynamoStore(*table), []
    monkeypatch.setattr(bootstrap, "store", lambda: store)
    monkeypatch.setattr(bootstrap, "consolidate_queue", MemoryQueue)
    monkeypatch.setattr(bootstrap, "lambda_client", lambda: SimpleNamespace(invoke=lambda **given: calls.append(given)))
    retain(store, MemoryQueue(), scope(container="shop"), request("I read."), "key", NOW)
    retain(store, MemoryQueue(), scope(container="shop", user_id=None), request("We open at nine.", extract=False), "key2", NOW)
    store.commit([Write(Remains(tenant="acme", container="shop", actor="key:k1", due_at=NOW))])
    assert handler({}, CONTEXT) == {"resumed": 0, "banks": 1}
    assert handler({}, CONTEXT) == {"resumed": 0, "banks": 0}
    (receipt,) = erase.waiting(store, datetime.now(UTC) + timedelta(hours=1))
    assert (receipt.user_id, receipt.containers) == ("u1", ("shop",))
    own = store.query(ids.user_pk("acme", "shop", None), Event.prefix).records
    assert [e.content for e in own if isinstance(e, Event)] == [""]
