"""What its speaker said right before a message, in the same sitting (row R8): of a statement that lacks something of an earlier message a
model is asked behind it, and where what it needs stands there ("sent it", a minute after "can you draft a text to Marnie?") that piece is
named. Named alone: its words stay its own event's (`rules/knowledge/said_before.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from itertools import islice
from typing import NamedTuple

from keepsake.claims import SaidBefore
from keepsake.records import Event
from keepsake.rules.reading import statements
from keepsake.rules.reading.ways import parted

GAP = timedelta(minutes=30)
"""What was said longer ago is another sitting's."""
MOST_MESSAGES, MOST_READ = 2, 360
"""Of those before it, and the characters at their end that are read."""

MOST_ASKED = 8
"""Statements of a message that are read once more behind it: each costs the model another reading."""


class Piece(NamedTuple):
    """A statement of an earlier message."""

    begin: int
    end: int
    """Where it stands in what is read."""
    said: SaidBefore
    words: str


class Sitting(NamedTuple):
    read: str = ""
    """What stands before the message where both are read."""
    pieces: tuple[Piece, ...] = ()


NOTHING = Sitting()


class Said(NamedTuple):
    event: Event
    own: str
    """Its writer's own words."""


def before(event: Event, said: Sequence[Said]) -> Sitting:
    """`said`: what the users of the talk said before it, oldest first."""
    near = [*islice((s for s in reversed(said) if _is_of_sitting(s.event, event)), MOST_MESSAGES)][::-1]
    whole = "".join(f"{s.own[-MOST_READ:]}\n" for s in near)
    read = whole[-MOST_READ:]
    begins, pieces = len(read) - len(whole), list[Piece]()
    for one in near:
        pieces += (p for p in _pieces(one, begins) if p.begin >= 0)
        begins += len(one.own[-MOST_READ:]) + 1
    return Sitting(read, tuple(pieces))


def _is_of_sitting(earlier: Event, event: Event) -> bool:
    same = (earlier.scope.session_id, earlier.name) == (event.scope.session_id, event.name)
    return same and timedelta(0) <= event.timestamp - earlier.timestamp <= GAP


def _pieces(said: Said, begins: int) -> Iterator[Piece]:
    """Those at its end that stand in the event as they do in its writer's own words, of which what is read begins at `begins`."""
    own, content = said.own[-MOST_READ:], said.event.content
    cut = len(own) < len(said.own)
    read = stored = 0
    for place, statement in enumerate(part for whole in statements.statements(own) for part in parted(whole)):
        words = statement.text
        at, there = own.find(words, read), content.find(words, stored)
        if at >= 0 and there >= 0:
            read, stored = at + len(words), there + len(words)
            if not (cut and place == 0):  # its beginning is not read
                yield Piece(begins + at, begins + read, SaidBefore(event_id=said.event.event_id, begin=there, end=stored), words)
