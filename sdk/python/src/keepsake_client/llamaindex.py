"""A block of LlamaIndex's `Memory`. Needs `keepsake-client[llamaindex]`.

memory = Memory.from_defaults(session_id="chat-1", memory_blocks=[KeepsakeMemoryBlock(memory=AsyncKeepsake(user_id="ann"))])
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from llama_index.core.base.llms.types import ChatMessage, MessageRole
from llama_index.core.memory import BaseMemoryBlock
from pydantic import ConfigDict, Field

from keepsake_client.client import AsyncKeepsake
from keepsake_client.turns import keep, recalled, turn


class KeepsakeMemoryBlock(BaseMemoryBlock[str]):
    """Retains the messages that leave the short-term memory, and gives what is remembered that has to do with the latest one.

    When the service is down the block is empty, with a warning in the log; what cannot be retained raises a KeepsakeError.
    """

    model_config = ConfigDict(arbitrary_types_allowed=True)

    name: str = "keepsake"
    description: str | None = "What is remembered of the user from earlier conversations."
    memory: AsyncKeepsake = Field(default_factory=AsyncKeepsake, exclude=True)
    token_budget: int = 1_000
    """Most tokens of the block."""

    async def _aget(self, messages: list[ChatMessage] | None = None, **block_kwargs: Any) -> str:
        asked = next((text for m in reversed(messages or []) if m.role == MessageRole.USER and (text := m.content)), "")
        session_id = block_kwargs.get("session_id")
        found = await recalled(self._of(session_id), asked, token_budget=self.token_budget)
        return found.formatted_context if found and found.memories else ""

    async def _aput(self, messages: list[ChatMessage]) -> None:
        for session_id, own in _by_session(messages):
            events = [event for m in own for event in turn(m.role.value, m.content or "")]
            await keep(self._of(session_id), events)

    def _of(self, session_id: str | None) -> AsyncKeepsake:
        return self.memory if session_id is None else self.memory.scoped(session_id=session_id)


def _by_session(messages: Sequence[ChatMessage]) -> list[tuple[str | None, list[ChatMessage]]]:
    """What the user and the assistant said, by the session that LlamaIndex notes beside each message."""
    own: dict[str | None, list[ChatMessage]] = {}
    for message in messages:
        if message.role in (MessageRole.USER, MessageRole.ASSISTANT):
            own.setdefault(message.additional_kwargs.get("session_id"), []).append(message)
    return list(own.items())
