"""The content words of a text, cut to their stems: what two statements share when they say the same.

Of any script. One that sets no spaces between words gives each two neighbouring signs instead, as search engines index it. A text without a
word, as "!!!", says nothing that could be compared: no words are never a reason to take two texts for one.
"""

from __future__ import annotations

import base64
import difflib
import re
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache

_WORD = re.compile(r"[a-z0-9]+(?:['.-]+[a-z0-9]+)*")
_MARKS = "\u0300-\u036f\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc-\u09cd\u0a01-\u0dff"
"""Signs of vowels, which belong to their word and are no letters by themselves."""
_UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af"
"""Thai, Lao, Burmese, Khmer, Japanese, Chinese; Korean, whose words carry their particles."""
_LETTERS = rf"(?:(?![{_UNSPACED}])[^\W_]|[{_MARKS}])+"
_ANY_WORD = re.compile(rf"(?P<run>[{_UNSPACED}]+)|{_LETTERS}(?:['.-]+{_LETTERS})*")
_STOP = frozenset(
    "a an the is are was were be been am do does did has have had of to in on at for with and or that this it its as by from user user's "
    "users their they he she his her him them you your my me i we our currently now really very also just about so will would "
    "actually".split()
)


MOST_KEPT = 1_000
"""Characters of a text whose words are kept for a while, as each statement is compared with many: a message of 32 KB has 600 KB of them."""


def content(text: str) -> frozenset[str]:
    return _kept(text) if len(text) <= MOST_KEPT else _content(text)


@lru_cache(8_192)
def _kept(text: str) -> frozenset[str]:
    return _content(text)


def _content(text: str) -> frozenset[str]:
    return frozenset(weekday(w) or stem(w.removesuffix("'s")) for w in every(text) if w not in _STOP)


def every(text: str) -> Iterator[str]:
    """All words in lower case, little ones too, in their order; of a script without spaces each two neighbouring signs."""
    if text.isascii():
        yield from _WORD.findall(text.lower())
        return
    for match in _ANY_WORD.finditer(unicodedata.normalize("NFC", text).lower().replace("’", "'")):
        word = match[0]
        if match["run"] and len(word) > 1:
            yield from (word[i : i + 2] for i in range(len(word) - 1))
        else:
            yield word


PRINT = 4
"""Signs that stand for a word: 24 bits, of which two words of two statements have the same once in millions."""


def prints(found: Iterable[str]) -> str:
    """Words so that they can be compared and not read, PRINT signs each."""
    return "".join(sorted(map(_print, found)))


@lru_cache(4_096)
def printed(marks: str) -> frozenset[str]:
    """Each word's own print."""
    return frozenset(marks[i : i + PRINT] for i in range(0, len(marks), PRINT))


@lru_cache(16_384)
def _print(word: str) -> str:
    return base64.b64encode(zlib.crc32(word.encode()).to_bytes(4)[:3]).decode()


_DAYS = {d[:3]: d for d in ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")}
_SHORT_DAYS = {
    "mon": "mon",
    "tue": "tue",
    "tues": "tue",
    "wed": "wed",
    "weds": "wed",
    "thu": "thu",
    "thur": "thu",
    "thurs": "thu",
    "fri": "fri",
}
_LIKE = 0.75
"""Share of letters from which a word that ends in "day" is a weekday, as it is often misspelt."""


@lru_cache(4_096)
def weekday(word: str) -> str | None:
    """`wed` of `wednesdays`, `wed` and `wendsday`."""
    if word in _SHORT_DAYS:
        return _SHORT_DAYS[word]
    bare = word.removesuffix("s")
    if (
        not bare.endswith("day")
        or not 6 <= len(bare) <= 10
        or bare in ("today", "birthday", "holiday", "someday", "everyday", "midday", "workday", "payday")
    ):
        return None
    close = difflib.get_close_matches(bare, _DAYS.values(), 1, _LIKE)
    return close[0][:3] if close else None


@lru_cache(16_384)
def stem(word: str) -> str:
    """A light cut that makes `moved` meet `moving`; rougher than a dictionary's, and enough to compare short statements."""
    for suffix in ("ies", "ing", "ed", "es", "s", "e"):
        if len(word) > len(suffix) + 2 and word.endswith(suffix):
            return word[: -len(suffix)]
    return word
