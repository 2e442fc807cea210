"""Agents of the OpenAI Agents SDK whose sessions Keepsake keeps."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from agents import Agent, RunConfig, Runner, SessionSettings, function_tool
from agents.memory import Session
from agents.testing import ScriptedModel, assistant_message, function_call

from keepsake_client import AsyncKeepsake, Unreachable
from keepsake_client.openai_agents import KeepsakeSession

pytestmark = pytest.mark.anyio
QUIET = RunConfig(tracing_disabled=True)


def opened(session_id: str = "chat-1", **settings: Any) -> KeepsakeSession:
    return KeepsakeSession(session_id, AsyncKeepsake(user_id="ann"), **settings)


@pytest.fixture
def session() -> KeepsakeSession:
    return opened()


def said(*texts: str) -> list[dict]:
    return [{"role": "user", "content": text} for text in texts]


def test_page(after) -> None:
    model = ScriptedModel([[assistant_message("Noted.")], [assistant_message("In Denver.")]])
    after("OpenAI Agents SDK", model=model)
    assert "Denver" in str(model.last_call.input)


def test_it_is_a_session(session: KeepsakeSession) -> None:
    assert isinstance(session, Session)


async def test_add_items_and_get_items(session: KeepsakeSession) -> None:
    items = [
        {"role": "user", "content": "What is 2 + 2?"},
        {"type": "function_call", "call_id": "c1", "name": "add", "arguments": '{"a":2,"b":2}', "id": "__fake_id__"},
        {"type": "function_call_output", "call_id": "c1", "output": "4"},
        {"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "4", "annotations": []}]},
    ]
    await session.add_items(items)
    assert await session.get_items() == items
    await session.add_items([])
    assert await opened().get_items() == items
    assert await opened("chat-2").get_items() == []


async def test_get_items_with_limit(session: KeepsakeSession) -> None:
    await session.add_items(said("a", "b", "c"))
    assert await session.get_items(2) == said("b", "c")
    assert await session.get_items(0) == []
    few = opened(session_settings=SessionSettings(limit=1))
    assert await few.get_items() == said("c")
    assert await few.get_items(3) == said("a", "b", "c")


async def test_pop_item(session: KeepsakeSession) -> None:
    await session.add_items(said("a", "b"))
    assert await session.pop_item() == said("b")[0]
    await session.add_items(said("c"))
    assert await session.get_items() == said("a", "c")
    popped = await asyncio.gather(session.pop_item(), session.pop_item(), session.pop_item())
    assert sorted(item["content"] for item in popped if item) == ["a", "c"]
    assert await session.pop_item() is None


async def test_clear_session(session: KeepsakeSession) -> None:
    await session.add_items(said("a", "b"))
    await session.clear_session()
    assert await session.get_items() == []


async def test_long_histories_and_large_items_keep_their_order(session: KeepsakeSession) -> None:
    items = said(*(str(n) for n in range(230))) + said(*("x" * 1_000_000 + str(n) for n in range(4)))
    await session.add_items(items)
    assert await session.get_items() == items


async def test_runner_goes_on_where_another_run_stopped() -> None:
    @function_tool
    def seat() -> str:
        return "12A"

    first = ScriptedModel([[function_call("seat", {}, call_id="c1")], [assistant_message("You sit in 12A.")]])
    memory = AsyncKeepsake(user_id="ann")
    await Runner.run(Agent("a", model=first, tools=[seat]), "Where do I sit?", session=KeepsakeSession("s", memory), run_config=QUIET)
    second = ScriptedModel([[assistant_message("12A, I said.")]])
    await Runner.run(Agent("a", model=second, tools=[seat]), "Again?", session=KeepsakeSession("s", memory), run_config=QUIET)
    kinds = [item.get("type", item.get("role")) for item in second.last_call.input]
    assert kinds == ["user", "function_call", "function_call_output", "message", "user"]


def test_run_sync_in_one_loop_after_another(session: KeepsakeSession) -> None:
    for n in range(3):
        model = ScriptedModel([[assistant_message(f"Answer {n}.")]])
        Runner.run_sync(Agent("a", model=model), f"Question {n}?", session=session, run_config=QUIET)
    assert len(asyncio.run(session.get_items())) == 6


async def test_what_was_said_is_recalled_in_another_session_where_it_is_retained(memory) -> None:
    session = opened(retain=True)
    await session.add_items([*said("I moved from Boston to Denver."), {"role": "system", "content": "Ann lives on the moon."}])
    found = memory.recall("Where does she live?", user_id="ann").formatted_context
    assert "Denver" in found
    assert "moon" not in found


async def test_failures_are_raised() -> None:
    session = KeepsakeSession("s1", AsyncKeepsake("http://127.0.0.1:9/v1", "ks_none", retries=0))
    with pytest.raises(Unreachable):
        await session.add_items(said("a"))
    with pytest.raises(Unreachable):
        await session.get_items()
