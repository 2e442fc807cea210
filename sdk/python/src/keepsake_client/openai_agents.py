"""A session of the OpenAI Agents SDK, kept as state. Needs `keepsake-client[openai-agents]`.

await Runner.run(agent, "Hi", session=KeepsakeSession("chat-1", AsyncKeepsake(user_id="ann")))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from agents.memory.session_settings import SessionSettings, coerce_session_settings, resolve_session_limit

from keepsake_client.client import AsyncKeepsake
from keepsake_client.errors import NotFound
from keepsake_client.portions import portions
from keepsake_client.sessions import State
from keepsake_client.turns import keep, turn

BRANCH = "openai-agents"
"""Of the session's state, so that other rows of the same session stay apart."""
MOST_ROWS, MOST_BYTES = 100, 2_500_000
"""Of one request."""


class KeepsakeSession:
    """The `Session` protocol: items come back as they were added, tool calls and their results too, in the order in which they were added.

    `memory` names the user whose session it is, or its container. With `retain` what the user and the assistant said becomes memories as
    well, to be recalled in any session. Every failure raises a KeepsakeError: a run without its history would be another conversation.
    """

    def __init__(
        self,
        session_id: str,
        memory: AsyncKeepsake | None = None,
        *,
        retain: bool = False,
        session_settings: SessionSettings | dict[str, Any] | None = None,
    ) -> None:
        self.session_id = session_id
        self.session_settings = coerce_session_settings(session_settings or {})
        self._memory = memory or AsyncKeepsake()
        self._retain = retain

    @property
    def _state(self) -> State[Any]:
        return self._memory.sessions(self.session_id).state

    async def get_items(self, limit: int | None = None) -> list[Any]:
        """The latest `limit`, oldest first; all of them where neither it nor the session's settings name one."""
        most = resolve_session_limit(limit, self.session_settings)
        if most is not None and most <= 0:
            return []
        return [row.data async for row in self._state.list(branch=BRANCH, limit=most)][::-1]

    async def add_items(self, items: Sequence[Any]) -> None:
        if self._retain:
            # Before they stand in the history: whoever adds them again after a failure here adds them once.
            events = [event for item in items for event in turn(_role(item), _text(item))]
            await keep(self._memory, events, session_id=self.session_id)
        for some in portions(items, MOST_ROWS, MOST_BYTES):
            await self._state.append_many([{"data": item, "branch": BRANCH} for item in some])

    async def pop_item(self) -> Any | None:
        """The latest, which is gone then; None where there is none. Of several who pop at once each gets another one. Where the answer to
        the deletion is lost and it is gone when asked again, it counts as popped here: taking the next one would lose this one."""
        while True:
            latest = [row async for row in self._state.list(branch=BRANCH, limit=1)]
            if not latest:
                return None
            try:
                await self._state.delete(latest[0].row_id)
            except NotFound as err:
                if not err.repeated:
                    continue
            return latest[0].data

    async def clear_session(self) -> None:
        """What was retained stays."""
        await self._state.clear(branch=BRANCH)


def _role(item: Any) -> str:
    return str(item.get("role", "")) if isinstance(item, Mapping) else ""


def _text(item: Any) -> str:
    """What the user or the assistant said; nothing of tool calls, reasoning and instructions."""
    if _role(item) not in ("user", "assistant"):
        return ""
    content = item.get("content")
    if isinstance(content, str):
        return content
    return "\n".join(part["text"] for part in content or () if isinstance(part, Mapping) and isinstance(part.get("text"), str))
