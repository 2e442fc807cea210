"""What clients of the HTTP API meet: problem details, tenancy, idempotency, reads of what was just written."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urljoin

import pytest

from local.client import ApiError, Client
from tests.e2e.conftest import Run


def refused(api: Client, method: str, path: str, body: Any = None, **more: Any) -> ApiError:
    with pytest.raises(ApiError) as caught:
        api.call(method, path, body, **more)
    problem = caught.value.problem
    assert {"type", "title", "status", "detail", "request_id"} <= set(problem)
    assert problem["status"] == caught.value.status
    return caught.value


def test_accepted_event_is_recalled_at_once_as_pending(run: Run) -> None:
    run.retain({"event_id": "m1", "content": "My dentist appointment is on Friday.", "timestamp": "2026-05-02T10:00:00Z"})
    answer = run.recall("When is my dentist appointment?")
    assert "m1" in [e for m in answer["memories"] for e in m["event_ids"]]


def test_fact_and_event_name_each_other(run: Run) -> None:
    run.settle(run.retain({"event_id": "m1", "content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}))
    (fact,) = run.facts()
    assert fact["event_ids"] == ["m1"]
    event = run.api.call("GET", "/events/m1", query=run.scope)
    assert event["memory_ids"][0] == fact["memory_id"]
    assert event["processing_status"] == "processed"
    assert run.api.call("GET", f"/memories/{fact['memory_id']}", query=run.scope)["content"] == "I live in Denver"
    case = run.api.call("GET", f"/memories/{fact['memory_id']}/case", query=run.scope)
    assert case["observations"][0]["verdict"] == "new"
    links = run.api.call("GET", f"/memories/{fact['memory_id']}/relations", query=run.scope)["relations"]
    assert ("derived_from", "m1") in {(r["type"], r["target"]) for r in links}


def test_same_idempotency_key_gives_the_same_batch(run: Run) -> None:
    body = run.scope | {"events": [{"content": "I like tea.", "timestamp": "2026-05-02T10:00:00Z"}]}
    key = {"Idempotency-Key": run.scope["container"]}
    first = run.api.call("POST", "/retain", body, headers=key)
    assert run.api.call("POST", "/retain", body, headers=key) == first
    assert refused(run.api, "POST", "/retain", body | {"extract": False}, headers=key).status == 409


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "body"),
        ({"events": [{"timestamp": "2026-05-02T10:00:00Z"}]}, "events.0.content"),
        ({"events": [{"content": "x", "timestamp": "yesterday"}]}, "events.0.timestamp"),
        ({"events": [{"content": "x", "role": "robot"}]}, "events.0.role"),
        ({"events": [{"content": "x"}], "surprise": 1}, "surprise"),
        ({"events": [{"content": "x" * 40_000}]}, "events.0"),
        ({"events": [{"content": "x"}] * 101}, "body"),
    ],
)
def test_invalid_request_names_the_field_and_leaves_nothing(run: Run, body: dict[str, Any], field: str) -> None:
    error = refused(run.api, "POST", "/retain", run.scope | body)
    assert error.status == 422
    assert error.problem["errors"][0]["field"] == field
    assert run.recall("x")["memories"] == []


def test_unknown_parameter_and_foreign_cursor_are_errors(run: Run) -> None:
    assert refused(run.api, "GET", "/memories", query=run.scope | {"colour": "red"}).status == 422
    assert refused(run.api, "GET", "/memories", query=run.scope | {"cursor": "abc"}).status == 422


def test_unknown_ids_are_not_found(run: Run) -> None:
    for path in ("/batches/b_none", "/memories/f_none", "/events/none", "/memories/f_none/history"):
        assert refused(run.api, "GET", path).status == 404


def test_wrong_keys_are_refused(run: Run) -> None:
    for key in ("", "nonsense", run.stack.key[:-1] + "x", run.stack.key.replace("ks_local", "ks_other")):
        assert refused(run.client(key), "GET", "/memories").status in (401, 403)


def test_unknown_route_is_a_problem(run: Run) -> None:
    assert refused(run.api, "GET", "/nowhere").status in (403, 404)


def test_another_tenant_sees_nothing(run: Run) -> None:
    run.settle(run.retain({"event_id": "m1", "content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}))
    (fact,) = run.facts()
    made = run.admin.call("POST", "/admin/keys", {"tenant": "globex", "permissions": ["read", "write", "admin"]})
    other = run.client(made["key"])
    assert other.call("POST", "/recall", run.scope | {"query": "Where do I live? Denver"})["memories"] == []
    assert other.call("GET", "/memories", query=run.scope)["memories"] == []
    for path in (f"/memories/{fact['memory_id']}", f"/memories/{fact['memory_id']}/case", "/events/m1"):
        for query in ({}, run.scope):
            error = refused(other, "GET", path, query=query)
            assert error.status == 404
            assert "Denver" not in json.dumps(error.problem)
    assert refused(other, "GET", "/admin/keys", query={"tenant": "local"}).status == 403
    assert refused(other, "POST", "/admin/keys", {"tenant": "local", "permissions": ["admin"]}).status == 403


def test_bound_key_cannot_widen_itself(run: Run) -> None:
    made = run.admin.call("POST", "/admin/keys", {"tenant": "local", "permissions": ["read"], "user_id": "u1"})
    bound = run.client(made["key"])
    body = {"container": run.scope["container"], "query": "anything"}
    assert bound.call("POST", "/recall", body)["memories"] == []
    assert refused(bound, "POST", "/recall", body | {"user_id": "u2"}).status == 403
    assert refused(bound, "POST", "/retain", body | {"events": [{"content": "x"}]}).status == 403


def test_revoked_key_is_listed_as_revoked(run: Run) -> None:
    made = run.admin.call("POST", "/admin/keys", {"tenant": "initech", "permissions": ["read"]})
    run.admin.call("DELETE", f"/admin/keys/{made['key_id']}", query={"tenant": "initech"})
    (listed,) = run.admin.call("GET", "/admin/keys", query={"tenant": "initech"})["keys"]
    assert listed["revoked_at"]
    assert "key" not in listed
    assert refused(run.client(made["key"]), "GET", "/memories").status in (401, 403)


def test_health_names_each_dependency(run: Run) -> None:
    answer = run.api.call("GET", "/health")
    assert answer["status"] == "ok"
    named = {d["name"]: d["ok"] for d in answer["dependencies"]}
    assert named == dict.fromkeys(("chat", "embedding", "index", "model", "table", "vectors"), True)


def test_health_without_a_key_names_them_and_asks_none(run: Run) -> None:
    with urllib.request.urlopen(f"{run.stack.url}/health", timeout=30) as reply:
        answer = json.load(reply)
    assert answer["status"] == "ok"
    assert {d["ok"] for d in answer["dependencies"]} == {None}


def test_openapi_and_docs_are_served_without_a_key(run: Run) -> None:
    with urllib.request.urlopen(f"{run.stack.url}/openapi.json", timeout=30) as reply:
        document = json.load(reply)
    assert document["openapi"].startswith("3.1")
    assert "/recall" in document["paths"]
    assert urljoin(f"{run.stack.url}/openapi.json", document["servers"][0]["url"]).rstrip("/") == run.stack.url
    with urllib.request.urlopen(f"{run.stack.url}/docs", timeout=30) as reply:
        assert b"<title>Keepsake API</title>" in reply.read()


def test_request_that_is_not_json_is_invalid(run: Run) -> None:
    headers = {"Authorization": f"Bearer {run.stack.key}", "Content-Type": "application/json"}
    request = urllib.request.Request(f"{run.stack.url}/retain", data=b"{nope", headers=headers, method="POST")
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(request, timeout=30)
    with caught.value as reply:
        assert reply.code == 422
        assert reply.headers["Content-Type"] == "application/problem+json"
