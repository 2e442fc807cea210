"""How people type when they are in a hurry, written out: missing apostrophes and capitals, chat abbreviations, swapped letters."""

from __future__ import annotations

import re

from keepsake.rules.reading.lexicon import BASE_VERBS, STOP_WORDS

_WITHOUT_APOSTROPHE = {
    word.replace("'", ""): word
    for word in "I'm I've don't doesn't didn't can't won't isn't aren't wasn't weren't haven't hasn't hadn't couldn't wouldn't shouldn't "
    "that's there's what's he's she's they're you're they've you've we've ain't".replace("I'", "i'").split()
}
_SHORT = {
    "luv": "love", "u": "you", "ur": "your", "bf": "boyfriend", "gf": "girlfriend", "bc": "because", "cos": "because", "coz": "because",
    "tmrw": "tomorrow", "tmr": "tomorrow", "2moro": "tomorrow", "rn": "right now", "fav": "favourite", "fave": "favourite",
    "pls": "please", "plz": "please", "hav": "have", "ppl": "people", "bday": "birthday", "appt": "appointment", "yrs": "years",
    "yr": "year", "hrs": "hours", "mins": "minutes", "abt": "about", "idk": "I do not know", "imo": "in my opinion",
    "imho": "in my opinion", "gotta": "have to", "wknd": "weekend", "uni": "university", "hubby": "husband", "wifey": "wife",
    "prob": "probably", "probs": "probably", "def": "definitely", "defo": "definitely", "rly": "really", "tho": "though",
    "w/": "with", "w/o": "without", "b4": "before", "thru": "through", "def.": "definitely",
}  # fmt: skip
_WORD = re.compile(r"(?<![\w'@./-])(?:w/o?|[A-Za-z0-9]+)(?![\w'@/])")
_KEYWORDS = frozenset(
    """work works worked working live lives lived living allergic allergy prefer prefers vegetarian vegan appointment favourite moved
    started studying engineer teacher birthday hate love really because girlfriend boyfriend daughter brother sister husband usually
    always never budget married divorced wednesday tomorrow february restaurant""".split()
)
_KEYWORDS_BY_LETTERS = {"".join(sorted(word)): word for word in _KEYWORDS}
_SINGLED = {re.sub(r"(.)\1", r"\1", word): word for word in _KEYWORDS if re.search(r"(.)\1", word)}
"""Keywords with their doubled letters written once, as they are most often misspelled."""
_MEANT = re.compile(r"\b(?:i|I)ma (?P<next>\w+)")
_WITH = re.compile(r"(?<=[a-z]) w (?=[a-z])")
_AND = re.compile(r"(?<=[a-z]) n (?=[a-z])")
_PLACED = re.compile(
    r"\b(?P<before>(?:live|living|stay|staying|based|born|raised|grew up|study|studying|moved|moving|relocated|flying)"
    r"(?: (?!in\b|to\b|from\b|near\b)[\w']+)? (?:in|to|from|near) |i'm (?:from|in) |i am (?:from|in) |come from )(?P<place>[a-z]{3,})\b",
    re.IGNORECASE,
)
_NO_PLACE = frozenset(
    """home work school bed town here there abroad uni university college hospital someone people anything
    something nothing love time mine scratch today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday
    next last this bus car train office pain trouble fact case""".split()
)


def corrected(text: str) -> str:
    """The text in the spelling that the rules expect; what they do not know stays as it is."""
    text = _MEANT.sub(lambda m: f"I am going to {m['next']}" if m["next"] in BASE_VERBS else f"I am a {m['next']}", text)
    lower = text == text.lower()
    if lower:
        text = _AND.sub(" and ", _WITH.sub(" with ", text))
    text = _WORD.sub(lambda m: _word(m[0]), text)
    if lower:
        text = _PLACED.sub(lambda m: m["before"] + _capital(m["place"]), text)
    return text


def _word(word: str) -> str:
    low = word.lower()
    if low == "i":
        return "I"
    if low in _WITHOUT_APOSTROPHE and not word.isupper():
        meant = _WITHOUT_APOSTROPHE[low]
        return meant[:1].upper() + meant[1:] if meant.startswith("i'") or word[:1].isupper() else meant
    if low in _SHORT and not (word.isupper() and len(word) > 1):
        return _SHORT[low]
    if len(low) >= 4 and low not in _KEYWORDS:
        return _slipped(word, low)
    return word


def _slipped(word: str, low: str) -> str:
    """A keyword with two neighbouring letters swapped, or a doubled letter written once."""
    if low in _SINGLED and len(low) > 5:
        return _SINGLED[low]
    meant = _KEYWORDS_BY_LETTERS.get("".join(sorted(low)))
    if meant is None or low[0] != meant[0] or len(low) != len(meant):
        return word
    wrong = [i for i, (a, b) in enumerate(zip(low, meant, strict=True)) if a != b]
    return meant if len(wrong) == 2 and wrong[1] == wrong[0] + 1 and low not in BASE_VERBS else word


def _capital(place: str) -> str:
    return place if place in _NO_PLACE or place in STOP_WORDS else place.capitalize()
