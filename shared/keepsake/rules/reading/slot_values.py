"""Whether a slot's value is of its feature's kind (row K2): an age is a number of years, a budget an amount, a birthday a date. No slot is
better than a doubtful one: one missing costs a supersession, a wrong one is a lie."""

from __future__ import annotations

import re

from keepsake.records import Slot
from keepsake.rules.reading import calendar_words, slots

MOST_WORDS = 5
"""Of a value that names a person, place, trade or thing."""
OLDEST = 120

_NUMBER = re.compile(r"\d")
_AGE = re.compile(r"(\d{1,3})(?: ?(?:years?(?: old)?|yo|y/o))?")
_DAY = re.compile(
    rf"\d|\b(?:{'|'.join(m.lower() for m in calendar_words.MONTHS)}|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|morning"
    r"|afternoon|evening|night|weekends?|daily|weekly|monthly|tomorrow|today)\b",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@.]{2,20}")
_PHONE = re.compile(r"\+?(?:\d[ ()/.-]{0,2}){6,15}")
_LETTER = re.compile(r"[^\W\d_]")
_NOT_A_VALUE = re.compile(
    r"\b(?:i|i['’]?m|we|you|he|she|it|they|them|that|this|something|anything|someone|maybe|perhaps|might|if|unless|not|no|never|none|nothing"
    r"|is|are|was|were|will|would|should|unknown|n/a|null)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
"""A clause, a doubt or a blank: nothing that a profile can show."""

KINDS: dict[str, re.Pattern[str]] = (
    dict.fromkeys(("budget", "salary", "price", "price_range", "height", "weight", "shoe_size"), _NUMBER)
    | dict.fromkeys(("birthday", "sleep_time"), _DAY)
    | {"email": _EMAIL, "phone_number": _PHONE}
)
"""By feature. Others name something."""
_DATED = re.compile(r"_(?:date|time|deadline|day)$")
_OWN_TYPE = re.compile(r"^(?:own_.+|favou?rite_.+|default_for_.+)$")


def fits(slot: Slot) -> bool:
    """Unregistered features take dates, numbers and paths alone, by which they are told."""
    name, value = slots.KIN_PREFIX.sub("", slot.feature), slot.value.strip()
    if not value or len(value) > slots.MAX_VALUE or _NOT_A_VALUE.search(value):
        return False
    if name == "age":
        years = _AGE.fullmatch(value)
        return years is not None and int(years[1]) <= OLDEST
    if kind := KINDS.get(name) or (_DAY if _DATED.search(name) else None):
        return bool(kind.search(value))
    if name in slots.FEATURES or _OWN_TYPE.match(name):
        return bool(_LETTER.search(value)) and len(value.split()) <= MOST_WORDS
    return bool(_NUMBER.search(value) or "/" in value) and len(value.split()) <= MOST_WORDS
