"""Rows W1 to W3 through the functions themselves: parsed, checked by permission and scope, answered in the contract's words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import boto3
import pytest

import functions.capture.handler
import functions.sessions.handler
from keepsake import bootstrap, settings

Answered = tuple[int, dict[str, Any]]
Ask = Callable[..., Answered]


@pytest.fixture
def ask(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Calls a function as API Gateway does, over a table and a queue on moto and a model that nobody answers for."""
    queue = boto3.client("sqs", region_name="us-east-1").create_queue(QueueName="e.fifo", Attributes={"FifoQueue": "true"})
    given = {"TABLE": table[1], "EXTRACT_QUEUE_URL": queue["QueueUrl"]}
    for name, value in given.items():
        monkeypatch.setenv(f"KEEPSAKE_{name}", value)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    _forget()

    def call(method: str, path: str, body: Any = None, permissions: str = "read,write", agent_id: str = "", **query: str) -> Answered:
        resource, names = path, {}
        if path.startswith("/sessions/"):
            _, _, session, *rest = path.split("/")
            names = {"id": session}
            resource = "/".join(["", "sessions", "{id}", *rest])
            if len(rest) > 1 and rest[1].startswith("w_"):
                names["item"] = rest[1]
                resource = resource.replace(rest[1], "{item}")
        event = {
            "httpMethod": method, "resource": resource, "path": path, "pathParameters": names,
            "queryStringParameters": ({"user_id": "u1"} | query) if names else None, "body": None if body is None else json.dumps(body),
            "requestContext": {
                "requestId": "q1",
                "authorizer": {"tenant": "acme", "key_id": "k1", "permissions": permissions, "agent_id": agent_id},
            },
        }  # fmt: skip
        module = functions.sessions.handler if names else functions.capture.handler
        reply = module.handler(event, SimpleNamespace(aws_request_id="q1"))
        return reply["statusCode"], json.loads(reply["body"] or "{}")

    yield call
    _forget()


def _forget() -> None:
    for provider in (
        settings.current,
        bootstrap._client,
        bootstrap.store,
        bootstrap.extract_queue,
        bootstrap._embedder,
        bootstrap._spaces,
        bootstrap._openai,
    ):
        provider.cache_clear()


def captured(ask: Ask, **fields: Any) -> dict[str, Any]:
    status, answer = ask("POST", "/capture", {"user_id": "u1", "session_id": "s1"} | fields)
    assert status == 200, answer
    return answer


def test_captured_turn_is_shown_by_the_session_at_once(ask: Ask) -> None:
    answer = captured(ask, text="I live in Denver.")
    assert (answer["turn"], [o["routed"] for o in answer["observations"]]) == (1, [["working", "fact", "episode"]])
    assert answer["batch_id"].startswith("b_")
    status, session = ask("GET", "/sessions/s1")
    assert (status, [t["content"] for t in session["turns"]], session["counters"]["turns"]) == (200, ["I live in Denver."], 1)
    status, context = ask("GET", "/sessions/s1/context")
    assert (status, context["formatted_context"].count("Denver")) == (200, 2)
    again = captured(ask, last_exchange=True)
    assert (again["turn"], again["batch_id"]) == (1, answer["batch_id"])


def test_working_items_by_all_their_acts(ask: Ask) -> None:
    for content in ("a", "b", "c"):
        status, shown = ask("POST", "/sessions/s1/working", {"content": content})
        assert status == 200
    items = [i["item_id"] for i in shown["items"]]
    assert [ask("POST", f"/sessions/s1/working/{i}/pin", {})[0] for i in items] == [200, 200, 409]
    assert ask("POST", f"/sessions/s1/working/{items[0]}/unpin", {})[1]["items"][0]["pinned"] in (True, False)
    status, shown = ask("POST", "/sessions/s1/working/advance", {"turns": 3})
    assert (status, shown["turn"], {i["salience"] for i in shown["items"]}) == (200, 3, {0.25})
    status, shown = ask("POST", f"/sessions/s1/working/{items[2]}/refresh", {})
    assert (status, shown["items"][0]["item_id"], shown["items"][0]["salience"]) == (200, items[2], 0.5)
    assert ask("DELETE", f"/sessions/s1/working/{items[1]}") == (204, {})
    assert ask("DELETE", f"/sessions/s1/working/{items[1]}")[0] == 404
    status, shown = ask("GET", "/sessions/s1/working")
    assert (status, len(shown["items"]), shown["capacity"], shown["pinned_slots"]) == (200, 2, 7, 2)
    assert shown["formatted"].count("- ") == 2


def test_handed_items_are_seen_by_the_other_agents_key(ask: Ask) -> None:
    ask("POST", "/sessions/s1/working", {"content": "the plan"}, agent_id="a")
    assert ask("GET", "/sessions/s1/working", agent_id="b")[1]["items"] == []
    assert ask("POST", "/sessions/s1/handoff", {"to_agent_id": "b"}, agent_id="b")[1]["handoff"]["items"] == []
    status, answer = ask("POST", "/sessions/s1/handoff", {"to_agent_id": "b"}, agent_id="a")
    assert (status, answer["handoff"]["from_agent_id"], answer["handoff"]["actor"]) == (200, "a", "key:k1")
    assert [i["content"] for i in ask("GET", "/sessions/s1/working", agent_id="b")[1]["items"]] == ["the plan"]
    assert ask("GET", "/sessions/s1/working", agent_id="a")[1]["items"] == []


def test_secret_is_masked_before_it_is_in_focus_or_said(ask: Ask) -> None:
    """Row R7."""
    key = "sk-proj-" + "a1B2c3D4e5F6g7H8i9J0" * 2
    ask("POST", "/sessions/s1/working", {"content": f"Use the key {key} for the deploy"})
    captured(ask, text=f"I live in Denver and my key is {key}.")
    shown = json.dumps([ask("GET", "/sessions/s1/working"), ask("GET", "/sessions/s1"), ask("GET", "/sessions/s1/context")])
    assert "Denver" in shown
    assert key not in shown


def test_refusals_have_the_contracts_status(ask: Ask) -> None:
    assert ask("GET", "/sessions/unknown")[0] == 404
    assert ask("POST", "/sessions/s1/working", {"content": "x"}, permissions="read")[0] == 403
    assert ask("POST", "/sessions/s1/working", {"content": "x", "colour": "red"})[0] == 422
    assert ask("POST", "/sessions/s1/working", {"content": ""})[0] == 422
    assert ask("GET", "/sessions/s1/working", agent_id="a", agent_id_="x")[0] == 422
    assert ask("POST", "/capture", {"user_id": "u1", "session_id": "s1"})[0] == 422
    assert ask("POST", "/capture", {"user_id": "u1", "session_id": "s1", "text": "x", "last_exchange": True})[0] == 422
    assert ask("POST", "/capture", {"user_id": "u1", "text": "I live in Denver."})[0] == 422
    assert ask("POST", "/capture", {"user_id": "u1", "session_id": "s1", "last_exchange": True})[0] == 404
    assert ask("POST", "/capture", {"user_id": "u1", "session_id": "s1", "text": "x"}, permissions="read")[0] == 403
