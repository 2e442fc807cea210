"""LlamaIndex's memory with Keepsake's block in it."""

from __future__ import annotations

from typing import Any

import pytest
from llama_index.core.base.llms.types import ChatMessage, CompletionResponse, LLMMetadata
from llama_index.core.chat_engine import SimpleChatEngine
from llama_index.core.llms import CustomLLM
from llama_index.core.memory import Memory
from pydantic import PrivateAttr

from keepsake_client import AsyncKeepsake, Unreachable
from keepsake_client.llamaindex import KeepsakeMemoryBlock


class Scripted(CustomLLM):
    """Says what it is told to, and keeps what it was asked."""

    answers: list[str]
    _asked: list[str] = PrivateAttr(default_factory=list)

    @property
    def metadata(self) -> LLMMetadata:
        return LLMMetadata()

    def complete(self, prompt: str, **_: Any) -> CompletionResponse:
        self._asked.append(prompt)
        return CompletionResponse(text=self.answers.pop(0))

    def stream_complete(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


@pytest.fixture
def block() -> KeepsakeMemoryBlock:
    return KeepsakeMemoryBlock(memory=AsyncKeepsake(user_id="ann"))


def asked(text: str) -> list[ChatMessage]:
    return [ChatMessage(role="user", content=text)]


def test_page(after) -> None:
    llm = Scripted(answers=["In Denver."])
    after("LlamaIndex", llm=llm)
    assert "Denver" in llm._asked[-1]


@pytest.mark.anyio
async def test_aput_and_aget(block: KeepsakeMemoryBlock, memory) -> None:
    said = [ChatMessage(role="system", content="Be brief."), *asked("I live in Denver."), ChatMessage(role="assistant", content="Noted.")]
    await block.aput(said, session_id="s1")
    events = [(e.role, e.content) for e in memory.sessions("s1", user_id="ann").events()]
    assert events == [("assistant", "Noted."), ("user", "I live in Denver.")]
    assert "Denver" in await block.aget([*asked("Where do I live?"), ChatMessage(role="assistant", content="Let me see.")])
    assert await block.aget(asked(" ")) == ""
    assert await block.aget() == ""
    assert await KeepsakeMemoryBlock(memory=AsyncKeepsake(user_id="bob")).aget(asked("Where do I live?")) == ""


@pytest.mark.anyio
async def test_memory_hands_over_what_leaves_its_short_term(block: KeepsakeMemoryBlock, memory) -> None:
    short = Memory.from_defaults(session_id="s1", token_limit=60, chat_history_token_ratio=0.5, token_flush_size=10, memory_blocks=[block])
    await short.aput(asked("I live in Denver.")[0])
    for n in range(6):
        await short.aput(ChatMessage(role="assistant", content=f"This is the answer number {n}, which takes some room."))
        await short.aput(asked(f"And question number {n}, which takes some too?")[0])
    assert "I live in Denver." in [e.content for e in memory.sessions("s1", user_id="ann").events()]
    assert "Denver" in str(await short.aget(input="Where do I live?"))


def test_chat_engine_in_one_loop_after_another(block: KeepsakeMemoryBlock, memory) -> None:
    memory.memories.add("Ann is allergic to peanuts.", user_id="ann")
    llm = Scripted(answers=["Noted.", "No peanuts."])
    engine = SimpleChatEngine.from_defaults(llm=llm, memory=Memory.from_defaults(session_id="s1", memory_blocks=[block]))
    engine.chat("What may I not eat?")
    engine.chat("What am I allergic to?")
    assert "allergic to peanuts" in llm._asked[1]


@pytest.mark.anyio
async def test_memory_goes_on_without_the_block_when_the_service_is_down(caplog: pytest.LogCaptureFixture) -> None:
    down = KeepsakeMemoryBlock(memory=AsyncKeepsake("http://127.0.0.1:9/v1", "ks_none", retries=0))
    assert await Memory.from_defaults(session_id="s1", memory_blocks=[down]).aget(input="Where do I live?") == []
    assert "the agent goes on without it" in caplog.text
    with pytest.raises(Unreachable):
        await down.aput(asked("I live in Denver."))
