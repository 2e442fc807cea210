"""Every request is checked before a flow sees it, and every failure is problem details without a foreign word."""

from __future__ import annotations

import base64
import io
import json
from typing import Any

import pytest

from keepsake import bootstrap, gateway, openapi, telemetry
from keepsake.errors import LostRace, NotFound, Throttled, Unavailable
from keepsake.gateway import Call

KEY = {"tenant": "acme", "key_id": "k1", "permissions": "read,write", "roles": "", "containers": "", "user_id": "", "agent_id": ""}


def request(method: str = "POST", resource: str = "/recall", body: Any = None, **fields: Any) -> dict[str, Any]:
    given = {
        "httpMethod": method,
        "resource": resource,
        "path": resource,
        "body": json.dumps({"query": "tea"} if body is None else body),
        "headers": {},
        "queryStringParameters": None,
        "pathParameters": None,
        "requestContext": {"requestId": "req-1", "authorizer": KEY},
    }
    return given | fields


def serve(event: dict[str, Any], act: Any = lambda _: {"ok": True}) -> tuple[int, dict[str, Any], dict[str, str]]:
    reply = gateway.serve(event, None, {f"{event['httpMethod']} {event['resource']}": act})
    return reply["statusCode"], json.loads(reply["body"]), reply["headers"]


def test_body_of_some_depth_is_taken() -> None:
    body = '{"query": "x", "filters": {"x": ' + "[" * 62 + "]" * 62 + "}}"
    assert serve(request() | {"body": body})[0] == 200


def test_checked_request_reaches_its_act() -> None:
    seen: list[Call] = []
    status, body, _ = serve(request(), lambda call: seen.append(call) or {"ok": True})
    assert (status, body) == (200, {"ok": True})
    assert (seen[0].caller.tenant, seen[0].body.query) == ("acme", "tea")


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"body": "{nope"}, 422),
        ({"body": "[1]"}, 422),
        ({"body": '{"query": NaN}'}, 422),
        ({"body": '{"query": "x", "surprise": 1}'}, 422),
        ({"body": '{"query": "x", "diagnostics": 0}'}, 422),
        ({"body": '{"query": "x", "as_of": 1777716000}'}, 422),
        ({"body": '{"query": "x", "top_k": "5"}'}, 422),
        ({"body": '{"query": "\\ud800"}'}, 422),
        ({"body": '{"filters": ' + '{"not": ' * 10_000 + "{}" + "}" * 10_001}, 422),
        ({"body": '{"filters": ' + "[" * 10_000 + "]" * 10_000 + "}"}, 422),
        ({"body": '{"query": "x", "filters": {"x": ' + "[" * 900 + "]" * 900 + "}}"}, 422),
        ({"body": "[" * 100_000}, 422),
        ({"body": json.dumps({"query": "x" * 300_000})}, 413),
        ({"body": "%%%", "isBase64Encoded": True}, 422),
        ({"queryStringParameters": {"surprise": "1"}}, 422),
        ({"requestContext": {"requestId": "req-1", "authorizer": {}}}, 401),
        ({"requestContext": {"requestId": "req-1", "authorizer": KEY | {"permissions": "write"}}}, 403),
    ],
)
def test_bad_request_is_a_problem(fields: dict[str, Any], status: int) -> None:
    found, problem, headers = serve(request(**fields))
    assert (found, problem["status"], problem["request_id"]) == (status, status, "req-1")
    assert headers["Content-Type"] == "application/problem+json"


def test_document_says_which_bodies_may_be_left_out() -> None:
    paths = openapi.document()["paths"]
    assert paths["/recall"]["post"]["requestBody"]["required"] is True
    assert paths["/memories/{id}/pin"]["post"]["requestBody"]["required"] is False
    pin = {"httpMethod": "POST", "resource": "/memories/{id}/pin", "pathParameters": {"id": "f_1"}, "body": None}
    assert serve(request() | pin)[0] == 200
    assert serve(request() | {"body": None})[0] == 422


