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

from keepsake.records import MEASURED, Category, Durability, Memory, Source, Thresholds, Validity
from keepsake.rules import slots, words
from keepsake.rules.knowledge import frames, implied, matters, trust

SAME_WORDS = 0.85
"""Share of shared content words (Jaccard) from which two statements say the same without vectors."""
ABOUT_WORDS = 0.34
DENIED = 0.6
"""Share of the smaller matter from which one of two statements denies what the other one says, though nothing marks it as a change."""
ONE_MATTER = 0.5
"""Share of the smaller statement's matter from which two that give other values are about one thing."""
MANY_WORDS, ALIKE_WORDS = 4, 0.5
"""Content words that two statements share, and of all that either has, from which they tell of one thing."""
FIRM = 0.5
"""Confidence from which somebody's own words change what is known; what is hedged lies below."""
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
    REVISES = "revises"
    """It may be a change of mind about the same matter; what it changes is not clear enough to end anything."""
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


class Known(NamedTuple):
    """A fact and its cosine to the observation; None where one of them has no vector."""

    fact: Memory
    cosine: float | None


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
    related = [(relate(observation, k, thresholds), k) for k in known if of_one_matter(observation, k.fact)]
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
    """Strongest relation first, what is current before what is in review, then the closest; ties by what was said and when."""
    fact = known.fact
    contested = fact.validity is not Validity.ACTIVE
    return (_RANK[relation], contested, -_closeness(observation, known), said_at(fact), fact.order, fact.content.summary, fact.memory_id)


def _supporting(fact: Memory, rivals: Sequence[tuple[Relation, Memory]], observation: Memory) -> Decision:
    """A repetition also settles what was in review, and ends what it names, where it wins against all that stands against it."""
    settling = fact.validity is Validity.REVIEW or observation.replaces is not None
    also = [_effect(r, f, observation) for r, f in rivals] if settling and precedes(fact, observation) else []
    settles = bool(also) and all(e.verdict in WINS for e in also) and weigh(observation, fact) is not Weight.WEAKER
    effect = _effect(Relation.SAME, fact, observation)
    return Decision(*effect, tuple(also) if settles else ())


def _goes_along(relation: Relation, fact: Memory, first: Relation, best: Memory, observation: Memory) -> bool:
    """Whether a further fact shares the fate of the one that the observation concerns most."""
    if relation is Relation.ENDS and first is Relation.ENDS:
        return True
    one_slot = observation.slot is not None and fact.slot is not None and best.slot is not None
    if (
        relation is Relation.OTHER_VALUE
        and observation.replaces
        and mentions(fact, observation.replaces)
        and _is_value(fact, observation.replaces)
    ):
        return True
    return one_slot and _same_slot(observation, fact) and _same_slot(observation, best) and slots.is_single(observation.slot.feature)  # type: ignore[union-attr]


def _effect(relation: Relation, fact: Memory, observation: Memory) -> Effect:
    later, weight = precedes(fact, observation), weigh(observation, fact)
    if relation in (Relation.OTHER_VALUE, Relation.OPPOSITE) and _tied(observation, fact) and weight is Weight.EQUAL:
        return Effect(Verdict.REVIEW, fact, "two statements of one time and weight disagree")
    return Effect(TABLE[relation, later, weight], fact, _reason(relation, later, weight, observation, fact))


def relate(observation: Memory, known: Known, thresholds: Thresholds = MEASURED) -> Relation:
    """How a statement relates to one fact; a hedged one changes nothing, it may only revise."""
    relation = _related(observation, known, thresholds)
    hedged = (
        relation in (Relation.OTHER_VALUE, Relation.ENDS, Relation.OPPOSITE) and observation.confidence < FIRM and _own_words(observation)
    )
    return Relation.REVISES if hedged else relation


def _own_words(memory: Memory) -> bool:
    """The statement is somebody's own words, not composed by a rule or an application."""
    return "said_by" in memory.content.structured


