"""Whether two statements speak of one thing surely enough that the later may end what the earlier says (row K4).

Long messages share a word with nearly everything that somebody ever said: of 39 facts that the first 60 messages of one diary ended by a
shared word, none was over. So a word alone is nothing: how much of the smaller statement's matter is shared, and how near the two lie, have
to agree.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from keepsake.records import Category, Memory, Thresholds
from keepsake.rules import words
from keepsake.rules.dates import stance
from keepsake.rules.knowledge import matters, quantities

ONE_MATTER, A_PART = 0.5, 0.25
"""Shares of the smaller statement's matter from which two are about one thing: where they do not lie apart, and where they lie near."""
NEARLY, BESIDE = 0.85, 0.65
"""Shares of the cosine of what is about a statement: from the first on the two lie near, below the second apart."""
GOOD_PART = 0.33
"""Share of a statement's content words, of words that are a good part of what it says."""

_NAME = re.compile(r"[A-Z][\w&'’-]{2,}(?: [A-Z][\w&'’-]+){0,3}")
MENDED = 2
"""Things that a slip names which mends another: "walnuts, not hazelnuts"."""


class Known(NamedTuple):
    """A fact and its cosine to the observation; None where one of them has no vector."""

    fact: Memory
    cosine: float | None


def own_words(memory: Memory) -> bool:
    """The statement is somebody's own words, not composed by a rule or an application."""
    return "said_by" in memory.content.structured


def told(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """Much of the smaller matter is shared and the two do not lie apart, or a part of it is and they lie near. One word is a part, and
    what happened on a day is one with nothing that shares but half of it."""
    share, event = shares(observation, known.fact), known.fact.category is Category.EVENT
    if known.cosine is None:
        return share >= ONE_MATTER
    if share > ONE_MATTER or (share == ONE_MATTER and not event):
        apart = NEARLY if min(map(len, matters_of(observation, known.fact))) == 1 else BESIDE
        return known.cosine >= apart * thresholds.about
    return share >= A_PART and known.cosine >= NEARLY * thresholds.about and not event


def replaced(observation: Memory, known: Known, thresholds: Thresholds) -> bool:
    """What the observation says is replaced is what the fact tells: "Ann, not Bob, wrote it" replaces that Bob wrote it."""
    what, held = observation.replaces or "", known.fact.content.summary
    if known.cosine is not None and _contrasted(observation, what):
        rest = matters.matter(observation.content.summary) - matters.matter(what) - _names(observation)
        of_it = not rest or bool(rest & matters.matter(held)) or not matters.are_values(what, held)
        if len(rest) <= MENDED and of_it and gives(known.fact, what, observation, None, thresholds):
            return True  # a slip has too few words to lie near anything
        if len(rest) > MENDED and len(rest & matters.matter(held)) < A_PART * len(rest):
            return matters.are_values(what, held) and gives(known.fact, what, observation, known.cosine, thresholds)
    return told(observation, known, thresholds) or gives(known.fact, what, observation, known.cosine, thresholds)


def gives(statement: Memory, text: str, by: Memory, cosine: float | None, thresholds: Thresholds) -> bool:
    """The words, which are replaced or over `by` what another one says, are what the statement gives: a number of the same type, a weekday,
    a good part of what it says, or what it begins with; and the two do not lie apart, or lie near where they share nothing else."""
    held = statement.content.summary
    text = text if text.lower() in held.lower() else text.replace("-", " ")  # "the code-first rule"
    if matters.are_values(text, held):
        number = bool(quantities.quantities(text))  # a weekday is always one of the week's seven
        alone = number and bool(matters.matter(by.content.summary)) and not shares(by, statement)
        near = cosine is None or cosine >= (1 if alone else BESIDE) * thresholds.about
        return near and quantities.of_one_type(text, matters.plain(by.content.summary), matters.plain(held))
    given = is_value(statement, text) or matters.heads(text, held)
    return given and (cosine is None or cosine >= NEARLY * thresholds.about)


def names_its_place(observation: Memory, known: Known) -> bool:
    """What the observation says is over is a name, and the fact says that something is there or is done with it: "no longer at Acme" after
    "I work at Acme with Ann", however little else they share."""
    what, held = observation.replaces or "", known.fact
    if not what or held.category is Category.EVENT or stance.of(held.content.summary) is not stance.Stance.HOLDS:
        return False
    named = re.escape(what) if _NAME.fullmatch(what) else ""
    amid = re.search(rf"(?<=[a-z,] ){named}\b", observation.content.summary) if named else None
    return amid is not None and re.search(rf"\b(?:at|in|on|for|with|from) {named}\b", held.content.summary) is not None


def is_value(fact: Memory, text: str) -> bool:
    """The words are most of the fact's value, or a good part of what it says."""
    said = words.content(text)
    value = words.content(fact.slot.value) if fact.slot else frozenset()
    return len(said & value) >= 0.5 * max(1, len(value)) if value else len(said) >= GOOD_PART * len(words.content(fact.content.summary))


def shares(one: Memory, other: Memory) -> float:
    """How much of the smaller matter is the other's too, 0 to 1."""
    mine, theirs = matters_of(one, other)
    return len(mine & theirs) / min(len(mine), len(theirs)) if mine and theirs else 0.0


def matters_of(one: Memory, other: Memory) -> tuple[frozenset[str], frozenset[str]]:
    """What both are about, beside the one whom both are about: all that is said of Ann shares her name."""
    mine, theirs = matters.matter(one.content.summary), matters.matter(other.content.summary)
    name = _name(one) | _name(other) if one.subject == other.subject else frozenset()
    return (mine - name, theirs - name) if mine - name and theirs - name else (mine, theirs)


def _name(memory: Memory) -> frozenset[str]:
    """Words of the subject's name."""
    whole = " ".join(e for e in memory.entities if memory.subject in e.casefold().split())
    return words.content(f"{memory.subject} {whole}")


def _names(memory: Memory) -> frozenset[str]:
    return words.content(" ".join(memory.entities))


def _contrasted(observation: Memory, what: str) -> bool:
    """ "Not Bob" rather than "no more Bob"."""
    return (
        bool(what)
        and re.search(rf"\bnot (?:(?:on|at|in|the|an?) )?{re.escape(what)}", observation.content.summary, re.IGNORECASE) is not None
    )