def test_error_names_the_field_and_not_its_value() -> None:
    _, problem, _ = serve(request(body={"query": "tea", "top_k": "my secret wish"}))
    assert problem["errors"][0]["field"] == "top_k"
    assert "secret wish" not in json.dumps(problem)


@pytest.mark.parametrize(("error", "status"), [(NotFound("x"), 404), (LostRace("x"), 409), (Unavailable("x", retry_after_s=7), 503)])
def test_flows_errors_keep_their_status(error: Exception, status: int) -> None:
    def act(_: Call) -> Any:
        raise error

    found, _, headers = serve(request(), act)
    assert found == status
    if status == 503:
        assert headers["Retry-After"] == "7"


def test_fault_of_ours_shows_nothing_of_itself() -> None:
    def act(_: Call) -> Any:
        raise RuntimeError("the words of a user")

    status, problem, _ = serve(request(), act)
    assert status == 500
    assert "words of a user" not in json.dumps(problem)


def test_no_log_line_holds_a_word_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO()
    monkeypatch.setattr(telemetry.logger().registered_handler, "stream", lines)

    def act(_: Call) -> Any:
        raise RuntimeError("the words of a user")

    serve(request(body={"query": "marmalade sandwiches"}), act)
    logged = lines.getvalue()
    assert "request failed" in logged
    assert "marmalade" not in logged
    assert "words of a user" not in logged


def test_secrets_are_masked_in_every_string() -> None:
    seen: list[Call] = []
    body = {"events": [{"content": "my password is hunter2", "name": "sk-proj-abcdefghijklmnopqrstuv", "metadata": {"a": ["pin: 4921"]}}]}
    serve(request(resource="/retain", body=body), lambda call: seen.append(call) or {})
    text = seen[0].body.model_dump_json()
    assert not any(secret in text for secret in ("hunter2", "sk-proj", "4921"))


def test_secret_in_a_name_is_refused_rather_than_masked() -> None:
    status, problem, _ = serve(request(body={"query": "x", "user_id": "ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"}))
    assert status == 422
    assert problem["errors"][0]["field"] == "user_id"
    assert "ghp_" not in json.dumps(problem)


def test_long_random_user_ids_stay_as_they_are() -> None:
    seen: list[Call] = []
    user = "Zk3Qw8xT1vB7nM4cL9pR2sD6fG5hJ0aY"
    serve(request(body={"query": "x", "user_id": user}), lambda call: seen.append(call) or {})
    assert seen[0].body.user_id == user


def test_encoded_body_is_read() -> None:
    packed = base64.b64encode(b'{"query": "tea"}').decode()
    assert serve(request() | {"body": packed, "isBase64Encoded": True})[0] == 200


def test_commas_in_bindings_do_not_split_them() -> None:
    key = KEY | {"containers": "a%2Cb,c"}
    principal = gateway.principal_of({"requestContext": {"authorizer": key}})
    assert principal.containers == ("a,b", "c")


class Spent:
    """A limit that is reached."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def take(self, tenant: str, _now: Any) -> None:
        self.asked.append(tenant)
        raise Throttled("Spent.", retry_after_s=7)


def test_tenant_beyond_its_rate_gets_429_before_its_request_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, done = Spent(), []
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    status, problem, headers = serve(request(body={"surprise": 1}), done.append)
    assert (status, problem["status"], headers["Retry-After"]) == (429, 429, "7")
    assert headers["Content-Type"] == "application/problem+json"
    assert (limit.asked, done) == (["acme"], [])


def test_operator_and_routes_without_a_key_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Spent()
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    operator = KEY | {"tenant": "operator", "key_id": "operator", "permissions": "admin", "operator": "true"}
    assert serve(request(requestContext={"requestId": "r", "authorizer": operator}))[0] == 200
    assert serve(request("GET", "/health", requestContext={"requestId": "r"}))[0] == 200
    assert limit.asked == []