def _related(observation: Memory, known: Known, thresholds: Thresholds) -> Relation:
    fact, near = known.fact, known.cosine or 0.0
    shared = _shared(observation, fact)
    if implied.ends(observation, fact):
        return Relation.ENDS
    if not one_subject(observation, fact):
        return Relation.REVISES if alike(observation, fact) else Relation.UNRELATED
    said, held = observation.content.summary, fact.content.summary
    about = shared >= ABOUT_WORDS or near >= thresholds.about
    one_slot = _same_slot(observation, fact)
    if observation.negated or fact.negated:
        return _over_an_end(observation, fact, about or one_slot)
    if observation.replaces and mentions(fact, observation.replaces):
        named = _own_words(observation) or about or one_slot or _is_value(fact, observation.replaces)
        return Relation.OTHER_VALUE if named else Relation.UNRELATED
    if one_slot and observation.slot is not None and fact.slot is not None:
        if slots.same_value(observation.slot.value, fact.slot.value):
            return Relation.SAME
        if slots.is_single(observation.slot.feature):
            return Relation.OTHER_VALUE
        marked = observation.correction and shared >= ABOUT_WORDS and not observation.replaces
        return Relation.OTHER_VALUE if marked else Relation.UNRELATED
    if observation.correction and frames.one_frame(said, held):
        return Relation.OTHER_VALUE
    if _taken_back(observation, fact) or (observation.correction and _changes(said, held, near, thresholds)):
        return Relation.OTHER_VALUE
    if (shared >= SAME_WORDS or (near >= thresholds.same and numbers(observation) == numbers(fact))) and not _name_others(
        observation, fact
    ):
        if _opposed(observation, fact):
            return Relation.OPPOSITE
        return Relation.SAME if numbers(observation) == numbers(fact) else _differing(observation)
    if observation.correction and observation.category is fact.category and shared >= ABOUT_WORDS and near >= thresholds.about:
        return Relation.OTHER_VALUE
    if _own_words(observation) and observation.correction and near >= thresholds.about and _of_one_matter(observation, fact):
        return Relation.REVISES
    denies = _own_words(observation) and negates(observation) != negates(fact) and matters.shares(said, held) >= DENIED
    return Relation.REVISES if denies or alike(observation, fact) else Relation.UNRELATED


def alike(one: Memory, other: Memory) -> bool:
    """Two of somebody's own statements that share most of many words and differ in a few on both sides: "they met in Japan" and "they met
    in Switzerland". Which is right nobody said; the newer is told first."""
    mine, theirs = content_words(one), content_words(other)
    both = len(mine & theirs)
    differ = bool(mine - theirs) and bool(theirs - mine)
    if frames.adds(one.content.summary) or (one.subject == "user" and one.category is Category.EVENT):
        return False  # one likes several dishes, and runs on several days
    return _own_words(one) and _own_words(other) and differ and both >= MANY_WORDS and both >= ALIKE_WORDS * len(mine | theirs)


def _name_others(one: Memory, other: Memory) -> bool:
    """Each names somebody or something that the other does not."""
    mine, theirs = ({e.casefold() for e in m.entities} for m in (one, other))
    return _own_words(one) and _own_words(other) and bool(mine - theirs) and bool(theirs - mine)


def _taken_back(observation: Memory, fact: Memory) -> bool:
    """ "Back to grams" where the fact said "instead of grams"."""
    undoes = bool(observation.content.structured.get("undoes"))
    return undoes and bool(fact.replaces) and mentions(observation, fact.replaces or "")


def _changes(said: str, held: str, near: float, thresholds: Thresholds) -> bool:
    """A statement marked as a change that tells otherwise of one matter: yes and no of one thing, or another value of the same type."""
    if matters.reversed_on(said, held):
        return True
    if not matters.of_one_head(said, held):
        return False
    return (
        matters.other_values(said, held)
        and matters.shares(said, held) >= ONE_MATTER
        and (near >= thresholds.about or matters.shares(said, held) == 1)
    )


def _of_one_matter(observation: Memory, fact: Memory) -> bool:
    """Both speak of one thing that holds: what happened on a day happened, whatever happens later."""
    said, held = observation.content.summary, fact.content.summary
    lasting = Category.EVENT not in (observation.category, fact.category)
    return lasting and matters.shares(said, held) >= ONE_MATTER and matters.of_one_head(said, held)


def _may_be_one(said: str, held: str) -> bool:
    return bool(matters.matter(said) & matters.matter(held)) or matters.other_values(said, held)


def one_subject(one: Memory, other: Memory) -> bool:
    """Of one subject; or one of them does not name its own, and they name one thing or fill one slot."""
    if one.subject == other.subject:
        return True
    if sure(one) and sure(other):
        return False
    named = one.slot is not None and slots.names_its_thing(one.slot.feature)
    return (named and _same_slot(one, other)) or bool(matters.matter(one.content.summary) & matters.matter(other.content.summary))


def sure(memory: Memory) -> bool:
    """It names whom it is about."""
    return memory.content.structured.get("subject_sure") is not False


