"""Query expansion: the words by which a question asks for what a statement tells in others. Who has two cats has pets, who has a sister has
siblings, who moved to Denver lives there; a sentence encoder puts so short a question and its answer hardly nearer than what is unrelated.
"""

from __future__ import annotations

from collections.abc import Mapping

from keepsake.rules import words
from keepsake.rules.reading.lexicon import DIETS, KIN_CLASS

_ASKED_BY_KIN = {
    "spouse": "spouse married family",
    "partner": "partner relationship dating",
    "child": "child children kid kids family",
    "parent": "parent parents family",
    "sibling": "sibling siblings family",
    "relative": "relative relatives family",
    "friend": "friend friends",
    "colleague": "colleague colleagues",
    "pet": "pet pets animal animals",
}
_ASKED_BY = {
    "moved moving relocated settled based": "live living city country town home",
    "allergic allergy intolerant": "eat food allergies allergy",
    " ".join(DIETS): "eat food diet",
    "tea coffee juice beer wine": "drink drinks",
    "mom mum mommy mummy mother": "mom mum mother parent",
    "dad daddy papa father": "dad father parent",
    "kid child son daughter": "kid kids child children",
    "wife husband": "wife husband spouse partner married",
    "married wedding": "married wedding marry",
    "flat apartment": "flat apartment",
    "boss manager": "boss manager",
}


def _table() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    asked = [(word, _ASKED_BY_KIN[kind]) for word, kind in KIN_CLASS.items() if kind in _ASKED_BY_KIN]
    for told, asks in [*asked, *_ASKED_BY.items()]:
        for stem in words.content(told):
            found[stem] = found.get(stem, frozenset()) | words.content(asks)
    return found


ASKED_BY: Mapping[str, frozenset[str]] = _table()
"""By a word's stem, the stems of the words that ask for it."""


def asked_by(text: str) -> frozenset[str]:
    """The text's content words, and those that ask for what they tell."""
    held = words.content(text)
    return held.union(*(ASKED_BY[w] for w in held if w in ASKED_BY))
