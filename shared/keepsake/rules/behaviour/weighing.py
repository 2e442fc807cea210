"""What a user does as evidence (row R9): filters, views, saves, dwell, skips and purchases are weighed, and only enough of it claims.

Confidence is the posterior mean of a Bernoulli rate with a prior of PRIOR failures, for / (for + against + PRIOR): the additive
smoothing that keeps one observation from proving anything and lets evidence saturate. That kinds of act weigh differently, and that
what was shown and passed over counts against, follows Hu, Koren and Volinsky, "Collaborative Filtering for Implicit Feedback
Datasets" (2008).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from keepsake.claims import Claim
from keepsake.records import Category, Durability, Role, Signal, Slot, Source
from keepsake.rules import slots
from keepsake.rules.behaviour import actions
from keepsake.rules.behaviour.actions import EXPLICIT, Act
from keepsake.rules.reading import style

THRESHOLD = 1.5
"""Evidence from which something is claimed: two filters, two saves, one purchase, or one filter with a dwell; never one click."""
PRIOR = 1.5
"""Evidence that the prior holds against any preference, in the unit of the weights."""
CAP = 0.75
"""Behaviour never becomes as sure as what is said outright (0.8 and more)."""
FREE_VIEWS = 4
"""Things of one kind that may be looked at without taking any; each further one counts against."""
CONVERSIONS = (Act.SAVE, Act.PURCHASE, Act.DWELL, Act.FILTER)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Everything for and against one value of one feature."""

    feature: str
    value: str
    signals: tuple[Signal, ...]
    counter: tuple[Signal, ...] = ()

    @property
    def favour(self) -> float:
        looked = [s for s in self.signals if s.event_type == Act.VIEW]
        rest = sum(s.weight for s in self.signals if s.event_type != Act.VIEW)
        per_item = actions.WEIGHT[Act.VIEW]
        return rest + min(sum(s.weight for s in looked), per_item * FREE_VIEWS)

    @property
    def against(self) -> float:
        """Skips, and views beyond the free ones that led to nothing."""
        skipped = sum(s.weight for s in self.counter)
        if any(s.event_type in CONVERSIONS for s in self.signals):
            return skipped
        seen = sum(s.weight for s in self.signals if s.event_type == Act.VIEW)
        return skipped + max(0.0, seen - actions.WEIGHT[Act.VIEW] * FREE_VIEWS)

    @property
    def balance(self) -> float:
        return self.favour - self.against

    @property
    def confidence(self) -> float:
        return round(min(CAP, self.favour / (self.favour + self.against + PRIOR)), 3)

    @property
    def acted(self) -> bool:
        """Some of it was done rather than said; what is only said is the extractor's."""
        return any(s.event_type != EXPLICIT for s in (*self.signals, *self.counter))


def weigh(signals: Sequence[Signal]) -> list[Claim]:
    """Claims that all signals together prove, in a stable order. The same signals give the same claims and slots."""
    ordered = sorted(
        {(s.event_id, s.feature, s.value, s.event_type, s.polarity): s for s in signals}.values(), key=lambda s: (s.at, s.event_id)
    )
    product = _product(ordered)
    claims = [
        *_wishes(ordered),
        *_budget(ordered, product),
        *_measures(ordered, product),
        *_tastes(ordered, product),
        *_interests(ordered),
        *_aversions(ordered),
    ]
    return [claim for claim in claims if claim is not None]


def _product(signals: Iterable[Signal]) -> str | None:
    """The kind of thing that was looked at last."""
    kinds = [s.value for s in signals if s.feature == "category" and s.polarity > 0]
    return actions.kind(kinds[-1]) if kinds else None


def _grouped(signals: Iterable[Signal], feature: str) -> dict[str, list[Signal]]:
    groups: dict[str, list[Signal]] = {}
    for signal in signals:
        if signal.feature == feature:
            groups.setdefault(signal.value.casefold(), []).append(signal)
    return groups


def _evidence(feature: str, group: Sequence[Signal]) -> Evidence:
    return Evidence(feature, group[0].value, tuple(s for s in group if s.polarity > 0), tuple(s for s in group if s.polarity < 0))


def _proves(evidence: Evidence) -> bool:
    return evidence.acted and evidence.balance >= THRESHOLD


def _wishes(signals: Sequence[Signal]) -> list[Claim]:
    """What kind of thing the user looks for: categories, the wordiest name for one kind standing for all of it."""
    wanted = [s for s in signals if s.feature == "category" and s.polarity > 0]
    names = sorted({s.value for s in wanted}, key=lambda v: (-len(v), v))
    found = []
    taken: set[str] = set()
    for name in names:
        group = [s for s in wanted if s.value not in taken and (s.value == name or name.casefold().endswith(f" {s.value.casefold()}"))]
        taken |= {s.value for s in group}
        evidence = Evidence("category", name, tuple(group))
        if group and _proves(evidence):
            found.append(_claim(evidence, f"The user is looking for {name}", "looking_for", name, Category.PLAN, (actions.kind(name),)))
    return found


