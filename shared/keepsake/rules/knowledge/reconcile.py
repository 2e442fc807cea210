"""Decide one observation against what is known of the same subject (rows K3, K4).

How the observation relates to a known fact, and which of the two events is later, select the verdict from one table. Precedence is
by event time, then by order of acceptance, so the order of arrival does not change the outcome. Nothing is overwritten: what loses
keeps its words, dates and reason.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from keepsake.records import MEASURED, Durability, Memory, Source, Thresholds, Validity
from keepsake.rules import slots
from keepsake.rules.knowledge import change_of_mind, frames, implied, judged, one_thing, trust
from keepsake.rules.knowledge.change_of_mind import Relation
from keepsake.rules.knowledge.one_thing import Known, own_words

REINFORCE = 0.3
"""Share of the remaining doubt that a fully confident repetition removes."""
INFERENCE_CAP = 0.9
"""Inference never becomes as sure as a statement."""


class Weight(StrEnum):
    """The observation's evidence against the fact's."""

    STRONGER = "stronger"
    EQUAL = "equal"
    WEAKER = "weaker"


class Verdict(StrEnum):
    NEW = "new"
    SUPPORTING = "supporting"
    SUPERSEDING = "superseding"
    OUTDATED = "outdated"
    """A late old event: it enters history behind the newer fact."""
    CONTRADICTORY = "contradictory"
    RETRACTING = "retracting"
    REVIEW = "review"
    REVISING = "revising"
    """Both stay, linked: the newer is told first and the older as earlier."""
    FLEETING = "fleeting"
    """Transient or of this session only: it stays an observation."""


TABLE: dict[tuple[Relation, bool, Weight], Verdict] = {
    (Relation.SAME, True, Weight.STRONGER): Verdict.SUPPORTING,
    (Relation.SAME, True, Weight.EQUAL): Verdict.SUPPORTING,
    (Relation.SAME, True, Weight.WEAKER): Verdict.SUPPORTING,
    (Relation.SAME, False, Weight.STRONGER): Verdict.SUPPORTING,
    (Relation.SAME, False, Weight.EQUAL): Verdict.SUPPORTING,
    (Relation.SAME, False, Weight.WEAKER): Verdict.SUPPORTING,
    (Relation.OTHER_VALUE, True, Weight.STRONGER): Verdict.SUPERSEDING,
    (Relation.OTHER_VALUE, True, Weight.EQUAL): Verdict.SUPERSEDING,
    (Relation.OTHER_VALUE, True, Weight.WEAKER): Verdict.CONTRADICTORY,
    (Relation.OTHER_VALUE, False, Weight.STRONGER): Verdict.OUTDATED,
    (Relation.OTHER_VALUE, False, Weight.EQUAL): Verdict.OUTDATED,
    (Relation.OTHER_VALUE, False, Weight.WEAKER): Verdict.OUTDATED,
    (Relation.ENDS, True, Weight.STRONGER): Verdict.RETRACTING,
    (Relation.ENDS, True, Weight.EQUAL): Verdict.RETRACTING,
    (Relation.ENDS, True, Weight.WEAKER): Verdict.CONTRADICTORY,
    (Relation.ENDS, False, Weight.STRONGER): Verdict.OUTDATED,
    (Relation.ENDS, False, Weight.EQUAL): Verdict.OUTDATED,
    (Relation.ENDS, False, Weight.WEAKER): Verdict.OUTDATED,
    (Relation.OPPOSITE, True, Weight.STRONGER): Verdict.SUPERSEDING,
    (Relation.OPPOSITE, True, Weight.EQUAL): Verdict.SUPERSEDING,
    (Relation.OPPOSITE, True, Weight.WEAKER): Verdict.CONTRADICTORY,
    (Relation.OPPOSITE, False, Weight.STRONGER): Verdict.REVIEW,
    (Relation.OPPOSITE, False, Weight.EQUAL): Verdict.OUTDATED,
    (Relation.OPPOSITE, False, Weight.WEAKER): Verdict.OUTDATED,
    **{(Relation.REVISES, later, weight): Verdict.REVISING for later in (True, False) for weight in Weight},
}
"""(relation, the observation is later, its weight) > verdict."""


class Effect(NamedTuple):
    """What a decision does to one fact, and why."""

    verdict: Verdict
    target: Memory
    reason: str


class Decision(NamedTuple):
    """The verdict over the fact that the observation concerns most, and over others that it concerns as well."""

    verdict: Verdict
    target: Memory | None
    reason: str
    also: tuple[Effect, ...] = ()


WINS = (Verdict.SUPERSEDING, Verdict.RETRACTING)
_CAUTION = (Verdict.OUTDATED, Verdict.REVIEW, Verdict.CONTRADICTORY)
"""Verdicts that keep a new fact from being current, the one that decides first."""


def decide(observation: Memory, known: Sequence[Known], thresholds: Thresholds = MEASURED) -> Decision:
    """The verdict over the facts that it concerns. `known` are the subject's facts of one namespace that are current or in review;
    `thresholds` are those of the model that made the vectors.

    A repetition reinforces one fact. Anything else concerns the closest fact, every other value of its single slot, and every fact
    that it ends; where it does not win against one of them, it takes nothing from the others either.
    """
    if observation.durability in (Durability.TRANSIENT, Durability.SESSION):
        return Decision(Verdict.FLEETING, None, f"{observation.durability} matters only to its session")
    related = [(change_of_mind.relate(observation, k, thresholds), k) for k in known if change_of_mind.of_one_matter(observation, k.fact)]
    ranked = sorted(((r, k) for r, k in related if r is not Relation.UNRELATED), key=lambda pair: _place(pair[0], pair[1], observation))
    if not ranked:
        return Decision(Verdict.NEW, None, "nothing known says this or stands against it")
    if ranked[0][0] is Relation.SAME:
        return _supporting(ranked[0][1].fact, [(r, k.fact) for r, k in ranked[1:] if r is not Relation.SAME], observation)
    first, best = ranked[0][0], ranked[0][1].fact
    effects = [_effect(r, k.fact, observation) for r, k in ranked if k.fact is best or _goes_along(r, k.fact, first, best, observation)]
    weakest = next((v for v in _CAUTION if any(e.verdict is v for e in effects)), None)
    kept = [e for e in effects if e.verdict is weakest] if weakest else effects
    return Decision(*kept[0], tuple(kept[1:]))


def _place(relation: Relation, known: Known, observation: Memory) -> tuple[object, ...]:
    """Strongest relation first, what is current before what is in review, what holds the replaced words as they are before what holds
    others of their stem ("pullups", "a pullup bar"), then the closest; ties by what was said and when."""
    fact, what = known.fact, (observation.replaces or "").lower()
    contested = fact.validity is not Validity.ACTIVE
    otherwise = bool(what) and re.search(rf"(?<!\w){re.escape(what)}(?!\w)", fact.content.summary.lower()) is None
    ties = (said_at(fact), fact.order, fact.content.summary, fact.memory_id)
    return (_RANK[relation], contested, otherwise, -_closeness(observation, known), *ties)


def _supporting(fact: Memory, rivals: Sequence[tuple[Relation, Memory]], observation: Memory) -> Decision:
    """A repetition also settles what was in review, and ends what it names or is judged to end, where it wins against all that stands
    against it."""
    settling = fact.validity is Validity.REVIEW or observation.replaces is not None or any(judged.of(observation, f) for _, f in rivals)
    also = [_effect(r, f, observation) for r, f in rivals] if settling and precedes(fact, observation) else []
    settles = bool(also) and all(e.verdict in WINS for e in also) and weigh(observation, fact) is not Weight.WEAKER
    effect = _effect(Relation.SAME, fact, observation)
    return Decision(*effect, tuple(also) if settles else ())


def _goes_along(relation: Relation, fact: Memory, first: Relation, best: Memory, observation: Memory) -> bool:
    """Whether a further fact shares the fate of the one that the observation concerns most."""
    if (relation is Relation.ENDS and first is Relation.ENDS) or (relation in _ENDINGS and judged.of(observation, fact)):
        return True
    what = observation.replaces
    if relation is Relation.OTHER_VALUE and what and change_of_mind.mentions(fact, what) and one_thing.is_value(fact, what):
        return True
    one_slot = change_of_mind.same_slot(observation, fact) and change_of_mind.same_slot(observation, best)
    return one_slot and observation.slot is not None and slots.is_single(observation.slot.feature)


_ENDINGS = (Relation.ENDS, Relation.OTHER_VALUE)


def _effect(relation: Relation, fact: Memory, observation: Memory) -> Effect:
    later, weight = precedes(fact, observation), weigh(observation, fact)
    if relation is not Relation.SAME and _tied(observation, fact) and all(map(own_words, (observation, fact))):
        return Effect(Verdict.REVISING, fact, "says otherwise in one message, and nobody takes back what is not said yet")
    if relation in (Relation.OTHER_VALUE, Relation.OPPOSITE) and _tied(observation, fact) and weight is Weight.EQUAL:
        return Effect(Verdict.REVIEW, fact, "two statements of one time and weight disagree")
    return Effect(TABLE[relation, later, weight], fact, _reason(relation, later, weight, observation, fact))


def precedes(fact: Memory, observation: Memory) -> bool:
    """The observation's event is the later one: by event time, then by order of acceptance."""
    return (said_at(fact), fact.order) <= (said_at(observation), observation.order)


