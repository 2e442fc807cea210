"""What a person's approval or rejection does to an observation, to a fact in review and to a mental model (rows K4, K10).

A person's word settles what evidence left open: the approved fact is current, what stands against it keeps its words and dates behind it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from keepsake.errors import Conflict
from keepsake.records import Approval, Durability, Kind, Memory, Relation, Source, Status, Validity
from keepsake.rules import slots
from keepsake.rules.knowledge import judged, one_thing, outcome, reconcile
from keepsake.rules.knowledge.acts import Wish
from keepsake.rules.knowledge.reconcile import Decision, Verdict

AGAINST = ("contradicts", "contradicted_by", "superseded_by")


def approved(memory: Memory, facts: Mapping[str, Memory], wish: Wish) -> list[Memory]:
    """What changes, the memory first. `facts` are all of its owner, by id. Raises Conflict for a fact that nobody contests."""
    if memory.kind is Kind.MENTAL_MODEL:
        if memory.approval is Approval.APPROVED and memory.activated_at is not None:
            return []
        return [wish.done(memory, approval=Approval.APPROVED, activated_at=memory.activated_at or wish.now)]
    if memory.kind is Kind.FACT:
        if memory.current:
            return []
        if memory.validity is not Validity.REVIEW and memory.change.verdict != "reject":
            raise Conflict(f"It is {memory.validity} and not in review: approve its observation, restore it or correct it.")
        return won(memory, facts, wish)
    return _observed(memory, facts, wish)


def _observed(observation: Memory, facts: Mapping[str, Memory], wish: Wish) -> list[Memory]:
    """Revives the facts that it became, or makes its fact: whom it stands against gives way."""
    became = [facts[t] for t in targets(observation) if t in facts]
    lost = [f for f in became if not f.current and f.memory_id == "f" + observation.memory_id[1:]]
    if became:
        if observation.approval is Approval.APPROVED and not lost:
            return []
        return [wish.done(observation, approval=Approval.APPROVED), *(m for f in lost for m in won(f, facts, wish))]
    lasting = observation.model_copy(update={"durability": max(observation.durability, Durability.PERSISTENT, key=_LASTING.index)})
    shortlist = reconcile.shortlist(lasting, [f for f in facts.values() if f.current])
    decision = reconcile.decide(lasting, [one_thing.Known(f, None) for f in shortlist])
    if decision.verdict is not Verdict.SUPPORTING:
        verdict = Verdict.NEW if decision.target is None else Verdict.SUPERSEDING
        decision = Decision(verdict, decision.target, "a person approved it")
    settled = outcome.of(decision, lasting, wish.now)
    return [_by(m, wish) for m in (settled.observation, *settled.changed)]


def rejected(
    memory: Memory, facts: Mapping[str, Memory], beside: Sequence[Memory], episodes: Mapping[str, Memory], wish: Wish
) -> list[Memory]:
    """What changes, the memory first. `beside` are the observations of the events that its facts cite."""
    if memory.kind is Kind.MENTAL_MODEL:
        return [] if memory.approval is Approval.REJECTED else [wish.done(memory, approval=Approval.REJECTED, activated_at=None)]
    if memory.kind is Kind.FACT:
        if memory.validity not in reconcile.CONCERNED:
            return []
        return [_refuted(memory, wish), *_freed(memory, facts, wish)]
    if memory.approval is Approval.REJECTED:
        return []
    changed = [wish.done(memory, approval=Approval.REJECTED)]
    others = [o for o in beside if o.memory_id != memory.memory_id and o.approval is not Approval.REJECTED]
    for fact in (facts[t] for t in targets(memory) if t in facts):
        rest = [o for o in others if fact.memory_id in targets(o)]
        if fact.validity not in reconcile.CONCERNED:
            continue
        if rest or fact.source is Source.CORRECTED:
            cited = {e for o in rest for e in o.event_ids}
            # An event that no other observation of the fact rests on proves it no more.
            kept = tuple(e for e in fact.event_ids if e in cited or e not in memory.event_ids)
            if kept and kept != fact.event_ids:
                changed.append(wish.done(fact, "evidence for it was rejected", event_ids=kept))
            continue
        changed += [_refuted(fact, wish), *_freed(fact, facts, wish)]
    lived = [episodes[t] for t in targets(memory) if t in episodes and episodes[t].validity in reconcile.CONCERNED]
    return changed + [_refuted(e, wish) for e in lived]


def targets(observation: Memory) -> tuple[str, ...]:
    """The memories that it became part of."""
    return tuple(r.target for r in observation.relations if r.type == outcome.BECAME)


def won(fact: Memory, facts: Mapping[str, Memory], wish: Wish, **fields: Any) -> list[Memory]:
    """The fact as current, and its rivals behind it."""
    rivals = rivals_of(fact, facts)
    fresh = tuple(Relation(type="supersedes", target=r.memory_id) for r in rivals)
    kept = tuple(r for r in fact.relations if r.type not in AGAINST)
    reopened = {"valid_to": None, "superseded_at": None} if fact.superseded_at is not None else {}
    status = Status.ACTIVE if fact.status is Status.DELETED else fact.status
    current = {"validity": Validity.ACTIVE, "status": status, "relations": kept + fresh} | reopened | fields
    return [wish.done(fact, **current), *(_behind(r, fact, wish) for r in rivals)]


def rivals_of(fact: Memory, facts: Mapping[str, Memory]) -> list[Memory]:
    """What else claims to be true in its place: linked as standing against it, or another value of its single slot."""
    linked = {r.target for r in fact.relations if r.type in AGAINST}
    return [
        f
        for f in facts.values()
        if f.memory_id != fact.memory_id
        and f.validity in reconcile.CONCERNED
        and f.status is not Status.DELETED
        and (f.memory_id in linked or holder(fact, f))
    ]


def holder(fact: Memory, other: Memory) -> bool:
    """Whether `other` is current and holds the place of one value that the fact would take."""
    if fact.slot is None or other.slot is None or other.subject != fact.subject or not other.current or other.memory_id == fact.memory_id:
        return False
    if (fact.slot.tag, fact.slot.feature) != (other.slot.tag, other.slot.feature) or fact.scope.namespace != other.scope.namespace:
        return False
    return slots.is_single(fact.slot.feature) and not slots.same_value(fact.slot.value, other.slot.value)


def _behind(rival: Memory, fact: Memory, wish: Wish) -> Memory:
    links = (*rival.relations, Relation(type="superseded_by", target=fact.memory_id))
    return wish.done(
        rival, f"{fact.memory_id} stands in its place", validity=Validity.DEPRECATED, superseded_at=wish.now,
        valid_to=max(fact.valid_from, rival.valid_from), relations=links,
    )  # fmt: skip


def _refuted(memory: Memory, wish: Wish) -> Memory:
    return wish.done(memory, validity=Validity.INVALID, superseded_at=wish.now, content=judged.unmarked(memory))


def _freed(fact: Memory, facts: Mapping[str, Memory], wish: Wish) -> list[Memory]:
    """Facts in review that the rejected one alone contested."""
    found = []
    for rival in (facts[r.target] for r in fact.relations if r.type in AGAINST and r.target in facts):
        contested = [facts[r.target] for r in rival.relations if r.type == "contradicts" and r.target in facts]
        open_still = [c for c in contested if c.memory_id != fact.memory_id and c.validity in reconcile.CONCERNED]
        if rival.validity is Validity.REVIEW and not open_still:
            found.append(wish.done(rival, f"{fact.memory_id}, which stood against it, was rejected", validity=Validity.ACTIVE))
    return found


_LASTING = tuple(Durability)


def _by(memory: Memory, wish: Wish) -> Memory:
    change = memory.change.model_copy(update={"verdict": wish.act.value, "actor": wish.actor})
    return memory.model_copy(update={"change": change})
