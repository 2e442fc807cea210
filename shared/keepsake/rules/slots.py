"""The profile's registry (rows K2, K4): which features there are, under which tag, whether one takes several values, what is one.

No slot is better than a doubtful one: one missing costs a supersession, a wrong one is a lie.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.records import Slot

PROFILE = "user_profile"
DEFAULT_TAG = "Miscellaneous"
MAX_VALUE = 120
"""Characters of a value; what is longer is a sentence and belongs in the content."""


class Feature(NamedTuple):
    tag: str
    single: bool
    """A later value takes the place of the earlier one."""


def _register(tag: str, single: str = "", multi: str = "") -> dict[str, Feature]:
    return {f: Feature(tag, True) for f in single.split()} | {f: Feature(tag, False) for f in multi.split()}


FEATURES: dict[str, Feature] = (
    _register("Personal", "name nickname age birthday birthplace hometown nationality gender pronouns residence address "
        "phone_number email timezone "
              "native_language marital_status height weight blood_type religion", "languages politics")
    | _register("Work", "employer job_title employment_status salary school field_of_study company", "skills certifications projects role")
    | _register("Relationships", "", "spouse partner child parent sibling relative friend colleague pet children pets family ex_partner")
    | _register("Preferences", "", "likes dislikes prefers interests hobbies learning")
    | _register("Health", "diet sleep_time", "allergies conditions medication fears traits")
    | _register("Possessions", "car phone laptop computer home bike tablet", "owns uses")
    | _register("Shopping", "budget shoe_size clothing_size price_range", "looking_for size category brand colour avoids search "
        "style feel look weight_class shade fit noise heat price sweetness")
    | _register("Plans", "", "plans goals")
    | _register("Habits", "", "habits routine")
    | _register("Rules", "", "constraint")
    | _register("Behaviour", "", "behaviour")
    | _register("Answers", "answer_language answer_format answer_length units temperature_unit distance_unit user_name spelling")
    | _register("Company", "team_size price")
)  # fmt: skip
_SINGLE_PATTERNS = re.compile(r"^(?:own_.+|favou?rite_.+|.+_(?:date|time|deadline|day|location|number)|default_for_.+)$")
_TAGS = ((("_date", "_time", "_deadline", "_day"), "Appointments"), (("_location", "_number"), "Things"))
KIN_PREFIX = re.compile(
    r"^(?:wife|husband|partner|girlfriend|boyfriend|mother|father|sister|brother|son|daughter|boss|friend|dog|cat|roommate)_(?=.)"
)
"""A relative without a name keeps its facts under the user, as `sister_residence`."""


def feature(name: str) -> Feature:
    """The registered feature; what is unknown may hold several values."""
    bare = KIN_PREFIX.sub("", name)
    if bare in FEATURES:
        return FEATURES[bare]
    if _SINGLE_PATTERNS.match(bare):
        tag = next((t for ends, t in _TAGS if bare.endswith(ends)), "Preferences")
        return Feature(tag, True)
    return Feature(DEFAULT_TAG, False)


def names_its_thing(name: str) -> bool:
    """The feature's name holds the thing that it is of (`piano_day`), so that it is the same whoever is spoken of."""
    return KIN_PREFIX.sub("", name) not in FEATURES and bool(_SINGLE_PATTERNS.match(name))


def is_single(name: str) -> bool:
    return feature(name).single


def slot(name: str, value: str, tag: str | None = None, category: str = PROFILE) -> Slot | None:
    """A slot with its short value; None where nothing is left of the value or it is no short value."""
    short = short_value(value)
    if not short or len(short) > MAX_VALUE:
        return None
    return Slot(category=category, tag=tag or feature(name).tag, feature=name, value=short)


_TRAILING = re.compile(
    r"(?<![,\s])(?:[,\s]++(?:now|right now|these days|nowadays|currently|at the moment|at the minute|for now|too|as well|though|anymore"
    r"|any more|instead|again|a lot|so much|very much|the most|by the way|please|lately|recently|already|yet|myself|in general|of course"
    r"|you know|finally|lol|haha|btw|at last)){1,8}$",
    re.IGNORECASE,
)
_LEADING = re.compile(r"^(?:(?:to(?= \w+ )|the|a|an|my|our|some|to be|really|about to|also|just|both)\s+)+", re.IGNORECASE)