def of_one_matter(observation: Memory, fact: Memory) -> bool:
    """Of one subject; or the observation says what somebody is to the fact's subject ("Tiger is the user's cat")."""
    related = observation.slot is not None and observation.slot.feature == f"relation_to_{fact.subject}"
    return related or one_subject(observation, fact) or implied.takes_over(observation, fact) or alike(observation, fact)


def _is_value(fact: Memory, text: str) -> bool:
    """The words are most of the fact's value, or a good part of what it says."""
    said = words.content(text)
    value = words.content(fact.slot.value) if fact.slot else frozenset()
    return len(said & value) >= 0.5 * max(1, len(value)) if value else len(said) >= ABOUT_WORDS * len(content_words(fact))


def _over_an_end(observation: Memory, fact: Memory, about: bool) -> Relation:
    """Where one of the two says that something holds no more: "no longer at Acme" says nothing of Globex."""
    if observation.negated and fact.negated:
        return Relation.SAME if about and _names(observation, fact) and _names(fact, observation) else Relation.UNRELATED
    if observation.negated:
        return Relation.ENDS if (about or ended(observation)) and _names(observation, fact) else Relation.UNRELATED
    return Relation.OPPOSITE if (about or ended(fact)) and _names(fact, observation) else Relation.UNRELATED


def _same_slot(one: Memory, other: Memory) -> bool:
    return one.slot is not None and other.slot is not None and (one.slot.feature, one.slot.tag) == (other.slot.feature, other.slot.tag)


def _shared(one: Memory, other: Memory) -> float:
    """Share of content words that both have, of those that either has."""
    mine, theirs = content_words(one), content_words(other)
    return len(mine & theirs) / max(1, len(mine | theirs))


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
    if trust.foreign(observation) and not trust.foreign(fact):
        return Weight.WEAKER  # whatever a tool's or page's text calls itself, it ends nothing that a user said
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


def _opposed(observation: Memory, fact: Memory) -> bool:
    return negates(observation) != negates(fact)


def _differing(observation: Memory) -> Relation:
    return Relation.OTHER_VALUE if observation.correction else Relation.UNRELATED


def mentions(fact: Memory, text: str) -> bool:
    """All content words of the text are the fact's or its value's."""
    wanted = words.content(text)
    held = content_words(fact) | words.content(fact.slot.value if fact.slot else "")
    return bool(wanted) and wanted <= held


_ROMANTIC = frozenset("partner girlfriend boyfriend wife husband spouse fiancé fiancée fiance fiancee".split())


def ended(memory: Memory) -> str | None:
    """Words of what a statement ends or replaces."""
    return memory.replaces or (memory.slot.value if memory.negated and memory.slot is not None else None)


def _names(observation: Memory, fact: Memory) -> bool:
    """The negated observation names what the fact holds: its slot's value, the words of what ended, or most of the fact's words."""
    if observation.slot is not None and fact.slot is not None and observation.slot.feature == fact.slot.feature:
        if slots.same_value(observation.slot.value, fact.slot.value) or {observation.slot.value, fact.slot.value} <= _ROMANTIC:
            return True
        return not slots.is_single(fact.slot.feature) and mentions(fact, ended(observation) or "")
    if observation.slot is not None and observation.slot.feature.startswith("relation_to_"):
        return False
    if what := ended(observation):
        return mentions(fact, what)
    if fact.slot is not None:
        return mentions(observation, fact.slot.value)
    theirs = content_words(fact)
    same_numbers = numbers(fact) <= numbers(observation)
    return same_numbers and len(theirs & content_words(observation)) >= 0.6 * len(theirs)


def _closeness(observation: Memory, known: Known) -> float:
    if known.cosine is not None:
        return known.cosine
    return _shared(observation, known.fact)


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
        if not of_one_matter(observation, fact):
            continue
        theirs = content_words(fact)
        shared = len(mine & theirs) / max(1, min(len(mine), len(theirs)))
        same_slot = _same_slot(observation, fact)
        named = any(w and mentions(m, w) for w, m in ((ended(observation), fact), (ended(fact), observation)))
        named = named or implied.ends(observation, fact)
        named = named or (observation.correction and frames.one_frame(observation.content.summary, fact.content.summary))
        named = named or _taken_back(observation, fact)
        met = observation.correction and _may_be_one(observation.content.summary, fact.content.summary)
        if same_slot or named or shared >= ABOUT_WORDS or met:
            scored.append((not (same_slot or named), -shared, said_at(fact), fact.order, fact.content.summary, fact.memory_id, fact))
    return [row[-1] for row in sorted(scored, key=lambda row: row[:-1])[:SHORTLIST]]
