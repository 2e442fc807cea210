"""Whether a fact says what its evidence says, as far as words tell: nothing from elsewhere, no negation, condition or jest lost.

Apart from the rules that it judges: it shares no code with them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_POSSESSIVE = re.compile(r"['’]s$")
_ENDING = re.compile(r"(?:ing|ed|es|s|e|y|ly)$")
_SENTENCES = re.compile(r"(?<=[.!?;,])\s+|\n+|\s(?:and|but|so)\s")
_DENIES = re.compile(
    r"\b(?:not|no|never|nobody|nothing|none|neither|nor|without|cannot|dont|doesnt|didnt|wont|cant|isnt|arent|wasnt|if|unless|joke|joking"
    r"|kidding|hypothetical\w*|imagine|ya no|nunca)\b|n[’']t\b",
    re.IGNORECASE,
)
_DENIES_OTHERWISE = re.compile(r"\b(?:avoid|dislike|hate|stop|quit|former|past|ended|without|against|allerg|un\w+)", re.IGNORECASE)
FRAME = frozenset(
    "cannot though please people user users says said assistant others day days week month year date weekend january february march april "
    "may june july august september october november december monday tuesday wednesday thursday friday saturday sunday the and that this "
    "they them their his her its are was were be been has have had does did not with for from".split()
)
"""Words that may frame what was said without having been said."""
SHORT = 3
"""Letters of the shortest word that is looked for."""


def faults(fact: str, said: str, around: Iterable[str]) -> list[str]:
    """What is wrong with a fact made of `said`; nothing where it is faithful. `around`: the turns before it and the speaker's name."""
    ground = {_stem(w) for text in (said, *around) for w in _WORD.findall(text)}
    starts = {g[:4] for g in ground}
    long = [w for w in _WORD.findall(fact) if len(w) >= SHORT and _POSSESSIVE.sub("", w.lower()) not in FRAME]
    strange = [w for w in long if _stem(w) not in ground and _stem(w)[:4] not in starts]
    words = {_stem(w) for w in _WORD.findall(fact)}
    nearest = max(_SENTENCES.split(said), key=lambda sentence: len(words & {_stem(w) for w in _WORD.findall(sentence)}), default="")
    lost = _DENIES.search(nearest) and not _DENIES.search(fact) and not _DENIES_OTHERWISE.search(fact)
    return ([f"words from elsewhere: {strange}"] if strange else []) + (["a negation, condition or jest is lost"] if lost else [])


def _stem(word: str) -> str:
    return _ENDING.sub("", _POSSESSIVE.sub("", word.lower()))[:6]
