"""Which earlier statement a new one goes on from (row R8): "he's put me up to 50" is understood beside "started vyvanse 30mg", said weeks
before. That something of an earlier message is missing beside it a model tells that reads it in its own (`reading/context.py`); here its
words are chosen among what is known, and stand beside it as what was said before.

Signs that each say little, weighed together: a softmax over what is near, fitted to what readers missed. It ends nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from math import exp, log
from operator import mul
from typing import NamedTuple

from keepsake.records import Content, Memory, Relation, Sensitivity
from keepsake.rules import words
from keepsake.rules.knowledge import judged, matters, reconcile, trust
from keepsake.rules.knowledge.one_thing import own_words

TOLD_WITH = "told_with"
"""From a fact to the one whose words stand in its context."""
MISSING = "goes_on"
"""In the structure of an observation: what it needs beside it was said in an earlier message."""
MOST_BESIDE = 12
"""Earlier statements, the nearest, among which is chosen."""
SURE = 0.55
"""Share of all that from which one is it: of those that are told so, seven in ten are what readers missed."""
LEAST = -0.5
"""Its weighed signs at least: beside one or two others that have nothing to do with the new one any would have a large share."""
MOST_CONTEXT = 600
"""Characters of what stands beside a statement."""
_LEAST = 1e-4
"""A score nearer to 0 or 1 counts as this."""


class Signs(NamedTuple):
    """Of one earlier statement beside the others."""

    near: float
    """Its cosine with the new one."""
    lately: float
    """-log(1 + messages): those of the others that were said since."""
    judged: float
    """Log odds that the new one ends it, as a judge of changes reads both: what is gone on from is often what changes."""
    shares: float
    """1 where they share a word that means something."""


WEIGHTS = Signs(near=2.89, lately=0.36, judged=0.67, shares=0.57)
"""Made by `python -m bench.going_on`, of what 264 people wrote."""


class Near(NamedTuple):
    words: str
    said_at: datetime
    cosine: float
    """0 where nobody knows."""


def is_missing(observation: Memory) -> bool:
    return bool(observation.content.structured.get(MISSING)) and observation.content.context is None


def may_precede(observation: Memory, fact: Memory) -> bool:
    """Somebody's own words, said before the observation and in another message, by nobody else."""
    before = (reconcile.said_at(fact), fact.order) < (reconcile.said_at(observation), observation.order)
    apart = set(fact.event_ids).isdisjoint(observation.event_ids)
    spoken = own_words(fact) and fact.content.said_by == observation.content.said_by and not trust.foreign(fact)
    return before and apart and spoken and judged.may(observation, fact)


def signs(said: str, near: Sequence[Near], odds: Sequence[float]) -> list[Signs]:
    """Of each that is near to what is said. `odds`: how surely that ends it, 0 to 1."""
    times, mine = {n.said_at for n in near}, words.content(matters.plain(said))
    return [
        Signs(
            near=n.cosine,
            lately=-log(1 + sum(t > n.said_at for t in times)),
            judged=_log_odds(score),
            shares=not mine.isdisjoint(words.content(matters.plain(n.words))),
        )
        for n, score in zip(near, odds, strict=True)
    ]


def likeliest(of_each: Sequence[Signs]) -> int | None:
    """The place of the one that is surely enough gone on from."""
    if not of_each:
        return None
    weighed = [sum(map(mul, WEIGHTS, one)) for one in of_each]
    best = max(weighed)
    share = 1 / sum(exp(w - best) for w in weighed)
    return weighed.index(best) if best >= LEAST and share >= SURE else None


def beside(observation: Memory, fact: Memory) -> Memory:
    """The observation with the words of the fact beside it, for the fact that it makes: where those may not be told, they are not told
    there either. It is as delicate as they are."""
    content = _with_context(observation, as_before(fact)[:MOST_CONTEXT])
    relations = (*(r for r in observation.relations if r.type != TOLD_WITH), Relation(type=TOLD_WITH, target=fact.memory_id))
    sensitivity = max(observation.sensitivity, fact.sensitivity, key=list(Sensitivity).index)
    return observation.model_copy(update={"content": content, "relations": relations, "sensitivity": sensitivity})


def logged(observation: Memory) -> Memory:
    """As it is stored, and as an episode takes it: what it goes on from by its id alone. Who forgets that finds the facts that repeat its
    words, and nothing else."""
    return observation.model_copy(update={"content": _with_context(observation, None)}) if _target(observation) else observation


def still(observation: Memory, known: Collection[str]) -> Memory:
    """The observation without those words where what they are of is not known any more: it may have been forgotten meanwhile. `known`: ids
    of facts."""
    target = _target(observation)
    if target is None or target in known:
        return observation
    relations = tuple(r for r in observation.relations if r.type != TOLD_WITH)
    return logged(observation).model_copy(update={"relations": relations})


def _target(observation: Memory) -> str | None:
    """The fact that it goes on from, where one was found."""
    missed = observation.content.structured.get(MISSING)
    return next((r.target for r in observation.relations if missed and r.type == TOLD_WITH), None)


def _with_context(observation: Memory, context: str | None) -> Content:
    kept = {name: value for name, value in observation.content.structured.items() if name != "context"}
    return observation.content.model_copy(update={"structured": kept | ({"context": context} if context else {})})


def as_before(fact: Memory) -> str:
    return before(matters.plain(fact.content.summary))


def before(words: str) -> str:
    """How they stand in a context."""
    return f'before: "{words}"'


def _log_odds(score: float) -> float:
    sure = min(max(score, _LEAST), 1 - _LEAST)
    return log(sure / (1 - sure))
