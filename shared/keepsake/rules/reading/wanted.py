"""What somebody wants to get, and which kind of thing that is."""

from __future__ import annotations

import re

from keepsake.rules import slots
from keepsake.rules.dates.calendar_words import NUMBERS
from keepsake.rules.reading.lexicon import STOP_WORDS, caseless

_SEEKS = caseless(
    r"\b(?:I|we)(?:'m| am| are|'re)? (?:currently |now )?(?:(?P<wants>want|need|would like)|looking for|shopping for)"
    r"(?: to (?:buy|get|find))? (?P<one>(?:an?|some|new|another|the) )?(?P<value>(?!(?:to|it|that|this|them|him|her|you|me|my|mine|our|his"
    r"|their|your|when|if|where|how|what|who|while|because|as|until|till|by|at)\b)[^,.;!?]{3,60})",
)
_PURPOSE = re.compile(r"(?<!\s)\s++(?:for|that|which|with|under|so|because)\b.*")
_NO_PRODUCT = frozenset(
    "ideas idea tips tip advice resources resource sense help way ways information info options suggestions recommendations inspiration"
    " guidance time something anything one ones thing things people someone somebody somewhere today tonight tomorrow"
    " announcement letter email e-mail mail message msg text txt note card post caption blurb speech toast list checklist plan table chart"
    " sheet formula script query template draft summary report quote invoice offer invitation notice sign circular memo newsletter advert"
    " ad translation reply answer response recipe timetable schedule rota itinerary bio profile job work break hour hours day days week"
    " weeks minute minutes money song poem sleep space room rest".split()
)
"""What is looked for without being bought."""
_PRODUCT_END = caseless(
    r"(?<!\s)\s++(?:for|to|that|which|with|in|under|around|near|at|from|by|of|on|who|where|so|because|since|as|and|but|or|this|next|i|we|you"
    r"|he|she|they|can)\b.*|[,;.(].*",
)
_NOT_PRODUCT = frozenset(
    """daily new old good great nice best cheap affordable quality decent comfortable small big large little used light quiet better simple
    perfect right pair of some really very more other another cosy cozy weekly everyday pretty beautiful first second hand""".split()
)


LEAST = 3
"""Characters of what a thing is called: "a B to keep HOPE" is a mark."""
_COUNTED = caseless(rf"\d|(?:{'|'.join(sorted(NUMBERS.keys() - {'a', 'an', 'couple'}))}|hundred|thousand|half|more|both|now|uh|um)\b")
"""What is counted is rather a goal than a thing to buy: "I want 10k wishlists"."""


def sought(text: str) -> str | None:
    """`daily running shoes` of "I want daily running shoes for the park"; None where nothing that can be bought is looked for."""
    match = _SEEKS.search(text)
    value = slots.short_value(_PURPOSE.sub("", match["value"])) if match else ""
    kind = product(value) if value and " not " not in value and not _COUNTED.match(value) else None
    if match is None or kind is None or len(kind) < LEAST or kind.split()[-1] in _NO_PRODUCT:
        return None
    vague = match["wants"] and not match["one"] and (not kind.endswith("s") or any(sign.isdigit() for sign in value))
    return None if vague else value.lower()  # "we need canary for the ledger"


def product(phrase: str) -> str | None:
    """The kind of thing: `daily running shoes for parks` > `running shoes`."""
    bare = _PRODUCT_END.sub("", phrase.strip().lower())
    parts = [w for w in re.findall(r"[a-z][\w-]*", bare) if w not in STOP_WORDS and w not in _NOT_PRODUCT]
    return " ".join(parts[-2:]) if 1 <= len(parts) <= 5 else None


def kind(value: str) -> str:
    """The kind of thing, or what was given where that names none."""
    return product(value) or value.lower()
