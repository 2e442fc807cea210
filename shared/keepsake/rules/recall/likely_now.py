"""Which of the best facts tells how that stands which is asked for (row Q4). People seldom say that something has changed: "Dev's been on
days since they promoted him" ends "my partner works nights", and shares no word with it. And much that looks like it changes nothing: "my
mate Lou is on days now" says nothing of Dev. Nor is a change told all in the statement that names what it is of: "the Corolla is sold, it's
a Sienna we drive". So the facts that a message stands for are compared with those that are told themselves.

Signs that each say little, weighed together: a softmax over the facts, fitted to questions about everyday talk. It orders what is told, and
ends nothing.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from math import log
from operator import mul
from types import MappingProxyType
from typing import NamedTuple

from keepsake.records import Category, Memory
from keepsake.rules import words
from keepsake.rules.dates import occasion
from keepsake.rules.knowledge import trust
from keepsake.rules.reading import changes
from keepsake.rules.reading.lexicon import KIN_CLASS
from keepsake.rules.recall import answering, succession, telling
from keepsake.rules.recall.answering import Asked, Pair
from keepsake.rules.recall.fusion import Candidate

Told = tuple[Candidate, Memory]

MOST = 10
"""Facts, the best, of which the likeliest is told first."""
MOST_HELD = 8
"""Facts, the best, that are compared beside them though a message stands for them."""
LONG = timedelta(days=30)
"""What was said within less is hardly later."""
MOST_READ = 300
"""Characters of a statement in which signs are looked for."""

_OTHERS = [w for w, kind in KIN_CLASS.items() if kind in ("sibling", "relative", "friend", "colleague", "ex_partner")]
_OF_ANOTHER = re.compile(
    r"^(?:(?:and|but|so|cos|because|also|ps|oh|well|meanwhile|anyway)\W{1,3}){0,3}(?:my|our|an?|another|one of (?:my|our)|some|the) "
    rf"(?:[\w'’-]{{1,20}} ){{0,2}}?(?:{'|'.join(map(re.escape, _OTHERS))}|guy|fella|lad|woman|man)s?\b",
    re.IGNORECASE,
)
_SOME_TIME = re.compile(
    r"\b(?:this|that|next|last) (?:one )?(?:week(?:end)?|month|time|(?:mon|tues?|wed(?:nes)?|thur?s?|fri|sat(?:ur)?|sun)(?:day)?|morning"
    r"|afternoon|evening|night)\b|\b(?:tonight|tomorrow|today|for now|until|till)\b",
    re.IGNORECASE,
)
_MEANS = re.compile(r" ?\[[^\]\n]{1,60}\]")
"""The date that a phrase means."""


class Signs(NamedTuple):
    """Of one of the best facts, beside the others."""

    place: float
    """Less with each place that it was found behind the first: -log(1 + places)."""
    near: float
    """By how much it lies farther from the question than the nearest, in cosine, as a share of that from which a statement answers: 0 at
    most."""
    unnamed: float
    """The same of the question without names."""
    later: float
    """When it was said, 0 the earliest of them, 1 the latest or LONG after it."""
    of_user: float
    of_another: float
    """It opens with somebody of whom the question says nothing: "my mate Lou ..."."""
    once: float
    """It tells of some day or week, and what is usual is asked for."""
    of_work: float
    """It tells what somebody does for a living: that ends seldom."""
    message: float
    """By how much worse the best message that told it was found than the best of all of theirs, as a share of that: 0 at most."""


WEIGHTS = Signs(place=0.65, near=1.71, unnamed=2.22, later=1.79, of_user=0.56, of_another=-1.38, once=-1.65, of_work=0.73, message=0.85)
"""Made by `python -m bench.likely_now bench/everyday/*.json bench/unseen/lot_?.json bench/unseen/lot_1[0-8].json`, of 1,198 questions."""


class Held(NamedTuple):
    """A fact that was left out of a recall since a message that holds it is told."""

    fact: Told
    by: str
    """The message's id."""


class Compared(NamedTuple):
    place: int
    """Facts that were found before it."""
    fact: Told


