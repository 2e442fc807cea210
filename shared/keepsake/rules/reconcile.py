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

from keepsake.records import Durability, Memory, Source, Validity
from keepsake.rules import slots, words

SAME_COSINE = 0.92
"""Cosine from which two statements about one subject say the same, if their numbers and negation agree. Paraphrases of short
statements lie around 0.9 in all-MiniLM-L6-v2, statements that differ in one value around 0.8."""
ABOUT_COSINE = 0.55
"""Cosine from which a marked correction is about a known statement."""
SAME_WORDS = 0.85
"""Share of shared content words (Jaccard) from which two statements say the same without vectors."""
ABOUT_WORDS = 0.34
REINFORCE = 0.3
"""Share of the remaining doubt that a fully confident repetition removes."""
INFERENCE_CAP = 0.9
"""Inference never becomes as sure as a statement."""

_NEGATION = re.compile(r"\b(?:not|no longer|never|n't|doesn't|don't|isn't|dislikes?|hates?|avoids?|quit|stopped|without)\b|n't\b", re.I)
_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")


class Relation(StrEnum):
    """How an observation relates to a known fact."""

    SAME = "same"
    OTHER_VALUE = "other_value"
    """Another value of a slot that takes one, or of the statement that a marked correction is about."""
    ENDS = "ends"
    """The observation says that the fact holds no more."""
    OPPOSITE = "opposite"
    """The same statement with and without a negation."""
    UNRELATED = "unrelated"


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
}
"""(relation, the observation is later, its weight) > verdict."""


class Known(NamedTuple):
    """A fact and its cosine to the observation; None where one of them has no vector."""

    fact: Memory
    cosine: float | None


class Decision(NamedTuple):
    verdict: Verdict
    target: Memory | None
    reason: str


def decide(observation: Memory, known: Sequence[Known]) -> Decision:
    """The verdict over the fact that it concerns most. `known` are current facts of the same subject and namespace."""
    if observation.durability in (Durability.TRANSIENT, Durability.SESSION):
        return Decision(Verdict.FLEETING, None, f"{observation.durability} matters only to its session")
    related = [(relate(observation, k), k) for k in known if k.fact.subject == observation.subject]
    ranked = sorted(
        ((r, k) for r, k in related if r is not Relation.UNRELATED),
        key=lambda pair: (_RANK[pair[0]], -_closeness(observation, pair[1]), pair[1].fact.memory_id),
    )
    if not ranked:
        return Decision(Verdict.NEW, None, "nothing known says this or stands against it")
    relation, best = ranked[0]
    later = precedes(best.fact, observation)
    weight = weigh(observation, best.fact)
    if relation in (Relation.OTHER_VALUE, Relation.OPPOSITE) and _tied(observation, best.fact) and weight is Weight.EQUAL:
        return Decision(Verdict.REVIEW, best.fact, "two statements of one time and weight disagree")
    return Decision(TABLE[relation, later, weight], best.fact, _reason(relation, later, weight, observation, best.fact))


def relate(observation: Memory, known: Known) -> Relation:
    fact = known.fact
    new_words, old_words = content_words(observation), content_words(fact)
    shared = len(new_words & old_words) / max(1, len(new_words | old_words))
    slot, held = observation.slot, fact.slot
    same_slot = slot is not None and held is not None and slot.feature == held.feature and slot.tag == held.tag
    about = shared >= ABOUT_WORDS or (known.cosine or 0.0) >= ABOUT_COSINE
    if observation.negated and (about or same_slot) and _names(observation, fact):
        return Relation.ENDS
    if observation.replaces and _mentions(fact, observation.replaces) and (about or same_slot or observation.category is fact.category):
        return Relation.OTHER_VALUE
    if slot is not None and held is not None and same_slot:
        if slots.same_value(slot.value, held.value):
            return Relation.SAME
        if observation.negated:
            return Relation.UNRELATED  # "no longer at Acme" says nothing of Globex
        if slots.is_single(slot.feature):
            return Relation.OTHER_VALUE
        return Relation.OTHER_VALUE if observation.correction and shared >= ABOUT_WORDS and not observation.replaces else Relation.UNRELATED
    if shared >= SAME_WORDS or ((known.cosine or 0.0) >= SAME_COSINE and numbers(observation) == numbers(fact)):
        if _opposed(observation, fact):
            return Relation.OPPOSITE
        return Relation.SAME if numbers(observation) == numbers(fact) else _differing(observation)
    if observation.correction and observation.category is fact.category and shared >= ABOUT_WORDS and (known.cosine or 0.0) >= ABOUT_COSINE:
        return Relation.OTHER_VALUE
    return Relation.UNRELATED


def precedes(fact: Memory, observation: Memory) -> bool:
    """The observation's event is the later one: by event time, then by order of acceptance."""
    return (said_at(fact), fact.order) <= (said_at(observation), observation.order)


