"""What follows from a decided observation alone: the fact that it made and its episode, as they were written first, and the links of what
stands on beside that fact. So these can be written behind the decision itself, and written again where whoever decided came no further."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.records import Approval, Memory, Relation
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import episodes, outcome, reconcile
from keepsake.rules.knowledge.reconcile import Decision, Verdict
from keepsake.rules.policy import Policy

ALONE = (Verdict.NEW.value, Verdict.REVISING.value)
"""Verdicts by which a new fact is the observation with links at most."""
LINKS = {logged: link for link, logged in outcome.BESIDE.items()}
BACK = {"revises": "revised_by", "revised_by": "revises"}


def in_order(observations: Iterable[Memory]) -> list[Memory]:
    """By event time, then by order of acceptance: so a batch is decided, and so its decided ones are counted."""
    return sorted(observations, key=lambda o: (reconcile.said_at(o), o.order, o.memory_id))


def undecided(observation: Memory) -> Memory:
    """As it was before it was decided, in an attempt that broke off."""
    if observation.approval is Approval.PENDING:
        return observation
    links = tuple(r for r in observation.relations if r.type not in (outcome.BECAME, *outcome.BESIDE.values()))
    return observation.model_copy(update={"relations": links, "approval": Approval.PENDING})


def by(observation: Memory, policy: Policy) -> list[Memory]:
    """The fact, and the episode where it names one; none where it made no fact, or one that ended or confirmed others."""
    change, became = observation.change, {r.target for r in observation.relations if r.type == outcome.BECAME}
    if change.verdict not in ALONE or "f" + observation.memory_id[1:] not in became:
        return []
    told = outcome.of(Decision(Verdict.NEW, None, change.reason), undecided(observation), change.at)
    beside = tuple(Relation(type=LINKS[r.type], target=r.target) for r in observation.relations if r.type in LINKS)
    fact = told.changed[0].model_copy(update={"change": change, "relations": told.changed[0].relations + beside})
    # The container's settings may ask for no episode by now: the one that was decided is made all the same.
    kept = policy.model_copy(update={"episodic": True, "significance": 0.0})
    made = [fact, episodes.episode_of(told.observation, fact, change.at, kept)]
    return [decay.rescheduled(m, policy).model_copy(update={"index_due": None}) for m in made if m is not None and m.memory_id in became]


def beside(observation: Memory) -> list[str]:
    """Ids of the facts that stand on beside the one that it made."""
    return [r.target for r in observation.relations if r.type in LINKS]


def to_link(observations: Iterable[Memory]) -> list[tuple[Memory, str]]:
    """Each observation with a fact that stands on beside the one that it made, in their order. Of a fact to which more of them lead than
    it keeps links of their kind, the newest: the others' were dropped again."""
    of: dict[tuple[str, str], list[Memory]] = {}
    for observation in observations:
        for r in observation.relations:
            if r.type in LINKS:
                of.setdefault((r.target, r.type), []).append(observation)
    named = ((o, target) for (target, kind), some in of.items() for o in some[-outcome.MOST_LINKS[LINKS[kind]] :])
    return list({(o.memory_id, target): (o, target) for o, target in named}.values())


def linked(observation: Memory, other: Memory, policy: Policy) -> Memory | None:
    """Such a fact, linked to the one that the observation made, in its next version; None where it is linked, or need not be any more."""
    change, fact = observation.change, "f" + observation.memory_id[1:]
    back = [
        Relation(type=BACK[LINKS[r.type]], target=fact) for r in observation.relations if r.type in LINKS and r.target == other.memory_id
    ]
    if change.verdict != Verdict.REVISING.value or set(back) <= set(other.relations) or not other.at_hand:
        return None
    decision = Decision(Verdict.REVISING, other, change.reason)
    return decay.rescheduled(outcome.changed(other, decision, change.at, relations=outcome.bounded((*other.relations, *back))), policy)
