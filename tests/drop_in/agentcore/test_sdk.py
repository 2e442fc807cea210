"""The SDK of Bedrock AgentCore: its MemoryClient, its MemorySessionManager and its control plane client."""

from __future__ import annotations

import uuid
from typing import Any

import boto3
import pytest
from bedrock_agentcore.memory import MemoryClient, MemorySessionManager
from bedrock_agentcore.memory.constants import ConversationalMessage, MessageRole
from bedrock_agentcore.memory.controlplane import MemoryControlPlaneClient
from waiting import until


@pytest.fixture
def client(session: boto3.Session) -> MemoryClient:
    return MemoryClient(boto3_session=session)


@pytest.fixture
def manager(session: boto3.Session, memory_id: str) -> MemorySessionManager:
    return MemorySessionManager(memory_id=memory_id, boto3_session=session)


TALK = [("I live in Denver.", "USER"), ("Noted.", "ASSISTANT"), ("I love Italian food.", "USER"), ("Tasty.", "ASSISTANT")]


def test_page(after: Any) -> None:
    after("Amazon Bedrock AgentCore")


def test_create_or_get_memory(client: MemoryClient) -> None:
    name = f"sdk_{uuid.uuid4().hex[:8]}"
    made = client.create_or_get_memory(name=name)
    assert client.create_or_get_memory(name=name)["id"] == made["id"]
    assert client.get_memory_status(made["id"]) == "ACTIVE"
    client.add_semantic_strategy_and_wait(made["id"], "facts", namespaces=["/facts/{actorId}"])
    (strategy,) = client.get_memory_strategies(made["id"])
    assert strategy["memoryStrategyType"] == "SEMANTIC"
    client.delete_strategy(made["id"], strategy["strategyId"])
    assert client.get_memory_strategies(made["id"]) == []
    client.delete_memory_and_wait(made["id"])


def test_create_event_and_get_last_k_turns(client: MemoryClient, memory_id: str) -> None:
    client.create_event(memory_id, "ann", "s1", TALK[:2])
    client.create_event(memory_id, "ann", "s1", TALK[2:])
    (last,) = client.get_last_k_turns(memory_id, "ann", "s1", k=1)
    assert [m["content"]["text"] for m in last] == ["I love Italian food.", "Tasty."]
    assert len(client.get_last_k_turns(memory_id, "ann", "s1", k=5, branch_name="main")) == 2


def test_fork_conversation_and_list_branches(client: MemoryClient, memory_id: str) -> None:
    root = client.create_event(memory_id, "ann", "s1", TALK[:2])["eventId"]
    client.fork_conversation(memory_id, "ann", "s1", root, "other", TALK[2:])
    assert {b["name"] for b in client.list_branches(memory_id, "ann", "s1")} == {"main", "other"}
    assert len(client.list_events(memory_id, "ann", "s1", branch_name="other")) == 1
    assert len(client.list_branch_events(memory_id, "ann", "s1", "other", include_parent_branches=True)) == 2
    assert [m["content"] for m in client.merge_branch_context(memory_id, "ann", "s1", "other")]
    assert client.get_conversation_tree(memory_id, "ann", "s1")["main_branch"]["branches"]


def test_create_blob_event(client: MemoryClient, memory_id: str) -> None:
    client.create_blob_event(memory_id, "ann", "s1", {"state": [1, "my password is hunter2"]})
    (event,) = client.list_events(memory_id, "ann", "s1")
    assert event["payload"] == [{"blob": {"state": [1, "my password is hunter2"]}}]


def test_retrieve_memories(client: MemoryClient, memory_id: str) -> None:
    client.save_conversation(memory_id, "ann", "s1", TALK)
    found = until(lambda: client.retrieve_memories(memory_id, query="Where does she live?", namespace="/facts/ann/"))
    assert "Denver" in found[0]["content"]["text"]
    (liked,) = until(lambda: client.retrieve_memories(memory_id, query="food", namespace="/preferences/ann/"))
    assert "Italian" in liked["content"]["text"]
    (summary,) = client.retrieve_memories(memory_id, query="food", namespace="/summaries/ann/s1/")
    assert "Denver" in summary["content"]["text"]


def test_wait_for_memories(client: MemoryClient, memory_id: str) -> None:
    client.create_event(memory_id, "ann", "s1", TALK)
    assert client.wait_for_memories(memory_id, "/facts/ann/", test_query="Denver", max_wait=60, poll_interval=1)


def test_process_turn_with_llm(client: MemoryClient, memory_id: str) -> None:
    retrieved, answer, event = client.process_turn_with_llm(
        memory_id, "ann", "s1", "I live in Denver.", lambda _input, _memories: "Noted.", retrieval_namespace="/facts/ann/"
    )
    assert (retrieved, answer) == ([], "Noted.")
    assert client.list_events(memory_id, "ann", "s1")[0]["eventId"] == event["eventId"]


def test_session_add_turns_and_search(manager: MemorySessionManager) -> None:
    session = manager.create_memory_session(actor_id="ann", session_id="s1")
    made = session.add_turns(
        [ConversationalMessage("I live in Denver.", MessageRole.USER), ConversationalMessage("Noted.", MessageRole.ASSISTANT)]
    )
    assert session.get_event(made["eventId"])["eventId"] == made["eventId"]
    assert [m["content"]["text"] for turn in session.get_last_k_turns(k=1) for m in turn] == ["I live in Denver.", "Noted."]
    (found, *_) = until(lambda: session.search_long_term_memories(query="Where does she live?", namespace_path="/facts/ann"))
    record = session.get_memory_record(found["memoryRecordId"])
    assert "Denver" in record["content"]["text"]
    session.delete_memory_record(found["memoryRecordId"])
    session.delete_event(made["eventId"])
    assert session.list_events() == []


def test_session_lists(manager: MemorySessionManager) -> None:
    session = manager.create_memory_session(actor_id="ann", session_id="s1")
    session.add_turns([ConversationalMessage("I live in Denver.", MessageRole.USER)])
    assert [a["actorId"] for a in session.list_actors()] == ["ann"]
    assert [s["sessionId"] for s in session.get_actor().list_sessions()] == ["s1"]
    assert [b["name"] for b in session.list_branches()] == ["main"]
    assert until(lambda: session.list_long_term_memory_records(namespace_path="/"))
    manager.delete_all_long_term_memories_in_namespace("/facts/ann/")
    assert session.list_long_term_memory_records(namespace_path="/facts/ann") == []


def test_control_plane_client(session: boto3.Session, monkeypatch: pytest.MonkeyPatch, credentials: dict[str, str]) -> None:
    for name, value in credentials.items():
        monkeypatch.setenv(name.upper(), value)
    client = MemoryControlPlaneClient(region_name=session.region_name)
    made = client.create_memory(name=f"cp_{uuid.uuid4().hex[:8]}", strategies=[{"semanticMemoryStrategy": {"name": "facts"}}])
    assert client.get_memory(made["id"])["status"] == "ACTIVE"
    client.update_memory(memory_id=made["id"], description="changed")
    assert client.get_memory(made["id"])["description"] == "changed"
    client.delete_memory(made["id"])
