"""Which patterns see bounded text alone, and how much of it."""

from __future__ import annotations

from keepsake.rules.reading.clauses import MAX_SENTENCE
from keepsake.rules.reading.extraction import MOST_CORRECTING

READING = "keepsake.rules.reading."
CLAUSES = MAX_SENTENCE
"""One clause with the subject or date that was put back into it, or the sentence that is split into clauses."""
WORDS_BACK = MOST_CORRECTING
"""A message short enough to correct an earlier one."""
LONGEST: dict[str, int] = {
    READING + "corrections._ELLIPSES": WORDS_BACK,
    READING + "taken_back": WORDS_BACK,
    **{READING + m: CLAUSES for m in (
        "corrections", "ellipsis", "guess", "hearsay", "joined", "moods", "notes", "patterns", "patterns_doing", "possessions",
        "predicates", "rewordings", "sensitivity", "subjects", "claimed", "lexicon", "tenses", "style",
    )},
    READING + "clauses": CLAUSES,
    READING + "answers": CLAUSES,
}  # fmt: skip

WHOLE_TEXTS = frozenset(
    READING + name
    for name in (
        "clauses._BULLET", "clauses._PICTOGRAPH", "clauses._QUOTED", "clauses._SENTENCE_END", "clauses._TITLE", "rewordings._PRESUPPOSED",
        "rewordings._REASON",
    )
)  # fmt: skip
"""Patterns beside those that see all that is read of an event."""
TRIED_AT_THE_BEGINNING = {
    READING + "patterns": "predicates tries a rule's pattern by `rule.pattern.match`",
    READING + "patterns_doing": "predicates tries a rule's pattern by `rule.pattern.match`",
    READING + "rewordings._REWORDINGS": "`pattern.match(clause)`",
}
"""Patterns in tables, whose use no name shows."""


def longest(where: str) -> int | None:
    """Characters of the longest text that the pattern at this place is tried on; None where that is whatever was sent."""
    place = where.split(":")[0]
    if place in WHOLE_TEXTS:
        return None
    return next((n for name, n in LONGEST.items() if place == name or place.startswith(name + ".")), None)
