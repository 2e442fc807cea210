"""Rows W4 and D4 through the functions themselves: settings, and sweeps by their own keys."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from functions.decay_sweep.handler import handler as sweeps
from functions.settings.handler import handler as settings_of
from keepsake import bootstrap, settings
from keepsake.flows import members
from keepsake.ports import Write
from keepsake.records import Customer
from tests.builders import fact, scope

Ask = Callable[..., tuple[int, dict[str, Any]]]
CONTEXT = SimpleNamespace(aws_request_id="q1", function_name="decay_sweep", get_remaining_time_in_millis=lambda: 60_000)


@pytest.fixture
def ask(table: tuple[Any, str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Ask]:
    """Calls a function as API Gateway does, over a table on moto."""
    monkeypatch.setenv("KEEPSAKE_TABLE", table[1])
    _forget()

    def call(
        handler: Callable[..., dict[str, Any]], method: str, resource: str, body: Any = None, permissions: str = "admin", **path: str
    ) -> tuple[int, dict[str, Any]]:
        event = {
            "httpMethod": method, "resource": resource, "path": "/x", "pathParameters": path, "queryStringParameters": None,
            "body": None if body is None else json.dumps(body),
            "requestContext": {"requestId": "q1", "authorizer": {"tenant": "acme", "key_id": "k1", "permissions": permissions}},
        }  # fmt: skip
        reply = handler(event, CONTEXT)
        return reply["statusCode"], json.loads(reply["body"] or "{}")

    yield call
    _forget()


def _forget() -> None:
    for provider in (settings.current, bootstrap._client, bootstrap.store):
        provider.cache_clear()


def put(ask: Ask, body: Any, **fields: str) -> tuple[int, dict[str, Any]]:
    return ask(settings_of, "PUT", "/containers/{c}/settings", body, c="default", **fields)


def test_settings_are_read_by_any_key_and_set_by_an_admin_one(ask: Ask) -> None:
    assert put(ask, {"version": 0, "settings": {"prune_from": 0}})[0] == 200
    status, answer = ask(settings_of, "GET", "/containers/{c}/settings", permissions="read", c="default")
    assert (status, answer["version"]) == (200, 1)
    assert answer["settings"]["prune_from"] == {
        "value": 0, "default": 20, "means": "current facts from which they are pruned; 0 = never"
    }  # fmt: skip
    assert put(ask, {"version": 1, "settings": {}}, permissions="read,write")[0] == 403


def test_refusals_have_the_contracts_status_and_name_the_field(ask: Ask) -> None:
    assert put(ask, {"version": 3, "settings": {}})[0] == 409
    status, problem = put(ask, {"version": 0, "settings": {"episodic": False}})
    assert (status, [e["field"] for e in problem["errors"]]) == (422, ["settings.semantic"])
    assert put(ask, {"version": 0, "settings": {"colour": "red"}})[0] == 422


def test_sweep_answers_202_with_its_run_and_a_preview_200(ask: Ask) -> None:
    now = datetime.now(UTC)
    old = fact(at=now - timedelta(days=100), importance=0.2, decay_due=now - timedelta(days=1))
    bootstrap.store().put_each([Write(old)])
    status, seen = ask(sweeps, "POST", "/admin/sweeps", {"preview": True})
    assert (status, seen["preview"], seen["changed"]) == (200, True, {"deleted": 1})
    status, run = ask(sweeps, "POST", "/admin/sweeps", {})
    assert (status, run["changed"], run["change_set"], run["done"]) == (202, {"deleted": 1}, 1, True)
    assert ask(sweeps, "GET", "/admin/sweeps/{run_id}", run_id=run["run_id"]) == (200, run)


def test_tick_that_runs_out_of_time_calls_itself_with_its_run(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    del ask
    calls: list[dict[str, Any]] = []
    monkeypatch.setattr(bootstrap, "lambda_client", lambda: SimpleNamespace(invoke=lambda **given: calls.append(given)))
    now = datetime.now(UTC)
    bootstrap.store().put_each([Write(Customer(tenant="acme"))])
    bootstrap.store().put_each([Write(fact(at=now - timedelta(days=100), importance=0.2, decay_due=now - timedelta(days=1)))])
    late = SimpleNamespace(function_name="decay_sweep", get_remaining_time_in_millis=lambda: 1_000)
    begun = sweeps({"source": "aws.scheduler"}, late)
    assert not begun["done"]
    (call,) = calls
    assert (call["FunctionName"], call["InvocationType"]) == ("decay_sweep", "Event")
    done = sweeps(json.loads(call["Payload"]), CONTEXT)
    assert (done["run_id"], done["done"], done["changed"]) == (begun["run_id"], True, {"deleted": 1})
    assert len(calls) == 1


def taken(answer: dict[str, Any]) -> dict[str, int]:
    """What changes: of one user's memories a preview shows those that stay as well."""
    return {outcome: n for outcome, n in answer["changed"].items() if outcome != "kept"}


@pytest.mark.parametrize(
    ("asked", "gone"),
    [({"container": "shop", "user_id": "u1"}, 2), ({"container": "shop"}, 3), ({}, 5)],
    ids=["user", "container", "tenant"],
)
def test_run_takes_what_its_preview_said_though_settings_were_changed_a_second_before(ask: Ask, asked: dict[str, str], gone: int) -> None:
    now = datetime.now(UTC)
    store = bootstrap.store()
    homes = [
        scope(container="shop"),
        scope(container="shop"),
        scope(container="shop", user_id="u2"),
        scope(container="club"),
        scope(container="gym"),
    ]
    rows = [
        fact(scope=home, memory_id=f"f_{n:012x}aa", at=now - timedelta(days=30), decay_due=now + timedelta(days=90))
        for n, home in enumerate(homes)
    ]
    other = fact(scope=scope(tenant="globex", container="shop"), at=now - timedelta(days=30), decay_due=now + timedelta(days=90))
    store.put_each([Write(r) for r in [*rows, other]])
    for row in [*rows, other]:
        members.enlist(store, row.scope)
    body = {"scope": asked, "preview": True}
    assert taken(ask(sweeps, "POST", "/admin/sweeps", body)[1]) == {}, "this function knows the settings before"
    for container in ("shop", "club", "gym"):
        assert ask(settings_of, "PUT", "/containers/{c}/settings", {"version": 0, "settings": {"memories_days": 7}}, c=container)[0] == 200
    seen = ask(sweeps, "POST", "/admin/sweeps", body)[1]
    run = ask(sweeps, "POST", "/admin/sweeps", {"scope": asked})[1]
    assert taken(seen) == taken(run) == {"deleted": gone}
    assert run["examined"] == gone
    assert {c["memory_id"] for c in seen["changes"]} == {c["memory_id"] for c in run["changes"]}
    assert {(c["before"], c["after"]) for c in run["changes"]} == {("active", "deleted")}
    assert {c["reason"].partition(",")[0] for c in run["changes"]} == {"kept for 7 days"}
    assert ask(sweeps, "GET", "/admin/sweeps/{run_id}", run_id=run["run_id"])[1]["changes"] == run["changes"]
