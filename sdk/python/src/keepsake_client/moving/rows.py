"""What every source makes of an export: facts, messages, and rows that cannot come over."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from pathlib import Path
from typing import Any

LONGEST_FACT = 8_000
"""Characters that the service takes of a fact."""
MOST_EVENT_BYTES = 32 * 1024
NEVER = 3000
"""From this year on an end stands for "never", as 9999-12-31 does."""
_MILLISECONDS_FROM = 1e11
UTC = timezone.utc
_FRACTION = re.compile(r"\.(\d+)")


class Unfit(Exception):
    """Why a row cannot come over, in words for its report."""


@dataclass(frozen=True)
class Place:
    """Whose a row is; what is None is left open."""

    user_id: str | None = None
    session_id: str | None = None
    agent_id: str | None = None
    namespace: str | None = None

    @property
    def named(self) -> bool:
        return any((self.user_id, self.session_id, self.agent_id, self.namespace))


@dataclass(frozen=True)
class Row:
    """One row of an export. Without `fact` and `event` it cannot come over, and `reason` says why."""

    number: int
    """From 1, in the order of the export."""
    place: Place = Place()
    fact: Mapping[str, Any] | None = None
    """Fields of `memories.add`, with its `content`."""
    event: Mapping[str, Any] | None = None
    """Fields of an event of `retain`."""
    reason: str = ""
    own_id: str = ""
    """What its own system calls it."""
    notes: Sequence[str] = field(default=())
    """What of it was left out."""

    @property
    def key(self) -> str:
        """The same for the same row, in whatever file it stands: by it a second run knows what came over."""
        said = [self.place.__dict__, self.fact, self.event, self.own_id]
        return hashlib.sha256(json.dumps(said, sort_keys=True, default=str).encode()).hexdigest()


def fact(number: int, place: Place, content: object, own_id: object = "", notes: Sequence[str] = (), **fields: Any) -> Row:
    """A fact, if it can be one. Raises Unfit."""
    text = _text(content)
    if len(text) > LONGEST_FACT:
        raise Unfit(f"is longer than the {LONGEST_FACT} characters that a fact takes")
    return Row(number, place, fact={"content": text} | _given(fields), own_id=str(own_id or ""), notes=tuple(notes))


def message(number: int, place: Place, content: object, own_id: object = "", notes: Sequence[str] = (), **fields: Any) -> Row:
    """Something that was said, if it can be sent. Raises Unfit."""
    event = {"content": _text(content)} | _given(fields)
    if len(json.dumps([event["content"], event.get("metadata", {})], ensure_ascii=False).encode()) > MOST_EVENT_BYTES:
        raise Unfit(f"has more than the {MOST_EVENT_BYTES} bytes that a message takes")
    row = Row(number, place, event=event, own_id=str(own_id or ""), notes=tuple(notes))
    return Row(number, place, event=event | {"event_id": f"in_{row.key[:40]}"}, own_id=row.own_id, notes=row.notes)


def objects(file: Path) -> Iterator[tuple[int, Any]]:
    """The lines of a file of JSON Lines, or the one document of a JSON file, by number. Raises Unfit for a file that is neither."""
    text = file.read_text(encoding="utf-8-sig")
    try:
        yield 1, json.loads(text)
        return
    except ValueError:
        # Not `splitlines`: JSON takes U+2028, U+2029 and U+0085 as they are, and texts from documents and chats have them.
        lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    for number, line in lines:
        try:
            read = json.loads(line)
        except ValueError:
            read = Unfit("is not JSON")
        if number == lines[0][0] and isinstance(read, Unfit):
            raise Unfit(f"{file.name} is neither JSON nor JSON Lines")
        yield number, read


def when(value: object) -> str | None:
    """RFC 3339 of a time as exports write it: an ISO text, or seconds or milliseconds since 1970. None for none. Raises Unfit."""
    if value in (None, ""):
        return None
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            at = datetime.fromtimestamp(value / 1000 if abs(value) >= _MILLISECONDS_FROM else value, UTC)
        else:
            at = datetime.fromisoformat(_of_any_python(str(value)))
        return (at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)).isoformat()
    except (ValueError, OverflowError, OSError) as err:
        raise Unfit(f"has a time that cannot be read: {str(value)[:40]}") from err


def _of_any_python(text: str) -> str:
    """As Python 3.10 reads it too, which knows no Z and wants three or six digits behind the point."""
    text = _FRACTION.sub(lambda found: f".{found[1][:6]:0<6}", text, count=1).replace(" UTC", "+00:00")
    return f"{text[:-1]}+00:00" if text.endswith(("Z", "z")) else text


def end_of(day: object) -> str | None:
    """The end of a day that is written as `2026-05-02`; a time as it is. None for none, and for a year that stands for none. Raises
    Unfit."""
    at = when(day)
    if at is not None and datetime.fromisoformat(at).year >= NEVER:
        return None
    if at is None or (isinstance(day, str) and len(day) > len("2026-05-02")):
        return at
    return (datetime.fromisoformat(at) + timedelta(days=1)).isoformat()


def name(value: object) -> str | None:
    """A name as a key takes it; None for none. Raises Unfit."""
    if value in (None, ""):
        return None
    if not isinstance(value, (str, int)):
        raise Unfit(f"names somebody by what is no name: {str(value)[:40]}")
    return str(value)


def mapping(value: object) -> dict[str, Any]:
    return dict(value) if isinstance(value, Mapping) else {}


def _text(content: object) -> str:
    if not isinstance(content, str) or not content.strip():
        raise Unfit("has no text")
    return content


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {k: v for k, v in fields.items() if v not in (None, {}, [], ())}
