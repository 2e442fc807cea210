"""A context provider of Microsoft's Agent Framework. Needs `keepsake-client[agent-framework]`.

agent = Agent(client=client, context_providers=[KeepsakeProvider(AsyncKeepsake(user_id="ann"))])
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agent_framework import ContextProvider

from keepsake_client.client import AsyncKeepsake
from keepsake_client.turns import keep, recalled, turn


class KeepsakeProvider(ContextProvider):
    """Before a run, what is remembered that has to do with its input stands in its instructions; after it, input and answer are retained.

    When the service is down the run goes on without memory, with a warning in the log; what cannot be retained raises a KeepsakeError.
    """

    def __init__(self, memory: AsyncKeepsake | None = None, *, source_id: str = "keepsake", token_budget: int = 1_000) -> None:
        """`token_budget`: most tokens of what is added to the instructions."""
        super().__init__(source_id)
        self._memory = memory or AsyncKeepsake()
        self._token_budget = token_budget

    async def before_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:  # noqa: ARG002 - the protocol's
        asked = "\n".join(m.text for m in context.input_messages if m.role == "user" and m.text)
        found = await recalled(self._of(context.session_id), asked, token_budget=self._token_budget)
        if found and found.memories:
            context.extend_instructions(self.source_id, found.formatted_context)

    async def after_run(self, *, agent: Any, session: Any, context: Any, state: dict[str, Any]) -> None:  # noqa: ARG002 - the protocol's
        answered = context.response.messages if context.response else ()
        await keep(self._of(context.session_id), [*_events(context.input_messages), *_events(answered)])

    def _of(self, session_id: str | None) -> AsyncKeepsake:
        return self._memory if session_id is None else self._memory.scoped(session_id=session_id)


def _events(messages: Iterable[Any]) -> list[Any]:
    return [event for m in messages if m.role in ("user", "assistant") for event in turn(m.role, m.text or "")]
