"""Which patterns see bounded text alone, and how much of it."""

from __future__ import annotations

from keepsake.rules.reading.clauses import MAX_CHARACTERS, MAX_SENTENCE

READING = "keepsake.rules.reading."
SENTENCES = MAX_SENTENCE
"""What `clauses` splits: pieces of one sentence."""
CLAUSES = MAX_CHARACTERS + 200
"""One clause, with the subject or date that was put back into it."""
LONGEST: dict[str, int] = {
    **{READING + m: CLAUSES for m in (
        "corrections", "ellipsis", "guess", "hearsay", "joined", "moods", "notes", "patterns", "patterns_doing", "possessions",
        "predicates", "rewordings", "sensitivity", "subjects", "taken_back", "claimed", "lexicon", "tenses", "style",
    )},
    READING + "clauses": SENTENCES,
    READING + "answers": SENTENCES,
}  # fmt: skip


def longest(where: str) -> int | None:
    """Characters of the longest text that the pattern at this place is tried on; None where that is whatever was sent."""
    module = where.split(":")[0]
    return next((n for name, n in LONGEST.items() if module == name or module.startswith(name + ".")), None)
