"""What kind of fact a statement is, how long it can hold, and how much it matters (row R8).

The kind is read from signs of a statement: its words, each two of them that stand together, what opens it, and classes of words that say
more than the word does (a name, a relative, a trade, a weekday, a time of day). Each has a weight for each kind, the kind of the greatest
sum is taken, and no word decides alone. The weights, in `kind_weights.txt`, are those of a logistic regression over statements of invented
people that readers filed who saw no rule (`python -m bench.tune_kinds`). What has no sign that is known is an attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import islice, pairwise
from pathlib import Path
from typing import NamedTuple

from keepsake.records import Category, Durability
from keepsake.rules.dates.calendar_words import MONTHS
from keepsake.rules.dates.tenses import speaks_of_past
from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import KIN_CLASS, NOT_NAMES, caseless, is_job

C, D = Category, Durability


class Kind(NamedTuple):
    category: Category
    durability: Durability


IMPORTANCE = {
    C.CONSTRAINT: 0.7, C.IDENTITY: 0.7, C.RELATIONSHIP: 0.7, C.PREFERENCE: 0.6, C.PROFESSION: 0.65, C.PLAN: 0.6, C.TASK: 0.6, C.BELIEF: 0.5,
    C.ATTRIBUTE: 0.5, C.PATTERN: 0.5, C.EVENT: 0.45,
}  # fmt: skip
"""0 to 1, of the category that a fact is given in the end."""
CATEGORIES = tuple(Category)
"""In the order of the weights."""
MOST_WORDS = 60
"""Words of a statement that are read: what it is stands in them."""
ALWAYS = "<always>"
WEIGHTS = Path(__file__).with_name("kind_weights.txt")
_WORD = re.compile(r"\d{1,2}[:.]\d\d\b|\d{1,2} ?[ap]m\b|\d+(?:[.,]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|[£$€%:=?]", re.IGNORECASE)
_TIME = re.compile(r"\d{1,2}[:.]\d\d$|\d{1,2} ?[ap]m$", re.IGNORECASE)
_DAY = re.compile(r"(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day(s)?)?$")
_MONTHS = frozenset({m.lower() for m in MONTHS} | {m[:3].lower() for m in MONTHS} | {"sept"})
_YEAR = 4
"""Digits."""
_OF_THINGS_TOO = frozenset(
    "editor printer model worker operator driver trainer buyer interpreter planner producer assistant agent guard lead owner partner"
    " supplier principal helper super chair pilot porter ranger mason officer critic director manager supervisor".split()
)
"""Posts that programs, makes and firms have as well, and no trade by themselves: "the editor is Emacs"."""
_NO_NAMES = frozenset({"may", "will", "mark"})
"""Given names that are words more often."""
_CUES = {
    "<taste>": r"love(?![,.!])|lov(?:es|ed|ing)|(?:i|we|you|they|to|really|do|don['’]?t|doesn['’]?t|not|never|still|both|all|also|just|kids"
    r"|['’]d) like|likes|hat(?:e|es|ed)|prefer\w*|enjoy\w*|adore\w*|dislikes?|favou?rites?|fan of|rather"
    r"|can['’]?t (?:stand|bear)",
    "<view>": r"in my (?:opinion|view)|imo|imho|if you ask me|(?:think|believe|reckon|doubt|suspect)s?|overrated|underrated|convinced",
    "<means to>": r"(?:intend|hope|want|expect|aim)s? to|(?:hoping|aiming) to|plan(?:s|ning)?|goals?|gonna|going to|will|['’]ll"
    r"|would (?:love|like) to|['’]d (?:love|like) to|signed up|saving (?:up )?for|training for|looking for",
    "<must>": r"must|(?:have|has|needs?) to|due|deadline|submit|renew|remember to",
    "<limit>": r"can(?:no|['’]?)t|at most|at least|no more than|max(?:imum)?|min(?:imum)?|under|budget|only|(?:not )?allowed|allerg\w+"
    r"|^no (?!idea|clue|one|longer|more|problem)\w+|nothing (?:with|that|too|above|over|after|before)|off limits|won['’]?t|avoids?"
    r"|intoleran\w+|forbidden",
    "<by birth>": r"born|birthday|years? old|my name|called|native|grew up|from",
    "<again>": r"every|each|always|usually|mostly|often|never|daily|weekly|monthly|quarterly|yearly|nightly|fortnightly|twice|routine"
    r"|most (?:days|weeks|nights)|whenever|regularly|mornings|evenings|weekends|weekdays",
    "<post>": r"work(?:s|ing)? (?:at|for|as|in|with)|job|employer|boss|freelanc\w*|self-employed|retired|stud(?:y|ies|ying)|degree"
    r"|speciali[sz]es?|teach(?:es)?|intern\w*",
}
"""Words of one sense that are too rare, each by itself, to weigh what they say."""
_CUED = {sign: caseless(rf"(?<!\w)(?:{words})(?!\w)") for sign, words in _CUES.items()}
_FOR_GOOD = caseless(
    r"\b(?:born|birthday|died|passed away|birthplace|blood type|native language|mother tongue|graduated in|in (?:19|20)\d\d)\b",
)
_BRIEF = caseless(r"\b(?:right now|at the moment|rn|tonight|this (?:morning|afternoon|evening)|today)\b")
_STATE = caseless(r"\b(?:feel|feeling|mood|headache|hangover|hungry|tired|busy|raining|traffic|late|waiting)\b")
_MOMENT = caseless(r"\b(?:right now|just now|rn|at the moment|at this moment|this very moment|atm)\b")
_DOING = caseless(
    r"\b(?:am|is|are|im|['’](?:m|s|re))\s(?:just\s|still\s)?(?!(?:working (?:at|for|as|in)|living|staying|dating|seeing|studying|learning"
    r"|training|renting|expecting|feeling|being|having|going)\b)[a-z]{2,20}ing\b",
)
"""What somebody is busy with at this moment matters to the session; who lives somewhere right now still lives there tomorrow."""
_WHILE_BORN = caseless(r"\b(?:since|when|before|after|until|till) (?:\w+ ){1,3}?(?:(?:was|were) born|died|passed away)\b")
"""It tells when, and nothing of a birth: "I've taken it since Owen was born"."""


def kind(text: str, ahead: bool, dated: bool, filed: Category | None = None) -> Kind:
    """`ahead`: a date in it lies in the future; `dated`: it has one at all; `filed`: of which kind a model says that it is."""
    text = _WHILE_BORN.sub("", text)
    category = filed or _category(text, ahead, dated)
    durability = D.PERSISTENT
    if _FOR_GOOD.search(text) and category in (C.IDENTITY, C.ATTRIBUTE, C.EVENT, C.RELATIONSHIP):
        durability = D.PERMANENT
    elif _MOMENT.search(text) and _DOING.search(text) and category not in (C.PLAN, C.PREFERENCE, C.IDENTITY, C.CONSTRAINT):
        durability = D.SESSION
    elif _BRIEF.search(text) and _STATE.search(text):
        durability = D.TRANSIENT
    return Kind(category, durability)


def _category(text: str, ahead: bool, dated: bool) -> Category:
    known = [weights for sign in signs(text, ahead, dated) if (weights := _weights().get(sign))]
    sums = [sum(column) for column in zip(*known, strict=True)]
    return CATEGORIES[sums.index(max(sums))]


def cued(text: str) -> bool:
    """Whether a word says plainly what kind it is of."""
    return any(cue.search(text) for cue in _CUED.values())


def signs(text: str, ahead: bool, dated: bool) -> set[str]:
    """Of which the weights are: `<kin>`, `i <job>`, `^my <kin>` for "my sister ..." at the start, `past dated`."""
    words = [found[0] for found in islice(_WORD.finditer(text), MOST_WORDS)]
    plain = [word.lower().replace("’", "'") for word in words]
    read = [_class(word, lower, place) or lower for place, (word, lower) in enumerate(zip(words, plain, strict=True))]
    tense = f"{'past' if speaks_of_past(text) else 'present'} {'ahead' if ahead else 'dated' if dated else 'undated'}"
    cues = (sign for sign, cue in _CUED.items() if cue.search(text))
    return {ALWAYS, tense, *cues, *plain, *read, *(f"{a} {b}" for a, b in pairwise(read)), *_opening(read)}


def _opening(read: list[str]) -> Iterator[str]:
    yield "^" + " ".join(read[:1])
    yield "^" + " ".join(read[:2])


def _class(word: str, lower: str, place: int) -> str | None:
    """What a word stands for, where that says more than the word; a capital at the start of a statement is none of a name."""
    if word[0].isdigit():
        return "<time>" if _TIME.match(lower) else "<year>" if word.isdigit() and len(word) == _YEAR else "<number>"
    if day := _DAY.match(lower):
        return "<days>" if day[1] else "<day>"
    if lower in _MONTHS:
        return "<month>"
    if lower in KIN_CLASS:
        return "<kin>"
    if is_job(lower) and lower not in _OF_THINGS_TOO:
        return "<job>"
    if lower in GIVEN_NAMES and lower not in _NO_NAMES:
        return "<name>"
    return "<capital>" if place and word[0].isupper() and lower not in NOT_NAMES else None


@cache
def _weights() -> dict[str, tuple[int, ...]]:
    """A sign and eleven numbers a line, in tenths, by tabs; the first line names the kinds."""
    _, *lines = WEIGHTS.read_text(encoding="utf-8").splitlines()
    rows = (line.split("\t") for line in lines)
    return {sign: tuple(map(int, numbers)) for sign, *numbers in rows}
