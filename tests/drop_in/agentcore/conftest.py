"""Memories of AgentCore's clients, and the clients themselves by one setting: the address in the environment, the key in a session."""

from __future__ import annotations

import os
import uuid
from typing import Any

import boto3
import pytest

STRATEGIES = [
    {"semanticMemoryStrategy": {"name": "facts", "namespaces": ["/facts/{actorId}/"]}},
    {"userPreferenceMemoryStrategy": {"name": "likes", "namespaces": ["/preferences/{actorId}/"]}},
    {"summaryMemoryStrategy": {"name": "sums", "namespaces": ["/summaries/{actorId}/{sessionId}/"]}},
]


@pytest.fixture(autouse=True)
def key() -> str:
    """The tenant's own: each memory that a test makes is a container of its own."""
    return os.environ["KEEPSAKE_KEY"]


@pytest.fixture(autouse=True)
def address(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    for name in ("AWS_ENDPOINT_URL_BEDROCK_AGENTCORE", "AWS_ENDPOINT_URL_BEDROCK_AGENTCORE_CONTROL", "BEDROCK_AGENTCORE_CONTROL_ENDPOINT"):
        monkeypatch.setenv(name, f"{url}/agentcore")
    return f"{url}/agentcore"


@pytest.fixture
def credentials(key: str) -> dict[str, str]:
    """The key as session token; what stands beside it is not looked at."""
    return {"aws_access_key_id": "keepsake", "aws_secret_access_key": "none", "aws_session_token": key}


@pytest.fixture
def session(credentials: dict[str, str]) -> boto3.Session:
    return boto3.Session(region_name="eu-west-1", **credentials)


@pytest.fixture
def data(session: boto3.Session) -> Any:
    return session.client("bedrock-agentcore")


@pytest.fixture
def control(session: boto3.Session) -> Any:
    return session.client("bedrock-agentcore-control")


@pytest.fixture
def memory_id(control: Any) -> Any:
    name = f"drop_in_{uuid.uuid4().hex[:8]}"
    made = control.create_memory(name=name, eventExpiryDuration=7, memoryStrategies=STRATEGIES)["memory"]["id"]
    yield made
    control.delete_memory(memoryId=made)
