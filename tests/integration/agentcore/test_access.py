"""Who may do what at AgentCore's door, and what hostile requests get."""

from __future__ import annotations

import contextlib
import json
from types import SimpleNamespace
from typing import Any

import pytest

from functions.agentcore.handler import DOOR, handler
from keepsake import api, bootstrap
from local import in_process
from local.in_memory import World
from tests.integration.agentcore.service import AT, Service, created, found, listed, names, put, refused, say, texts


def test_key_that_is_bound_to_a_user_reaches_no_other_actor(service: Service, told: str) -> None:
    bob = service.client(permissions="read,write,admin", user_id="bob")
    assert [a["actorId"] for a in bob.list_actors(memoryId=told)["actorSummaries"]] == ["bob"]
    assert all("Oslo" in t for t in texts(found(bob, told, namespacePath="/facts")))
    record = found(service.client(), told, namespace="/facts/ann/")[0]["memoryRecordId"]
    event = listed(service.client(), told, "ann", "s2", includePayloads=False)[0]["eventId"]
    other = {"memoryId": told, "actorId": "ann", "sessionId": "s2"}
    for act in (
        lambda: say(bob, told, "hi", actor="ann"),
        lambda: bob.list_events(**other),
        lambda: bob.get_event(**other, eventId=event),
        lambda: bob.delete_event(**other, eventId=event),
        lambda: bob.list_sessions(memoryId=told, actorId="ann"),
        lambda: found(bob, told, namespace="/facts/ann/"),
        lambda: bob.list_memory_records(memoryId=told, namespace="/facts/ann/"),
        lambda: service.client("bedrock-agentcore-control", permissions="admin", user_id="bob").delete_memory(memoryId=told),
    ):
        assert refused(act)[0] == "AccessDeniedException"
    records = [{"requestIdentifier": "r", "timestamp": AT} | put("Ann sings.", "/facts/ann/")]
    assert [r["errorCode"] for r in bob.batch_create_memory_records(memoryId=told, records=records)["failedRecords"]] == [403]
    assert refused(lambda: bob.get_memory_record(memoryId=told, memoryRecordId=record))[0] == "ResourceNotFoundException"
    assert refused(lambda: bob.delete_memory_record(memoryId=told, memoryRecordId=record))[0] == "ResourceNotFoundException"
    spaces = {n for r in bob.list_memory_records(memoryId=told, namespacePath="/")["memoryRecordSummaries"] for n in r["namespaces"]}
    assert spaces == {"/facts/bob/", "/summaries/bob/s1/"}


def test_key_that_is_bound_to_a_container_reaches_no_other_memory(service: Service, told: str) -> None:
    other = service.memory()
    bound = service.client(permissions="read,write", containers=other)
    control = service.client("bedrock-agentcore-control", permissions="read,write", containers=other)
    assert bound.list_actors(memoryId=other)["actorSummaries"] == []
    for act in (
        lambda: bound.list_actors(memoryId=told),
        lambda: say(bound, told, "hi"),
        lambda: found(bound, told, namespace="/facts/ann/"),
        lambda: control.get_memory(memoryId=told),
        lambda: control.create_memory(name=f"n{next(names)}", eventExpiryDuration=30),
    ):
        assert refused(act)[0] == "AccessDeniedException"
    assert [m["id"] for m in control.get_paginator("list_memories").paginate().build_full_result()["memories"]] == [other]


def test_session_token_of_another_tenant_finds_no_memory(service: Service, told: str) -> None:
    stranger = service.client(tenant="globex")
    assert refused(lambda: stranger.list_actors(memoryId=told))[0] == "ResourceNotFoundException"
    assert service.client("bedrock-agentcore-control", tenant="globex").list_memories()["memories"] == []


@pytest.mark.parametrize(
    ("permissions", "operation", "allowed"),
    [("read", op, DOOR.operations[op].permission == "read") for op in DOOR.operations]
    + [("write", op, DOOR.operations[op].permission == "write") for op in DOOR.operations],
)
def test_each_operation_needs_its_permission(permissions: str, operation: str, allowed: bool) -> None:
    method, pattern = operation.split(" ")
    path = "/agentcore" + "".join("/x" if part.startswith("{") else f"/{part}" for part in pattern.strip("/").split("/"))
    authorizer = {"tenant": "acme", "key_id": "k1", "permissions": permissions}
    event = {"httpMethod": method, "path": path, "body": "{}", "headers": {}, "requestContext": {"authorizer": authorizer}}
    with in_process.running(World()):
        reply = handler(event, in_process.CONTEXT)
    assert (json.loads(reply["body"]).get("__type") != "AccessDeniedException") == allowed


