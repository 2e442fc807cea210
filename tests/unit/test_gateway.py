"""Every request is checked before a flow sees it, and every failure is problem details without a foreign word."""

from __future__ import annotations

import base64
import io
import json
import re
from typing import Any, get_args
from urllib.parse import quote

import pytest
from pydantic_core.core_schema import ErrorType

from keepsake import api, bootstrap, gateway, openapi, refusals, telemetry
from keepsake.errors import Invalid, LostRace, NotFound, Throttled, Unavailable
from keepsake.flows.knowledge import memories
from keepsake.gateway import Call
from keepsake.routes import ROUTES, Route
from local.in_memory import NOW, scope

KEY = {"tenant": "acme", "key_id": "k1", "permissions": "read,write", "roles": "", "containers": "", "user_id": "", "agent_id": ""}


def request(method: str = "POST", resource: str = "/recall", body: Any = None, **fields: Any) -> dict[str, Any]:
    given = {
        "httpMethod": method,
        "resource": resource,
        "path": resource,
        "body": json.dumps(({"query": "tea"} if method == "POST" else {}) if body is None else body),
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


DELETION = {"method": "DELETE", "resource": "/memories", "queryStringParameters": {"user_id": "ann"}}


@pytest.mark.parametrize("body", [{"preview": True}, {"filter": {"field": "category", "op": "eq", "value": "task"}}, {"sk-a": 1}])
def test_what_a_body_holds_where_none_is_taken_is_refused_not_dropped(body: dict[str, Any]) -> None:
    asked: list[Call] = []
    status, problem, _ = serve(request(**DELETION, body=body), lambda call: asked.append(call))
    assert (status, asked) == (422, [])
    assert [e["field"] for e in problem["errors"]] == list(body)


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ('{"user_id": "ann", "query": "tea", "user_id": "bob"}', "user_id"),
        ('{"user_id": "ann", "query": "tea", "user\\u005fid": "ann"}', "user_id"),
        ('{"query": "tea", "filters": {"not": {"field": "kind", "op": "eq", "op": "ne", "value": "fact"}}}', "op"),
        ('{"query": "tea", "\\ud800": 1, "\\ud800": 2}', "?"),
    ],
)
def test_name_that_stands_twice_in_an_object_is_refused_wherever_it_stands(body: str, field: str) -> None:
    """Python's reader takes the last, others the first: one request would mean two users."""
    status, problem, _ = serve(request() | {"body": body})
    assert (status, [e["field"] for e in problem["errors"]]) == (422, [field])
    assert problem["detail"] == f"{field}: is given twice"


def test_parameter_that_stands_twice_in_the_address_is_refused() -> None:
    event = request("DELETE", "/memories", {}, queryStringParameters={"user_id": "bob"})
    status, problem, _ = serve(event | {"multiValueQueryStringParameters": {"user_id": ["ann", "bob"]}})
    assert (status, problem["detail"]) == (422, "user_id: is given twice")
    assert serve(event | {"multiValueQueryStringParameters": {"user_id": ["bob"]}})[0] == 202


def test_filter_in_an_address_names_each_field_once() -> None:
    with pytest.raises(Invalid, match="and: is given twice"):
        memories.selecting(scope(), api.Selection(filter='{"and": [{"field": "kind", "op": "eq", "value": "fact"}], "and": []}'))


@pytest.mark.parametrize("body", [None, "", "{}"])
def test_empty_body_is_none(body: str | None) -> None:
    assert serve(request(**DELETION) | {"body": body})[0] == 202


@pytest.mark.parametrize(
    ("query", "body", "whose"),
    [
        ({"user_id": "dan"}, {"session_id": "s1"}, {"user_id": "dan", "session_id": "s1"}),
        ({}, {"user_id": "dan"}, {"user_id": "dan"}),
        ({"user_id": "dan"}, {}, {"user_id": "dan"}),
        ({"user_id": "dan", "container": "shop"}, {"user_id": "dan"}, {"user_id": "dan", "container": "shop"}),
        ({"user_id": "dan"}, {"user_id": "eve"}, None),
    ],
)
def test_scope_in_body_and_query_is_joined_or_refused(query: dict[str, str], body: dict[str, str], whose: dict[str, str] | None) -> None:
    asked: list[dict[str, str]] = []
    event = request(resource="/memories", body=body | {"content": "Likes tea"}, queryStringParameters=query)
    status, _, _ = serve(event, lambda call: asked.append(call.whose.model_dump(exclude_none=True)) or {"ok": True})
    assert (status, asked) == ((422, []) if whose is None else (201, [whose]))


