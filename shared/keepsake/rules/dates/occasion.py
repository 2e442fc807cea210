"""What is so on one occasion ends no habit (row K4): "this Saturday I am at a wedding" says nothing of "on Saturdays I am on the plot"."""

from __future__ import annotations

import re
from functools import lru_cache

_DAY = r"(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?"
_ONE = re.compile(
    rf"\b(?:this (?:coming )?(?:{_DAY}|weekend|morning|afternoon|evening)|tonight|this (?:week|month|time|term) (?:only|alone|once)"
    rf"|(?:only|just) (?:for )?(?:this|today|tonight"
    rf"|once(?! (?:a|an|per|every|daily|weekly|monthly|in)\b))"
    r"|(?:only|just) (?:this )?one time|one time only|this (?:one time|once)|one[- ]off|just the once"
    r"|for (?:one|a single) (?:day|night|afternoon|evening|week))\b",
    re.IGNORECASE,
)
_MEANS = re.compile(r" \[[^\]\n]{1,60}\]")
"""What a phrase means, as it stands behind it: "this week [the week of 4 May 2026] only"."""
_FROM_THEN = re.compile(
    r"\b(?:from|since|starting|as of|on(?:wards)? from|onwards?|for good|permanently|from now|until further|every|each|always|any ?more"
    r"|any longer|no longer|moved to|instead of)\b",
    re.IGNORECASE,
)
_HABIT = re.compile(
    rf"\b{_DAY}(?:,? (?:and|n|&|\+) |, ){_DAY}\b|\b(?:every|each|always|usually|normally|regularly|daily|weekly|{_DAY}s"
    r"|weekdays|weekends|a (?:day|week|month|year)|per (?:day|week|month|year))\b",
    re.IGNORECASE,
)


@lru_cache(8_192)
def is_one(text: str) -> bool:
    """It tells of one occasion, and of none from then on."""
    text = _MEANS.sub("", text)
    return bool(_ONE.search(text)) and not _FROM_THEN.search(text)


@lru_cache(8_192)
def is_habit(text: str) -> bool:
    return bool(_HABIT.search(text))
