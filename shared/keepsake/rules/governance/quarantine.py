"""Which events are in quarantine, and what becomes of the memories that rest on them (row V7).

Evidence in quarantine is as if it had never been said: what rests on it alone is kept for its case and shown nowhere else, what also
rests on other evidence is as trusted as that and told in its words, and what it alone had ended holds again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import changes
from keepsake.changes import Move
from keepsake.records import GUIDES, Event, Kind, Memory, Quarantine, Relation, Selector, Source, Status, Trust, Validity, WorkingItem
from keepsake.rules.knowledge import approvals, episodes, mental_models, outcome, reconcile, trust
from keepsake.rules.knowledge.replay import MERGED, enders

MOST = 50
"""In force for one user at once: every recall asks all of them."""
REINSTATED = "reinstated"

Before = Callable[[Memory, Callable[[Memory], bool]], Memory | None]
"""A memory's newest earlier version for which something holds."""


class Why(NamedTuple):
    """What the change is told by."""

    reason: str
    actor: str
    now: datetime


def catches(selector: Selector, event: Event) -> bool:
    asked: tuple[tuple[object, object], ...] = (
        (selector.role, event.role),
        (selector.name, event.name),
        (selector.source, event.metadata.get("source")),
        (selector.agent_id, event.scope.agent_id),
        (selector.session_id, event.scope.session_id),
    )
    if selector.namespace != event.scope.namespace or any(want is not None and want != have for want, have in asked):
        return False
    return (selector.since is None or selector.since <= event.timestamp) and (selector.until is None or event.timestamp < selector.until)


def holds(event: Event, quarantines: Iterable[Quarantine]) -> bool:
    return any(catches(q.selector, event) for q in quarantines)


def held_of(events: Iterable[Event], quarantines: Sequence[Quarantine]) -> frozenset[str]:
    """Ids of the events that are in quarantine."""
    return frozenset(e.event_id for e in events if quarantines and holds(e, quarantines))


def withheld(observation: Memory, held: frozenset[str]) -> Memory:
    """The observation as it is kept where one of its events is in quarantine."""
    if observation.trust is Trust.QUARANTINED or held.isdisjoint(observation.event_ids):
        return observation
    return observation.model_copy(update={"trust": Trust.QUARANTINED, "trust_before": observation.trust})


def moves(memories: Mapping[str, Memory], held: frozenset[str], before: Before, why: Why) -> list[Move]:
    """What changes in an owner's memories, observations included, when these events are in quarantine and no others. The same events
    again change nothing."""
    lines = _lines(memories)
    judged = (_judged(m, memories, lines, held, why) for m in memories.values())
    after = {m.memory_id: m for m in judged if m is not None}
    facts = {i: f for i, f in memories.items() if f.kind is Kind.FACT} | {i: f for i, f in after.items() if f.kind is Kind.FACT}
    back: list[Memory | None] = [*_all_reinstated([f for f in facts.values() if f.memory_id not in after], facts, before, why)]
    lifted = [i for i, f in after.items() if f.kind is Kind.FACT and _lifted(memories[i], f)]
    back += [r for i in lifted if after[i].current for r in _met(after[i], facts, lifted, before, why)]
    after |= {m.memory_id: m for m in back if m is not None}
    facts |= {i: f for i, f in after.items() if f.kind is Kind.FACT}
    lived = [after.get(i, m) for i, m in memories.items() if m.kind is Kind.EPISODE]
    after |= {
        e.memory_id: _once(e, memories) for e in episodes.following([f for f in after.values() if f.kind is Kind.FACT], lived, why.now)
    }
    known = {i: f for i, f in facts.items() if f.trust is not Trust.QUARANTINED}
    models = [after.get(i, m) for i, m in memories.items() if m.kind is Kind.MENTAL_MODEL]
    after |= {m.memory_id: _once(m, memories) for m in mental_models.refreshed(models, known, why.now)}
    words = {m.memory_id: s for m in after.values() if (s := _new_words(memories[m.memory_id], m, memories))}
    return [
        Move(m.change.verdict, m.change.reason, (m,), ((m.memory_id, (words[m.memory_id],)),) if m.memory_id in words else ())
        for m in after.values()
    ]