def test_document_says_which_bodies_may_be_left_out() -> None:
    paths = openapi.document()["paths"]
    assert paths["/recall"]["post"]["requestBody"]["required"] is True
    assert paths["/memories/{memory_id}/pin"]["post"]["requestBody"]["required"] is False
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
    principal = gateway.principal_of({"requestContext": {"authorizer": key}}, NOW)
    assert principal.containers == ("a,b", "c")


class Spent:
    """A limit that is reached."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def take(self, tenant: str, _now: Any, **_amounts: int) -> None:
        self.asked.append(tenant)
        raise Throttled("Spent.", retry_after_s=7)


def test_tenant_beyond_its_rate_gets_429_before_its_request_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    limit, done = Spent(), []
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    status, problem, headers = serve(request(body={"surprise": 1}), done.append)
    assert (status, problem["status"], headers["Retry-After"]) == (429, 429, "7")
    assert headers["Content-Type"] == "application/problem+json"
    assert (limit.asked, done) == (["acme"], [])


class Counting:
    """A limit that is never reached."""

    def __init__(self) -> None:
        self.taken: list[dict[str, int]] = []

    def take(self, _tenant: str, _now: Any, **amounts: int) -> None:
        self.taken.append(amounts)


def test_bytes_are_counted_before_a_request_is_read_and_events_once_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Counting()
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    body = {"user_id": "u1", "events": [{"role": "user", "content": "I live in Rome."}] * 3, "facts": [{"content": "Ann lives in Rome."}]}
    sent = request("POST", "/retain", body=body)
    sent["resource"], sent["requestContext"]["authorizer"] = "/retain", KEY | {"permissions": "write"}
    assert serve(sent)[0] in (200, 202)
    assert limit.taken == [{"requests": 1, "size": len(sent["body"])}, {"events": 4}]


def test_operator_and_routes_without_a_key_are_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = Spent()
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    operator = KEY | {"tenant": "operator", "key_id": "operator", "permissions": "admin", "operator": "true"}
    assert serve(request(requestContext={"requestId": "r", "authorizer": operator}, queryStringParameters={"tenant": "acme"}))[0] == 200
    assert serve(request("GET", "/health", requestContext={"requestId": "r"}))[0] == 200
    assert limit.asked == []


OPERATOR = KEY | {"tenant": "operator", "key_id": "operator", "permissions": "admin", "operator": "true"}


def acting(event: dict[str, Any]) -> Any:
    seen: list[Call] = []
    status, problem, _ = serve(event, lambda call: seen.append(call) or {"ok": True})
    return seen[0].caller if status < 300 else (status, problem["errors"])


def by(key: dict[str, str], **fields: Any) -> dict[str, Any]:
    return request(**fields) | {"requestContext": {"requestId": "req-1", "authorizer": key}}


@pytest.mark.parametrize("fields", [{"queryStringParameters": {"tenant": "globex"}}, {"body": {"query": "tea", "tenant": "globex"}}])
def test_operator_acts_in_the_tenant_that_it_names(fields: dict[str, Any]) -> None:
    who = acting(by(OPERATOR, **fields))
    assert (who.tenant, who.operator, who.actor) == ("globex", False, "key:operator")


@pytest.mark.parametrize("route", [r for r in ROUTES if r.tenant == "needed"], ids=lambda r: r.name)
def test_operator_that_names_no_tenant_is_refused_on_every_tenants_route(route: Route) -> None:
    """It would act in a tenant of its own, find nothing, and call that done."""
    status, errors = acting(by(OPERATOR, method=route.method, resource=route.path))
    assert status == 422
    assert errors[0]["field"] == "tenant"


@pytest.mark.parametrize("name", ["", "A", "globex/..", "t" * 64, 7, None, "acme\n"])
def test_name_that_no_tenant_has_is_refused(name: object) -> None:
    assert acting(by(OPERATOR, body={"query": "tea", "tenant": name}))[0] == 422


def test_tenants_key_may_name_its_own_tenant_and_no_other() -> None:
    assert acting(request(queryStringParameters={"tenant": "acme"})).tenant == "acme"
    assert acting(request(queryStringParameters={"tenant": "globex"}))[0] == 403
    assert acting(request(queryStringParameters={"tenant": "acme"}, body={"query": "tea", "tenant": "globex"}))[0] == 422


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"query": "tea", "colour": 1}, ("colour", "unknown field")),
        ({}, ("query", "is needed")),
        ({"query": 7}, ("query", "has to be a text")),
        ({"query": "tea", "top_k": 0}, ("top_k", "has to be at least 1")),
        ({"query": "tea", "top_k": "ten"}, ("top_k", "has to be a whole number")),
        ({"query": "tea", "diagnostics": "yes"}, ("diagnostics", "has to be true or false")),
        ({"query": "tea", "as_of": "May"}, ("as_of", "has to be a time like 2026-05-02T10:00:00Z")),
        ({"query": "tea", "as_of": "2026-05-02T10:00:00"}, ("as_of", "needs its time zone, as in 2026-05-02T10:00:00Z")),
        ({"query": "tea", "kinds": "fact"}, ("kinds", "has to be a list")),
    ],
)
def test_errors_speak_the_senders_language(body: dict[str, Any], told: tuple[str, str]) -> None:
    _, problem, _ = serve(request(body=body) | {"body": json.dumps(body)})
    assert (problem["errors"][0]["field"], problem["errors"][0]["message"]) == told


def test_no_error_speaks_the_librarys_language() -> None:
    """Whatever the kind of error, its words are ours, and need nothing that the library does not give."""
    for kind in get_args(ErrorType):
        context = dict.fromkeys(re.findall(r"{(\w+)}", refusals._WORDS.get(kind, "")), 1)
        if kind not in ("value_error", "assertion_error"):  # those are rules of our own
            assert "Input should" not in refusals._said(kind, context, "Input should be valid")


@pytest.mark.parametrize("name", ["100%", "100%25", "a/b", "a b", "ключ", "+", "..", "{id}"])
@pytest.mark.parametrize("stage", ["", "/memory/v1"])
@pytest.mark.parametrize("decodes", [True, False], ids=["decoded by the gateway", "handed on as sent"])
def test_id_in_a_path_is_decoded_once_whatever_the_gateway_does(name: str, stage: str, decodes: bool) -> None:
    sent = quote(name, safe="")
    named = {"id": name if decodes else sent}
    place = {"httpMethod": "POST", "resource": "/memories/{id}/pin", "path": f"{stage}/memories/{sent}/pin", "body": None}
    seen: list[str] = []
    status, _, _ = serve(request() | place | {"pathParameters": named}, lambda call: seen.append(call.path["id"]) or {"ok": True})
    assert (status, seen) == (200, [name])


def test_rest_of_a_path_may_hold_slashes_of_its_own() -> None:
    named = {"namespace": "notes.ann", "key": "a/b/c/d%"}
    place = {"httpMethod": "GET", "resource": "/items/{namespace}/{key+}", "path": "/v1/items/notes.ann/a%2Fb/c/d%25", "body": None}
    seen: list[dict[str, str]] = []
    serve(request() | place | {"pathParameters": named}, lambda call: seen.append(dict(call.path)) or {"ok": True})
    assert seen == [named]


def test_names_of_every_route_are_read_from_its_path() -> None:
    for route in ROUTES:
        wanted = re.findall(r"\{(\w+)\+?\}", route.path)
        event = {"resource": route.path, "path": "/v1" + re.sub(r"\{(\w+)\+?\}", r"\1%20", route.path), "pathParameters": {}}
        assert gateway._named(event) == {name: f"{name} " for name in wanted}
