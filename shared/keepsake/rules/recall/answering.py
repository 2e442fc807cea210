"""What a question asks for beyond its words (row Q4): which kind of value answers it, whether it wants how things stand now, and which of
several statements of one message it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from operator import mul
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import Embedding, Event, Kind, Memory
from keepsake.rules import words
from keepsake.rules.indexing import counts, documents
from keepsake.rules.reading.lexicon import KIN_PATTERN, KIN_PLURAL
from keepsake.rules.recall import query as questions
from keepsake.rules.recall.fusion import COUNTED, LEG_WEIGHTS, Candidate

Pair = tuple[Candidate, Memory | Event]

ENOUGH = 6
"""Words of a question, from which a text that holds so many holds it: long questions tell more than they ask ("I was thinking back to our
talk about ..."). With no such bound one of LongMemEval's 25 questions about the assistant's words loses its evidence."""
UNHELD = 0.75
"""Share of what a text gained by its words that it loses where it holds none of those that are asked for: a search by words stretches its
best hit to 1, also where that holds the question's verb alone. With it LoCoMo's R@10 is 85.4 in place of 85.0 and PrefEval's evidence
0.860 in place of 0.842; from 0.5 to 1 both gain."""
_BY_WORDS = ("event_words", "keyword")

_OF_THE_PAST = re.compile(
    r"(?i)\b(?:previous\w*|former\w*|used to|original\w*|initial\w*|at first|earlier|before|history|timeline|in (?:what|which|the) order"
    r"|in order|summar\w*|recap|overview|over time|evol\w+|progress\w*|throughout)\b"
)
"""Words of who asks how it was, or how it went."""
_TITLE = re.compile(r"(?<!\w)'[^'\n]{1,100}'(?!\w)|[\"“][^\"“”\n]{1,100}[\"”]")
"""What a question quotes asks for nothing: "A Short History of Nearly Everything" is no history."""


_USUAL = re.compile(r"(?i)\b(?:(?:normal|usual|regular|general|ordinary|typical)(?:ly)?|ordinarily|as a rule|every|each|standing)\b")
_OF_OTHERS = re.compile(rf"(?i)\b(?:{KIN_PATTERN}|{KIN_PLURAL}|colleagues|co-?workers)\b")
_HAPPENED = re.compile(r"(?i)\b(?:did(?:n['’]?t)?|was(?:n['’]?t)?|were(?:n['’]?t)?|had)\b")


class Asked(NamedTuple):
    words: frozenset[str] = frozenset()
    """Stems of the question's words."""
    sought: frozenset[str] = frozenset()
    """Of these, what it is about: not how it asks."""
    number: bool = False
    day: bool = False
    """It wants a number, a day of the week."""
    now: bool = True
    """It wants how things stand; not how they were, or how they went."""
    happened: bool = False
    """It asks what was or happened ("When did ...?"): that holds, whatever was said later."""
    usual: bool = False
    """It asks for what is so as a rule."""
    of_others: bool = False
    """It names somebody by what they are to somebody: a sister, a friend."""
    answers: float = 1.0
    """Cosine to the question from which a statement answers it."""
    bare: Vector | None = None
    """The question without names, as if stated."""
    made_by: Embedding | None = None
    """The model of `bare`."""

    def answered_by(self, text: str) -> bool:
        """Whether a text holds a value of the kind that is asked for; never where none is."""
        return (self.number and counts.counted(text)) or (self.day and counts.names_day(text))


def read(query: str, answers: float = 1.0, bare: Vector | None = None, made_by: Embedding | None = None) -> Asked:
    asks = (counts.asks_number(query), counts.asks_day(query))
    sought = words.content(questions.about(query))
    unquoted = _TITLE.sub(" ", query)
    times = (not _OF_THE_PAST.search(unquoted), bool(_HAPPENED.search(unquoted)))
    whom = (bool(_USUAL.search(query)), bool(_OF_OTHERS.search(query)))
    return Asked(words.content(query), sought, *asks, *times, *whom, answers, bare, made_by)


def favour(asked: Asked, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, best first: what was found by its words counts by how many of the question's it holds, but where all there was is asked
    for, and what names a day is lifted where one is asked for. The index knows which text holds a number, and fusion lifts that."""
    for candidate, record in pairs:
        by_words = sum(LEG_WEIGHTS[leg] * candidate.legs.get(leg, 0.0) for leg in _BY_WORDS)
        if asked.now and by_words:
            candidate.score -= UNHELD * by_words * (1.0 - _share(asked, record))
        if asked.day and counts.names_day(said(record)):
            candidate.score += COUNTED
    return sorted(pairs, key=lambda pair: (-pair[0].score, pair[0].key))


def _share(asked: Asked, record: Memory | Event) -> float:
    """Of what the question is about, the words that a text holds: all where it is about nothing."""
    enough = min(ENOUGH, len(asked.sought))
    return min(1.0, len(asked.sought & _held(record)) / enough) if enough else 1.0


def _held(record: Memory | Event) -> frozenset[str]:
    """Its words, and those beside them that are searched with them."""
    if isinstance(record, Event):
        return words.content(record.content) | words.content(documents.speaker(record))
    return words.content(documents.worded(record)) | (words.content(record.slot.feature.replace("_", " ")) if record.slot else frozenset())


def near(asked: Asked, facts: Iterable[tuple[Candidate, Memory]]) -> Mapping[Key, float]:
    """The cosine of each fact to the question without names. What a question names is mostly said by a message as a whole ("Tarnlight is
    ours, we are nine, based in Bordeaux"), so that of its statements the one that holds the name would be the nearest to any question."""
    found: dict[Key, float] = {}
    for candidate, fact in facts:
        mine = documents.vector(fact, asked.made_by) if asked.bare is not None and asked.made_by is not None else None
        if asked.bare is not None and mine is not None:
            found[candidate.key] = sum(map(mul, asked.bare, mine))
        elif candidate.cosine is not None:
            found[candidate.key] = candidate.cosine
    return found


def said(record: Memory | Event) -> str:
    return record.content if isinstance(record, Event) else record.content.summary


def said_at(record: Memory | Event) -> datetime:
    return record.timestamp if isinstance(record, Event) else record.content.said_at or record.valid_from


def is_fact(record: Memory | Event) -> bool:
    return isinstance(record, Memory) and record.kind is Kind.FACT
