"""One complete local run for the end-to-end tests: the real template, real OpenSearch, real embeddings, IAM enforced."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from local import client, stack
from local.client import Client
from local.settings import separate

DONE_WITHIN_S = 180


class Run:
    """The run, a fresh container in it, and short words for what tests do."""

    def __init__(self, state_dir: Path, of: stack.Stack) -> None:
        self.state_dir, self.stack = state_dir, of
        self.api = Client(of.url, of.key)
        self.admin = Client(of.url, of.admin_key)
        self._clients = [self.api, self.admin]
        self.scope = {"container": f"c-{uuid.uuid4().hex[:8]}", "user_id": "u1"}

    def client(self, key: str) -> Client:
        """A client with another key."""
        self._clients.append(Client(self.stack.url, key))
        return self._clients[-1]

    def close(self) -> None:
        for one in self._clients:
            one.close()

    def retain(self, *events: dict[str, Any], session_id: str = "s1") -> str:
        body = self.scope | {"session_id": session_id, "events": list(events)}
        return str(self.api.call("POST", "/retain", body)["batch_id"])

    def settle(self, batch_id: str) -> dict[str, Any]:
        return client.processed(self.api, batch_id, DONE_WITHIN_S)

    def recall(self, query: str, **fields: Any) -> dict[str, Any]:
        return self.api.call("POST", "/recall", self.scope | {"query": query} | fields)

    def facts(self) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = self.api.call("GET", "/memories", query=self.scope | {"kind": "fact", "limit": 200})["memories"]
        return rows


@pytest.fixture(scope="session")
def local_run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, stack.Stack]]:
    state_dir = tmp_path_factory.mktemp("run")
    try:
        yield state_dir, stack.up(separate(state_dir, auth=True))
    finally:
        stack.clean(state_dir)


@pytest.fixture
def run(local_run: tuple[Path, stack.Stack]) -> Iterator[Run]:
    made = Run(*local_run)
    yield made
    made.close()
