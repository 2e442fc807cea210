"""Agents of Google's ADK whose memory service is Keepsake's."""

from __future__ import annotations

import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from google.adk.agents import Agent
from google.adk.events import Event
from google.adk.memory.memory_entry import MemoryEntry
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import load_memory
from google.adk.tools.preload_memory_tool import preload_memory_tool
from google.genai import types
from pydantic import PrivateAttr

from keepsake_client import AsyncKeepsake, Keepsake, ServerError, Unreachable
from keepsake_client.adk import KeepsakeMemoryService


class Scripted(BaseLlm):
    """Says what it is told to, and keeps what it was asked."""

    model: str = "scripted"
    answers: list[types.Part]
    _asked: list[str] = PrivateAttr(default_factory=list)

    async def generate_content_async(self, llm_request: Any, stream: bool = False) -> AsyncIterator[LlmResponse]:  # noqa: ARG002
        self._asked.append(llm_request.model_dump_json(include={"contents", "config"}))
        yield LlmResponse(content=types.Content(role="model", parts=[self.answers.pop(0)]))


@pytest.fixture
def app(tenant_key: str) -> str:  # noqa: ARG001 - an app is a container
    return f"app_{uuid.uuid4().hex[:8]}"


@pytest.fixture
def service(app: str) -> KeepsakeMemoryService:  # noqa: ARG001 - behind its key
    return KeepsakeMemoryService()


def event(event_id: str, text: str, author: str = "user", **fields: Any) -> Event:
    content = types.Content(role="user" if author == "user" else "model", parts=[types.Part(text=text)])
    return Event(id=event_id, author=author, content=content, **fields)


def said(app: str) -> list[tuple[str, str]]:
    with Keepsake(container=app, user_id="ann") as memory:
        return [(e.role, e.content) for s in memory.sessions.list() for e in memory.sessions(s.session_id).events()][::-1]


def test_page(after, tenant_key: str) -> None:  # noqa: ARG001 - an app is a container
    model = Scripted(answers=[types.Part(text="Noted."), types.Part(text="In Denver.")])
    after("Google ADK", model=model)
    assert "Denver" in model._asked[-1]


@pytest.mark.anyio
async def test_add_session_to_memory_that_is_added_again_as_it_grows(service: KeepsakeMemoryService, app: str) -> None:
    sessions = InMemorySessionService()
    session = await sessions.create_session(app_name=app, user_id="ann", session_id="s1")
    await sessions.append_event(session, event("e1", "I live in Denver."))
    await sessions.append_event(session, event("e2", "Noted.", author="assistant"))
    call = types.Part(function_call=types.FunctionCall(name="weather", args={}))
    await sessions.append_event(session, Event(id="e3", author="assistant", content=types.Content(role="model", parts=[call])))
    await service.add_session_to_memory(session)
    await sessions.append_event(session, event("e4", "I have a dog."))
    await service.add_session_to_memory(session)
    assert said(app) == [("user", "I live in Denver."), ("assistant", "Noted."), ("user", "I have a dog.")]


@pytest.mark.anyio
async def test_add_events_to_memory_and_search_memory(service: KeepsakeMemoryService, app: str) -> None:
    await service.add_events_to_memory(app_name=app, user_id="ann", events=[event("e1", "I live in Denver.")], session_id="s1")
    await service.add_events_to_memory(app_name=app, user_id="ann", events=[event("e2", "I have a dog.")])
    found = (await service.search_memory(app_name=app, user_id="ann", query="Where does she live?")).memories
    assert "Denver" in found[0].content.parts[0].text
    assert found[0].id
    assert found[0].timestamp
    assert (await service.search_memory(app_name=app, user_id="bob", query="Where does she live?")).memories == []
    assert (await service.search_memory(app_name=f"{app}x", user_id="ann", query="Where does she live?")).memories == []
    assert (await service.search_memory(app_name=app, user_id="ann", query=" ")).memories == []


