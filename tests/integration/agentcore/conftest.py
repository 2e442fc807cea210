"""One service for each file of tests, with a memory that somebody spoke to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from local import in_process
from local.in_memory import World
from tests.integration.agentcore.service import SAID, Service, say


@pytest.fixture(scope="module")
def service() -> Iterator[Service]:
    with in_process.running(World()) as inside:
        yield Service(inside)


@pytest.fixture
def data(service: Service) -> Any:
    return service.client()


@pytest.fixture
def memory(service: Service) -> str:
    return service.memory()


@pytest.fixture(scope="module")
def told(service: Service) -> str:
    """A memory to which Ann and Bob have spoken."""
    memory, data = service.memory(), service.client()
    say(data, memory, SAID, "I love Italian food.", session="s1")
    say(data, memory, "I have a sister called Wilhelmine.", session="s2")
    say(data, memory, "I live in Oslo.", actor="bob", session="s1")
    service.inside.settle()
    return memory
