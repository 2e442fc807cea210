"""How much of one event is read for what it says: enough for a long mail, and a bound on what a hostile text can cost.

Measured in the text itself and not in time, so that the same event is read the same on every machine and every try. What lies beyond is
kept, shown, and found by its words like all that was said.
"""

from __future__ import annotations

import re
from typing import NamedTuple

MOST_CHARACTERS = 8_000
"""Characters read of one event: a mail of four pages. The slowest text of `make bench-hostile` takes below a second at this length."""
MOST_MARKS = 300
"""Ends of sentences, commas and new lines within: each may begin a clause of its own, and a clause costs more than its length."""
_MARK = re.compile(r"(?<![.!?…])[.!?…]++(?=\s|$)|[\n,;]++")


class Portion(NamedTuple):
    """The beginning of a text, up to the end of a word."""

    text: str
    whole: bool


def portion(text: str) -> Portion:
    end = len(text)
    for count, mark in enumerate(_MARK.finditer(text, 0, MOST_CHARACTERS), 1):
        if count == MOST_MARKS:
            end = mark.end()
            break
    if end > MOST_CHARACTERS:
        end = text.rfind(" ", MOST_CHARACTERS // 2, MOST_CHARACTERS)
        end = end if end > 0 else MOST_CHARACTERS
    return Portion(text[:end], not text[end:].strip())


def unread(text: str) -> str | None:
    """Why an event is read in part, as its reason tells; None where all of it is read."""
    read = portion(text)
    return None if read.whole else f"read in part: the first {len(read.text):,} of {len(text):,} characters"
