"""What a user does as evidence (row R9): filters, views, saves, dwell, skips and purchases are weighed, and only enough of it claims.

Confidence is the posterior mean of a Bernoulli rate with a prior of PRIOR failures, for / (for + against + PRIOR): the additive
smoothing that keeps one observation from proving anything and lets evidence saturate. That kinds of act weigh differently, and that
what was shown and passed over counts against, follows Hu, Koren and Volinsky, "Collaborative Filtering for Implicit Feedback
Datasets" (2008).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from keepsake.claims import Claim
from keepsake.records import Category, Durability, Role, Signal, Source
from keepsake.rules import slots
from keepsake.rules.behaviour import actions
from keepsake.rules.behaviour.actions import EXPLICIT, Act
from keepsake.rules.reading import style, wanted

THRESHOLD = 1.5
"""Evidence from which something is claimed: two filters, two saves, one purchase, or one filter with a dwell; never one click."""
PRIOR = 1.5
"""Evidence that the prior holds against any preference, in the unit of the weights."""
CAP = 0.75
"""Behaviour never becomes as sure as what is said outright (0.8 and more)."""
FREE_VIEWS = 4 * actions.WEIGHT[Act.VIEW]
"""Four things of one kind may be looked at without taking any; each further one counts against."""
CONVERSIONS = (Act.SAVE, Act.PURCHASE, Act.DWELL, Act.FILTER)
IMPORTANCE = 0.55
"""Of a preference read from behaviour: below the same thing said outright (0.6 and more)."""
_OWN_KIND = frozenset({"category", "price_range", "budget", "interest", "search", *style.AXES})
"""Features that are weighed in a way of their own; any other is a named filter."""


class Evidence(NamedTuple):
    """Everything for and against one value of one feature."""

    value: str
    signals: tuple[Signal, ...]
    counter: tuple[Signal, ...] = ()

    @property
    def favour(self) -> float:
        return sum(s.weight for s in self.signals if s.event_type != Act.VIEW) + min(self._viewed, FREE_VIEWS)

    @property
    def against(self) -> float:
        """Skips, and views beyond the free ones that led to nothing."""
        idle = 0.0 if any(s.event_type in CONVERSIONS for s in self.signals) else max(0.0, self._viewed - FREE_VIEWS)
        return sum(s.weight for s in self.counter) + idle

    @property
    def _viewed(self) -> float:
        return sum(s.weight for s in self.signals if s.event_type == Act.VIEW)

    @property
    def confidence(self) -> float:
        return round(min(CAP, self.favour / (self.favour + self.against + PRIOR)), 3)

    @property
    def proves(self) -> bool:
        """Enough of it, and some was done rather than said; what is only said is the extractor's."""
        acted = any(s.event_type != EXPLICIT for s in (*self.signals, *self.counter))
        return acted and self.favour - self.against >= THRESHOLD


def weigh(signals: Sequence[Signal]) -> list[Claim]:
    """Claims that all signals together prove, in a stable order. The same signals give the same claims and slots."""
    each = {(s.event_id, s.feature, s.value, s.event_type, s.polarity): s for s in signals}
    ordered = _in_order(each.values())
    kinds = [s.value for s in ordered if s.feature == "category" and s.polarity > 0]
    product = wanted.kind(kinds[-1]) if kinds else None  # what was looked at last
    return [
        *_wishes(ordered),
        *_budget(ordered, product),
        *_measures(ordered, product),
        *_tastes(ordered, product),
        *_interests(ordered),
        *_aversions(ordered),
    ]


def _in_order(signals: Iterable[Signal]) -> list[Signal]:
    return sorted(signals, key=lambda s: (s.at, s.event_id))


def _by_value(signals: Iterable[Signal], feature: str) -> list[Evidence]:
    """The evidence on each value of a feature, whatever its capitals."""
    groups: dict[str, list[Signal]] = {}
    for signal in signals:
        if signal.feature == feature:
            groups.setdefault(signal.value.casefold(), []).append(signal)
    return [Evidence(g[0].value, tuple(s for s in g if s.polarity > 0), tuple(s for s in g if s.polarity < 0)) for g in groups.values()]


def _wishes(signals: Sequence[Signal]) -> Iterator[Claim]:
    """What kind of thing the user looks for: categories, the wordiest name for one kind standing for all of it."""
    left = [s for s in signals if s.feature == "category" and s.polarity > 0]
    for name in sorted({s.value for s in left}, key=lambda v: (-len(v), v)):
        group = [s for s in left if s.value == name or name.casefold().endswith(f" {s.value.casefold()}")]
        left = [s for s in left if s not in group]
        evidence = Evidence(name, tuple(group))
        if evidence.proves:
            yield _claim(evidence, f"The user is looking for {name}", "looking_for", Category.PLAN, wanted.kind(name))


