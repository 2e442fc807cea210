"""`keepsake tail`: what comes in, and what becomes of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Annotated, NamedTuple

import typer

from keepsake_client.cli.terminal import IN_SESSION, Terminal, command

SESSIONS = 10
"""Of a user, those that began last, are looked at for events."""
AT_ONCE = 50
"""Most rows of a kind in one look."""


class Line(NamedTuple):
    at: datetime
    what: str
    id: str
    status: str
    content: str


def register(app: typer.Typer) -> None:
    command(app, "tail", IN_SESSION)(tail)


def tail(
    to: Terminal,
    lines: Annotated[int, typer.Option("--lines", "-n", min=0, max=AT_ONCE, help="Of what was there already.")] = 10,
    every: Annotated[float, typer.Option("--every", min=0.2, help="Seconds between looks.")] = 2,
    during: Annotated[float | None, typer.Option("--for", min=0, help="Seconds; without it until Ctrl-C.")] = None,
) -> None:
    """Shows a user's new events and memories as they are processed; with --json one object a line."""
    began = time.monotonic()
    seen: set[tuple[str, str]] = set()
    fresh = look(to, seen)[-lines:] if lines else look(to, seen)[:0]
    try:
        while True:
            for line in fresh:
                _print(to, line)
            if during is not None and time.monotonic() - began >= during:
                return
            time.sleep(every)
            fresh = look(to, seen)
    except KeyboardInterrupt:
        return


def look(to: Terminal, seen: set[tuple[str, str]]) -> list[Line]:
    """What stands there and was not seen in this state, oldest first; it is seen then."""
    found = [line for line in _standing(to) if (line.id, line.status) not in seen]
    seen.update((line.id, line.status) for line in found)
    return sorted(found)


def _standing(to: Terminal) -> Iterator[Line]:
    client = to.client
    sessions = [to.options.session] if to.options.session else [s.session_id for s in client.sessions.list(limit=SESSIONS)]
    for session in sessions:
        for event in client.sessions(session).events(limit=AT_ONCE):
            yield Line(event.recorded_at, "event", event.event_id, event.processing_status, event.content)
    for memory in client.memories.list(limit=AT_ONCE, **to.session):
        yield Line(memory.updated_at, memory.kind, memory.memory_id, f"version {memory.version}", memory.content)


def _print(to: Terminal, line: Line) -> None:
    if to.as_json:
        typer.echo(json.dumps(line._asdict() | {"at": line.at.isoformat()}, ensure_ascii=False))
    else:
        to.say(f"{line.at:%H:%M:%S}  {line.what:11} {line.status:10} {line.id}  {line.content}")
