"""Rows K4 and V3 through the function itself: parsed, checked by permission and kind, answered in the contract's words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import boto3
import pytest

from functions.acts.handler import handler
from keepsake import bootstrap, settings
from keepsake.ports import Write
from tests.builders import fact

Answered = tuple[int, dict[str, Any]]
Ask = Callable[..., Answered]


@pytest.fixture
def ask(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Calls the function as API Gateway does, over a table and a queue on moto; no model and no index answers."""
    queue = boto3.client("sqs", region_name="us-east-1").create_queue(QueueName="c.fifo", Attributes={"FifoQueue": "true"})
    given = {"TABLE": table[1], "CONSOLIDATE_QUEUE_URL": queue["QueueUrl"], "SEARCH_ENDPOINT": "http://127.0.0.1:9"}
    for name, value in given.items():
        monkeypatch.setenv(f"KEEPSAKE_{name}", value)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    _forget()

    def call(method: str, act: str, body: Any = None, permissions: str = "read,write", tenant: str = "acme", **query: str) -> Answered:
        event = {
            "httpMethod": method, "resource": "/memories/{id}" + act, "path": "/x", "pathParameters": {"id": "f_0000000000aa01"},
            "queryStringParameters": {"user_id": "u1"} | query, "body": None if body is None else json.dumps(body),
            "requestContext": {"requestId": "q1", "authorizer": {"tenant": tenant, "key_id": "k1", "permissions": permissions}},
        }  # fmt: skip
        reply = handler(event, SimpleNamespace(aws_request_id="q1"))
        return reply["statusCode"], json.loads(reply["body"] or "{}")

    yield call
    _forget()


def _forget() -> None:
    for provider in (
        settings.current,
        bootstrap._client,
        bootstrap.store,
        bootstrap.consolidate_queue,
        bootstrap._embedder,
        bootstrap._spaces,
        bootstrap._openai,
        bootstrap._search,
        bootstrap._side,
    ):
        provider.cache_clear()


def test_acts_answer_with_the_memory_and_deletion_with_nothing(ask: Ask) -> None:
    bootstrap.store().put_each([Write(fact())])
    status, memory = ask("POST", "/pin", {})
    assert (status, memory["pinned"], memory["version"], memory["change"]["actor"]) == (200, True, 2, "key:k1")
    status, memory = ask("POST", "/promote", {"to": "shared", "allowed_users": ["u2"]})
    assert memory["access_control"] == {"visibility": "shared", "allowed_users": ["u2"], "allowed_roles": []}
    status, memory = ask("POST", "/feedback", {"useful": True, "recall_id": "r_1"})
    assert memory["retrieval_boost"] == 1.1
    assert ask("DELETE", "") == (204, {})
    assert ask("POST", "/restore", {})[1]["status"] == "active"
    assert ask("DELETE", "", purge="true") == (204, {})
    assert ask("POST", "/restore", {})[0] == 404


def test_correction_is_answered_while_the_model_is_down_and_a_stale_version_is_409(ask: Ask) -> None:
    bootstrap.store().put_each([Write(fact())])
    status, memory = ask("PATCH", "", {"version": 1, "content": "The user lives in Boulder."})
    assert (status, memory["content"], memory["source"]) == (200, "The user lives in Boulder.", "corrected_memory")
    assert ask("PATCH", "", {"version": 1, "content": "The user lives in Bern."})[0] == 409


def test_refusals_have_the_contracts_status(ask: Ask) -> None:
    bootstrap.store().put_each([Write(fact())])
    assert ask("POST", "/pin", {}, permissions="read")[0] == 403
    assert ask("POST", "/pin", {}, tenant="globex")[0] == 404
    assert ask("POST", "/pin", {"colour": "red"})[0] == 422
    assert ask("POST", "/promote", {"to": "shared"})[0] == 422
    assert ask("POST", "/promote", {"to": "private"})[0] == 422
    assert ask("POST", "/merge", {"ids": []})[0] == 422
    assert ask("POST", "/hold", {})[0] == 200
    assert ask("DELETE", "")[0] == 409
