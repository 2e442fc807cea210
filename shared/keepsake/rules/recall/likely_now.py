"""How likely a later fact, and not the one that was found first, tells how it stands (row Q4). People seldom say that something has
changed: "Dev's been on days since they promoted him" ends "my partner works nights", and shares no word with it.

Signs that each say little, weighed together (a logistic regression). It orders what is told, and ends nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from math import exp
from operator import mul
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.records import Memory
from keepsake.rules.dates import stance
from keepsake.rules.knowledge import change_of_mind
from keepsake.rules.reading import changes
from keepsake.rules.recall import answering
from keepsake.rules.recall.answering import Asked
from keepsake.rules.recall.fusion import Candidate

Told = tuple[Candidate, Memory]

LIKELY = 0.4
"""Chance from which the later one is told first. Of 248 changes 93 have the answer first without it, from 0.6 on 117, from 0.4 on 126, and
of 118 look-alikes 74, 71 and 67, each file by weights of the others; of 141 that nothing was fitted on, 61 from 0.5 and 68 from 0.4 on."""
LONG = timedelta(days=60)
MOST_PLACES, MOST_SHARED = 9, 4
MOST_READ = 300
"""Characters of a statement in which signs are looked for."""


class Signs(NamedTuple):
    """Of a later fact that was found behind an earlier one."""

    near: float
    """Its cosine to the question, as a share of that from which a statement answers one."""
    farther: float
    """By how much of the same it lies farther from the question than the earlier one."""
    days: float
    """Between the two, as a share of LONG."""
    places: float
    """Facts from the earlier one to it."""
    beside: float
    """Content words that both hold and the question does not."""
    lacks: float
    """Share of what is asked for that the earlier one holds and it does not."""
    one_subject: float
    one_category: float
    marked: float
    """Its words mark a change."""
    over_before: float
    """The earlier one tells of what is over, and stays true."""
    denies: float
    adds: float
    """ "Also", "too"."""


WEIGHTS = Signs(
    near=4.60, farther=0.15, days=5.22, places=-0.62, beside=0.77, lacks=-0.32, one_subject=0.33, one_category=0.59, marked=0.65,
    over_before=-0.52, denies=-0.13, adds=-0.71,
)  # fmt: skip
BASE = -9.85
"""Made by `python -m bench.likely_now bench/everyday/*.json`, of 366 questions."""


def chance(earlier: Told, later: Told, places: int, said: Mapping[Key, frozenset[str]], asked: Asked) -> float:
    """0 to 1. `places`: how many facts farther behind the later one was found; `said`: the content words of each."""
    weighed = sum(map(mul, WEIGHTS, signs(earlier, later, places, said, asked)))
    return 1 / (1 + exp(-(weighed + BASE)))


def signs(earlier: Told, later: Told, places: int, said: Mapping[Key, frozenset[str]], asked: Asked) -> Signs:
    (was, old), (now, new) = earlier, later
    mine, theirs = said[was.key], said[now.key]
    before, after = old.content.summary[:MOST_READ], new.content.summary[:MOST_READ]
    of_one_answer = max(asked.answers, 0.01)
    return Signs(
        near=(now.cosine or 0.0) / of_one_answer,
        farther=((was.cosine or 0.0) - (now.cosine or 0.0)) / of_one_answer,
        days=min(1.0, (answering.said_at(new) - answering.said_at(old)) / LONG),
        places=min(places, MOST_PLACES),
        beside=min(len(mine & theirs - asked.words), MOST_SHARED),
        lacks=len(asked.sought & mine - theirs) / max(1, len(asked.sought)),
        one_subject=old.subject == new.subject,
        one_category=old.category is new.category,
        marked=changes.change(after).marked,
        over_before=stance.of(before) is stance.Stance.HELD,
        denies=change_of_mind.says_no(after),
        adds=change_of_mind.is_further(after),
    )
