"""The ids that AgentCore's clients go by, in its forms: of a memory, an event, a record and a strategy."""

from __future__ import annotations

import re
import secrets
import string
from datetime import UTC, datetime, timedelta

from keepsake import ids
from keepsake.errors import NotFound

_ARN = re.compile(r"arn:[a-z-]+:bedrock-agentcore:[a-z0-9-]*:[0-9]*:memory/(.+)\Z")
_MEMORY = re.compile(r"([a-zA-Z][a-zA-Z0-9_]{0,47})-[a-zA-Z0-9]{10}\Z")
_EVENT = re.compile(r"[0-9]{19}#[0-9a-f]{1,64}\Z")
RECORD = "mem-ks-"
"""What an id of a record begins with; AgentCore's begin with `mem-`."""
SHORTEST_RECORD = 40
"""Characters of a record's id, below which clients refuse to send it."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SIGNS = string.ascii_letters + string.digits


def made(name: str) -> str:
    """A new id of a memory or a strategy: its name and ten signs."""
    return f"{name}-{''.join(secrets.choice(_SIGNS) for _ in range(10))}"


def memory(given: str) -> tuple[str, str]:
    """The id and the name of a memory, given by its id or its ARN. Raises NotFound for what is neither."""
    arn = _ARN.match(given)
    memory_id = arn[1] if arn else given
    match = _MEMORY.match(memory_id)
    if match is None:
        raise NotFound("There is no such memory.")
    return memory_id, match[1]


def session(token: str | None) -> str:
    """Of an event that names none: the same for the same request, so that one that is sent again makes no second session."""
    return f"session-{(ids.digest(token) if token else secrets.token_hex(16))[:32]}"


def event(at: datetime, now: datetime) -> str:
    """Sorts by the time of the event in milliseconds, then by when it came: AgentCore's form, 19 digits, `#`, hexadecimal digits."""
    return event_stem(at, now) + secrets.token_hex(3)


def event_stem(at: datetime, came: datetime) -> str:
    """What the ids of events of that time that came then begin with."""
    return f"{max((at - _EPOCH) // timedelta(milliseconds=1), 0):019d}#{(came - _EPOCH) // timedelta(microseconds=1):014x}"


def event_named(given: str) -> str:
    """An event's id as it was given. Raises NotFound for what is none."""
    if not _EVENT.match(given):
        raise NotFound("There is no such event.")
    return given


def record(memory_id: str) -> str:
    """The record id of a memory of ours, at least 40 characters."""
    return RECORD + memory_id.rjust(SHORTEST_RECORD - len(RECORD), "-")


def record_named(given: str) -> str:
    """The id of ours in a record id. Raises NotFound for what is none."""
    name = given.removeprefix(RECORD).lstrip("-")
    if not given.startswith(RECORD) or not name:
        raise NotFound("There is no such memory record.")
    return name
