"""Puts back what terse notes leave out: `Vegan, based in Lyon, two cats` > `I am vegan`, `I am based in Lyon`, `I have two cats`."""

from __future__ import annotations

import re

from keepsake.rules.reading import possessions
from keepsake.rules.reading.lexicon import KIN_CLASS, KIN_PLURAL, NATIONALITIES, RELIGIONS
from keepsake.rules.reading.notes import COUNTED, OF_ONESELF, note

_STANDS_ALONE = re.compile(
    r"^(?:(?:so|and|but|then|when|if|while|because|since|as|after|before|on|in|at|for|until|by|with|every|each|last|next|this|that|these"
    r"|those|once|whenever|despite|to|from|during)\b.*\b)?(?:I|we|he|she|they|it|you|my|our|his|her|their|your|its|there|here|who|what"
    r"|which"
    r"|this|that|everyone|everybody|someone|somebody|nobody|nothing|mine)\b(?! (?:here|only)$)",
    re.IGNORECASE,
)
_LABEL = re.compile(r"^(?P<label>[A-Za-z][\w'/ -]{1,28}?)\s*(?::|=|\s[–—-]\s)\s*(?P<value>\S.*)$")
_TASKS = re.compile(
    r"^(?:to-?dos?(?: list)?|to do|reminder|remember|note to self|task|shopping list|groceries|to buy|errands?)$", re.IGNORECASE
)
_PROFILE = re.compile(
    r"^(?:(?:a (?:bit|little) |some(?:thing)? |more )?about me|(?:quick |short |brief )?(?:intro|introduction|bio|profile|facts?)|me|myself"
    r"|who am I|basics|background|in short)$",
    re.IGNORECASE,
)
_LIKES = {"likes": "like", "loves": "love", "dislikes": "dislike", "hates": "hate", "enjoys": "enjoy", "prefers": "prefer",
          "favourites": "like", "favorites": "like", "interests": "like", "hobbies": "like", "pet peeves": "dislike", "wants": "want",
          "needs": "need", "speaks": "speak", "owns": "own", "languages": "speak", "pets": "have", "pet": "have", "allergies": "have",
          "conditions": "have", "instruments": "play", "sports": "play"}  # fmt: skip
_KIN_FIRST = re.compile(
    r"^(?:the (?P<the>kids?|wife|husband|missus|children|twins|boys|girls|dog|cat|baby|in-laws)|(?P<bare>mum|mom|mama|dad|papa|daddy|mummy"
    r"|grandma|grandpa|granny|nan|nana|gran|grandad|granddad)|(?P<name>(?:the )?name(?=(?:'s| is)\b)))\b(?=[,' ])(?! of\b)",
    re.IGNORECASE,
)
_CLEFT = re.compile(r"^(?:what|(?:the )?one thing|the thing) (?P<head>(?:I|we) [^,?]+?) (?:is|are) (?P<rest>.+)$", re.IGNORECASE)
"""`What I really like is folk dancing`."""
_THIS_IS = re.compile(
    r"^(?:[Tt]his|[Ii]t) is (?P<name>[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)?)(?: (?:from|at|with) (?P<place>.+)| here"
    r"| speaking)$"
)
_THAT_IS_ME = re.compile(r"(?:,| -| –)\s*(?:that is|that's) (?:me|how I am|just me)$", re.IGNORECASE)
_NAMED_FROM = re.compile(r"^I am (?P<name>[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)?),? (?:from|in) (?P<place>.+)$")


def restored(text: str, profile: bool = False) -> list[str]:
    """Clauses with subject and verb; the text itself where it has both or nothing can be restored.

    `profile`: it stands under `About me:`.
    """
    text = _THAT_IS_ME.sub("", text)
    text = _KIN_FIRST.sub(lambda m: f"my {(m['the'] or m['bare'] or 'name').lower()}", text)
    label = _LABEL.match(text)
    if label and (found := _labelled(label["label"].strip(), label["value"])) is not None:
        return found
    if (text.split() or [""])[0].lower() in ("have", "has") and re.match(
        r"(?:have|has) (?:not|been|never|just|always)\b", text, re.IGNORECASE
    ):
        return [f"I {text[:1].lower()}{text[1:]}"]
    if cleft := _CLEFT.match(text):
        return [f"{cleft['head']} {cleft['rest']}"]
    if introduced := _THIS_IS.match(text):
        return [f"My name is {introduced['name']}", *([f"I am from {introduced['place']}"] if introduced["place"] else [])]
    named = _NAMED_FROM.match(text)
    if named and named["name"].lower() not in NATIONALITIES | RELIGIONS:
        return [f"My name is {named['name']}", f"I am from {named['place']}"]
    if _STANDS_ALONE.match(text):
        return [text]
    whole = note(text, profile)
    if whole is not None:
        items = _items(text, profile)
        return items if len(items) > 1 else [whole]
    items = _items(text, profile)
    return items if items and items != [text] else [text]


def of_oneself(text: str) -> bool:
    """Whether what looks like an order ("do not like horror", "no kids") is a note about the speaker."""
    return bool(OF_ONESELF.match(text) or COUNTED.match(text))


def heading(text: str) -> bool:
    """Whether a line only announces what follows about the speaker."""
    return bool(_PROFILE.match(text.strip(" :")))


def _items(text: str, profile: bool) -> list[str]:
    """The parts of a list of notes, each restored; parts that cannot be stay with the one before."""
    found: list[str] = []
    parts = re.split(
        r",\s+(?:and\s+)?|;\s+|\s+/\s+|\s+(?:and|but)\s+(?=(?:looking|hoping|planning|saving|working|studying|living|based|allergic)\b)",
        text,
    )
    for number, part in enumerate(parts):
        restored_part = part if _STANDS_ALONE.match(part) else note(part.strip(), profile or number > 0)
        if restored_part is not None:
            found.append(restored_part)
        elif found:
            found[-1] += f", {part}"
        elif profile and number == 0 and re.fullmatch(r"[A-ZÀ-Þ][\w'-]+(?: [A-ZÀ-Þ][\w'-]+)?", part):
            found.append(f"My name is {part}")
        else:
            return [text]
    return found


def _labelled(label: str, value: str) -> list[str] | None:
    lower = label.lower().removeprefix("my ")
    if _PROFILE.match(label):
        return restored(value, profile=True)
    if _TASKS.match(label):
        buys = "buy " if re.search(r"shop|grocer|buy", label, re.IGNORECASE) else ""
        return [f"I need to {buys}{value}"]
    if lower in ("diet",):
        return [f"I am {value}"]
    if lower in ("town", "city", "location", "country", "residence", "lives", "home", "based"):
        return [f"I live in {value}"]
    if lower in ("from", "origin"):
        return [f"I am from {value}"]
    if lower in ("age", "years"):
        return [f"I am {value} years old"] if value.isdigit() else [f"My age is {value}"]
    if lower in ("allergies", "allergy", "allergic to"):
        return [f"I am allergic to {value}"]
    if lower in _LIKES:
        return [f"I {_LIKES[lower]} {value}"]
    if lower in KIN_CLASS or re.fullmatch(KIN_PLURAL, lower):
        be = "is" if lower in KIN_CLASS else "are"
        return [f"My {lower} {be} {value}"]
    if possessions.find(lower) is not None:
        return [f"My {lower} is {value}"]
    return None
