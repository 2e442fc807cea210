"""Agents of Microsoft's Agent Framework with Keepsake's context provider."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from agent_framework import Agent, BaseChatClient, ChatResponse, Message

from keepsake_client import AsyncKeepsake, Unreachable
from keepsake_client.agent_framework import KeepsakeProvider

pytestmark = pytest.mark.anyio


class Scripted(BaseChatClient):
    """Says what it is told to, and keeps what it was asked."""

    def __init__(self, *answers: str) -> None:
        super().__init__()
        self.answers = list(answers)
        self.asked: list[str] = []

    async def _inner_get_response(self, *, messages: Any, stream: bool, options: Any, **_: Any) -> ChatResponse:  # noqa: ARG002
        self.asked.append(f"{options.get('instructions')} {[m.text for m in messages]}")
        return ChatResponse(messages=[Message(role="assistant", contents=[self.answers.pop(0)])])


@pytest.fixture
def provider() -> KeepsakeProvider:
    return KeepsakeProvider(AsyncKeepsake(user_id="ann"))


def test_page(after) -> None:
    client = Scripted("Noted.", "In Denver.")
    after("Microsoft Agent Framework", client=client)
    assert "Denver" in client.asked[-1]


async def test_run_is_told_what_another_session_heard(provider: KeepsakeProvider) -> None:
    client = Scripted("Noted.", "No peanuts.")
    agent = Agent(client=client, instructions="Be brief.", context_providers=[provider])
    await agent.run("I am allergic to peanuts.", session=agent.create_session())
    await agent.run("What may I not eat?", session=agent.create_session())
    assert "allergic to peanuts" not in client.asked[0].partition("[")[0]
    assert "allergic to peanuts" in client.asked[1]
    assert "Be brief." in client.asked[1]


async def test_run_of_another_user_is_told_nothing(provider: KeepsakeProvider) -> None:
    await Agent(client=Scripted("Noted."), context_providers=[provider]).run("I am allergic to peanuts.")
    client = Scripted("Anything.")
    await Agent(client=client, context_providers=[KeepsakeProvider(AsyncKeepsake(user_id="bob"))]).run("What may I not eat?")
    assert "peanuts" not in client.asked[0]


async def test_input_and_answer_are_retained_in_their_session(provider: KeepsakeProvider, memory) -> None:
    agent = Agent(client=Scripted("Noted."), context_providers=[provider])
    session = agent.create_session(session_id="s1")
    await agent.run([Message("system", ["Be kind."]), Message("user", ["I live in Denver."])], session=session)
    events = [(e.role, e.content) for e in memory.sessions("s1", user_id="ann").events()]
    assert events == [("assistant", "Noted."), ("user", "I live in Denver.")]


def test_runs_in_one_loop_after_another(provider: KeepsakeProvider) -> None:
    agent = Agent(client=Scripted("Noted.", "In Denver."), context_providers=[provider])
    asyncio.run(agent.run("I live in Denver."))
    assert asyncio.run(agent.run("Where do I live?")).text == "In Denver."


async def test_before_run_goes_on_when_the_service_is_down_and_after_run_raises(caplog: pytest.LogCaptureFixture) -> None:
    client = Scripted("Hello.")
    down = KeepsakeProvider(AsyncKeepsake("http://127.0.0.1:9/v1", "ks_none", retries=0))
    with pytest.raises(Unreachable):
        await Agent(client=client, context_providers=[down]).run("Hello?")
    assert client.answers == [], "the model was asked"
    assert "the agent goes on without it" in caplog.text
