"""mem0's API at its function, over a table and queues on moto, with neither a model nor an index: what is kept, listed, corrected and
deleted needs neither, and a search says what is missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import boto3
import pytest

from functions.mem0.handler import handler
from keepsake import bootstrap, settings

ANN = {"user_id": "ann"}
Answered = tuple[int, Any]
Ask = Callable[..., Answered]
CONTEXT = SimpleNamespace(aws_request_id="q1", function_name="f", get_remaining_time_in_millis=lambda: 29_000)


@pytest.fixture
def ask(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    sqs = boto3.client("sqs", region_name="us-east-1")
    monkeypatch.setenv("KEEPSAKE_TABLE", table[1])
    for name in ("EXTRACT", "CONSOLIDATE", "ACCESS"):
        queue = sqs.create_queue(QueueName=f"{name}.fifo", Attributes={"FifoQueue": "true"})
        monkeypatch.setenv(f"KEEPSAKE_{name}_QUEUE_URL", queue["QueueUrl"])
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    monkeypatch.setenv("KEEPSAKE_SEARCH_ENDPOINT", "http://127.0.0.1:9")
    _forget()

    def call(asked: str, body: Any = None, **query: str) -> Answered:
        method, path = asked.split(" ")
        event = {
            "httpMethod": method, "resource": "/mem0/{proxy+}", "path": f"/mem0/{path}", "queryStringParameters": query or None,
            "body": None if body is None else json.dumps(body),
            "requestContext": {"requestId": "q1", "authorizer": {"tenant": "acme", "key_id": "k1", "permissions": "read,write,admin"}},
        }  # fmt: skip
        reply = handler(event, CONTEXT)
        return reply["statusCode"], json.loads(reply["body"])

    yield call
    _forget()


def _forget() -> None:
    for value in [settings.current, *vars(bootstrap).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()


def kept(ask: Ask, *lines: str, **fields: Any) -> list[str]:
    body = ANN | {"messages": [{"role": "user", "content": line} for line in lines], "infer": False} | fields
    status, answer = ask("POST v3/memories/add/", body)
    assert status == 200, answer
    return [r["id"] for r in answer["results"]]


def test_what_is_kept_is_listed_corrected_and_deleted(ask: Ask) -> None:
    first, second = kept(ask, "Ann plays chess.", "Ann drinks tea.", run_id="r1", metadata={"n": 1})
    _, page = ask("POST v3/memories/", {"filters": {"run_id": "r1"}, "page_size": 1}, page="2")
    assert (page["count"], page["results"][0]["id"], page["results"][0]["user_id"]) == (2, first, "ann")
    assert ask(f"PUT v1/memories/{first}/", {"text": "Ann plays go."})[1]["memory"] == "Ann plays go."
    assert [row["event"] for row in ask(f"GET v1/memories/{first}/history/")[1]] == ["ADD", "UPDATE"]
    assert ask(f"DELETE v1/memories/{first}/")[0] == 200
    assert ask(f"GET v1/memories/{first}/")[0] == 404
    assert ask("DELETE v1/memories/", user_id="ann")[0] == 200
    assert ask(f"GET v1/memories/{second}/")[0] == 404


def test_additions_and_users_are_listed(ask: Ask) -> None:
    for user in ("ann", "bob"):
        ask("POST v3/memories/add/", {"messages": "I moved from Boston to Denver last month.", "user_id": user})
    _, events = ask("GET v1/events/", page_size="1")
    assert (events["count"], len(events["results"]), events["results"][0]["status"]) == (2, 1, "PENDING")
    assert ask(f"GET v1/event/{events['results'][0]['id']}/")[1]["results"] == []
    assert [u["name"] for u in ask("GET v1/entities/")[1]["results"]] == ["ann", "bob"]


def test_search_without_model_and_index_finds_by_words_and_says_so(ask: Ask) -> None:
    kept(ask, "Ann plays chess.", metadata={"n": 1})
    kept(ask, "Ann drinks tea.", metadata={"n": 2})
    _, answer = ask("POST v3/memories/search/", {"query": "Who plays chess?", "filters": ANN | {"metadata": {"n": 1}}})
    assert [m["memory"] for m in answer["results"]] == ["Ann plays chess."]
    assert answer["degraded"] == ["index", "model"]
