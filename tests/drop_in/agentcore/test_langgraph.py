"""LangGraph's store and checkpointer for AgentCore Memory."""

from __future__ import annotations

import operator
from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.messages import AIMessage, HumanMessage, SystemMessage, ToolMessage
from langgraph.checkpoint.base import empty_checkpoint
from langgraph.graph import END, START, StateGraph
from langgraph_checkpoint_aws import AgentCoreMemorySaver, AgentCoreMemoryStore
from waiting import until


@pytest.fixture
def place(address: str, credentials: dict[str, str], memory_id: str) -> dict[str, str]:
    """By arguments alone: no variable of AWS' is set for the process."""
    return {"memory_id": memory_id, "endpoint_url": address, "region_name": "eu-west-1", **credentials}


@pytest.fixture
def store(place: dict[str, str]) -> AgentCoreMemoryStore:
    return AgentCoreMemoryStore(**place)


class State(TypedDict):
    steps: Annotated[list[str], operator.add]
    raw: bytes


def graph(saver: AgentCoreMemorySaver) -> Any:
    built = StateGraph(State)
    built.add_node("one", lambda _: {"steps": ["one"], "raw": bytes(range(256))})
    built.add_node("two", lambda _: {"steps": ["two: my password is hunter2"]})
    built.add_edge(START, "one")
    built.add_edge("one", "two")
    built.add_edge("two", END)
    return built.compile(checkpointer=saver, interrupt_before=["two"])


@pytest.mark.parametrize("form", ["legacy", "snapshot"])
def test_checkpoints_resume_and_list(form: str, place: dict[str, str]) -> None:
    config = {"configurable": {"thread_id": f"thread-{form}", "actor_id": "ann"}}
    first = graph(AgentCoreMemorySaver(checkpoint_format=form, **place))
    assert first.invoke({"steps": ["in"], "raw": b""}, config)["steps"] == ["in", "one"]
    again = graph(AgentCoreMemorySaver(checkpoint_format=form, **place))
    assert again.get_state(config).next == ("two",)
    done = again.invoke(None, config)
    assert done == {"steps": ["in", "one", "two: my password is hunter2"], "raw": bytes(range(256))}
    assert len(list(again.get_state_history(config))) == 4


@pytest.mark.parametrize("form", ["legacy", "snapshot"])
def test_delete_thread(form: str, place: dict[str, str]) -> None:
    saver = AgentCoreMemorySaver(checkpoint_format=form, **place)
    config = {"configurable": {"thread_id": "thread-1", "actor_id": "ann"}}
    graph(saver).invoke({"steps": [], "raw": b""}, config)
    saver.delete_thread("thread-1", actor_id="ann")
    assert saver.get_tuple(config) is None


def test_large_checkpoint(place: dict[str, str]) -> None:
    saver = AgentCoreMemorySaver(**place)
    config = {"configurable": {"thread_id": "thread-1", "actor_id": "ann", "checkpoint_ns": ""}}
    checkpoint = empty_checkpoint() | {"channel_values": {"big": "0123456789" * 150_000}, "channel_versions": {"big": "1"}}
    saver.put(config, checkpoint, {"source": "input", "step": 1, "parents": {}}, {"big": "1"})
    assert saver.get_tuple(config).checkpoint["channel_values"] == checkpoint["channel_values"]


def test_put_and_search(store: AgentCoreMemoryStore) -> None:
    talk = [HumanMessage("I live in Denver."), AIMessage("Noted."), SystemMessage("Be short."), ToolMessage("72F", tool_call_id="c1")]
    for n, said in enumerate(talk):
        store.put(("ann", "s1"), f"m{n}", {"message": said})
    (found, *_) = until(lambda: store.search(("facts", "ann"), query="Where does she live?", limit=3))
    assert "Denver" in found.value["content"]
    assert store.get(("facts", "ann"), found.key).value["content"] == found.value["content"]
    assert store.get(("facts", "ann"), "mem-" + "0" * 40) is None
    assert store.search(("facts", "bob"), query="Where does she live?") == []


def test_search_of_an_exact_namespace(place: dict[str, str], store: AgentCoreMemoryStore) -> None:
    store.put(("ann", "s1"), "m1", {"message": HumanMessage("I live in Denver.")})
    exact = AgentCoreMemoryStore(hierarchical_search=False, **place)
    assert until(lambda: store.search(("summaries", "ann"), query="home"))
    assert exact.search(("summaries", "ann"), query="home") == []
    assert exact.search(("summaries", "ann", "s1"), query="home")
