"""Whether what a message asks of the assistant holds for good (row R12): "metric pls, im not american", "be as long as you like from here";
or for the task at hand: "no jargon", of one letter. People put either in any words, so that these are weighed: a logistic regression of the
words of a statement, what it asks or tells, and what stands beside it (bench/tune_standing.py). What `standing.py` knows by its pattern is
such an instruction whatever it weighs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from keepsake.rules.reading import kinds

WEIGHTS = Path(__file__).with_name("standing_weights.txt")
SURE = 6
"""Sum of weights, in tenths, from which a statement is an instruction for good: a chance of 0.65."""
LONGEST = 120
"""Characters of a statement that its words alone tell for one: a longer one has words of all kinds."""
Way = str | None
"""What a statement is to the reader, as ways.py tells it: why it is no statement, `standing`, or None for one that tells."""


def sums(texts: Sequence[str], ways: Sequence[Way]) -> list[int]:
    """For each statement of a message, in tenths."""
    held = _weights()
    return [sum(held.get(sign, 0) for sign in found) for found in signs(texts, ways)]


def signs(texts: Sequence[str], ways: Sequence[Way]) -> Iterator[set[str]]:
    """Of which the weights are: those of its words (kinds.py), its length, what it is by its pattern, and what those beside it are."""
    for n, (text, way) in enumerate(zip(texts, ways, strict=True)):
        before, behind = (ways[n - 1] if n else "first"), (ways[n + 1] if n + 1 < len(ways) else "last")
        beside = {f"is {way}", f"after {before}", f"before {behind}", f"of {min(len(texts), 3)}", f"long {_length(text)}"}
        yield kinds.signs(text, ahead=False, dated=False) | beside


def _length(text: str) -> int:
    """Words, in steps."""
    words = len(text.split())
    return next(most for most in (1, 2, 3, 7, 12, 999) if words <= most)


@cache
def _weights() -> dict[str, int]:
    """A sign and its weight in tenths a line, parted by a tab."""
    rows = (line.rpartition("\t") for line in WEIGHTS.read_text(encoding="utf-8").splitlines())
    return {sign: int(tenths) for sign, _, tenths in rows}
