"""The time that a query asks about (row Q2): "last week", "in May", "before I moved", against the caller's now and zone.

A window favours what lies in it and excludes nothing: a wrong guess about a date must not hide the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake.records import Event, Memory
from keepsake.rules import words
from keepsake.rules.reading import temporal
from keepsake.rules.recall.fusion import Candidate

INSIDE = 0.3
"""Added to the score of what lies in the window: a share of the best leg's 1, below what a named speaker brings."""
ANCHORED = 0.5
"""Share of an anchor's words that a record must hold to date it."""

_SIDE = re.compile(r"\b(before|after|since|until|till|by|prior to)\s+$", re.I)
_ANCHOR = re.compile(r"\b(before|after|since)\s+((?:[Ii]|we|he|she|they|my|our|his|her|their|the|[A-Z]\w+)\b[^?.!,;]{2,80})")


class Window(NamedTuple):
    """From `since` (inclusive) until `until` (exclusive); None is open. `anchor`: words of the occurrence that dates an open end."""

    since: datetime | None = None
    until: datetime | None = None
    anchor: str | None = None
    before_anchor: bool = False

    def holds(self, at: datetime) -> bool:
        return (self.since is None or at >= self.since) and (self.until is None or at < self.until)

    @property
    def dated(self) -> bool:
        return self.since is not None or self.until is not None


def asked(query: str, now: datetime, timezone: str) -> Window | None:
    """The window that the query names, by its first temporal phrase or by an occurrence; None where it names none.

    `timezone` is an IANA name: a day begins at its midnight.
    """
    periods = temporal.phrases(query, now, timezone)
    if periods:
        first, last = periods[0], periods[-1]
        side = _SIDE.search(query[: first.begin]) or _SIDE.match(query[first.begin : first.begin + 12])
        word = (side[1].lower() if side else _leading(query[first.begin : first.finish])) or ""
        if word in ("before", "until", "till", "by", "prior to"):
            return Window(until=first.end if word == "by" else first.start)
        if word == "after":
            return Window(since=first.end)
        if word == "since":
            return Window(since=first.start)
        between = re.search(r"\b(?:between|from)\b", query[: first.begin], re.I)
        return Window(first.start, last.end if between and last.end > first.start else first.end)
    found = _ANCHOR.search(query)
    if found and words.content(found[2]):
        return Window(anchor=found[2], before_anchor=found[1].lower() == "before")
    return None


def _leading(phrase: str) -> str | None:
    found = re.match(r"(before|after|since|until|till|by)\b", phrase, re.I)
    return found[1].lower() if found else None


def anchored(window: Window, pairs: Sequence[tuple[Candidate, Memory | Event]]) -> Window:
    """The window with its open end dated by the candidate that tells of the anchor best; as it was where none does."""
    if window.anchor is None:
        return window
    wanted = words.content(window.anchor)
    best: tuple[float, float, datetime] | None = None
    for candidate, record in pairs:
        said = words.content(record.content if isinstance(record, Event) else record.content.summary)
        share = len(wanted & said) / len(wanted)
        if share >= ANCHORED and (best is None or (share, candidate.score) > best[:2]):
            best = (share, candidate.score, at_of(record))
    if best is None:
        return window
    return Window(until=best[2]) if window.before_anchor else Window(since=best[2])


def favour(window: Window | None, pairs: Sequence[tuple[Candidate, Memory | Event]]) -> list[tuple[Candidate, Memory | Event]]:
    """The pairs, best first, with what lies in the window lifted and its reason among the legs."""
    if window is None:
        return list(pairs)
    dated = anchored(window, pairs)
    if not dated.dated:
        return list(pairs)
    for candidate, record in pairs:
        if dated.holds(at_of(record)):
            candidate.score += INSIDE
            candidate.legs["time"] = 1.0
    return sorted(pairs, key=lambda pair: (-pair[0].score, pair[0].key))


def at_of(record: Memory | Event) -> datetime:
    return record.timestamp if isinstance(record, Event) else record.valid_from
