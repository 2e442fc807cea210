"""A memory store of Strands Agents. Needs `keepsake-client[strands]`.

agent = Agent(memory_manager=MemoryManager(stores=[KeepsakeStore(AsyncKeepsake(user_id="ann"))]))
"""

from __future__ import annotations

import hashlib
import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from strands.memory import ExtractionConfig, MemoryEntry, MemoryStore

from keepsake_client.client import AsyncKeepsake
from keepsake_client.turns import in_time, keep, turn


class KeepsakeStore(MemoryStore):
    """Strands finds, injects and offers to the model what is remembered of the client's user, and hands on what was said.

    Messages become memories at the service, without a call of your model: after every fifth turn and at the end of each synchronous call,
    unless `extraction` says otherwise. A message that is handed over again is kept once. When the service is down, Strands logs it, goes on
    without memory, and hands the messages over again later.
    """

    def __init__(
        self,
        memory: AsyncKeepsake | None = None,
        *,
        name: str = "keepsake",
        description: str | None = "What is remembered of the user from earlier conversations.",
        max_search_results: int | None = 10,
        writable: bool = True,
        extraction: ExtractionConfig | bool | None = True,
        session_id: str | None = None,
    ) -> None:
        self.name = name
        self.description = description
        self.max_search_results = max_search_results
        self.writable = writable
        self.extraction = extraction if writable else None
        self._memory = memory or AsyncKeepsake()
        self._session_id = session_id or f"strands-{uuid.uuid4().hex}"
        self._run = uuid.uuid4().hex

    async def search(self, query: str, options: Any = None) -> list[MemoryEntry]:
        """The nearest first, what is not the user's own words quoted. Raises KeepsakeError, after 8 seconds at the latest;
        Strands logs it."""
        most = (options or {}).get("max_search_results") or self.max_search_results
        found = await in_time(self._memory, query, top_k=most)
        return [
            MemoryEntry(
                content=item.quoted or item.content,
                metadata={
                    "memory_id": item.memory_id,
                    "kind": item.kind,
                    "score": item.score,
                    "trust": item.trust,
                    "valid_from": None if item.valid_from is None else item.valid_from.isoformat(),
                },
            )
            for item in found.memories
        ]

    async def add(self, content: str, metadata: Mapping[str, Any] | None = None) -> None:
        """Keeps it word for word as a fact. What says the same twice becomes one when the user's memories are consolidated."""
        await self._memory.memories.add(content, metadata=dict(metadata or {}))

    async def add_messages(self, messages: Sequence[Any], context: Any = None) -> None:
        """Retains what the user and the assistant said."""
        numbers = getattr(context, "sequence_numbers", None) or [None] * len(messages)
        events = [
            event
            for message, number in zip(messages, numbers, strict=True)
            for event in turn(message["role"], _text(message), event_id=self._event_id(message, number))
        ]
        await keep(self._memory, events, session_id=self._session_id)

    def _event_id(self, message: Any, number: int | None) -> str | None:
        """Numbers begin anew with each agent, so that the words stand in it too."""
        if number is None:
            return None
        return hashlib.sha256(f"{self._run}\0{number}\0{message['role']}\0{_text(message)}".encode()).hexdigest()[:40]


def _text(message: Any) -> str:
    """Without tool calls, their results, and what is no text."""
    return "\n".join(block["text"] for block in message["content"] if "text" in block)
