"""Rows V4 and V5 through the functions themselves, over a table and a bucket on moto: exported, erased, imported, exported again."""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import boto3
import pytest
from botocore.config import Config

from functions.erase.handler import handler as erase
from functions.exports.handler import handler as exports
from functions.imports.handler import handler as imports
from keepsake import bootstrap, settings
from keepsake.adapters.dynamodb import DynamoStore
from keepsake.adapters.s3 import S3Blobs, S3Files
from keepsake.flows.indexing.project import project
from keepsake.ports import Write
from keepsake.records import DueWork
from keepsake.records.indexing import Owed
from keepsake.settings import Settings
from local.in_memory import World
from tests.fakes import MemoryIndex

BUCKET = "keepsake-files"


class Deployment:
    """The three functions with a table and a bucket; what a function asks to be invoked is done by `settle`."""

    def __init__(self, table: tuple[Any, str], patch: pytest.MonkeyPatch) -> None:
        self.s3 = boto3.client("s3", region_name="us-east-1", config=Config(signature_version="s3v4"))
        self.s3.create_bucket(Bucket=BUCKET)
        self.invoked: list[tuple[str, dict[str, Any]]] = []
        store, files, index = DynamoStore(*table), S3Files(self.s3, BUCKET), MemoryIndex(64)
        self.world = World(store=store)  # type: ignore[arg-type]
        self.world.files = files  # type: ignore[assignment]
        ports: dict[str, Any] = {"store": store, "files": files, "blobs": S3Blobs(self.s3, BUCKET), "index": index, "dead_letters": ()}
        for name, port in ports.items():
            patch.setattr(bootstrap, name, lambda port=port: port)
        patch.setattr(bootstrap, "secret", lambda _arn: "deployment-secret")
        patch.setattr(settings, "current", lambda: Settings(embedding_model="hash", embedding_dimension=64))
        patch.setattr(bootstrap, "lambda_client", lambda: SimpleNamespace(invoke=self._invoke))
        patch.setattr("functions.imports.handler.time.sleep", self.project)
        self.functions = {"exports": exports, "imports": imports, "erase": erase}

    def _invoke(self, FunctionName: str, Payload: bytes, **_: Any) -> None:  # noqa: N803
        self.invoked.append((FunctionName, json.loads(Payload)))

    def project(self, _: float = 0) -> None:
        """What the table's stream brings while a job waits for the index."""
        store, at = bootstrap.store(), datetime.now(UTC)
        due = [k for work in (DueWork.OWED, DueWork.VECTORS) for k in store.due(work, at + timedelta(days=1), 1_000)]
        noted = store.read(due, consistent=True).values()
        keys = [k for o in noted if isinstance(o, Owed) for k in o.keys]
        project(store, self.world.kept, keys, at, [o.key for o in noted])

    def settle(self) -> None:
        while self.invoked:
            name, event = self.invoked.pop(0)
            self.functions[name](event, self._context(name))

    def _context(self, name: str) -> Any:
        return SimpleNamespace(aws_request_id="q1", function_name=name, get_remaining_time_in_millis=lambda: 60_000)

    def ask(self, function: str, method: str, resource: str, path_id: str | None = None, body: Any = None) -> tuple[int, dict[str, Any]]:
        event = {
            "httpMethod": method, "resource": resource, "path": "/x", "pathParameters": {"id": path_id} if path_id else None,
            "queryStringParameters": None, "body": None if body is None else json.dumps(body),
            "requestContext": {"requestId": "q1", "authorizer": {"tenant": "acme", "key_id": "k1", "permissions": "admin"}},
        }  # fmt: skip
        reply = self.functions[function](event, self._context(function))
        return reply["statusCode"], json.loads(reply["body"])

    def export(self) -> tuple[dict[str, Any], bytes]:
        self.project()
        status, made = self.ask("exports", "POST", "/exports", body={"user_id": "u1"})
        assert (status, made["status"]) == (202, "running")
        self.settle()
        _, view = self.ask("exports", "GET", "/exports/{id}", made["export_id"])
        data: bytes = self.s3.get_object(Bucket=BUCKET, Key=f"acme/exports/{made['export_id']}.jsonl")["Body"].read()
        return view, data

    def objects(self) -> list[str]:
        return [o["Key"] for o in self.s3.list_objects_v2(Bucket=BUCKET).get("Contents", [])]


@pytest.fixture
def deployed(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> Deployment:
    return Deployment(table, monkeypatch)


def test_round_trip_through_table_and_bucket_is_equal(deployed: Deployment) -> None:
    world = deployed.world
    for said in ("I live in Denver.", "Actually, I moved to Boulder."):
        work = world.accept({"content": said, "timestamp": world.now.isoformat()})
        world.extract(work)
        world.summarise()
    view, before = deployed.export()
    assert (view["status"], view["bytes"], sum(view["counts"].values())) == ("finished", len(before), len(before.splitlines()) - 2)
    assert view["sha256"] == hashlib.sha256(before).hexdigest()
    assert "X-Amz-Algorithm=AWS4-HMAC-SHA256" in view["download_url"]

    status, started = deployed.ask("erase", "DELETE", "/users/{id}", "u1")
    assert status == 202
    deployed.settle()
    _, receipt = deployed.ask("erase", "GET", "/receipts/{id}", started["receipt_id"])
    assert (receipt["status"], receipt["before"]["exports"], receipt["before"]["files"]) == ("done", 1, 1)
    assert set(receipt["after"].values()) == {0}
    assert deployed.objects() == []

    status, made = deployed.ask("imports", "POST", "/imports", body={"user_id": "u1", "bytes": len(before)})
    assert (status, made["most_bytes"]) == (201, len(before))
    assert deployed.ask("imports", "POST", "/imports/{id}/start", made["import_id"], {})[0] == 409
    deployed.s3.put_object(Bucket=BUCKET, Key=f"acme/imports/{made['import_id']}.jsonl", Body=before)
    assert deployed.ask("imports", "POST", "/imports/{id}/start", made["import_id"], {})[0] == 202
    deployed.settle()
    _, done = deployed.ask("imports", "GET", "/imports/{id}", made["import_id"])
    assert (done["status"], done["proven"], done["refusals"]) == ("finished", True, [])
    assert done["counts"] == {"written": len(before.splitlines()) - 2}
    assert deployed.objects() == [], "what was brought in is not kept twice"
    _, after = deployed.export()
    assert after.splitlines()[1:-1] == before.splitlines()[1:-1]


def test_schedule_takes_up_what_was_left_lying(deployed: Deployment) -> None:
    deployed.ask("exports", "POST", "/exports", body={"user_id": "u1"})
    deployed.invoked.clear()
    store = bootstrap.store()
    (row,) = store.query("T#acme#EXPORTS", "").records
    store.commit([Write(row.model_copy(update={"work_at": row.requested_at, "version": 2}), 1)])  # type: ignore[attr-defined]
    assert exports({"source": "aws.scheduler"}, deployed._context("exports")) == {"resumed": 1}
    deployed.settle()
    _, view = deployed.ask("exports", "GET", "/exports/{id}", row.export_id)  # type: ignore[attr-defined]
    assert view["status"] == "finished"
    assert imports({"source": "aws.scheduler"}, deployed._context("imports")) == {"resumed": 0}