def _budget(signals: Sequence[Signal], product: str | None) -> Iterator[Claim]:
    """A stated budget that the price filters agree with, or filters of one range alone."""
    stated = next((s for s in reversed(signals) if s.feature == "budget"), None)
    for evidence in _by_value(signals, "price_range"):
        if stated is None and evidence.proves:
            yield _claim(evidence, f"The user often looks at prices of {evidence.value}", "price_range", Category.PREFERENCE, product)
        elif stated is not None and _upper_bound(evidence.value) == _upper_bound(stated.value):
            content = f"The user's budget is mostly {stated.value}; they look at prices of {evidence.value}"
            both = Evidence(stated.value, (stated, *evidence.signals))
            yield _claim(both, content, "budget", Category.CONSTRAINT, product)


def _upper_bound(price: str) -> float | None:
    """The highest number of a price or range: 800 of `500-800` and of `under 800`."""
    return max((float(n.replace(",", "")) for n in re.findall(r"\d[\d,]*(?:\.\d+)?", price)), default=None)


def _measures(signals: Sequence[Signal], product: str | None) -> Iterator[Claim]:
    """Sizes, colours, brands and any other named filter."""
    for feature in dict.fromkeys(s.feature for s in signals if s.feature not in _OWN_KIND):
        for evidence in _by_value(signals, feature):
            if evidence.proves:
                content = f"The user often looks at {feature.replace('_', ' ')} {evidence.value}"
                yield _claim(evidence, content, feature, Category.PREFERENCE, product)


def _tastes(signals: Sequence[Signal], product: str | None) -> Iterator[Claim]:
    """How things should feel and look; every word for one pole is evidence for it, and the other pole's against."""
    for axis in style.AXES:
        poles: dict[str, list[Signal]] = {}
        for signal in signals:
            for said in style.styles(signal.value) if signal.feature == axis else ():
                if said.axis == axis:
                    poles.setdefault(said.pole, []).append(signal)
        for pole, group in poles.items():
            contrary = [s for s in poles.get(style.opposite(axis, pole), []) if s.polarity > 0 and s.event_type != Act.VIEW]
            evidence = Evidence(pole, tuple(s for s in group if s.polarity > 0), (*(s for s in group if s.polarity < 0), *contrary))
            if evidence.proves:
                nouns = [noun for s in group if (noun := _noun(s.value))]
                things = nouns[-1] if nouns else (product or "things").split()[-1]
                yield _claim(evidence, _taste(axis, [s.value for s in evidence.signals], things), axis, Category.PREFERENCE, product)


def _noun(value: str) -> str | None:
    """The last word of several, where it names things rather than how they are."""
    last = value.split()[-1].lower() if " " in value else ""
    return last if last.endswith("s") and len(last) > 3 and not style.styles(last) else None


_NOUN_FORM = {"cushioned": "cushioning", "cushiony": "cushioning", "cushioning": "cushioning", "padded": "padding"}


def _taste(axis: str, values: Sequence[str], things: str) -> str:
    """A sentence without its full stop from the words that were seen: `The user prefers cushioning and a non-stiff feel`."""
    said = list(dict.fromkeys(s for v in values for s in style.styles(v) if s.axis == axis))
    if axis == "feel":
        nouns = dict.fromkeys(_NOUN_FORM[s.words] for s in said if s.words in _NOUN_FORM)
        adjectives = dict.fromkeys(s.words.replace("not ", "non-") for s in said if s.words not in _NOUN_FORM)
        feel = [f"a {', '.join(adjectives)} feel"] if adjectives else []
        return f"The user prefers {' and '.join([*nouns, *feel])}"
    words = dict.fromkeys(s.pole if s.denied else s.words for s in said)
    return f"The user is more interested in {', '.join(words)} {things}"


def _interests(signals: Sequence[Signal]) -> Iterator[Claim]:
    """Kinds of thing looked at, saved, bought or searched for."""
    for evidence in (*_by_value(signals, "interest"), *_by_value(signals, "search")):
        if evidence.proves:
            content = f"The user is interested in {evidence.value}"
            yield _claim(evidence, content, "interests", Category.PREFERENCE, wanted.kind(evidence.value))


def _aversions(signals: Sequence[Signal]) -> Iterator[Claim]:
    """Kinds of thing passed over."""
    for value, taken, skipped in _by_value(signals, "interest"):
        evidence = Evidence(value, skipped, taken)
        if evidence.proves:
            yield _claim(evidence, f"The user currently does not prefer {value}", "avoids", Category.PREFERENCE, wanted.kind(value))


def _claim(evidence: Evidence, content: str, feature: str, category: Category, thing: str | None) -> Claim:
    """`thing`: the kind of thing that it is about, as a label."""
    signals = _in_order((*evidence.signals, *evidence.counter))
    return Claim(
        content=f"{content}.",
        raw="; ".join(dict.fromkeys(f"{s.event_type}: {s.value}" for s in signals))[:2000],
        subject="user",
        category=category,
        durability=Durability.PERSISTENT,
        slot=slots.slot(feature, evidence.value[: slots.MAX_VALUE], tag=None if feature in slots.FEATURES else "Behaviour"),
        labels=tuple(dict.fromkeys([*([thing] if thing else []), feature.replace("_", " ")])),
        importance=IMPORTANCE,
        confidence=evidence.confidence,
        source=Source.IMPLICIT,
        source_role=Role.USER,
        event_ids=tuple(dict.fromkeys(s.event_id for s in signals)),
        valid_from=signals[0].at,
    )
