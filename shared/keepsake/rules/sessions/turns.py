"""What a turn is: one user message and everything until the next; one tick of the session's clock."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.records import Event, Role, Said
from keepsake.rules import tokens

OPENING = ("message", "candidate", "fact")
"""Types of a user's events that begin a turn."""
SAID = (*OPENING, "correction", "tool_call")
"""Types of events that are messages of a conversation; the others are behaviour."""


def opens(event: Event) -> bool:
    return event.role is Role.USER and event.event_type in OPENING


def said(events: Iterable[Event]) -> tuple[Said, ...]:
    """Those of the events that are messages, as the session lists them."""
    return tuple(Said(event_id=e.event_id, opens=opens(e), tokens=tokens.count(e.content)) for e in events if e.event_type in SAID)


def groups(events: Iterable[Event]) -> list[list[Event]]:
    """The events by turn; the first group may begin in the midst of one."""
    found: list[list[Event]] = []
    for event in events:
        if not found or opens(event):
            found.append([])
        found[-1].append(event)
    return found
