"""Every handler over the in-memory stand-ins: two tenants in one table, one index and the same queues."""

from __future__ import annotations

import ast
import copy
import importlib
import io
import json
import uuid
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aws_lambda_powertools import Logger

from keepsake import bootstrap, telemetry
from keepsake.flows.governance import dead_letters
from keepsake.ids import Key
from keepsake.messages import AccessWork
from keepsake.records.dead_letters import letter_id
from keepsake.records.indexing import Spaces
from local.in_memory import World
from tests.isolation.probes import OWNER, Held, Probe, Reply, seed

FUNCTIONS = Path(__file__).parents[2] / "functions"
CONTEXT = SimpleNamespace(aws_request_id="q1", function_name="f", get_remaining_time_in_millis=lambda: 60_000)


def handlers() -> dict[str, Any]:
    """The handler of each route, by the routes that its text names."""
    found: dict[str, Any] = {}
    for path in FUNCTIONS.glob("*/handler.py"):
        named = [n.value for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
        module = importlib.import_module(f"functions.{path.parent.name}.handler")
        found |= {
            name: module.handler for name in named if name.split(" ")[0] in ("GET", "POST", "PUT", "PATCH", "DELETE") and " /" in name
        }
    return found


class Service:
    """The whole service in this process, filled by its owner."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.world = World()
        self.invoked: list[Any] = []
        self._handlers = handlers()
        self.log = io.StringIO()
        logger = Logger(service=f"isolation-{uuid.uuid4().hex}", stream=self.log)
        patch.setattr(telemetry, "logger", lambda: logger)
        w = self.world
        side = w.kept()[0]
        ports = {
            "store": w.store, "index": w.index, "embedder": w.embedder, "ingest_embedder": w.embedder, "extract_queue": w.extracting,
            "consolidate_queue": w.consolidating, "upkeep_queue": w.consolidating,
            "access_queue": w.accessed, "rule_extractor": w.rules, "extractor": w.rules,
            "rule_distiller": w.distiller, "distiller": w.distiller, "rerankers": {}, "reflector": None, "model_answers": None,
            "files": w.files,
            "side": side, "spaces": Spaces(active=side.made_by), "configured": side.made_by,
            "lambda_client": SimpleNamespace(invoke=lambda **given: self.invoked.append(given)),
        }  # fmt: skip
        for name, port in ports.items():
            patch.setattr(bootstrap, name, lambda _=None, port=port: port)
        self.held: Held = seed(self.ask, self.settle)
        w.refresh()
        self.held = self.held._replace(letter_id=self.given_up())
        self._full = copy.deepcopy((w.store.rows, w.index.documents))
        self.rewind()

    def given_up(self) -> str:
        """A dead letter of the owner's."""
        work = AccessWork(tenant=OWNER, container="default", user_id="u1", recall_id="r_1", at=self.world.now)
        message = dead_letters.Message("lost-1", work.body(), 3, self.world.now)
        assert dead_letters.give_up(self.world.store, "access", message, self.world.now)
        return letter_id(message.message_id)

    def rewind_rows(self) -> None:
        self.world.store.rows, self.world.index.documents = copy.deepcopy(self._full)

    def rewind(self) -> None:
        """As the owner left it."""
        self.rewind_rows()
        self.log.truncate(0)
        for queue in (self.world.extracting, self.world.consolidating, self.world.accessed):
            queue.sent, queue.upkeep, queue.recalls = [], [], []

    def settle(self, batch_id: str) -> None:
        (work,) = [w for w in self.world.extracting.sent if w.batch_id == batch_id]
        self.world.extract(work)
        self.world.consolidate(work)
        self.world.upkeep()
        self.world.project()

    def ask(self, tenant: str, probe: Probe) -> Reply:
        method, resource = probe.route.split(" ")
        event = {
            "httpMethod": method, "resource": resource, "path": resource, "pathParameters": probe.path,
            "queryStringParameters": {k: str(v) for k, v in probe.query.items()} or None,
            "body": None if probe.body is None else json.dumps(probe.body),
            "requestContext": {"requestId": "q1", "authorizer": {"tenant": tenant, "key_id": "k-" + tenant, "permissions": "admin"}},
        }  # fmt: skip
        reply = self._handlers[probe.route](event, CONTEXT)
        return Reply(reply["statusCode"], json.dumps(reply["headers"]) + reply["body"] if reply["statusCode"] >= 300 else reply["body"])

    def rows_of(self, tenant: str) -> dict[Key, Any]:
        return {k: row for k, row in self.world.store.rows.items() if k.pk.startswith(f"T#{tenant}#")}

    def queued(self) -> list[str]:
        w = self.world
        return [m.body() for q in (w.extracting, w.consolidating, w.accessed) for m in (*q.sent, *q.upkeep, *q.recalls)]