@pytest.mark.parametrize("token", ["", "x", "a" * 5000, "W10", "bnVsbA", "WyJhIiwgZmFsc2UsIDVd", "\u0000"])
def test_foreign_token_of_a_list_is_refused(token: str, data: Any, told: str) -> None:
    asked = {"memoryId": told, "nextToken": token}
    for act in (
        lambda: data.list_actors(**asked),
        lambda: data.list_events(**asked, actorId="ann", sessionId="s1"),
        lambda: data.list_sessions(**asked, actorId="ann"),
        lambda: data.list_memory_records(**asked, namespacePath="/"),
        lambda: data.retrieve_memory_records(**asked, namespace="/facts/ann/", searchCriteria={"searchQuery": "x"}),
    ):
        assert refused(act)[0] == "ValidationException"


@pytest.mark.parametrize("name", ["ghp_abcdefghijklmnopqrstuvwxyzABCDEFGHIJ", "x" * 300, "\ud83d" * 5, "用" * 200])
def test_name_that_is_no_name_is_refused(name: str, data: Any, memory: str) -> None:
    for act in (lambda: listed(data, memory, name), lambda: listed(data, memory, "ann", name)):
        with contextlib.suppress(UnicodeError):  # the client cannot send it
            assert refused(act)[0] in ("ValidationException", "ResourceNotFoundException")


@pytest.mark.parametrize("event_id", ["1", "0#0", "0000001777716000000#zz", "../../x", "0" * 19 + "#" + "0" * 500])
def test_event_id_that_is_none_is_not_found(event_id: str, data: Any, memory: str) -> None:
    asked = {"memoryId": memory, "actorId": "ann", "sessionId": "s1", "eventId": event_id}
    assert refused(lambda: data.get_event(**asked))[0] == "ResourceNotFoundException"
    assert refused(lambda: data.delete_event(**asked))[0] == "ResourceNotFoundException"


def test_memory_that_is_none_is_not_found(data: Any) -> None:
    for name in ("nothing-here", "default-0123456789", "a" * 200, "arn:aws:bedrock-agentcore:eu-west-1:1:memory/x-0123456789"):
        assert refused(lambda name=name: data.list_actors(memoryId=name))[0] == "ResourceNotFoundException"


def test_events_are_counted_against_the_tenants_rate(data: Any, memory: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[dict[str, int]] = []
    limit = SimpleNamespace(take=lambda _tenant, _now, **amounts: taken.append(amounts))
    monkeypatch.setattr(bootstrap, "request_limit", lambda: limit)
    say(data, memory, "one", "two", {"blob": 3}, session="rate")
    created(data, memory, put("Ann sings.", "/facts/ann/"))
    assert [t for t in taken if "events" in t] == [{"events": 2}, {"events": 1}]
    assert sum("requests" in t for t in taken) == 2


def test_most_bytes_of_the_native_api_are_the_doors() -> None:
    assert DOOR.operations["POST /memories/{memory}/events"].most_bytes == api.MOST_CARRIED_BYTES
    assert all(op.most_bytes <= api.MOST_CARRIED_BYTES for op in DOOR.operations.values())


def test_state_rows_of_an_application_are_no_events(service: Service, data: Any, memory: str) -> None:
    service.inside.call("POST", "/sessions/mixed/state", {"user_id": "ann", "container": memory, "data": {"mine": 1}})
    made = say(data, memory, {"blob": 1}, session="mixed")
    assert [e["eventId"] for e in listed(data, memory, session="mixed")] == [made["eventId"]]


def test_memories_of_a_door_are_of_the_native_api_too(service: Service, told: str) -> None:
    rows = service.inside.call("GET", "/memories", query={"container": told, "user_id": "ann", "kind": "fact"})["memories"]
    assert any("Denver" in r["content"] for r in rows)
