"""What "my <noun> is <value>" says: the feature that a noun fills."""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.records import Category, Durability


class Possession(NamedTuple):
    """One noun's place in the profile. Without a feature the noun is the feature."""

    pattern: re.Pattern[str]
    category: Category
    durability: Durability
    importance: float
    feature: str = ""


def _possession(noun: str, category: Category, durability: Durability, importance: float, feature: str = "") -> Possession:
    return Possession(
        re.compile(rf"^(?:(?:own|new|current|actual|full|first|last|total|old)\s+)*(?:{noun})$", re.IGNORECASE),
        category,
        durability,
        importance,
        feature,
    )


C, D = Category, Durability
APPOINTMENT = re.compile(
    r"^(?P<thing>(?:[\w'-]+\s+){0,3}?(?:appointment|meeting|interview|exam|test|flight|train|surgery|operation|checkup|check-up"
    r"|wedding|deadline|trip|party|concert|class"
    r"|lesson|call|conference|presentation|reservation|move|graduation|recital|game|match|race|marathon|vacation|holiday|visit"
    r"|session)(?:\s+(?:to|with|at|in|for)\s+.+)?)$",
    re.IGNORECASE,
)
POSSESSIONS: tuple[Possession, ...] = (
    _possession("name", C.IDENTITY, D.PERMANENT, 0.9, "name"),
    _possession("nickname", C.IDENTITY, D.PERMANENT, 0.7, "nickname"),
    _possession("birthday|birth ?date|date of birth|b-day", C.IDENTITY, D.PERMANENT, 0.8, "birthday"),
    _possession("age", C.IDENTITY, D.PERSISTENT, 0.7, "age"),
    _possession("home ?town|birthplace|place of birth", C.IDENTITY, D.PERMANENT, 0.7, "hometown"),
    _possession("pronouns", C.IDENTITY, D.PERMANENT, 0.8, "pronouns"),
    _possession("nationality|citizenship", C.IDENTITY, D.PERMANENT, 0.7, "nationality"),
    _possession("(?:home |postal |mailing )?address", C.IDENTITY, D.PERSISTENT, 0.8, "address"),
    _possession("(?:phone|mobile|cell|telephone) number|number", C.IDENTITY, D.PERSISTENT, 0.7, "phone_number"),
    _possession("e-?mail(?: address)?", C.IDENTITY, D.PERSISTENT, 0.7, "email"),
    _possession("time ?zone", C.ATTRIBUTE, D.PERSISTENT, 0.6, "timezone"),
    _possession("native language|mother tongue|first language", C.ATTRIBUTE, D.PERMANENT, 0.7, "native_language"),
    _possession("budget|price limit|spending limit|limit|max(?:imum)? budget|price range", C.CONSTRAINT, D.PERSISTENT, 0.75, "budget"),
    _possession("job|profession|occupation|(?:job )?title|position|role", C.PROFESSION, D.PERSISTENT, 0.75, "job_title"),
    _possession("employer|company|workplace", C.PROFESSION, D.PERSISTENT, 0.75, "employer"),
    _possession("salary|income|pay", C.PROFESSION, D.PERSISTENT, 0.6, "salary"),
    _possession("major|field of study|degree", C.PROFESSION, D.PERSISTENT, 0.65, "field_of_study"),
    _possession("school|university|college", C.PROFESSION, D.PERSISTENT, 0.6, "school"),
    _possession("shoe size", C.ATTRIBUTE, D.PERSISTENT, 0.6, "shoe_size"),
    _possession("(?:clothing |clothes |dress |shirt |t-shirt |trouser )?size", C.ATTRIBUTE, D.PERSISTENT, 0.6, "clothing_size"),
    _possession("height", C.ATTRIBUTE, D.PERSISTENT, 0.5, "height"),
    _possession("weight", C.ATTRIBUTE, D.PERSISTENT, 0.5, "weight"),
    _possession("blood type|blood group", C.ATTRIBUTE, D.PERMANENT, 0.8, "blood_type"),
    _possession("diet", C.ATTRIBUTE, D.PERSISTENT, 0.75, "diet"),
    _possession("allerg(?:y|ies)", C.ATTRIBUTE, D.PERMANENT, 0.9, "allergies"),
    _possession("religion|faith", C.BELIEF, D.PERSISTENT, 0.7, "religion"),
    _possession("car|vehicle", C.ATTRIBUTE, D.PERSISTENT, 0.55, "car"),
    _possession("phone|mobile|cell(?:phone)?", C.ATTRIBUTE, D.PERSISTENT, 0.5, "phone"),
    _possession("laptop", C.ATTRIBUTE, D.PERSISTENT, 0.5, "laptop"),
    _possession("computer|pc", C.ATTRIBUTE, D.PERSISTENT, 0.5, "computer"),
    _possession("bike|bicycle", C.ATTRIBUTE, D.PERSISTENT, 0.5, "bike"),
    _possession(
        "doctor|gp|dentist|landlord|landlady|therapist|accountant|lawyer|trainer|coach|teacher|tutor|vet|physio",
        C.RELATIONSHIP,
        D.PERSISTENT,
        0.6,
    ),
    _possession("hobb(?:y|ies)|passions?|interests?|pastimes?", C.PREFERENCE, D.PERSISTENT, 0.6, "hobbies"),
    _possession("skills?|strengths?", C.ATTRIBUTE, D.PERSISTENT, 0.55, "skills"),
    _possession("pet peeves?|biggest fears?|fears?", C.PREFERENCE, D.PERSISTENT, 0.55, "dislikes"),
    _possession(
        "(?:long-term |main |biggest |big |ultimate |life )?(?:goals?|dreams?|plans?|aim|resolution)", C.PLAN, D.PERSISTENT, 0.65, "goals"
    ),
    _possession("(?:go-to|usual|regular|daily|morning|evening) .+", C.PATTERN, D.PERSISTENT, 0.55),
)
FAVOURITE = re.compile(
    r"^(?:all-time |absolute )?(?:favou?rite|fave?) (?P<noun>(?:[\w-]+ ){0,3}?[\w-]+)(?: of all time| ever)?$", re.IGNORECASE
)


_SEVERAL = re.compile(
    r"(?:^|\s)(?:friend|colleague|hobby|project|pet|course|class|skill|goal|plan|dream|child|band|book|film|movie|song|problem|issue|concern|question"
    r"|idea|thing|reason|way|point|day|morning|evening|weekend|life|time|hair|eye|room|kitchen|garden|house|flat|place|family|team|work|street"
    r"|village|area|neighbou?rhood|view|experience|opinion|feeling|mood|knee|back|leg|hand|foot|head|heart|skin|mind|body|voice"
    r"|favou?rite|\w+s)$",
    re.IGNORECASE,
)
"""What there may be several of, or is described rather than named: a second value says nothing about the first."""
_NAMED = re.compile(r"^(?:not [^,]+?,? but )?(?:the |an? |called |at |in |with |on )*(?:(?-i:[A-ZÀ-Þ])|\w*\d)|@", re.IGNORECASE)


def is_one(noun: str, value: str) -> bool:
    """Whether one has one of it at a time and the value names it, so that another name takes its place ("my gym is PureGym")."""
    return not _SEVERAL.search(re.sub(r" (?:at|for|in|with) .+$", "", noun)) and bool(_NAMED.search(value))


def find(noun: str) -> Possession | None:
    return next((p for p in POSSESSIONS if p.pattern.match(noun)), None)
