"""What several statements say together: only what each of them says, in words that each of them has (row K6).

A statement is a head, from its beginning to the first preposition or conjunction, and phrases behind it. A head is shared where it is
the same; a phrase may be left out, for "flew to Oslo for work" says "flew for work" too, but never a word out of the middle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from keepsake.rules import words

SPECIFIC = 2
"""Content words, the subject's own name aside, from which what is shared says anything: "the user ran" is no pattern."""

MOST_PHRASES = 40
"""Of a statement that can be part of a pattern: each is compared with each of the others', and a text of thousands says no one thing."""

_ARTICLES = frozenset("a an the".split())
_STARTERS = frozenset(
    """with to from at in on for by about around near beside through over into onto after before during while when because since as until
    till than via per without along across toward towards between among and but or nor if unless although though instead inside outside
    behind under above against within where who which that then so this last next every each except despite alone again""".split()
)
"""Words that begin a phrase. "of" does not: "ran out of milk" is one thing."""
_TURNING = frozenset(
    """if unless until not never no nobody nothing none hardly barely almost nearly without except instead but would could might may should
    wish wished hope hoped plan planned meant wanted""".split()
)
"""Words that turn what stands beside them: a statement that has one says no shorter thing without it."""
_OWNERS = frozenset("my your his her its our their".split())
_DAY_WORDS = frozenset("today yesterday tomorrow tonight".split())
_OFTEN = words.content("often regularly repeatedly usually frequently sometimes several many times")
"""What may be said of repetition itself, which is counted and not quoted."""
_WORD = re.compile(r"[^\s,;:()\"]+|[,;:()]")


class Phrase(NamedTuple):
    text: str
    """As written."""
    start: str
    """The word that begins it; empty for the head."""
    rest: tuple[str, ...]
    """Its other words, small, without articles."""


def said_by_all(statements: Sequence[str], name: str = "") -> str | None:
    """The shortest statement without what another one lacks; None where they share nothing specific. `name`: the subject's own."""
    parted = [phrases(s) for s in statements]
    if not parted or any(p[0].rest != parted[0][0].rest or len(p) > MOST_PHRASES for p in parted):
        return None
    base = min(parted, key=lambda p: (sum(len(x.text) for x in p), [x.text for x in p]))
    kept = [base[0], *(p for p in base[1:] if all(_has(other, p) for other in parted))]
    said = " ".join(p.text for p in kept)
    left = {w for p in kept for w in (p.start, *p.rest)}
    if any(_turning(other) - left for other in parted):
        return None
    return said if len(words.content(said) - words.content(name)) >= SPECIFIC else None


@lru_cache(4_096)
def head(statement: str) -> tuple[str, ...]:
    """What has to be the same in statements that share anything."""
    return phrases(statement)[0].rest


def grounded(content: str, sources: Sequence[str]) -> bool:
    """Whether each source has every content word, name and number of the text; of how often it was may be told beside."""
    mine = words.content(content) - _OFTEN
    turned = turning(content)
    return bool(mine) and all(mine <= words.content(s) and turning(s) <= turned for s in sources)


def phrases(statement: str) -> list[Phrase]:
    """The head, which may be empty, and the phrases."""
    found: list[list[str]] = [[]]
    for word in _WORD.findall(statement.rstrip(". !")):
        small = word.casefold()
        if small in _DAY_WORDS:
            continue
        if small in ",;:()":
            found.append([])
        elif small in _STARTERS and found[-1] and found[-1][-1].casefold() not in _STARTERS:
            found.append([word])
        else:
            found[-1].append(word)
    return [_phrase(ws, i > 0) for i, ws in enumerate(found) if ws or i == 0]


def _phrase(found: Sequence[str], behind: bool) -> Phrase:
    small = [w.casefold() for w in found]
    start = small[0] if behind else ""
    return Phrase(" ".join(found), start, tuple(w for w in small[behind:] if w not in _ARTICLES))


def _has(parted: Sequence[Phrase], wanted: Phrase) -> bool:
    """Whether one of the phrases says the wanted one and at most more of the same: "in the city park" says "in the park", "with Ann's
    mother" does not say "with Ann"."""
    for phrase in parted[1:]:
        if phrase.start != wanted.start or not set(wanted.rest) <= set(phrase.rest) or phrase.rest[-1:] != wanted.rest[-1:]:
            continue
        more = set(phrase.rest) - set(wanted.rest)
        if not any(w in _OWNERS or "'" in w or "’" in w for w in more):
            return True
    return False


@lru_cache(4_096)
def turning(statement: str) -> frozenset[str]:
    """What in it turns the words beside it: where another one has not the same, it says another thing, however many words they share."""
    return frozenset(_turning(phrases(statement)))


def _turning(parted: Sequence[Phrase]) -> set[str]:
    said = {w.replace("’", "'") for p in parted for w in (p.start, *p.rest)}
    return {w for w in said if w in _TURNING or w.endswith("n't")}
