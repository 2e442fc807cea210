"""Strands' agents with AgentCore's session manager and memory store, and a model that says what it is told to."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import boto3
import pytest
from bedrock_agentcore.memory import MemoryClient
from bedrock_agentcore.memory.integrations.strands.config import AgentCoreMemoryConfig, RetrievalConfig
from bedrock_agentcore.memory.integrations.strands.memorystore import AgentCoreMemoryStore
from bedrock_agentcore.memory.integrations.strands.session_manager import AgentCoreMemorySessionManager
from strands import Agent
from strands.models import Model
from waiting import until


class Scripted(Model):
    """Says "Noted.", and remembers what it was asked."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def update_config(self, **_: Any) -> None: ...

    def get_config(self) -> dict[str, Any]:
        return {}

    async def structured_output(self, *_: Any, **__: Any) -> AsyncIterator[Any]:
        raise NotImplementedError
        yield

    async def stream(self, messages: Any, *_: Any, **__: Any) -> AsyncIterator[Any]:
        self.seen.append(str(messages))
        yield {"messageStart": {"role": "assistant"}}
        yield {"contentBlockDelta": {"delta": {"text": "Noted."}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "end_turn"}}


def manager(session: boto3.Session, memory_id: str, **fields: Any) -> AgentCoreMemorySessionManager:
    config = AgentCoreMemoryConfig(memory_id=memory_id, session_id="s1", actor_id="ann", **fields)
    return AgentCoreMemorySessionManager(config, boto_session=session)


def test_conversation_is_restored(session: boto3.Session, memory_id: str) -> None:
    agent = Agent(model=Scripted(), session_manager=manager(session, memory_id), agent_id="a1", state={"step": 1}, callback_handler=None)
    agent("I live in Denver.")
    agent("And I fly planes.")
    again = Agent(model=Scripted(), session_manager=manager(session, memory_id), agent_id="a1", callback_handler=None)
    assert [(m["role"], m["content"]) for m in again.messages] == [
        ("user", [{"text": "I live in Denver."}]), ("assistant", [{"text": "Noted."}]),
        ("user", [{"text": "And I fly planes."}]), ("assistant", [{"text": "Noted."}]),
    ]  # fmt: skip
    assert again.state.get("step") == 1


def test_what_is_remembered_comes_with_the_next_message(session: boto3.Session, memory_id: str) -> None:
    Agent(model=Scripted(), session_manager=manager(session, memory_id), agent_id="a1", callback_handler=None)("I love sushi with tuna.")
    client = MemoryClient(boto3_session=session)
    until(lambda: client.retrieve_memories(memory_id, query="sushi", namespace="/preferences/ann/"))
    model = Scripted()
    config = {"/preferences/{actorId}/": RetrievalConfig(top_k=5, relevance_score=0.3)}
    Agent(model=model, session_manager=manager(session, memory_id, retrieval_config=config), agent_id="a2", callback_handler=None)(
        "Which sushi do I love?"
    )
    assert "<user_context>" in model.seen[-1]
    assert "tuna" in model.seen[-1]


def test_messages_are_filtered_by_metadata(session: boto3.Session, memory_id: str) -> None:
    kept = {"project": {"stringValue": "atlas"}}
    Agent(model=Scripted(), session_manager=manager(session, memory_id, default_metadata=kept), agent_id="a1", callback_handler=None)(
        "Hello."
    )
    by = {"left": {"metadataKey": "project"}, "operator": "EQUALS_TO", "right": {"metadataValue": {"stringValue": "atlas"}}}
    client = MemoryClient(boto3_session=session)
    every = client.list_events(memory_id, "ann", "s1")
    assert 0 < len(client.list_events(memory_id, "ann", "s1", event_metadata=[by])) < len(every)


@pytest.mark.anyio
async def test_memory_store(session: boto3.Session, memory_id: str) -> None:
    store = AgentCoreMemoryStore(
        memory_id=memory_id, actor_id="ann", session_id="s1", namespace="/facts/{actorId}/", writable=True, extraction=True,
        client=MemoryClient(boto3_session=session),
    )  # fmt: skip
    await store.add_messages([{"role": "user", "content": [{"text": "I live in Denver."}]}])
    found: list[Any] = []
    for _ in range(300):
        found = await store.search("Where does she live?")
        if found:
            break
        await __import__("anyio").sleep(0.2)
    assert "Denver" in found[0].content
