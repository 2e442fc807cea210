"""Every handler over the in-memory stand-ins: two tenants in one table, one index and the same queues."""

from __future__ import annotations

import copy
import io
import json
import uuid
from typing import Any

import pytest
from aws_lambda_powertools import Logger

from keepsake import bootstrap, telemetry
from keepsake.flows.governance import dead_letters
from keepsake.ids import Key
from keepsake.messages import AccessWork
from keepsake.records.dead_letters import letter_id
from local import in_process
from local.in_memory import World
from tests.isolation.probes import OWNER, Held, Probe, Reply, seed


class Service:
    """The whole service in this process, filled by its owner."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.world = World()
        self.invoked: list[Any] = []
        self._handlers = in_process.handlers()
        self.log = io.StringIO()
        logger = Logger(service=f"isolation-{uuid.uuid4().hex}", stream=self.log)
        patch.setattr(telemetry, "logger", lambda: logger)
        w = self.world
        for name, port in in_process.ports(w, self.invoked).items():
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
        self.world.summarise()
        self.world.upkeep()
        self.world.project()

    def ask(self, tenant: str, probe: Probe) -> Reply:
        method, resource = probe.route.split(" ")
        event = in_process.proxied(tenant, method, resource, probe.path, probe.query, probe.body)
        reply = self._handlers[probe.route](event, in_process.CONTEXT)
        return Reply(reply["statusCode"], json.dumps(reply["headers"]) + reply["body"] if reply["statusCode"] >= 300 else reply["body"])

    def rows_of(self, tenant: str) -> dict[Key, Any]:
        return {k: row for k, row in self.world.store.rows.items() if k.pk.startswith(f"T#{tenant}#")}

    def queued(self) -> list[str]:
        w = self.world
        return [m.body() for q in (w.extracting, w.consolidating, w.accessed) for m in (*q.sent, *q.upkeep, *q.recalls)]
