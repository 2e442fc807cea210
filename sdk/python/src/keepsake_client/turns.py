"""What the modules for agents' frameworks share: turns of a conversation as events, and a recall that does without."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import anyio
from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.client import AsyncKeepsake
from keepsake_client.errors import ServerError, Throttled, Unreachable
from keepsake_client.inputs import EventInput, Scope
from keepsake_client.portions import portions

LONGEST_TEXT = 8_000
"""Characters of one event, which takes 32 KB at most; a longer text is several."""
LONGEST_QUERY = 8_000
MOST_EVENTS, MOST_BYTES = 100, 200_000
"""Of one request."""
WITHIN_S = 8.0
"""Seconds that an agent waits for its memory, tries and all; a recall takes two at most."""
DOWN = (Unreachable, ServerError, Throttled)
"""What may be over soon; anything else is a mistake that whoever runs the agent has to see."""

logger = logging.getLogger(__name__)


def turn(
    role: str, text: str, *, event_id: str | None = None, name: str | None = None, timestamp: datetime | None = None
) -> list[EventInput]:
    """One event, several where the text is long, none where it is blank. The same id and text make the same events again."""
    if not text.strip():
        return []
    parts = [text[start : start + LONGEST_TEXT] for start in range(0, len(text), LONGEST_TEXT)]
    return [_event(n, part, role=role, name=name, timestamp=timestamp, event_id=event_id) for n, part in enumerate(parts) if part.strip()]


def _event(number: int, content: str, *, event_id: str | None, **fields: Any) -> EventInput:
    made: dict[str, Any] = {"content": content} | {name: value for name, value in fields.items() if value is not None}
    if event_id is not None:
        made["event_id"] = f"{event_id}-{number}" if number else event_id
    return made  # type: ignore[return-value]


async def keep(memory: AsyncKeepsake, events: Sequence[EventInput], **scope: Unpack[Scope]) -> None:
    """Retains them in their order. Raises KeepsakeError: nothing is lost silently."""
    for some in portions(events, MOST_EVENTS, MOST_BYTES):
        await memory.retain(some, **scope)


async def in_time(
    memory: AsyncKeepsake, query: str, *, top_k: int | None = None, token_budget: int | None = None, **scope: Unpack[Scope]
) -> models.RecallAnswer:
    """A recall with an end: tries and pauses of the client may take minutes. Raises KeepsakeError, Unreachable after `WITHIN_S`."""
    try:
        with anyio.fail_after(WITHIN_S):
            return await memory.recall(query[-LONGEST_QUERY:], top_k=top_k, token_budget=token_budget, **scope)
    except TimeoutError as err:
        raise Unreachable("no answer in time") from err


async def recalled(
    memory: AsyncKeepsake, query: str, *, top_k: int | None = None, token_budget: int | None = None, **scope: Unpack[Scope]
) -> models.RecallAnswer | None:
    """None for a blank query, and, with a warning in the log, where the service is down or slow: an agent goes on without its memory then.
    Raises KeepsakeError where the key or the request is refused."""
    if not query.strip():
        return None
    try:
        return await in_time(memory, query, top_k=top_k, token_budget=token_budget, **scope)
    except DOWN as err:
        logger.warning("The memory could not be asked, the agent goes on without it: %s", err)
        return None
