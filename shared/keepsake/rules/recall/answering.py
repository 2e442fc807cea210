"""What a question asks for beyond its words (row Q4): which kind of value answers it, whether it wants how things stand now, and which of
several statements of one message it is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from operator import mul
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import Embedding, Event, Kind, Memory
from keepsake.rules import words
from keepsake.rules.indexing import counts, documents
from keepsake.rules.recall.fusion import COUNTED, Candidate

Pair = tuple[Candidate, Memory | Event]

_OF_THE_PAST = re.compile(
    r"(?i)\b(?:previous\w*|former\w*|used to|original\w*|initial\w*|at first|earlier|before|history|timeline|in (?:what|which|the) order"
    r"|in order|summar\w*|recap|overview|over time|evol\w+|progress\w*|throughout)\b"
)
"""Words of who asks how it was, or how it went."""


class Asked(NamedTuple):
    words: frozenset[str] = frozenset()
    """Stems of the question's content words."""
    number: bool = False
    day: bool = False
    """It wants a number, a day of the week."""
    now: bool = True
    """It wants how things stand; not how they were, or how they went."""
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
    return Asked(
        words.content(query), counts.asks_number(query), counts.asks_day(query), not _OF_THE_PAST.search(query), answers, bare, made_by
    )


def favour(asked: Asked, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, best first, with what names a day lifted where one is asked for. The index knows which text holds a number, and fusion
    lifts that."""
    if not asked.day:
        return list(pairs)
    for candidate, record in pairs:
        if counts.names_day(said(record)):
            candidate.score += COUNTED
    return sorted(pairs, key=lambda pair: (-pair[0].score, pair[0].key))


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


def is_fact(record: Memory | Event) -> bool:
    return isinstance(record, Memory) and record.kind is Kind.FACT
