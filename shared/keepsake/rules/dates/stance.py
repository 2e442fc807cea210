"""How a statement stands to what it says (row K4): that it holds, held, is meant to be, or would be. "I might move to Berlin", "I will move
to Berlin" and "I moved to Berlin" have the same words for one thing and say three: none of them proves another."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from keepsake.rules.dates.tenses import is_past, speaks_of_past


class Stance(StrEnum):
    HOLDS = "holds"
    HELD = "held"
    """It is over, or happened."""
    MEANT = "meant"
    """It is planned, wanted, owed or to come."""
    SUPPOSED = "supposed"
    """It might be, should be, or is so on a condition."""


FIRM = (Stance.HOLDS, Stance.HELD)

_SUPPOSED = re.compile(
    r"\b(?:if|unless|would|could|might|should|supposed to|wish(?:es|ed)?|maybe|perhaps)\b|['’]d (?!been\b|had\b|better\b)"
    r"|(?<!\b(?:in|of|by|on) )(?<!\b(?:this|last|next|late|till|from) )(?<!\b(?:since|until|early) )(?<!\d )(?<!\d(?:st|nd|rd|th) )\bmay\b"
    r"(?! \d)",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"\b(?:will|wo ?n['’]?t|shall|must|wanna|gonna|gotta|(?:going|about|got|ha(?:ve|s|d|ving)|plan(?:s|ned|ning)?|hop(?:e|es|ed|ing)"
    r"|want(?:s|ed)?|need(?:s|ed)?|mean(?:s|t)?|tr(?:y|ies|ied|ying)|aim(?:s|ed|ing)?|decid(?:e|es|ed|ing)|intend(?:s|ed|ing)?"
    r"|promis(?:e|es|ed|ing)|agree(?:s|d|ing)?) (?:not )?to|plan(?:s|ned|ning)? on|consider\w*|thinking (?:of|about))\b|['’]ll\b",
    re.IGNORECASE,
)
_PERFECT = re.compile(
    r"(?:\b(?:have|has|ive)|['’]ve|['’]d(?= been\b))\s+(?:(?:\w+ly|also|just|always|never|not|still|since|both|all)\s+)?(?P<done>\w+)",
    re.IGNORECASE,
)
_DONE = frozenset("been gone done become come run".split())
_USED_TO = re.compile(r"\bused? to (?!(?:it|that|this|the|my|a|an|\w+ing)\b)", re.IGNORECASE)


_CLAUSE = re.compile(
    r"[,;:.!?()](?!\d)|\s[-–—]+\s|\b(?:and|but|so|which|who|where|when|while|as|unless|because|cos)\b",
    re.IGNORECASE,
)
"""Behind it another clause begins; the first one is the statement, and the others say more of it."""
_LASTS = re.compile(
    r"(?:\b(?:have|has|ive)|['’]ve) (?:\w{1,12}ly |always )?(?:been|had) (?!\w{1,20}ing\b)[^,;]{0,80}"
    r"\b(?:since|for (?:\d|an? |\w{1,9} (?:year|month|week)))",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:once|twice|times|\d[\d.,]{0,12}(?: ?[a-z]{1,12})?) (?:a|on|per|each|every) (?:day|week|month|year|night|morning|evening)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(r"\b(?:if|unless)\b", re.IGNORECASE)
_CIVILLY = re.compile(
    r"\b(?:i|we)(?: (?:should|would)|['’]?d) (?:(?:really|very much|just) )?(?:(?:like|love)(?! to\b)|be (?:\w{1,12} )?grateful"
    r"|be glad|appreciate)\b(?: it)?(?: if you (?:could|would|can|might))?|\b(?:could|would|can|might) you\b"
    r"|\bif you (?:could|would|can|don['’]?t mind)\b",
    re.IGNORECASE,
)
"""Somebody asks for something, and supposes nothing."""
_TO_BE = re.compile(r"(?<!\bI )(?<!\bwe )\b(?:will|shall|must) be\b", re.IGNORECASE)


@lru_cache(8_192)
def of(text: str) -> Stance | None:
    """None of what has lasted until now, "I have lived in Rome": it may be over or not."""
    if _SUPPOSED.search(text):
        return Stance.SUPPOSED
    if _MEANT.search(text):
        return Stance.MEANT
    if any(_is_done(m["done"].lower()) for m in _PERFECT.finditer(text)):
        return None
    return Stance.HELD if _USED_TO.search(text) or speaks_of_past(text) else Stance.HOLDS


def holds(text: str) -> bool:
    """Whether it tells what holds or is set: as a whole or in its first clause, "subs are £5 and four haven't paid"; since a time; so much
    each week; or as what is to be, "papers must be in by the 20th"."""
    if of(text) is Stance.HOLDS or any(pattern.search(text) for pattern in (_LASTS, _EACH, _TO_BE)):
        return True
    return of(next((clause for clause in _CLAUSE.split(text) if clause.strip()), text)) is Stance.HOLDS


def supposes(text: str) -> bool:
    """Whether its first clause supposes something, or all of it stands on a condition: "since it has come down to 10 mg, we may relent"
    tells what holds. So does a civil request: "I should be grateful for a notice that we meet on Fridays"."""
    plain = plainly(text)
    first = next((clause for clause in _CLAUSE.split(plain) if clause.strip()), plain)
    return bool(_CONDITION.search(plain)) or of(first) is Stance.SUPPOSED


def plainly(text: str) -> str:
    """The text without the words by which somebody asks for something civilly."""
    return _CIVILLY.sub("", text)


def _is_done(word: str) -> bool:
    return is_past(word) or word in _DONE or word.endswith(("en", "wn"))


def is_one(one: str, other: str) -> bool:
    """Whether both stand alike to what they say, as far as is known."""
    mine, theirs = of(one), of(other)
    return mine is theirs or mine is None or theirs is None
