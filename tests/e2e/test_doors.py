"""Lists, verbatim facts, state, items, deletions and the Model Context Protocol on the deployed template, with IAM enforced."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until

LARGE = "".join(random.Random(5).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=3_900_000))
"""Lies in the bucket, and is about the most that a row takes."""


def test_fact_that_is_kept_as_given_is_recallable_before_the_answer_and_deleted_by_filter(run: Run) -> None:
    kept = run.api.call("POST", "/memories", run.scope | {"content": "Prefers window seats", "metadata": {"origin": "crm"}})
    assert kept["processing_status"] == "processed"
    assert kept["memory_id"] in {m["memory_id"] for m in run.recall("Which seats?")["memories"]}
    mine = run.scope | {"filter": json.dumps({"field": "metadata.origin", "op": "eq", "value": "crm"})}
    assert run.api.call("DELETE", "/memories", query=mine | {"preview": "true"})["changed"] == {"deleted": 1}
    gone = run.api.call("DELETE", "/memories", query=mine)
    assert (gone["done"], run.facts()) == (True, [])
    run.api.call("POST", f"/admin/change-sets/{gone['change_set']}/undo", {})
    assert [m["memory_id"] for m in run.facts()] == [kept["memory_id"]]


def test_what_there_is_can_be_listed_and_an_event_deleted(run: Run) -> None:
    run.settle(run.retain({"event_id": "m1", "content": "I live in Zebrafinchburg."}, {"event_id": "m2", "content": "I have a dog."}))
    run.settle(run.retain({"event_id": "m3", "content": "I play chess."}))
    of = {"container": run.scope["container"]}
    users = until(lambda: run.api.call("GET", "/users", query=of)["users"], lambda found: bool(found) and found[0]["events"] == 3)
    assert (users[0]["user_id"], users[0]["sessions"]) == ("u1", 1)
    assert [s["session_id"] for s in run.api.call("GET", "/sessions", query=run.scope)["sessions"]] == ["s1"]

    def said() -> list[str]:
        return [e["event_id"] for e in run.api.call("GET", "/sessions/s1/events", query=run.scope)["events"]]

    assert said() == ["m3", "m2", "m1"]
    run.api.call("DELETE", "/events/m1", query=run.scope)
    assert said() == ["m3", "m2"]
    with pytest.raises(ApiError) as refused:
        run.api.call("GET", "/events/m1", query=run.scope)
    assert refused.value.status == 404
    until(lambda: run.recall("Where do I live?"), lambda told: "zebrafinch" not in json.dumps(told).lower())


def test_state_comes_back_whole_however_large(run: Run) -> None:
    place = "/sessions/s1/state"
    run.api.call("POST", place, run.scope | {"rows": [{"data": {"step": 1}}, {"data": {"step": 2}, "branch": "retry"}]})
    run.api.call("POST", place, run.scope | {"data": {"blob": LARGE}})
    shown = run.api.call("GET", place, query=run.scope)["rows"]
    assert [r["data"] for r in shown] == [{"blob": LARGE}, {"step": 2}, {"step": 1}]
    run.api.call("DELETE", f"{place}/{shown[0]['row_id']}", query=run.scope)
    assert [r["data"] for r in run.api.call("GET", place, query=run.scope | {"branch": "retry"})["rows"]] == [{"step": 2}]
    run.api.call("DELETE", place, query=run.scope)
    assert run.api.call("GET", place, query=run.scope)["rows"] == []


def test_items_are_found_by_key_filter_and_text(run: Run) -> None:
    for key, value in {"a": {"text": "Ann drinks green tea", "n": 1}, "b/c.md": {"text": "The car needs new tyres", "n": 2}}.items():
        run.api.call("PUT", f"/items/users.ann/{key}", run.scope | {"value": value})
    assert run.api.call("GET", "/items/users.ann/b/c.md", query=run.scope)["value"]["n"] == 2

    def found(**asked: Any) -> list[str]:
        return [i["key"] for i in run.api.call("POST", "/items/search", run.scope | {"prefix": ["users"]} | asked)["items"]]

    assert found(query="what does she like to drink?") == ["a", "b/c.md"]
    assert found(filter={"field": "value.n", "op": "gt", "value": 1}) == ["b/c.md"]
    assert run.api.call("GET", "/items", query=run.scope)["namespaces"] == [["users", "ann"]]


def test_tools_of_the_model_context_protocol_remember_and_find(run: Run) -> None:
    def tool(name: str, **arguments: Any) -> Any:
        said = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        return run.api.call("POST", "/mcp", said, query=run.scope)["result"]

    added = tool("add_memory", text="My locker is number 4711.")
    run.settle(added["structuredContent"]["batch_id"])
    assert "4711" in tool("search_memories", query="Which locker is mine?")["content"][0]["text"]