def short_value(value: str) -> str:
    """Without articles, trailing adverbs and punctuation."""
    text = value.strip(" \t\n.,;:!?\"'()")
    text = _TRAILING.sub("", text).strip(" .,;:!?")
    shorter = _LEADING.sub("", text)
    return re.sub(r"\s+", " ", shorter or text)


_SAME_AMOUNT = (
    (re.compile(r"\b(?:at most|no more than|not more than|up to|max(?:imum)?(?: of)?|less than|below|under)\b"), "under"),
    (re.compile(r"\b(?:around|about|roughly|approximately|approx\.?|some|circa)\b"), "around"),
    (re.compile(r"\b(?:at least|no less than|more than|over|above|min(?:imum)?(?: of)?)\b"), "over"),
    (re.compile(r"\bdollars?\b|\busd\b"), "$"),
    (re.compile(r"\beuros?\b|\beur\b"), "€"),
    (re.compile(r"\bpounds?\b|\bgbp\b"), "£"),
    (re.compile(r"\bkilomet(?:er|re)s?\b"), "km"),
)
_BETWEEN_DIGITS = re.compile(r"(?<=\d)[,.](?=\d{3}\b)")
_WORDS = re.compile(r"[\w$€£%+#]+(?:[.-]\w+)*")


def same_value(one: str, other: str) -> bool:
    """Whether two values mean the same: case, articles, plurals, order and wording of amounts aside."""
    return canonical(one) == canonical(other)


def canonical(value: str) -> frozenset[str]:
    """The words that decide whether a value is the same as another."""
    text = _BETWEEN_DIGITS.sub("", short_value(value).casefold().replace("colour", "color"))
    for pattern, word in _SAME_AMOUNT:
        text = pattern.sub(word, text)
    return frozenset(_singular(w) for w in _WORDS.findall(re.sub(r"(?<=[$€£])(?=\d)|(?<=\d)(?=[$€£a-z])", " ", text)))


def _singular(word: str) -> str:
    if len(word) > 4 and word.endswith("ies"):
        return word[:-3] + "y"
    return word[:-1] if len(word) > 3 and word.endswith("s") and not word.endswith("ss") else word


_LETTER, _NUMBER = re.compile(r"[^\W\d_]"), re.compile(r"\d")
_AGE = re.compile(r"(?:\d{1,2}|1[01]\d|120)(?: ?(?:years?(?: old)?|yo|y/o))?")
_DAY = re.compile(
    r"\d|\b(?:january|february|march|april|may|june|july|august|september|october|november|december"
    r"|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|noon|midnight|morning|afternoon|evening|night|weekends?|daily|weekly|monthly|tomorrow"
    r"|today)\b",
    re.IGNORECASE,
)
_EMAIL = re.compile(r"[^\s@]{1,64}@[^\s@]{1,200}\.[^\s@.]{2,20}")
_PHONE = re.compile(r"\+?(?:\d[ ()/.-]{0,2}){6,15}")
_KINDS: dict[str, re.Pattern[str]] = dict.fromkeys("budget salary price price_range height weight shoe_size team_size".split(), _NUMBER) | {
    "birthday": _DAY,
    "sleep_time": _DAY,
    "email": _EMAIL,
    "phone_number": _PHONE,
}
"""What the values of some features hold; others name something."""
_NOT_A_VALUE = re.compile(
    r"\b(?:i|i['’]?m|we|you|he|she|it|they|them|that|this|something|anything|someone|maybe|perhaps|might|if|unless|not|no|never|none|nothing"
    r"|is|are|was|were|will|would|should|unknown|n/a|null)\b|n['’]t\b|\?",
    re.IGNORECASE,
)
"""A clause, a doubt or a blank: nothing that a profile can show."""
MOST_WORDS = 5
"""Of a value that names a person, place, trade or thing."""


def fits(slot: Slot) -> bool:
    """Whether the value is of its feature's kind. Unregistered features take dates, numbers and paths alone, by which they are told."""
    name, value = KIN_PREFIX.sub("", slot.feature), slot.value.strip()
    if not value or len(value) > MAX_VALUE or _NOT_A_VALUE.search(value):
        return False
    if name == "age":
        return bool(_AGE.fullmatch(value))
    if kind := _KINDS.get(name) or (_DAY if name.endswith(("_date", "_time", "_deadline", "_day")) else None):
        return bool(kind.search(value))
    named = name in FEATURES or name.startswith(("own_", "favourite_", "favorite_", "default_for_"))
    told = _LETTER.search(value) if named else _NUMBER.search(value) or "/" in value
    return bool(told) and len(value.split()) <= MOST_WORDS