def refutes(later: Memory, fact: Memory) -> bool:
    """Whether one that was said later, on no weaker evidence, gives the fact's place in the profile another value, or denies it in its
    words."""
    if not precedes(fact, later) or weigh(later, fact) is Weight.WEAKER:
        return False
    mine, theirs = later.slot, fact.slot
    if mine is not None and theirs is not None and change_of_mind.same_slot(later, fact) and slots.is_single(theirs.feature):
        return not slots.same_value(mine.value, theirs.value)
    shared = change_of_mind.content_words(later) & change_of_mind.content_words(fact)
    return change_of_mind.negates(later) != change_of_mind.negates(fact) and bool(shared)


def said_at(memory: Memory) -> datetime:
    """When its newest evidence was said; `valid_from` may lie before that ("since 2019")."""
    at = memory.content.structured.get("said_at")
    return datetime.fromisoformat(at) if isinstance(at, str) else memory.valid_from


def weigh(observation: Memory, fact: Memory) -> Weight:
    """Explicit words beat inference; a weak guess does not beat a sure statement."""
    mine, theirs = _standing(observation), _standing(fact)
    if trust.foreign(observation) and not trust.foreign(fact):
        return Weight.WEAKER  # whatever a tool's or page's text calls itself, it ends nothing that a user said
    if observation.source is Source.EXPLICIT and fact.source is Source.CORRECTED:
        return Weight.EQUAL  # a correction wins over inference, and what the user says later over the correction
    return Weight.EQUAL if mine == theirs else Weight.STRONGER if mine > theirs else Weight.WEAKER


