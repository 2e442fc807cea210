"""Whatever AWS' own service model allows, and what it does not: no request breaks an operation, and none is answered in another's shape."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote

import botocore.session
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from functions.agentcore.handler import DOOR, handler
from tests.integration.agentcore.service import ADMIN, Service

MODELS = [botocore.session.get_session().get_service_model(name) for name in ("bedrock-agentcore", "bedrock-agentcore-control")]
OPERATIONS = {op: model.operation_model(op) for model in MODELS for op in model.operation_names}
SERVED = {name: op for name, op in OPERATIONS.items() if op.http["requestUri"].startswith("/memories")}
DEEP = 5
JUNK = st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.text(max_size=9) | st.lists(st.integers(), max_size=2)
WORDS = st.text(max_size=20) | st.sampled_from(
    ["/facts/ann", "/facts/{actorId}", "/", "s1", "ann", "facts", "0000001777716000000#0", "mem-ks-f_" + "0" * 36, "a" * 40, "\ud83d"]
)  # fmt: skip


def mostly(fit: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 40).flatmap(lambda n: JUNK if n == 40 else fit)


def of(shape: Any, depth: int = 0) -> st.SearchStrategy[Any]:
    """What fits the shape, now and then what does not."""
    kind = shape.type_name
    if kind == "structure" and depth < DEEP and not getattr(shape, "is_document_type", False):
        members = {k: of(v, depth + 1) for k, v in shape.members.items() if v.serialization.get("location") != "uri"}
        needed = {k: members.pop(k) for k in list(shape.required_members) if k in members}
        if getattr(shape, "is_tagged_union", False) and members:
            return mostly(st.one_of(*(st.fixed_dictionaries({k: v}) for k, v in members.items())))
        return mostly(st.fixed_dictionaries(needed, optional=members))
    if kind == "list":
        return mostly(st.lists(of(shape.member, depth + 1), max_size=3))
    if kind == "map":
        return mostly(st.dictionaries(WORDS, of(shape.value, depth + 1), max_size=3))
    if getattr(shape, "enum", None):
        return mostly(st.sampled_from(shape.enum))
    numbers = {"integer": st.integers(-1, 100), "timestamp": st.just(1777716000.5) | st.floats(allow_nan=False, allow_infinity=False)}
    return mostly({"string": WORDS, "boolean": st.booleans(), **numbers}.get(kind, st.floats(-9, 9)))


@pytest.mark.parametrize("name", sorted(SERVED.keys() - {"DeleteMemory"}))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_no_request_breaks_an_operation(name: str, service: Service, told: str, data: st.DataObject) -> None:
    operation = SERVED[name]
    path = operation.http["requestUri"].replace("{memoryId}", told)
    for field in operation.input_shape.members if operation.input_shape else ():
        given_name = data.draw(st.just("ann") | WORDS, label=field)
        path = path.replace(f"{{{field}}}", quote(given_name or "x", safe="", errors="replace"))
    body = data.draw(of(operation.input_shape)) if operation.input_shape else {}
    event = {
        "httpMethod": operation.http["method"], "path": f"/agentcore{path}", "headers": {}, "body": json.dumps(body),
        "requestContext": {"requestId": "q1", "authorizer": {"tenant": "acme", "key_id": "k1"} | ADMIN},
    }  # fmt: skip
    service.world.extracting.sent.clear()
    reply = handler(event, SimpleNamespace(aws_request_id="q1", get_remaining_time_in_millis=lambda: 29_000))
    assert reply["statusCode"] < 500, reply
    answer = json.loads(reply["body"].encode())
    if reply["statusCode"] >= 300:
        assert set(answer) >= {"__type", "message"}
    else:
        assert reply["statusCode"] == operation.http.get("responseCode", 200)
        assert set(operation.output_shape.required_members) <= set(answer) <= set(operation.output_shape.members)


def test_every_operation_on_memories_is_served() -> None:
    def served(name: str) -> bool:
        method, uri = OPERATIONS[name].http["method"], OPERATIONS[name].http["requestUri"]
        parts = [("x" if part.startswith("{") else part) for part in uri.strip("/").split("/")]
        return any(
            method == asked.split(" ")[0]
            and len(parts) == len(wanted)
            and all(w[0] == "{" or w == p for w, p in zip(wanted, parts, strict=True))
            for asked in DOOR.operations
            for wanted in [asked.split(" ")[1].strip("/").split("/")]
        )

    assert len(SERVED) > 20
    assert [name for name in SERVED if not served(name)] == []