def said_at(memory: Memory) -> datetime:
    """When its newest evidence was said; `valid_from` may lie before that ("since 2019")."""
    at = memory.content.structured.get("said_at")
    return datetime.fromisoformat(at) if isinstance(at, str) else memory.valid_from


def weigh(observation: Memory, fact: Memory) -> Weight:
    """Explicit words beat inference; a weak guess does not beat a sure statement."""
    mine, theirs = _standing(observation), _standing(fact)
    if observation.source is Source.EXPLICIT and fact.source is Source.CORRECTED:
        return Weight.EQUAL  # a correction wins over inference, and what the user says later over the correction
    return Weight.EQUAL if mine == theirs else Weight.STRONGER if mine > theirs else Weight.WEAKER


def reinforced(confidence: float, by: float, source: Source) -> float:
    """Confidence after a repetition: doubt shrinks by a share, so it rises and stays below 1."""
    risen = 1 - (1 - confidence) * (1 - REINFORCE * by)
    return max(confidence, min(risen, INFERENCE_CAP)) if source is Source.IMPLICIT else risen


def negates(memory: Memory) -> bool:
    """The statement denies something."""
    return bool(_NEGATION.search(memory.content.summary))


def numbers(memory: Memory) -> frozenset[str]:
    return frozenset(_NUMBER.findall(memory.content.summary))


def content_words(memory: Memory) -> frozenset[str]:
    return words.content(memory.content.summary)


_RANK = {Relation.SAME: 0, Relation.ENDS: 1, Relation.OTHER_VALUE: 2, Relation.OPPOSITE: 3}
"""A repetition reinforces before anything else is considered, so that saying a thing again never harms it."""


def _standing(memory: Memory) -> int:
    if memory.source is Source.CORRECTED:
        return 3
    if memory.source is Source.EXPLICIT:
        return 2
    return 1 if memory.source in (Source.IMPLICIT, Source.SYSTEM) else 0


def _tied(observation: Memory, fact: Memory) -> bool:
    return said_at(observation) == said_at(fact) and observation.order == fact.order


def _opposed(observation: Memory, fact: Memory) -> bool:
    return negates(observation) != negates(fact)


def _differing(observation: Memory) -> Relation:
    return Relation.OTHER_VALUE if observation.correction else Relation.UNRELATED


def _mentions(fact: Memory, text: str) -> bool:
    wanted = words.content(text)
    held = content_words(fact) | words.content(fact.slot.value if fact.slot else "")
    return bool(wanted) and wanted <= held


def _names(observation: Memory, fact: Memory) -> bool:
    """The negated observation names what the fact holds: its slot's value, or most of its words."""
    if observation.slot is not None and fact.slot is not None and observation.slot.feature == fact.slot.feature:
        return slots.same_value(observation.slot.value, fact.slot.value)
    if fact.slot is not None:
        return _mentions(observation, fact.slot.value)
    theirs = content_words(fact)
    return len(theirs & content_words(observation)) >= 0.6 * len(theirs)


def _closeness(observation: Memory, known: Known) -> float:
    if known.cosine is not None:
        return known.cosine
    mine, theirs = content_words(observation), content_words(known.fact)
    return len(mine & theirs) / max(1, len(mine | theirs))


def _reason(relation: Relation, later: bool, weight: Weight, observation: Memory, fact: Memory) -> str:
    what = {
        Relation.SAME: "says the same",
        Relation.OTHER_VALUE: "gives another value",
        Relation.ENDS: "says that it holds no more",
        Relation.OPPOSITE: "says the opposite",
    }[relation]
    when = "later" if later else "earlier"
    of = f"{observation.slot.feature} of {observation.subject}" if observation.slot else observation.subject
    evidence = {Weight.STRONGER: "stronger", Weight.EQUAL: "equal", Weight.WEAKER: "weaker"}[weight]
    return f"{what} about {of} as {fact.memory_id}, {when}, on {evidence} evidence"


CONCERNED = (Validity.ACTIVE, Validity.REVIEW)
"""Validities of the facts that an observation is decided against."""
SHORTLIST = 12
"""Facts whose vectors are read for one decision."""


def shortlist(observation: Memory, facts: Sequence[Memory]) -> list[Memory]:
    """The facts that an observation may concern: of its subject, in its slot or sharing words, closest first."""
    mine = content_words(observation)
    scored = []
    for fact in facts:
        if fact.subject != observation.subject:
            continue
        same_slot = observation.slot is not None and fact.slot is not None and observation.slot.feature == fact.slot.feature
        theirs = content_words(fact)
        shared = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
        if same_slot or shared >= ABOUT_WORDS:
            scored.append((not same_slot, -shared, fact.memory_id, fact))
    return [fact for *_, fact in sorted(scored, key=lambda row: row[:3])[:SHORTLIST]]
