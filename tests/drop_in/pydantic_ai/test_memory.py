"""Agents of Pydantic AI with Keepsake's tools and history processor."""

from __future__ import annotations

import re
from typing import Any

import pytest
from pydantic_ai import Agent
from pydantic_ai.capabilities import ProcessHistory
from pydantic_ai.messages import ModelMessage, ModelResponse, TextPart, ToolCallPart
from pydantic_ai.models.function import AgentInfo, FunctionModel

from keepsake_client import AsyncKeepsake
from keepsake_client.pydantic_ai import memory_tools, remembering


class Script:
    """Says what it is told to, and keeps what it was asked."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.asked: list[str] = []
        self.tools: set[str] = set()

    def __call__(self, messages: list[ModelMessage], info: AgentInfo) -> ModelResponse:
        self.asked.append(str([part for message in messages for part in message.parts]))
        self.tools = {tool.name for tool in info.function_tools}
        answer = self.answers.pop(0)
        answer = answer(messages) if callable(answer) else answer
        return ModelResponse(parts=[TextPart(answer) if isinstance(answer, str) else answer])


@pytest.fixture
def ann() -> AsyncKeepsake:
    return AsyncKeepsake(user_id="ann")


def test_page(after) -> None:
    script = Script(ToolCallPart("add_memory", {"content": "Ann lives in Denver."}), "Noted.", "In Denver.")
    after("Pydantic AI", model=FunctionModel(script))
    assert "Denver" in script.asked[-1]


def found_id(messages: list[ModelMessage]) -> ToolCallPart:
    (memory_id,) = re.findall(r"'id': '([^']+)'", str(messages[-1].parts))
    return ToolCallPart("delete_memory", {"memory_id": memory_id})


def test_tools_add_search_and_delete(ann: AsyncKeepsake) -> None:
    script = Script(
        ToolCallPart("add_memory", {"content": "Ann drinks green tea."}),
        ToolCallPart("search_memory", {"query": "What does she drink?"}),
        found_id,
        ToolCallPart("search_memory", {"query": "What does she drink?"}),
        ToolCallPart("delete_memory", {"memory_id": "f_none"}),
        "Done.",
    )
    result = Agent(FunctionModel(script), toolsets=[memory_tools(ann)]).run_sync("Go.")
    assert script.tools == {"add_memory", "search_memory", "delete_memory"}
    returned = [str(part.content) for m in result.all_messages() for part in m.parts if part.part_kind == "tool-return"]
    assert "Ann drinks green tea." in returned[1]
    assert returned[2:] == ["Forgotten.", "[]", "There is no such memory."]


def test_history_processor_puts_what_is_remembered_before_the_prompt(ann: AsyncKeepsake, memory) -> None:
    memory.memories.add("Ann is allergic to peanuts.", user_id="ann")
    memory.memories.add("Ann has a window seat.", user_id="ann")
    script = Script("No peanuts.", "At the window.")
    agent = Agent(FunctionModel(script), system_prompt="Be brief.", capabilities=[ProcessHistory(remembering(ann))])
    first = agent.run_sync("What may I not eat?")
    assert "allergic to peanuts" in script.asked[0]
    agent.run_sync("Which seat do I have?", message_history=first.all_messages())
    assert "Be brief." in script.asked[1]
    assert "window seat" in script.asked[1]
    assert script.asked[1].count("<keepsake-context") == 1, "in the place of the earlier one"


def test_history_processor_of_another_user_finds_nothing(memory) -> None:
    memory.memories.add("Ann is allergic to peanuts.", user_id="ann")
    script = Script("Anything.")
    Agent(FunctionModel(script), capabilities=[ProcessHistory(remembering(AsyncKeepsake(user_id="bob")))]).run_sync("What may I not eat?")
    assert "keepsake" not in script.asked[0]


def test_run_goes_on_when_the_service_is_down_and_the_model_is_told(caplog: pytest.LogCaptureFixture) -> None:
    down = AsyncKeepsake("http://127.0.0.1:9/v1", "ks_none", retries=0)
    script = Script(ToolCallPart("add_memory", {"content": "Ann drinks green tea."}), "It was not kept.")
    agent = Agent(FunctionModel(script), toolsets=[memory_tools(down)], capabilities=[ProcessHistory(remembering(down))])
    assert agent.run_sync("Remember that I drink green tea.").output == "It was not kept."
    assert "the agent goes on without it" in caplog.text
    assert "The memory did not do it" in script.asked[-1]
