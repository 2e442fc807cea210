"""A door checks, counts and logs as the native routes do, and answers in its own clients' shape."""

from __future__ import annotations

import io
import json
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake import api, bootstrap, facade, telemetry
from keepsake.errors import Invalid, KeepsakeError, Throttled, Unavailable
from keepsake.facade import Door, Operation, Reply, Visit
from keepsake.records import Permission

KEY = {"tenant": "acme", "key_id": "k1", "permissions": "read,write", "roles": "", "containers": "", "user_id": "", "agent_id": ""}
seen: list[Visit] = []


def refusal(err: KeepsakeError, request_id: str) -> Reply:
    return Reply({"oops": err.detail, "kind": type(err).__name__, "of": request_id}, err.status if err.status != 422 else 400)


def echo(visit: Visit) -> Reply:
    seen.append(visit)
    return Reply({"path": dict(visit.path)}, 201, {"X-Door": "yes"})


def broken(_: Visit) -> Reply:
    raise RuntimeError("the words of a user")


def busy(_: Visit) -> Reply:
    raise Unavailable("Not now.", retry_after_s=7)


TOY = Door(
    "toy",
    {
        "POST /things/{thing}": Operation(Permission.WRITE, echo),
        "POST /things/search": Operation(Permission.READ, lambda _: Reply({"found": []})),
        "POST /things": Operation(Permission.WRITE, echo),
        "GET /things/{thing}/parts/{part}": Operation(Permission.READ, echo),
        "GET /things/all/parts/{part}": Operation(Permission.READ, lambda _: Reply({"all": True})),
        "DELETE /things/{thing}": Operation(Permission.ADMIN, lambda _: Reply(status=204)),
        "GET /broken": Operation(Permission.READ, broken),
        "GET /busy": Operation(Permission.READ, busy),
    },
    refusal,
)


def ask(method: str, path: str, body: Any = None, key: dict[str, str] | None = None, **fields: Any) -> dict[str, Any]:
    event = {
        "httpMethod": method, "resource": "/toy/{proxy+}", "path": path, "headers": {"X-Some": "Header"}, "queryStringParameters": None,
        "body": None if body is None else json.dumps(body), "requestContext": {"requestId": "q1", "authorizer": key or KEY},
    }  # fmt: skip
    seen.clear()
    return facade.serve(event | fields, None, TOY)


def said(reply: dict[str, Any]) -> dict[str, Any]:
    parsed: dict[str, Any] = json.loads(reply["body"])
    return parsed


def test_operation_answers_in_the_doors_own_shape() -> None:
    reply = ask("POST", "/toy/things/t1", {"a": [1, 2.5, None]}, queryStringParameters={"page": "2"})
    assert (reply["statusCode"], said(reply), reply["headers"]["X-Door"]) == (201, {"path": {"thing": "t1"}}, "yes")
    (visit,) = seen
    assert (visit.body, visit.query, visit.headers["x-some"], visit.caller.tenant) == (
        {"a": [1, 2.5, None]},
        {"page": "2"},
        "Header",
        "acme",
    )


def test_what_is_spelled_out_comes_before_a_name() -> None:
    assert said(ask("POST", "/toy/things/search")) == {"found": []}
    assert said(ask("GET", "/toy/things/all/parts/p")) == {"all": True}


@given(st.text(min_size=1, max_size=40), st.text(min_size=1, max_size=40))
def test_names_come_back_whatever_signs_they_hold(thing: str, part: str) -> None:
    if thing == "all" or len(quote(thing, safe="")) > 200 or len(quote(part, safe="")) > 200:
        return
    found = facade.named(TOY, "GET", f"/toy/things/{quote(thing, safe='')}/parts/{quote(part, safe='')}")
    assert found == ("GET /things/{thing}/parts/{part}", {"thing": thing, "part": part})


@pytest.mark.parametrize("path", ["/toy/things/", "/toy/things", "/toy/things/a%2Fb", "/mapped/toy/things/a"])
def test_slash_at_the_end_and_a_custom_domains_prefix_do_not_count(path: str) -> None:
    assert ask("POST", path)["statusCode"] == 201


