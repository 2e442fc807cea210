from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from functions.mem0.handler import handler
from local import in_process
from local.in_memory import World

Answered = tuple[int, Any]
Ask = Callable[..., Answered]


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def ask(world: World) -> Iterator[Ask]:
    """Asks the door as API Gateway does, over in-memory stand-ins; what waits in the queues has happened when the answer comes."""
    with in_process.running(world) as service:

        def call(asked: str, body: Any = None, *, key: dict[str, str] | None = None, left_ms: int = 60_000, **query: str) -> Answered:
            method, path = asked.split(" ")
            event = in_process.proxied("acme", method, "/mem0/{proxy+}", {"proxy": path}, query, body)
            event["requestContext"]["authorizer"] |= key or {}
            context = SimpleNamespace(**in_process.CONTEXT.__dict__ | {"get_remaining_time_in_millis": lambda: left_ms})
            reply = handler(event, context)
            service.settle()
            assert reply["headers"]["Content-Type"] == "application/json"
            return reply["statusCode"], json.loads(reply["body"])

        yield call
