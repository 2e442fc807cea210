"""Which part the things in a statement have (row K4). The small words that tell it are left out where statements are compared by what they
are about, so "I moved to Rome" and "I moved from Rome", "her dog" and "his dog", "I hired Acme" and "I was hired by Acme" share all their
words, and say different things."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from keepsake.rules import words

_PLACED: dict[str, str] = dict.fromkeys(("in", "on", "at", "into", "onto", "inside"), "at") | {
    w: w for w in "to from for by with without of about against over under than like near behind before after".split()
}
_PLACED |= {"towards": "to", "toward": "to", "till": "to", "until": "to"}
_TELLING = frozenset("from by without against than".split())
"""Of these it tells something that nothing stands there at all: "I hired Acme", "hired by Acme"."""
_OWNERS = {"my": "mine", "our": "mine", "your": "yours", "his": "his", "her": "hers"}
_WORD = re.compile(r"[a-z0-9][a-z0-9'’.-]*[a-z0-9]|[a-z0-9]")
_I = re.compile(r"^(?:\W*(?:and|so|well|yes|yeah|actually|also|now)\b)*\W*(?:i|we)\b", re.IGNORECASE)
_ME = re.compile(r"\b(?:me|us)\b", re.IGNORECASE)


class Role(NamedTuple):
    placed: str | None = None
    """The preposition before it, those of place as one."""
    owner: str | None = None


def apart(one: str, other: str) -> bool:
    """Whether something that both name has another part in each."""
    if _i_to_me(one, other) or _i_to_me(other, one):
        return True
    mine, theirs = _of(one), _of(other)
    return any(_differ(mine[thing], theirs[thing]) for thing in mine.keys() & theirs.keys())


def _differ(one: Role, other: Role) -> bool:
    owners = one.owner and other.owner and one.owner != other.owner
    if one.placed and other.placed:
        return one.placed != other.placed or bool(owners)
    return bool(owners) or bool({one.placed, other.placed} & _TELLING)


def _i_to_me(one: str, other: str) -> bool:
    """ "I gave Tom the book", "Tom gave me the book"."""
    return bool(_I.match(one)) and not _I.match(other) and bool(_ME.search(other)) and not _ME.search(one)


@lru_cache(8_192)
def _of(text: str) -> dict[str, Role]:
    """The part of each content word at its first place, by its stem."""
    found: dict[str, Role] = {}
    placed = owner = None
    for word in _WORD.findall(text.lower().replace("’", "'")):
        if word in _PLACED:
            placed = _PLACED[word]
        elif word in _OWNERS:
            owner = _OWNERS[word]
        elif stems := words.content(word):
            for stem in stems:
                found.setdefault(stem, Role(placed, owner))
            placed = owner = None
    return found