def _once(memory: Memory, memories: Mapping[str, Memory]) -> Memory:
    """One version a run, however many reasons there were for it."""
    return memory.model_copy(update={"version": memories[memory.memory_id].version + 1})


class _Lines(NamedTuple):
    """Which observations say each fact, and which facts took others in."""

    said: Mapping[str, Sequence[Memory]]
    keepers: frozenset[str]


def _lines(memories: Mapping[str, Memory]) -> _Lines:
    said: dict[str, list[Memory]] = {}
    for memory in memories.values():
        if memory.kind is Kind.OBSERVATION and (fact := outcome.fact_of(memory)) is not None:
            said.setdefault(fact, []).append(memory)
    return _Lines(said, frozenset(r.target for m in memories.values() for r in m.relations if r.type == MERGED))


def _judged(memory: Memory, memories: Mapping[str, Memory], lines: _Lines, held: frozenset[str], why: Why) -> Memory | None:
    """The memory with the trust, and a fact with the words, of the evidence that is left; None where that changes nothing. Topics and
    summaries are remade from their facts."""
    if memory.kind in GUIDES or memory.purged_at is not None:
        return None
    own = memory.trust_before or memory.trust
    level, words = own, None
    if not held.isdisjoint(memory.event_ids):
        level, words = _left(memory, own, memories, lines, held)
    if level is memory.trust and words is None:
        return None
    fields: dict[str, object] = {"trust": level, "trust_before": None if level is own else own}
    if words is not None:
        structured = memory.content.structured | {"said_at": words.content.structured.get("said_at")}
        fields |= {"content": words.content.model_copy(update={"structured": structured}), "slot": words.slot}
    verdict = "quarantined" if level is Trust.QUARANTINED else "released" if level is own else "weakened"
    made = changes.touched(memory, verdict=verdict, reason=why.reason, actor=why.actor, now=why.now, **fields)
    return made if memory.kind is not Kind.OBSERVATION else made.model_copy(update={"index_due": None})


def _left(memory: Memory, own: Trust, memories: Mapping[str, Memory], lines: _Lines, held: frozenset[str]) -> tuple[Trust, Memory | None]:
    """The trust that is left, and the observation whose words stand for it where the memory's own came from what is in quarantine."""
    if memory.kind is Kind.MENTAL_MODEL:
        sources = [memories[s] for s in mental_models.sources(memory) if s in memories]
        return (own if any(held.isdisjoint(s.event_ids) for s in sources) else Trust.QUARANTINED), None
    if memory.kind is not Kind.FACT or _composed(memory, lines):
        return Trust.QUARANTINED, None
    if memory.source is Source.CORRECTED and memory.event_ids[-1] not in held:
        return own, None
    clean = [o for o in lines.said.get(memory.memory_id, ()) if held.isdisjoint(o.event_ids)]
    if not clean:
        return Trust.QUARANTINED, None
    best = min(clean, key=lambda o: (trust.ORDER.index(o.trust_before or o.trust), -o.order, o.memory_id))
    level = trust.least([own, best.trust_before or best.trust])
    return level, None if memory.content.summary in {o.content.summary for o in clean} else best


def _composed(fact: Memory, lines: _Lines) -> bool:
    """Its words were made of several memories': nobody can tell which of them say what is in quarantine."""
    made_of = any(r.type == "derived_from" and not r.target.startswith("o_") for r in fact.relations)
    return made_of or fact.memory_id in lines.keepers


def _new_words(was: Memory, now: Memory, memories: Mapping[str, Memory]) -> str | None:
    """The observation whose vector a fact takes over together with its words."""
    if was.kind is not Kind.FACT or was.content.summary == now.content.summary:
        return None
    return next((o.memory_id for o in memories.values() if o.kind is Kind.OBSERVATION and o.content.summary == now.content.summary), None)


def _all_reinstated(ended: Sequence[Memory], facts: Mapping[str, Memory], before: Before, why: Why) -> list[Memory]:
    """The last that was said first: what it would have ended, had the others never been said, stays over."""
    known, back = dict(facts), list[Memory]()
    for fact in sorted(ended, key=lambda f: (reconcile.said_at(f), f.order, f.memory_id), reverse=True):
        if (made := _reinstated(fact, known, before, why)) is not None:
            known[fact.memory_id] = made
            back.append(made)
    return back


