"""Words by which somebody takes back what they said: "scratch that", "I never said I drink wine", "I was wrong about Carla"."""

from __future__ import annotations

import re
from typing import NamedTuple

_THAT = r"(?:that|it|this|what I (?:just )?said|my last (?:message|one|line)|the last (?:one|message|part|bit|thing)|all of that)"
_FILLER = r"(?:(?:oh|ah|no|hm+|wait|actually|sorry|please|ok|okay|oops|well|nah|haha|lol|just|hey|um|uh|er|and|but|so|yeah)[,.!:…]*\s+)*"
_END = r"\s*(?:please|ok|okay|lol|haha|sorry|again|though|completely|for now)?\s*(?:[.!,;:…–—-]+\s*|$)"
_WHOLE = re.compile(
    rf"^{_FILLER}(?:"
    rf"(?:forget|scratch|ignore|disregard|delete|strike|drop|cancel|undo|erase|remove)\s+{_THAT}"
    rf"|(?:you can|can you|could you|you may)\s+(?:forget|drop|ignore|delete|disregard|scratch|remove)\s+{_THAT}"
    r"|never ?mind(?: (?:that|what I (?:just )?said))?(?!\s+\w)"
    r"|I take (?:that|it) back|I made (?:that|it) up|(?:(?:just|only) )?(?:kidding|joking|jk|jks)(?:[,.!]*\s+(?:I|we|it|he|she|they)"
    r" (?:do|did|does|am|is|was|have|has)(?:n'?t| not))?"
    r"|(?:no,? )?I (?:did|do|have)(?:n'?t| not)(?=[,.!])|wrong (?:chat|window|person|thread|conversation)|I was (?:just |only"
    r" )?(?:kidding|joking|lying)"
    r"|I (?:never|did ?n[o']t|didn't) (?:actually |really )?(?:said|say|told you|mean|meant) (?:that|it|this|so)(?: (?:seriously|at all))?"
    r"|(?:that|it|this)(?: was| is|'s)(?: just| only| actually)? (?:an? )?(?:bad |stupid |silly )?"
    r"(?:joke|lie|mistake|typo|wrong|not true|untrue|not right|not correct|incorrect|nonsense|a misunderstanding|misunderstanding|false)"
    r"|(?:that|it|this) (?:was ?n[o']t|wasn't|isn't|is ?n[o']t|is not|was not) (?:true|right|correct|serious)"
    rf"){_END}",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    rf"^{_FILLER}(?:"
    r"(?:forget|ignore|disregard|scratch|delete|drop) (?:everything |all |the thing |what )(?:that )?(?:I (?:have "
    r"|just )?(?:said|told you|wrote) )?about"
    r"|(?:I was|I am|I have been|that was|I got it) (?:wrong|mistaken|confused|lying|joking|kidding) about"
    r"|never ?mind (?:about|what I said about)|I take back what I said about"
    r"|I (?:never|didn't|did not|did n't) (?:actually |really )?(?:said|say|told you|claimed?|mentioned?)(?: that| anything about)?"
    r"|(?:it is|it's|that is|that's) (?:not true|wrong|a lie|false|incorrect) that"
    r")\s+(?P<about>[^.!?;]+)[.!;]*",
    re.IGNORECASE,
)  # fmt: skip


class TakenBack(NamedTuple):
    """`about` says which statement is meant, and is None for the last one; `rest` is what is said instead."""

    about: str | None
    rest: str


def taken_back(text: str) -> TakenBack | None:
    if match := _ABOUT.match(text):
        return TakenBack(match["about"].strip(" ,"), text[match.end() :].strip())
    if match := _WHOLE.match(text):
        rest = text[match.end() :].strip()
        return TakenBack(None, "" if _WHOLE.fullmatch(rest) else rest)
    return None


_TRAILING = re.compile(rf"(?P<head>.+?)(?<![,.;!–—-])[,.;!–—-]++\s*(?:so |and )?(?P<tail>(?:you can |please )?(?:forget|drop|ignore"
    rf"|scratch|delete) {_THAT})[.!]*$", re.IGNORECASE)  # fmt: skip


def after_all(text: str) -> str | None:
    """What was said before words that drop the matter at the end: `passport is renewed, you can drop that`."""
    match = _TRAILING.match(text)
    return match["head"] if match and taken_back(match["head"]) is None else None