@pytest.mark.anyio
async def test_add_memory_and_delete_memory(service: KeepsakeMemoryService, app: str) -> None:
    entry = MemoryEntry(content=types.Content(parts=[types.Part(text="Ann drinks green tea.")]), custom_metadata={"origin": "form"})
    await service.add_memory(app_name=app, user_id="ann", memories=[entry], custom_metadata={"by": "import"})
    (found,) = (await service.search_memory(app_name=app, user_id="ann", query="What does she drink?")).memories
    with Keepsake(container=app, user_id="ann") as memory:
        assert memory.memories.get(found.id).metadata == {"origin": "form", "by": "import"}
    for _ in range(2):
        await service.delete_memory(app_name=app, user_id="ann", memory_id=found.id)
    assert (await service.search_memory(app_name=app, user_id="ann", query="What does she drink?")).memories == []


@pytest.mark.anyio
async def test_runner_with_load_memory(service: KeepsakeMemoryService, app: str) -> None:
    await service.add_events_to_memory(app_name=app, user_id="ann", events=[event("e1", "I am allergic to peanuts.")])
    call = types.Part(function_call=types.FunctionCall(name="load_memory", args={"query": "What may she not eat?"}))
    model = Scripted(answers=[call, types.Part(text="No peanuts.")])
    await run(Agent(name="a", model=model, tools=[load_memory]), app, service)
    assert "allergic to peanuts" in model._asked[-1]


@pytest.mark.anyio
async def test_runner_goes_on_without_memory_when_the_service_is_down(caplog: pytest.LogCaptureFixture, app: str) -> None:
    down = KeepsakeMemoryService(AsyncKeepsake("http://127.0.0.1:9/v1", "ks_none", retries=0))
    model = Scripted(answers=[types.Part(text="Hello.")])
    events = await run(Agent(name="a", model=model, tools=[preload_memory_tool]), app, down)
    assert events[-1].content.parts[0].text == "Hello."
    assert "Failed to preload memory" in caplog.text
    with pytest.raises(Unreachable):
        await down.add_events_to_memory(app_name=app, user_id="ann", events=[event("e1", "I live in Denver.")])


async def run(agent: Agent, app: str, service: KeepsakeMemoryService) -> list[Event]:
    runner = Runner(agent=agent, app_name=app, session_service=InMemorySessionService(), memory_service=service, auto_create_session=True)
    return await runner.run_debug("What may I not eat?", user_id="ann", session_id="s9", quiet=True)


@pytest.mark.anyio
async def test_search_has_an_end_where_the_service_hangs(hanging: AsyncKeepsake) -> None:
    with pytest.raises(Unreachable, match="in time"):
        await KeepsakeMemoryService(hanging).search_memory(app_name="shop", user_id="ann", query="Which tea?")


@pytest.mark.anyio
async def test_session_that_grows_is_sent_from_where_it_was_added_last() -> None:
    asked: list[list[str]] = []
    down = [False]

    def answer(request: httpx.Request) -> httpx.Response:
        if down[0]:
            return httpx.Response(500)
        asked.append([e["event_id"] for e in json.loads(request.content)["events"]])
        return httpx.Response(202, json={"batch_id": "b", "status": "accepted", "events": []})

    transport = httpx.MockTransport(answer)
    service = KeepsakeMemoryService(AsyncKeepsake("http://x/v1", "k", retries=0, http=httpx.AsyncClient(transport=transport)))
    sessions = InMemorySessionService()
    session = await sessions.create_session(app_name="shop", user_id="ann", session_id="s1")
    for turn in range(3):
        await sessions.append_event(session, event(f"e{turn}", f"I like tea number {turn}."))
        await service.add_session_to_memory(session)
    await service.add_session_to_memory(session)
    assert asked == [["e0"], ["e1"], ["e2"]]
    await sessions.append_event(session, event("e3", "I have a dog."))
    down[0] = True
    with pytest.raises(ServerError):
        await service.add_session_to_memory(session)
    down[0] = False
    await service.add_session_to_memory(session)
    assert "e3" in asked[-1]
