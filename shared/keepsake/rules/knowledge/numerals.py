"""The numbers that a text tells, in digits or in words: `160` of "160", "one sixty" and "a hundred and sixty". People dictate, and what was
told in words last month stands in digits today."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

_UNITS = {w: n for n, w in enumerate("one two three four five six seven eight nine".split(), 1)}
_TEENS = {w: n for n, w in enumerate("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(), 10)}
_TENS = {w: 10 * n for n, w in enumerate("twenty thirty forty fifty sixty seventy eighty ninety".split(), 2)}
_NTH = {w: n for n, w in enumerate("first second third fourth fifth sixth seventh eighth ninth".split(), 1)}
_NTH |= {w: n for n, w in enumerate("tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth".split(), 10)}
_NTH |= {"eighteenth": 18, "nineteenth": 19, "twentieth": 20, "thirtieth": 30}
_SMALL = _UNITS | _TEENS | _TENS
_LARGE = {"hundred": 100, "thousand": 1000, "grand": 1000, "million": 1_000_000}
WORDS = _SMALL.keys() | _LARGE.keys() | _NTH.keys()
_WORD = f"(?:{'|'.join(sorted(WORDS, key=len, reverse=True))})"
_RUN = re.compile(
    rf"\b(?!first\b|second\b)(?:a (?=hundred|thousand|million))?{_WORD}(?:(?:[ -]| and (?=\w)){_WORD}){{0,9}}\b", re.IGNORECASE
)
"""Of these "first" and "second" mostly order things, unless tens stand before them."""
_AND = re.compile(r"(?<!hundred)(?<!thousand)(?<!million) and ", re.IGNORECASE)
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_K = re.compile(r"(?<![\w.])(\d+)k\b", re.IGNORECASE)


@lru_cache(8_192)
def in_digits(text: str) -> str:
    """The text with its numbers in digits: "the twenty-third" as `the 23th`, "7,100" as `7100`, "22k" as `22000`. "One" and
    "first" by themselves stay words."""
    return _K.sub(r"\g<1>000", _THOUSANDS.sub("", _RUN.sub(lambda m: _told(m[0]), text)))


def _told(run: str) -> str:
    parts = _AND.split(run)
    if len(parts) > 1:  # "two and three"
        return " and ".join(map(_told, parts))
    words = [w for w in re.split(r"[ -]", run.lower()) if w not in ("a", "and")]
    if words == ["one"]:
        return run
    nth = "th" if words[-1] in _NTH else ""
    return " ".join(map(str, _numbers(words))) + nth


def _numbers(words: Sequence[str]) -> Iterator[int]:
    """What cannot be added goes on as the last digits ("six fifty-two", "twenty twenty-six"), or is a number of its own ("two three")."""
    whole = part = 0
    for word in words:
        large = _LARGE.get(word)
        value = _SMALL.get(word) or _NTH.get(word, 0)
        last = part % 100
        if large == 100:
            part = (part or 1) * 100
        elif large:
            whole, part = whole + (part or 1) * large, 0
        elif not last or (last >= 20 and last % 10 == 0 and value < 10):
            part += value
        elif value >= 10 and not whole and part < 100:
            part = part * 100 + value
        else:
            yield whole + part
            whole, part = 0, value
    yield whole + part
