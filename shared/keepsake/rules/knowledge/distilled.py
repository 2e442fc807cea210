"""What an action of consolidation does to the facts, as moves of a change set (rows K6, K12)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from keepsake import changes
from keepsake.changes import Move
from keepsake.claims import Action, ActionKind
from keepsake.records import (
    TYPE_OF,
    AccessControl,
    Approval,
    Category,
    Change,
    Content,
    Durability,
    Kind,
    Memory,
    Relation,
    Source,
    Validity,
)
from keepsake.rules.knowledge import clusters, distillation, one_thing, outcome, reconcile, trust
from keepsake.rules.knowledge.reconcile import Decision, Verdict
from keepsake.rules.reading import sensitivity

ACTOR = "distil"
MOST_SOURCES = 50
"""Episodes that a fact names as its sources."""


def moves(
    actions: Sequence[Action], episodes: Mapping[str, Memory], facts: Mapping[str, Memory], by: tuple[str, str | None], now: datetime
) -> list[Move]:
    """One move an action; those that would change nothing are left out. `by` is who proposed them, and its prompt's version."""
    found = []
    taken: set[str] = set()
    for action in actions:
        sources = [episodes[e] for e in action.episode_ids]
        target = facts.get(action.target_id or "")
        changed = _changed(action, sources, target, facts, by, now)
        if changed and taken.isdisjoint(m.memory_id for m in changed):
            taken |= {m.memory_id for m in changed}
            made = [(m.memory_id, tuple(e.memory_id for e in sources)) for m in changed if m.version == 1]
            # A line of a change set outlives a purge: a model's words stay on the memory alone.
            why = f"{len(sources)} episodes, by {by[0]}" if by[1] else action.reason or f"{len(sources)} episodes"
            found.append(Move(action.kind.value, why, tuple(changed), tuple(made)))
    return found


def statements(
    actions: Sequence[Action], episodes: Mapping[str, Memory], facts: Mapping[str, Memory], by: tuple[str, str | None], now: datetime
) -> list[Memory]:
    """What the actions say, as observations: what else is known of it has to be at hand when they are carried out."""
    said = [a for a in actions if a.kind in (ActionKind.NEW, ActionKind.UPDATE)]
    return [_observed(a, [episodes[e] for e in a.episode_ids], facts.get(a.target_id or ""), by, now) for a in said]


def _changed(
    action: Action, sources: list[Memory], target: Memory | None, facts: Mapping[str, Memory], by: tuple[str, str | None], now: datetime
) -> list[Memory]:
    seen = _observed(action, sources, target, by, now)
    if action.kind is ActionKind.NEW:
        return _new(seen, sources, facts, now)
    if target is None or (action.kind is not ActionKind.REINFORCE and trust.foreign(seen) and not trust.foreign(target)):
        return []
    if action.kind is ActionKind.REINFORCE:
        if set(seen.event_ids) <= set(target.event_ids):
            return []
        (risen,) = outcome.of(Decision(Verdict.SUPPORTING, target, action.reason), seen, now).changed
        return [_by(risen, action)]
    if action.kind is ActionKind.INVALIDATE:
        over = {"validity": Validity.INVALID, "valid_to": max(reconcile.said_at(seen), target.valid_from), "superseded_at": now}
        against = (*target.relations, *(Relation(type="contradicted_by", target=e.memory_id) for e in sources[:MOST_SOURCES]))
        return [changes.touched(target, verdict="retracting", reason=action.reason, actor=ACTOR, now=now, relations=against, **over)]
    return _updated(action, seen, sources, target, facts, now)


def _observed(action: Action, sources: Sequence[Memory], target: Memory | None, by: tuple[str, str | None], now: datetime) -> Memory:
    """The action as an observation, so that the verdicts of `reconcile` and their outcomes hold for it too."""
    newest = max(sources, key=lambda e: (reconcile.said_at(e), e.order, e.memory_id))
    oldest = min(sources, key=lambda e: (reconcile.said_at(e), e.memory_id))
    events = tuple(dict.fromkeys(e for s in sources for e in s.event_ids))[-outcome.MOST_EVIDENCE :]
    inferred = action.category is Category.PATTERN
    weakest = trust.weakest([newest, *sources])
    source = Source.IMPLICIT if inferred and weakest.source is not Source.EXTERNAL else weakest.source
    level = trust.least([trust.of(source, weakest.source_role, action.confidence, len(events)), *(s.trust for s in sources)])
    structured = {"said_at": reconcile.said_at(newest).isoformat()} | (
        {"pattern": clusters.plain(distillation.base(action.content))} if inferred else {}
    )
    keeps = target is not None and newest.slot is not None and target.slot is not None and newest.slot.feature == target.slot.feature
    return newest.model_copy(
        update={
            "scope": newest.scope.model_copy(update={"session_id": None}),
            "memory_id": "o" + distillation.fact_id(action, sources)[1:],
            "kind": Kind.OBSERVATION,
            "content": Content(raw=action.content, summary=action.content, structured=structured),
            "category": action.category,
            "type": TYPE_OF[action.category],
            "slot": newest.slot if keeps else None,
            "durability": Durability.PERSISTENT,
            "access": newest.access if all(s.access == newest.access for s in sources) else AccessControl(),
            # A model may think itself sure: what is made of others is no surer than the least of them.
            "confidence": min([action.confidence, *(s.confidence for s in sources)]),
            "sensitivity": sensitivity.most([sensitivity.of(action.content), *(s.sensitivity for s in sources)]),
            "source": source,
            "source_role": weakest.source_role,
            "trust": level,
            "approval": Approval.APPROVED,
            "importance": max(s.importance for s in sources),
            "event_ids": events,
            "entities": _of_all([s.entities for s in sources]),
            "labels": _of_all([s.labels for s in sources]),
            "anchors": _of_all([s.anchors for s in sources]),
            "replaces": None,
            "correction": False,
            "negated": False,
            "valid_from": reconcile.said_at(oldest) if inferred else newest.valid_from,
            "valid_to": None,
            "superseded_at": None,
            "reinforcements": 0,
            "relations": (),
            "extractor": by[0],
            "prompt_version": by[1],
            "change": Change(verdict="distilled", reason=action.reason, actor=ACTOR, at=now),
            "version": 1,
        }
    )


