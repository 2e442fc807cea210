"""Names, organisations, places, products and measured numbers in a claim; business ids as anchors; keywords as labels."""

from __future__ import annotations

import re

from keepsake.rules.dates import calendar_words as words
from keepsake.rules.reading.lexicon import NOT_NAMES, caseless

MAX_ENTITIES = 10
MAX_LABELS = 6

_CAPITAL = r"[A-ZÀ-Þ][\w&'-]*"
_NAME = re.compile(
    rf"{_CAPITAL}(?:\.(?=\s[A-Z]))?(?:\s+(?:of|de|the|for|van|von|del|la)\s+{_CAPITAL}|\s+(?:{_CAPITAL}|\d{{1,4}}(?=\W|$)))*|(?<![a-z])[a-z]++[A-Z]\w+"
)
_MEASURE = caseless(
    r"[$€£]\s?\d[\d.,]*\d?k?|\b\d+(?:[.,]\d+)?\s?(?:km|miles?|m|cm|kg|g|lbs?|pounds|euros?|dollars?|usd|eur|gbp|hours?|minutes?|%|percent"
    r"|gb|tb|mb|inch(?:es)?|l|liters?|litres?)\b|\bsize \d+(?:\.\d)?\b",
)
_TITLE = re.compile(r"\"([^\"]{2,60})\"")
_ANCHOR = re.compile(
    r"\b(?:order|invoice|ticket|booking|reservation|case|confirmation|tracking|appointment|reference|ref|flight|contract|policy|account"
    r"|customer|claim)(?:\s++(?:number|no\.?|id|code|ref))?\s{0,4}(?:is|:|#)?\s{0,4}#?(?P<id>(?=[A-Z0-9-]*\d)[A-Z0-9][A-Z0-9-]{3,})\b"
    r"|(?<!\w)#(?P<hash>\d{3,})\b|\b(?P<key>[A-Z]{2,6}-\d{2,})\b"
)
_POSSESSIVE = re.compile(r"'s$|'$")
_OF_USER = ("the user", "user")
_DATE_WORDS = frozenset(m.lower() for m in (*words.MONTHS, *words.WEEKDAYS))


def entities(content: str) -> tuple[str, ...]:
    """Entities in order."""
    found: dict[str, None] = {}
    for match in _NAME.finditer(content):
        name = _POSSESSIVE.sub("", match[0].strip("'-"))
        first, _, rest = name.partition(" ")
        if match.start() == 0 and first.lower() in NOT_NAMES:
            name = rest
        parts = name.lower().split()
        if not parts or name.isdigit() or name.lower() in _OF_USER or parts[0] in _DATE_WORDS or (len(parts) == 1 and _is_common(parts[0])):
            continue
        found[re.sub(r"(?<!\s)\s++\d{4}$", "", name)] = None
    for match in _TITLE.finditer(content):
        found[match[1]] = None
    for match in _MEASURE.finditer(content):
        found[match[0]] = None
    return tuple(found)[:MAX_ENTITIES]


def _is_common(word: str) -> bool:
    return word in NOT_NAMES and word not in ("english", "french", "german", "spanish", "italian", "japanese", "chinese", "korean")


def anchors(text: str) -> tuple[str, ...]:
    """Order numbers and other business ids."""
    return tuple(dict.fromkeys(m["id"] or m["hash"] or m["key"] for m in _ANCHOR.finditer(text)))


TOPICS: dict[str, str] = {
    "running": r"run|runs|running|jog\w*|marathon|5k|10k",
    "fitness": r"gym|workout\w*|exercis\w*|yoga|pilates|swim\w*|cycling|bik(?:e|ing)|hik\w+|climb\w*|boulder\w*|ski\w*|surf\w*|fitness",
    "food": r"food|eat\w*|cook\w*|bak(?:e|es|ing)|recipe\w*|restaurant\w*|dinner|lunch|breakfast|vegan|vegetarian|diet|coffee|tea"
    r"|cuisine|gluten|allerg\w*|cilantro|pizza|pasta|sushi|alcohol|wine|beer",
    "travel": r"travel\w*|trip\w*|flight\w*|hotel\w*|vacation|holiday|airport|visit\w*|flying|passport|road ?trip|beach|camping",
    "work": r"work\w*|job\w*|employer|office|boss|colleague\w*|career|meeting\w*|project\w*|promoted|salary|company|business|startup",
    "family": r"wife|husband|son|daughter|kids?|children|mother|mom|father|dad|parents?|sister|brother|grandm\w+|grandf\w+|family"
    r"|baby|married|wedding",
    "pets": r"dogs?|cats?|pupp\w+|kitten\w*|pets?|horse\w*|hamster\w*|parrot\w*",
    "health": r"health\w*|doctor|dentist|therap\w+|diagnos\w*|medicat\w*|sick|illness|injur\w*|sleep\w*|hospital|meditat\w*"
    r"|stress\w*|mental",
    "music": r"music\w*|guitar\w*|piano|violin|concert\w*|band|sing\w*|song\w*|album\w*|spotify",
    "art": r"art\w*|paint\w*|draw\w*|sculpt\w*|pottery|photograph\w*|museum\w*|gallery|design\w*",
    "reading": r"book\w*|read|reads|reading|novel\w*|author\w*|library",
    "films": r"movie\w*|films?|cinema|series|netflix|tv show\w*",
    "gaming": r"games?|gaming|playstation|xbox|nintendo|tournament\w*",
    "money": r"budget|money|sav(?:e|ing)s?|mortgage|loan|invest\w*|price\w*|cost\w*|euros?|dollars?",
    "home": r"house|apartment|flat|home|garden\w*|furniture|rent\w*|kitchen|moved",
    "education": r"stud(?:y|ies|ying|ied|ent)|school|university|college|course\w*|degree|exam\w*|graduat\w*|learn\w*|class\w*",
    "technology": r"laptop\w*|phone\w*|computer\w*|software|app|apps|programming|code|coding|python|typescript|camera\w*",
    "languages": r"spanish|french|german|italian|portuguese|japanese|chinese|korean|mandarin|arabic|language\w*",
    "shopping": r"shoes?|clothes|jacket|dress|size|buy\w*|bought|order\w*|brand\w*|shop\w*",
    "nature": r"nature|forest\w*|mountain\w*|park\w*|lake\w*|wildlife|hiking|outdoors",
    "volunteering": r"volunteer\w*|charity|fundrais\w*|donat\w*|community|shelter",
}
_TOPIC = caseless("|".join(f"(?P<{name}>{pattern})" for name, pattern in ((n, rf"\b(?:{p})\b") for n, p in TOPICS.items())))


def labels(content: str, feature: str = "", products: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Lowercase keywords that a topic may be made of: the product spoken of, the slot's feature, the fields of life it touches."""
    found = dict.fromkeys(products)
    if feature and not feature.startswith("default_for"):
        found[feature.replace("_", " ")] = None
    for match in _TOPIC.finditer(content):
        found[str(match.lastgroup)] = None
    return tuple(found)[:MAX_LABELS]