def _budget(signals: Sequence[Signal], product: str | None) -> list[Claim]:
    """A stated budget that the price filters agree with, or filters of one range alone."""
    said = [s for s in signals if s.feature == "budget"]
    latest = said[-1] if said else None
    found = []
    for group in _grouped(signals, "price_range").values():
        evidence = _evidence("price_range", group)
        if latest is not None:
            if actions.upper_bound(group[0].value) != actions.upper_bound(latest.value):
                continue
            both = Evidence("budget", latest.value, tuple(sorted((*said[-1:], *group), key=lambda s: (s.at, s.event_id))))
            content = f"The user's budget is mostly {latest.value}; they look at prices of {group[0].value}"
            found.append(_claim(both, content, "budget", latest.value, Category.CONSTRAINT, (product,)))
        elif _proves(evidence):
            content = f"The user often looks at prices of {group[0].value}"
            found.append(_claim(evidence, content, "price_range", group[0].value, Category.PREFERENCE, (product,)))
    return found


_OWN_KIND = frozenset({"category", "price_range", "budget", "interest", "search", *style.AXES})


def _measures(signals: Sequence[Signal], product: str | None) -> list[Claim]:
    """Sizes, colours, brands and any other named filter."""
    found = []
    for feature in dict.fromkeys(s.feature for s in signals):
        if feature in _OWN_KIND:
            continue
        for group in _grouped(signals, feature).values():
            evidence = _evidence(feature, group)
            if _proves(evidence):
                name = feature.replace("_", " ")
                content = f"The user often looks at {name} {evidence.value}"
                found.append(_claim(evidence, content, feature, evidence.value, Category.PREFERENCE, (product,)))
    return found


def _tastes(signals: Sequence[Signal], product: str | None) -> list[Claim]:
    """How things should feel and look; every word for one pole is evidence for it, and the other pole's against."""
    found = []
    for axis in style.AXES:
        held = [s for s in signals if s.feature == axis]
        poles: dict[str, list[Signal]] = {}
        for signal in held:
            for said in style.styles(signal.value):
                if said.axis == axis:
                    poles.setdefault(said.pole, []).append(signal)
        for pole, group in poles.items():
            contrary = poles.get(style.opposite(axis, pole), [])
            evidence = Evidence(
                axis,
                pole,
                tuple(s for s in group if s.polarity > 0),
                tuple([s for s in group if s.polarity < 0] + [s for s in contrary if s.polarity > 0 and s.event_type != Act.VIEW]),
            )
            if _proves(evidence):
                content = actions.taste(axis, [s.value for s in evidence.signals], _things(group, product))
                found.append(_claim(evidence, content, axis, pole, Category.PREFERENCE, (product,)))
    return found


def _things(group: Sequence[Signal], product: str | None) -> str:
    """What the taste is about: the noun that the acts were on."""
    nouns = [noun for s in group if (noun := actions.noun(s.value))]
    return nouns[-1] if nouns else (product or "things").split()[-1]


def _interests(signals: Sequence[Signal]) -> list[Claim]:
    """Kinds of thing looked at, saved, bought or searched for."""
    found = []
    for feature in ("interest", "search"):
        for group in _grouped(signals, feature).values():
            evidence = _evidence(feature, group)
            if _proves(evidence):
                content = f"The user is interested in {evidence.value}"
                found.append(_claim(evidence, content, "interests", evidence.value, Category.PREFERENCE, (actions.kind(evidence.value),)))
    return found


def _aversions(signals: Sequence[Signal]) -> list[Claim]:
    """Kinds of thing passed over."""
    found = []
    for group in _grouped(signals, "interest").values():
        skipped = tuple(s for s in group if s.polarity < 0)
        taken = tuple(s for s in group if s.polarity > 0)
        evidence = Evidence("avoids", group[0].value, skipped, taken)
        if skipped and evidence.balance >= THRESHOLD:
            content = f"The user currently does not prefer {evidence.value}"
            found.append(_claim(evidence, content, "avoids", evidence.value, Category.PREFERENCE, (actions.kind(evidence.value),)))
    return found


_IMPORTANCE = 0.55
"""Of a preference read from behaviour: below the same thing said outright (0.6 and more)."""


def _claim(evidence: Evidence, content: str, feature: str, value: str, category: Category, labels: tuple[str | None, ...]) -> Claim:
    signals = sorted((*evidence.signals, *evidence.counter), key=lambda s: (s.at, s.event_id))
    place = slots.slot(feature, value, tag=None if feature in slots.FEATURES else "Behaviour")
    return Claim(
        content=f"{content}.",
        raw="; ".join(dict.fromkeys(f"{s.event_type}: {s.value}" for s in signals))[:2000],
        subject="user",
        category=category,
        durability=Durability.PERSISTENT,
        slot=place if place is not None else Slot(tag="Behaviour", feature=feature, value=value[:120]),
        labels=tuple(dict.fromkeys([x for x in labels if x] + [feature.replace("_", " ")])),
        importance=_IMPORTANCE,
        confidence=evidence.confidence,
        source=Source.IMPLICIT,
        source_role=Role.USER,
        event_ids=tuple(dict.fromkeys(s.event_id for s in signals)),
        valid_from=signals[0].at,
    )
