"""Agents of Strands whose memory store is Keepsake's."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from strands import Agent
from strands.memory import AddMessagesContext, ExtractionConfig, InvocationTrigger, MemoryManager
from strands.models import Model

from keepsake_client import AsyncKeepsake, Unreachable
from keepsake_client.strands import KeepsakeStore


class Scripted(Model):
    """Says what it is told to, and keeps what it was asked."""

    def __init__(self, *answers: str | dict[str, Any]) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []

    def update_config(self, **_: Any) -> None:
        pass

    def get_config(self) -> dict[str, Any]:
        return {}

    def structured_output(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError

    async def stream(self, messages: Any, *_: Any, **__: Any) -> AsyncIterator[Any]:
        self.asked.append(json.dumps(messages, default=str))
        answer = self.answers.pop(0)
        yield {"messageStart": {"role": "assistant"}}
        if isinstance(answer, dict):
            yield {"contentBlockStart": {"start": {"toolUse": {"name": answer["name"], "toolUseId": "t1"}}}}
            yield {"contentBlockDelta": {"delta": {"toolUse": {"input": json.dumps(answer["input"])}}}}
        else:
            yield {"contentBlockDelta": {"delta": {"text": answer}}}
        yield {"contentBlockStop": {}}
        yield {"messageStop": {"stopReason": "tool_use" if isinstance(answer, dict) else "end_turn"}}


@pytest.fixture
def store() -> KeepsakeStore:
    return KeepsakeStore(AsyncKeepsake(user_id="ann"))


def message(role: str, *texts: str) -> dict[str, Any]:
    return {"role": role, "content": [{"text": text} for text in texts]}


def test_page(after) -> None:
    model = Scripted("Noted.", "In Denver.")
    after("Strands Agents", model=model)
    assert "Denver" in model.asked[-1]


@pytest.mark.anyio
async def test_add_and_search(store: KeepsakeStore) -> None:
    await store.add("Ann drinks green tea.", {"origin": "form"})
    await store.add("Ann's car has new tyres.")
    first = (await store.search("What does she drink?", {"max_search_results": 1}))[0]
    assert first.content == "Ann drinks green tea."
    assert first.metadata["memory_id"]
    assert await KeepsakeStore(AsyncKeepsake(user_id="bob")).search("What does she drink?") == []


@pytest.mark.anyio
async def test_add_messages_keeps_one_that_is_handed_over_again_once(store: KeepsakeStore, memory) -> None:
    said = [
        message("user", "I moved to Denver.", "I like it."),
        message("assistant", "Noted."),
        message("user", "ok"),
        message("user", "ok"),
    ]
    said.insert(
        1, {"role": "user", "content": [{"toolResult": {"toolUseId": "t", "content": [{"text": "Rain in Oslo."}], "status": "success"}}]}
    )
    context = AddMessagesContext(sequence_numbers=[0, 1, 2, 3, 4])
    for _ in range(2):
        await store.add_messages(said, context)
    (session,) = memory.sessions.list(user_id="ann")
    events = [event.content for event in memory.sessions(session.session_id, user_id="ann").events()]
    assert events == ["ok", "ok", "Noted.", "I moved to Denver.\nI like it."]
    await store.add_messages(said[:1])
    assert "Denver" in (await store.search("Where does she live?"))[0].content


def test_agent_is_told_what_it_was_told_before(store: KeepsakeStore) -> None:
    Agent(Scripted("Noted."), memory_manager=MemoryManager(stores=[store]), callback_handler=None)("I am allergic to peanuts.")
    model = Scripted("No peanuts.")
    Agent(model, memory_manager=MemoryManager(stores=[KeepsakeStore(AsyncKeepsake(user_id="ann"))]), callback_handler=None)(
        "What may I not eat?"
    )
    assert "allergic to peanuts" in model.asked[0]


def test_search_memory_and_add_memory_tools(store: KeepsakeStore) -> None:
    manager = MemoryManager(stores=[store], add_tool_config=True, injection=False)
    model = Scripted(
        {"name": "add_memory", "input": {"entries": ["Ann drinks green tea."]}},
        "Noted.",
        {"name": "search_memory", "input": {"query": "What does Ann drink?"}},
        "Green tea.",
    )
    agent = Agent(model, memory_manager=manager, callback_handler=None)
    agent("Remember that I drink green tea.")
    agent.messages.clear()
    agent("What do I drink?")
    assert "Ann drinks green tea." in model.asked[-1]


@pytest.mark.anyio
async def test_extraction_after_each_turn_of_an_agent_in_a_loop(store: KeepsakeStore, memory) -> None:
    store.extraction = ExtractionConfig(trigger=[InvocationTrigger()])
    manager = MemoryManager(stores=[store])
    await Agent(Scripted("Noted."), memory_manager=manager, callback_handler=None).invoke_async("I live in Denver.")
    await manager.flush()
    assert [user.user_id for user in memory.users.list()] == ["ann"]


def test_agent_goes_on_without_memory_when_the_service_is_down(caplog: pytest.LogCaptureFixture) -> None:
    store = KeepsakeStore(AsyncKeepsake("http://127.0.0.1:9/v1", "ks_none", user_id="ann", retries=0))
    agent = Agent(Scripted("Hello."), memory_manager=MemoryManager(stores=[store]), callback_handler=None)
    assert str(agent("Hello?")).strip() == "Hello."
    assert "store search failed" in caplog.text
    assert "memory extraction failed" in caplog.text
    with pytest.raises(Unreachable):
        asyncio.run(store.add("Ann drinks green tea."))


@pytest.mark.anyio
async def test_search_has_an_end_where_the_service_hangs(hanging: AsyncKeepsake) -> None:
    with pytest.raises(Unreachable, match="in time"):
        await KeepsakeStore(hanging).search("Which tea?")
