"""Which patterns see bounded text alone, and how much of it."""

from __future__ import annotations

from keepsake.rules.reading.own_words import LONGEST_LINE
from keepsake.rules.reading.statements import MAX_SENTENCE
from keepsake.rules.reading.typed import MOST_CHARACTERS

READING = "keepsake.rules.reading."
STATEMENT = MAX_SENTENCE + 2
"""One statement with what its sentence said before it, or the sentence that is cut into statements."""
LONGEST: dict[str, int] = {
    **{READING + m: STATEMENT for m in (
        "changes", "kinds", "lexicon", "moods", "people", "sensitivity", "small_talk", "standing", "statements", "style", "tasks", "whom",
        "extraction", "making", "ways",
    )},
    "keepsake.rules.dates.tenses": STATEMENT,
    READING + "own_words": LONGEST_LINE,
    READING + "typed": MOST_CHARACTERS,
}  # fmt: skip

WHOLE_TEXTS = frozenset(
    READING + name
    for name in (
        "statements._BULLET",
        "statements._ENCLOSED",
        "statements._SENTENCE",
        "statements._WRAPPED",
        "own_words._BREAKS",
        "own_words._DICTATED",
        "own_words._DIRECTION",
        "own_words._PEOPLE",
        "own_words._SPACES",
    )
)
"""Patterns beside those that see all that is read of an event."""
PLAIN = tuple(
    READING + m
    for m in (
        "changes",
        "kinds",
        "moods",
        "people",
        "sensitivity",
        "small_talk",
        "standing",
        "statements",
        "tasks",
        "typed",
        "whom",
        "extraction",
        "making",
        "ways",
    )
)
"""Patterns that meet no run of spaces, because what they see was made plain before."""
TRIED_AT_THE_BEGINNING: dict[str, str] = {}
"""Patterns in tables, whose use no name shows."""


def is_plain(where: str) -> bool:
    return where.startswith(PLAIN)


def longest(where: str) -> int | None:
    """Characters of the longest text that the pattern at this place is tried on; None where that is whatever was sent."""
    place = where.split(":")[0]
    if place in WHOLE_TEXTS:
        return None
    return next((n for name, n in LONGEST.items() if place == name or place.startswith(name + ".")), None)