def _reinstated(fact: Memory, facts: Mapping[str, Memory], before: Before, why: Why) -> Memory | None:
    """The fact as it held before what is in quarantine now ended it; None where something else did, or took its place."""
    ended_by = enders(fact)
    if not ended_by or fact.trust is Trust.QUARANTINED or fact.status is Status.DELETED:
        return None
    if any(e not in facts or facts[e].trust is not Trust.QUARANTINED for e in ended_by):
        return None
    if any((approvals.holder(fact, f) or _says_it(f, fact)) and f.trust is not Trust.QUARANTINED for f in facts.values()):
        return None
    was = before(fact, lambda m: m.validity is Validity.ACTIVE)
    ends = {"valid_to": was.valid_to if was else None, "superseded_at": None}
    reason = f"{why.reason}, which alone had ended it"
    return changes.touched(fact, verdict=REINSTATED, reason=reason, actor=why.actor, now=why.now, validity=Validity.ACTIVE, **ends)


def _says_it(other: Memory, fact: Memory) -> bool:
    """Whether `other` is current and says the fact's words of its subject."""
    return other.current and other.subject == fact.subject and other.content.summary == fact.content.summary


def _lifted(was: Memory, now: Memory) -> bool:
    return was.trust is Trust.QUARANTINED and now.trust is not Trust.QUARANTINED


def _met(fact: Memory, facts: Mapping[str, Memory], lifted: Collection[str], before: Before, why: Why) -> list[Memory | None]:
    """What a fact that comes back meets: what was reinstated in its stead, or in that of one that comes back with it and that it had ended,
    ends again, and where something newer holds its place a person decides."""
    active = [f for f in facts.values() if f.validity is Validity.ACTIVE]
    ended = [f for f in active if fact.memory_id in _linked(f)]
    again = [f for f in active if f.change.verdict == REINSTATED and _stood_for(f, fact, lifted)]
    left = [f for f in facts.values() if f not in again and f.trust is not Trust.QUARANTINED and approvals.holder(fact, f)]
    if rivals := left or [f for f in ended if f not in again]:
        rival = rivals[0].memory_id
        link = Relation(type="contradicts", target=rival)
        reason = f"{why.reason}, and {rival} has held its place since"
        contested = fact.model_copy(update={
            "validity": Validity.REVIEW, "relations": tuple(dict.fromkeys([*fact.relations, link])),
            "change": fact.change.model_copy(update={"reason": reason}),
        })  # fmt: skip
        return [contested]
    out: list[Memory | None] = []
    for rival_ in again:
        was = before(rival_, lambda m: m.validity is not Validity.ACTIVE)
        ended_ = {"validity": was.validity, "valid_to": was.valid_to, "superseded_at": was.superseded_at} if was else {}
        reason = f"{why.reason}, and {fact.memory_id} holds again in its place"
        out.append(changes.touched(rival_, verdict="superseding", reason=reason, actor=why.actor, now=why.now, **ended_))
    return out


def _stood_for(reinstated: Memory, fact: Memory, lifted: Collection[str]) -> bool:
    by = _linked(reinstated)
    return fact.memory_id in by or (not by.isdisjoint(lifted) and (approvals.holder(fact, reinstated) or _says_it(reinstated, fact)))


def _linked(fact: Memory) -> set[str]:
    return {r.target for r in fact.relations if r.type in ("superseded_by", "contradicted_by", MERGED)}


def in_focus(item: WorkingItem, held: frozenset[str]) -> WorkingItem:
    """The item as its session holds it: out of sight while one of its events is in quarantine."""
    hit = not held.isdisjoint(item.event_ids)
    if hit and item.trust is not Trust.QUARANTINED:
        return item.model_copy(update={"trust": Trust.QUARANTINED, "trust_before": item.trust})
    if not hit and item.trust is Trust.QUARANTINED:
        return item.model_copy(update={"trust": item.trust_before or Trust.CAUTION, "trust_before": None})
    return item
