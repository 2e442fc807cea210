"""The time that a query asks about (row Q2): "last week", "in May", "before I moved", against the caller's now and zone.

What lies in a window that the query names stands first, and nothing is excluded: a wrong guess about a date must not hide the answer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake.records import Event, Memory
from keepsake.rules import words
from keepsake.rules.dates import temporal
from keepsake.rules.recall.fusion import Candidate

INSIDE = 0.6
"""Added to the score of what lies in a named window ("in May 2023", "before I moved"). From 0.3 to 0.6 brings 2 points of the evidence of
such questions into the first ten, 1.0 and more costs 3 (LoCoMo, 47 questions): what was done in May may be told of in June."""
COUNTED = 3.0
"""The same where the window is counted from now ("last month", "two weeks ago"): more than all else that fusion adds, so that what lies in
it stands first. Who asks so asks for that time."""
ANCHORED = 0.5
"""Share of an anchor's words that a record must hold to date it."""

ABOUT = timedelta(days=3)
"""Half a week: nobody counts weeks from their Monday who says "two weeks ago"."""

_AGO = re.compile(r"\bweeks?\s+(?:ago|back|earlier)$", re.I)
_COUNTED = re.compile(r"\b(?:today|tonight|yesterday|tomorrow|last|past|previous|this|next|coming|ago|earlier)\b", re.I)
"""Words that count from now."""
_SIDE = re.compile(r"\b(before|after|since|until|till|by|prior to)\s+$", re.I)
_ANCHOR = re.compile(r"\b(before|after|since)\s+((?:[Ii]|we|he|she|they|my|our|his|her|their|the|[A-Z]\w+)\b[^?.!,;]{2,80})")


class Window(NamedTuple):
    """From `since` (inclusive) until `until` (exclusive); None is open. `anchor`: words of the occurrence that dates an open end."""

    since: datetime | None = None
    until: datetime | None = None
    anchor: str | None = None
    before_anchor: bool = False
    counted: bool = False
    """From now, as in "last week"."""

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
        if _AGO.search(first.phrase):
            return Window(first.start - ABOUT, first.end + ABOUT, counted=True)
        between = re.search(r"\b(?:between|from)\b", query[: first.begin], re.I)
        end = last.end if between and last.end > first.start else first.end
        return Window(first.start, end, counted=bool(_COUNTED.search(first.phrase)))
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
    return window._replace(until=best[2]) if window.before_anchor else window._replace(since=best[2])


def favour(window: Window | None, pairs: Sequence[tuple[Candidate, Memory | Event]]) -> list[tuple[Candidate, Memory | Event]]:
    """The pairs, best first, with what lies in the window lifted and its reason among the legs."""
    if window is None:
        return list(pairs)
    dated = anchored(window, pairs)
    if not dated.dated:
        return list(pairs)
    for candidate, record in pairs:
        if dated.holds(at_of(record)):
            candidate.score += COUNTED if dated.counted else INSIDE
            candidate.legs["time"] = 1.0
    return sorted(pairs, key=lambda pair: (-pair[0].score, pair[0].key))


def at_of(record: Memory | Event) -> datetime:
    return record.timestamp if isinstance(record, Event) else record.valid_from