@pytest.mark.parametrize(
    "asked",
    ["POST /toy/nothing", "PATCH /toy/things/a", "POST /toy//things", "GET /toy/things//parts/p", "POST /toy", "POST /toys/things"],
)
def test_unknown_operation_is_told_as_one(asked: str) -> None:
    reply = ask(*asked.split(" "))
    assert (reply["statusCode"], said(reply)["kind"], said(reply)["of"]) == (404, "UnknownOperation", "q1")


@pytest.mark.parametrize(
    ("fields", "status", "kind"),
    [
        ({"body": "{nope"}, 400, "Invalid"),
        ({"body": "[1]"}, 400, "Invalid"),
        ({"body": '{"a": NaN}'}, 400, "Invalid"),
        ({"body": '{"a": 1e999}'}, 400, "Invalid"),
        ({"body": '{"a": ' * 70 + "1" + "}" * 70}, 400, "Invalid"),
        ({"body": json.dumps({"a": "x" * 300_000})}, 413, "TooLarge"),
        ({"path": "/toy/things/" + "a" * 2000}, 404, "NotFound"),
        ({"requestContext": {"requestId": "q1"}}, 401, "Unauthenticated"),
        ({"requestContext": {"requestId": "q1", "authorizer": KEY | {"permissions": "read"}}}, 403, "Forbidden"),
        ({"requestContext": {"requestId": "q1", "authorizer": KEY | {"permissions": "admin", "operator": "true"}}}, 403, "Forbidden"),
    ],
)
def test_bad_request_is_refused_before_anything_is_done(fields: dict[str, Any], status: int, kind: str) -> None:
    reply = ask("POST", **({"path": "/toy/things/t1"} | fields))
    assert (reply["statusCode"], said(reply)["kind"], seen) == (status, kind, [])


def test_permission_of_the_operation_is_needed() -> None:
    assert ask("DELETE", "/toy/things/t1")["statusCode"] == 403
    assert ask("DELETE", "/toy/things/t1", key=KEY | {"permissions": "admin"}) == {
        "statusCode": 204, "headers": {"X-Request-Id": "q1", "Cache-Control": "no-store"}, "body": "",
    }  # fmt: skip


def test_fault_of_ours_shows_nothing_of_itself() -> None:
    reply = ask("GET", "/toy/broken")
    assert (reply["statusCode"], said(reply)["kind"]) == (500, "KeepsakeError")
    assert "words" not in reply["body"]


def test_what_passes_says_when_to_come_again() -> None:
    assert ask("GET", "/toy/busy")["headers"]["Retry-After"] == "7"


def test_requests_bytes_and_events_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[tuple[str, dict[str, int]]] = []

    class Counting:
        def take(self, tenant: str, _now: Any, **amounts: int) -> None:
            taken.append((tenant, amounts))
            if "events" in amounts:
                raise Throttled("Spent.", retry_after_s=3)

    monkeypatch.setattr(bootstrap, "request_limit", Counting)
    assert ask("POST", "/toy/things/t1", {"a": 1})["statusCode"] == 201
    with pytest.raises(Throttled):
        seen[0].count(3)
    assert taken == [("acme", {"requests": 1, "size": 8}), ("acme", {"events": 3})]


def test_line_of_the_log_names_the_operation_and_no_word_of_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = io.StringIO()
    monkeypatch.setattr(telemetry.logger().registered_handler, "stream", lines)
    ask("POST", "/toy/things/marmalade", {"text": "sandwiches"})
    ask("POST", "/toy/marmalade")
    routes = [json.loads(line)["route"] for line in lines.getvalue().splitlines()]
    assert routes == ["POST /toy/things/{thing}", "POST /toy/{proxy+}"]
    assert "marmalade" not in lines.getvalue()
    assert "sandwiches" not in lines.getvalue()


def test_what_is_remembered_is_masked_and_state_is_not() -> None:
    fields = {"user_id": "ann", "data": {"note": "my password is hunter2"}}
    assert "hunter2" not in facade.memory(api.StateRequest, fields).model_dump_json()
    assert "hunter2" in facade.verbatim(api.StateRequest, fields).model_dump_json()
    for make in (facade.memory, facade.verbatim):
        with pytest.raises(Invalid, match="looks like a secret"):
            make(api.StateRequest, fields | {"user_id": "ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ"})
