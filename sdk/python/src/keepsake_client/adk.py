"""The memory service of Google's Agent Development Kit. Needs `keepsake-client[adk]`.

runner = Runner(agent=agent, app_name="shop", session_service=sessions, memory_service=KeepsakeMemoryService())
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timezone
from typing import Any

from google.adk.memory.base_memory_service import BaseMemoryService, SearchMemoryResponse
from google.adk.memory.memory_entry import MemoryEntry
from google.genai import types

from keepsake_client import models
from keepsake_client.client import AsyncKeepsake
from keepsake_client.errors import NotFound
from keepsake_client.turns import in_time, keep, turn

MOST_SESSIONS = 10_000
"""Of which it is known what was added last: those that were added latest."""


class KeepsakeMemoryService(BaseMemoryService):
    """An app's memories lie in the container of its name, a user's with that user, in the tenant of the client's key.

    What is added again is kept once, by its event's id. Every failure raises a KeepsakeError; ADK's `preload_memory` logs it and goes on
    without memory, `load_memory` tells the model.
    """

    def __init__(self, memory: AsyncKeepsake | None = None, *, max_results: int = 10) -> None:
        self._memory = memory or AsyncKeepsake()
        self._most = max_results
        self._last: dict[tuple[str, str, str], str] = {}

    async def add_session_to_memory(self, session: Any) -> None:
        """What came since this object added it last; all of it the first time. ADK hands the whole session over, often after each turn."""
        whose = (session.app_name, session.user_id, session.id)
        names = [event.id for event in session.events]
        last = self._last.pop(whose, None)
        await self._keep(session.app_name, session.user_id, session.events[names.index(last) + 1 if last in names else 0 :], session.id)
        if names and names[-1]:
            self._last[whose] = names[-1]
        while len(self._last) > MOST_SESSIONS:
            del self._last[next(iter(self._last))]

    async def add_events_to_memory(
        self,
        *,
        app_name: str,
        user_id: str,
        events: Sequence[Any],
        session_id: str | None = None,
        custom_metadata: Mapping[str, object] | None = None,  # noqa: ARG002 - has no counterpart
    ) -> None:
        await self._keep(app_name, user_id, events, session_id)

    async def add_memory(
        self, *, app_name: str, user_id: str, memories: Sequence[MemoryEntry], custom_metadata: Mapping[str, object] | None = None
    ) -> None:
        """Keeps each word for word as a fact, with its metadata and those given."""
        for entry in memories:
            text = _text(entry.content)
            if text.strip():
                metadata = {**(custom_metadata or {}), **entry.custom_metadata}
                await self._of(app_name, user_id).memories.add(text, metadata=metadata)

    async def search_memory(self, *, app_name: str, user_id: str, query: str) -> SearchMemoryResponse:
        """The nearest first, at most `max_results`, within 8 seconds; what is not the user's own words is quoted."""
        if not query.strip():
            return SearchMemoryResponse()
        found = await in_time(self._of(app_name, user_id), query, top_k=self._most)
        return SearchMemoryResponse(memories=[_entry(item) for item in found.memories])

    async def delete_memory(self, *, app_name: str, user_id: str, memory_id: str | None = None) -> None:
        """A memory, or an event with what rests on it alone. What is not there is no error."""
        if not memory_id:
            return
        of = self._of(app_name, user_id)
        try:
            await of.memories.delete(memory_id)
        except NotFound:
            with suppress(NotFound):
                await of.events.delete(memory_id)

    async def _keep(self, app_name: str, user_id: str, events: Sequence[Any], session_id: str | None) -> None:
        said = [
            event
            for given in events
            for event in turn(
                "user" if given.author == "user" else "assistant",
                _text(given.content),
                event_id=given.id,
                name=None if given.author == "user" else given.author,
                timestamp=datetime.fromtimestamp(given.timestamp, timezone.utc),
            )
        ]
        of = self._of(app_name, user_id)
        await keep(of if session_id is None else of.scoped(session_id=session_id), said)

    def _of(self, app_name: str, user_id: str) -> AsyncKeepsake:
        return self._memory.scoped(container=app_name, user_id=user_id)


def _entry(item: models.RecallItem) -> MemoryEntry:
    said = item.said_at or item.valid_from
    return MemoryEntry(
        id=item.memory_id,
        content=types.Content(role="user", parts=[types.Part(text=item.quoted or item.content)]),
        author=item.said_by or item.source_role,
        timestamp=None if said is None else said.isoformat(),
        custom_metadata={"kind": item.kind, "score": item.score, "trust": item.trust},
    )


def _text(content: Any) -> str:
    """Without thoughts, tool calls, their results, and what is no text."""
    parts = (content.parts if content else None) or ()
    return "\n".join(part.text for part in parts if part.text and not part.thought)
