"""What kind of value answers a question: "how many" wants a number (expected answer type, Hovy et al. 2001). What names none of it may be
about the right thing and still not answer."""

from __future__ import annotations

import re

from keepsake.rules import words
from keepsake.rules.dates.calendar_words import NUMBERS

_ASKS_NUMBER = re.compile(
    r"(?i)\bhow (?:many|much|old|long|far|tall|big|large|heavy|often)\b"
    r"|\bwh(?:at|ich)(?:['’]s| is| was| are| were)?\b[^?]{0,300}?\b(?:price|cost|budget|limit|rate|salary|rent|fee|size|age|weight|height"
    r"|number|version|score|quota|percentage|amount)\b"
    r"|\bwhat (?:do|does|did)\b[^?]{0,300}?\b(?:cost|charge|pay|earn|weigh)\b"
)
_NUMBER = re.compile(rf"(?i)(?<![\w.])\d+(?:[.,]\d+)*|\b(?:{'|'.join(sorted(NUMBERS.keys() - {'a', 'an', 'one', 'couple'}))})\b")
_ASKS_DAY = re.compile(r"(?i)\b(?:what|which)(?: week)? ?days?\b(?! (?:did|was|were)\b)")
_LETTERS = re.compile(r"[a-z]+")
_DATE = re.compile(r"\[[^\[\]]*\]")


def asks_number(query: str) -> bool:
    """Whether a question wants a number for its answer."""
    return bool(_ASKS_NUMBER.search(query))


def counted(text: str) -> bool:
    """Whether a text holds a number that is no resolved date."""
    return bool(_NUMBER.search(_DATE.sub("", text)))


def asks_day(query: str) -> bool:
    """Whether a question wants days of the week: "which days can I train?"."""
    return bool(_ASKS_DAY.search(query))


def names_day(text: str) -> bool:
    """Whether a text names a day of the week beside its resolved dates."""
    return any(words.weekday(w) for w in _LETTERS.findall(_DATE.sub("", text).lower()))