def reinforced(confidence: float, by: float, source: Source) -> float:
    """Confidence after a repetition: doubt shrinks by a share, so it rises and stays below 1."""
    risen = 1 - (1 - confidence) * (1 - REINFORCE * by)
    return max(confidence, min(risen, INFERENCE_CAP)) if source is Source.IMPLICIT else risen


_RANK = {Relation.SAME: 0, Relation.ENDS: 1, Relation.OTHER_VALUE: 2, Relation.OPPOSITE: 3, Relation.REVISES: 4}
"""A repetition reinforces before anything else is considered, so that saying a thing again never harms it."""


def _standing(memory: Memory) -> int:
    if memory.source is Source.CORRECTED:
        return 3
    if memory.source is Source.EXPLICIT:
        return 2
    return 1 if memory.source in (Source.IMPLICIT, Source.SYSTEM) else 0


def _tied(observation: Memory, fact: Memory) -> bool:
    return said_at(observation) == said_at(fact) and observation.order == fact.order


def _closeness(observation: Memory, known: Known) -> float:
    if known.cosine is not None:
        return known.cosine
    return change_of_mind.overlap(observation, known.fact)


def _reason(relation: Relation, later: bool, weight: Weight, observation: Memory, fact: Memory) -> str:
    what = {
        Relation.SAME: "says the same",
        Relation.OTHER_VALUE: "gives another value",
        Relation.ENDS: "says that it holds no more",
        Relation.OPPOSITE: "says the opposite",
        Relation.REVISES: "may say otherwise",
    }[relation]
    when = "later" if later else "earlier"
    of = f"{observation.slot.feature} of {observation.subject}" if observation.slot else observation.subject
    evidence = {Weight.STRONGER: "stronger", Weight.EQUAL: "equal", Weight.WEAKER: "weaker"}[weight]
    told = f"{what} about {of} as {fact.memory_id}, {when}, on {evidence} evidence"
    said = judged.of(observation, fact)
    return f"{told}, as {judged.by(observation)} judges" if said is not None and change_of_mind.JUDGED[said] is relation else told


CONCERNED = (Validity.ACTIVE, Validity.REVIEW)
"""Validities of the facts that an observation is decided against."""
SHORTLIST = 12
"""Facts whose vectors are read for one decision."""


def shortlist(observation: Memory, facts: Sequence[Memory]) -> list[Memory]:
    """The facts that an observation may concern: of its subject, in its slot or sharing words, closest first."""
    mine = change_of_mind.content_words(observation)
    scored = []
    for fact in facts:
        if not change_of_mind.of_one_matter(observation, fact):
            continue
        theirs = change_of_mind.content_words(fact)
        shared = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
        same_slot = change_of_mind.same_slot(observation, fact)
        named = any(
            w and change_of_mind.mentions(m, w)
            for w, m in ((change_of_mind.ended(observation), fact), (change_of_mind.ended(fact), observation))
        )
        named = named or implied.ends(observation, fact) or judged.of(observation, fact) is not None
        named = named or (observation.correction and frames.one_frame(observation.content.summary, fact.content.summary))
        named = named or change_of_mind.taken_back(observation, fact) or change_of_mind.reorders(observation, fact)
        met = observation.correction and change_of_mind.may_be_one(observation.content.summary, fact.content.summary)
        if same_slot or named or shared >= change_of_mind.ABOUT_WORDS or met:
            scored.append((not (same_slot or named), -shared, said_at(fact), fact.order, fact.content.summary, fact.memory_id, fact))
    return [row[-1] for row in sorted(scored, key=lambda row: row[:-1])[:SHORTLIST]]