def _of_all(each: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """What all of them have: who came along once is no part of what repeats."""
    return tuple(x for x in dict.fromkeys(each[0]) if all(x in other for other in each[1:]))


def _says(sources: Sequence[Memory], pattern: Memory) -> bool:
    return pattern.category is not Category.PATTERN or distillation.is_said_by(distillation.pattern_of(pattern), sources)


def _new(seen: Memory, sources: Sequence[Memory], facts: Mapping[str, Memory], now: datetime) -> list[Memory]:
    """What the verdicts make of a new statement beside the facts that are known; what they leave open makes nothing."""
    known = [f for f in facts.values() if distillation.may_change(f) and f.scope.namespace == seen.scope.namespace]
    decision = reconcile.decide(seen, [one_thing.Known(f, None) for f in reconcile.shortlist(seen, known)])
    if decision.verdict not in (Verdict.NEW, Verdict.SUPPORTING, Verdict.SUPERSEDING, Verdict.RETRACTING):
        return []
    if "f" + seen.memory_id[1:] in facts and decision.verdict is not Verdict.SUPPORTING:
        return []
    if decision.target is not None and decision.verdict is Verdict.SUPPORTING and not _says(sources, decision.target):
        return []
    if decision.target is not None and decision.verdict is Verdict.SUPPORTING and set(seen.event_ids) <= set(decision.target.event_ids):
        return []
    return [_from(m, sources) if m.version == 1 else m for m in outcome.of(decision, seen, now).changed]


def _updated(
    action: Action, seen: Memory, sources: Sequence[Memory], target: Memory, facts: Mapping[str, Memory], now: datetime
) -> list[Memory]:
    """The target gives way to the statement: to the contested fact that says it already, or to a fact of its own."""
    decision = Decision(Verdict.SUPERSEDING, target, action.reason)
    rival = next((f for f in facts.values() if f.validity is Validity.REVIEW and f.content.summary == action.content), None)
    if rival is None or rival.memory_id == target.memory_id:
        if "f" + seen.memory_id[1:] in facts:
            return []
        return [_from(m, sources) if m.version == 1 else m for m in outcome.of(decision, seen, now).changed]
    links = tuple(r for r in rival.relations if r != Relation(type="contradicts", target=target.memory_id))
    won = changes.touched(
        rival, verdict="superseding", reason=action.reason, actor=ACTOR, now=now,
        validity=Validity.ACTIVE, relations=(*links, Relation(type="supersedes", target=target.memory_id)),
    )  # fmt: skip
    lost = changes.touched(
        target, verdict="superseding", reason=action.reason, actor=ACTOR, now=now, validity=Validity.DEPRECATED,
        valid_to=max(won.valid_from, target.valid_from), superseded_at=now,
        relations=(*target.relations, Relation(type="superseded_by", target=rival.memory_id)),
    )  # fmt: skip
    return [won, lost]


def _from(fact: Memory, sources: Sequence[Memory]) -> Memory:
    """A fact of consolidation names its episodes, where another names its observation."""
    links = tuple(r for r in fact.relations if r.type != "derived_from")
    named = tuple(Relation(type="derived_from", target=e.memory_id) for e in sources[-MOST_SOURCES:])
    return fact.model_copy(update={"relations": links + named, "change": fact.change.model_copy(update={"actor": ACTOR})})


def _by(fact: Memory, action: Action) -> Memory:
    named = {r.target for r in fact.relations}
    fresh = tuple(Relation(type="derived_from", target=e) for e in action.episode_ids if e not in named)[:MOST_SOURCES]
    return fact.model_copy(update={"relations": (*fact.relations, *fresh), "change": fact.change.model_copy(update={"actor": ACTOR})})