def first(
    pairs: Sequence[Pair], asked: Asked, held: Iterable[Held] = (), messages: Mapping[str, float] = MappingProxyType({})
) -> list[Pair]:
    """The pairs, best first, with the likeliest of the best facts before the others, also if it is one of the `held`. `messages`: by the id
    of each message that was found, its score. Who asks how it was or what happened gets the order as
    it is; so does who asks in the very words of what is known to be over, and gets what took its place. What another user, a tool or a page
    said is told before nothing that the user did, what lies outside of the time asked for before nothing that lies in it, and what is
    hedged, supposed or of a former life before nothing at all."""
    out = list(pairs)
    told = [(i, (c, r)) for i, (c, r) in enumerate(out) if isinstance(r, Memory) and _compared(c, r)][:MOST]
    if not told or not asked.now or asked.happened or told[0][1][0].legs.get(succession.SUCCEEDS) == 1.0:
        return out
    place, best = told[0]
    facts = [Compared(n, fact) for n, (_, fact) in enumerate(told)] + _beside_them(out, [i for i, _ in told], held)
    may = [0, *(n for n, (_, fact) in enumerate(facts) if n and _may_precede(fact, best))]
    weighed = [sum(map(mul, WEIGHTS, s)) for s in signs(facts, asked, messages)]
    likeliest = max(may, key=lambda n: (weighed[n], -n))
    if likeliest:
        candidate, fact = facts[likeliest].fact
        out = [pair for pair in out if pair[0] is not candidate]
        candidate.score, candidate.legs[telling.LIKELY] = best[0].score, 1.0
        out.insert(place, (candidate, fact))
    return out


def held(found: Iterable[Pair], told: Mapping[str, str]) -> Iterator[Held]:
    """The facts among what was found that a message stands for. `told`: by the id of what was left out, that of what tells it."""
    for candidate, record in found:
        if isinstance(record, Memory) and told.get(record.memory_id) in record.event_ids:
            yield Held((candidate, record), told[record.memory_id])


def _beside_them(pairs: Sequence[Pair], places: Sequence[int], held: Iterable[Held]) -> list[Compared]:
    """The best of the facts that a message stands for, at its place or that of its first fact. `places`: of the facts that are told."""
    at: dict[str, int] = {}
    for i, (_, record) in enumerate(pairs):
        for event_id in record.event_ids if isinstance(record, Memory) else [record.event_id]:
            at.setdefault(event_id, i)
    found = sorted((h for h in held if h.by in at and _compared(*h.fact)), key=lambda h: (at[h.by], -(h.fact[0].cosine or 0.0)))
    placed = (Compared(bisect_left(places, at[h.by]), h.fact) for h in found[:MOST_HELD])
    return [c for c in placed if c.place < MOST]


def signs(facts: Sequence[Compared], asked: Asked, messages: Mapping[str, float]) -> list[Signs]:
    """Of at least one. `messages`: by the id of each message that was found, its score."""
    told = [fact for _, fact in facts]
    said = [answering.said_at(fact) for _, fact in told]
    since, span = min(said), max(LONG, max(said) - min(said))
    near, unnamed = _beside([c.cosine or 0.0 for c, _ in told], asked), answering.near(asked, told)
    bare = _beside([unnamed.get(c.key, 0.0) for c, _ in told], asked)
    by = [max((messages.get(e, 0.0) for e in fact.event_ids), default=0.0) for _, fact in told]
    best = max(by)
    found = zip(facts, near, bare, said, by, strict=True)
    return [
        _signs(place, fact, n, b, (at - since) / span, (score - best) / best if best > 0 else 0.0, asked)
        for (place, (_, fact)), n, b, at, score in found
    ]


def _beside(cosines: Sequence[float], asked: Asked) -> list[float]:
    nearest = max(cosines)
    return [(c - nearest) / max(asked.answers, 0.01) for c in cosines]


def _signs(place: int, fact: Memory, near: float, unnamed: float, later: float, message: float, asked: Asked) -> Signs:
    text = fact.content.summary[:MOST_READ]
    bare = _MEANS.sub("", text)
    return Signs(
        place=-log(1 + place),
        near=near,
        unnamed=unnamed,
        later=later,
        of_user=fact.subject == "user",
        of_another=not asked.of_others and bool(_OF_ANOTHER.search(bare)) and asked.words.isdisjoint(words.content(fact.subject or "")),
        once=asked.usual and (occasion.is_one(text) or bool(_SOME_TIME.search(bare))),
        of_work=fact.category is Category.PROFESSION,
        message=message,
    )


def _compared(candidate: Candidate, fact: Memory) -> bool:
    """Not what stands behind the one that may have replaced it."""
    return answering.is_fact(fact) and candidate.cosine is not None and telling.EARLIER not in candidate.legs


def _may_precede(fact: Told, best: Told) -> bool:
    (candidate, mine), (found_first, its) = fact, best
    timed, said = "time" in found_first.legs and "time" not in candidate.legs, mine.content.summary[:MOST_READ]
    if timed or changes.unsure(said) or changes.past_life(said):
        return False
    return mine.scope.user_id == its.scope.user_id and (trust.foreign(its) or not trust.foreign(mine))
