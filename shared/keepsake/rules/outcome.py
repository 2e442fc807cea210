"""What a verdict does to the observation and to the facts it concerns (rows K1, K4)."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from keepsake.records import Approval, Change, Content, Kind, Memory, Relation, Source, Status, Trust, Validity
from keepsake.rules import decay, reconcile, trust
from keepsake.rules.reconcile import Decision, Verdict

BECAME = "became"
"""From an observation to the fact that it made or supports."""
ACTOR = "consolidate"
MOST_EVIDENCE = 200
"""Evidence ids that one fact keeps, the first and the newest: a row holds at most 400 KB."""


class Outcome(NamedTuple):
    """The decided observation, and the facts made or changed, each in its new version."""

    observation: Memory
    changed: tuple[Memory, ...]


def of(decision: Decision, observation: Memory, now: datetime) -> Outcome:
    verdict, old = decision.verdict, decision.target
    if verdict is Verdict.FLEETING or (old is None and verdict is not Verdict.NEW):
        return Outcome(_decided(observation, decision, (), now), ())
    if old is None:
        fact = _fact(observation, decision, now)
        return Outcome(_decided(observation, decision, (fact,), now), (fact,))
    if verdict is Verdict.SUPPORTING:
        fact = _reinforced(old, observation, decision, now)
        return Outcome(_decided(observation, decision, (fact,), now), (fact,))
    fact = _fact(observation, decision, now)
    if verdict is Verdict.SUPERSEDING:
        fact = _linked(fact, "supersedes", old)
        loser = _changed(
            old, decision, now, **_closed(fact, now), validity=Validity.DEPRECATED, relations=_with(old, "superseded_by", fact)
        )
        fact = fact.model_copy(update={"labels": tuple(dict.fromkeys([*fact.labels, *old.labels]))})
    elif verdict is Verdict.RETRACTING:
        fact = _linked(fact, "contradicts", old)
        loser = _changed(old, decision, now, **_closed(fact, now), validity=Validity.INVALID, relations=_with(old, "contradicted_by", fact))
    elif verdict is Verdict.OUTDATED:
        ended = old.valid_from if old.valid_from > fact.valid_from else reconcile.said_at(old)
        fact = _linked(fact, "superseded_by", old).model_copy(
            update={"validity": Validity.DEPRECATED, "valid_to": fact.valid_to or max(ended, fact.valid_from), "superseded_at": now}
        )
        loser = _changed(old, decision, now, relations=_with(old, "supersedes", fact))
    elif verdict is Verdict.CONTRADICTORY:
        fact = _linked(fact, "contradicts", old).model_copy(update={"validity": Validity.REVIEW})
        loser = _changed(old, decision, now, relations=_with(old, "contradicts", fact))
    else:
        fact = _linked(fact, "contradicts", old).model_copy(update={"validity": Validity.REVIEW})
        loser = _changed(old, decision, now, validity=Validity.REVIEW, relations=_with(old, "contradicts", fact))
    return Outcome(_decided(observation, decision, (fact,), now), (fact, loser))


def _decided(observation: Memory, decision: Decision, became: tuple[Memory, ...], now: datetime) -> Memory:
    links = tuple(Relation(type=BECAME, target=f.memory_id) for f in became)
    return observation.model_copy(
        update={
            "approval": Approval.APPROVED,
            "relations": observation.relations + links,
            "change": Change(verdict=decision.verdict.value, reason=decision.reason, actor=ACTOR, at=now),
            "updated_at": now,
            "version": observation.version + 1,
        }
    )


def _fact(observation: Memory, decision: Decision, now: datetime) -> Memory:
    """The observation as a fact of its own; its id follows from the observation's, so deciding again makes no second one."""
    fact = observation.model_copy(
        update={
            "memory_id": "f" + observation.memory_id[1:],
            "kind": Kind.FACT,
            "approval": None,
            "relations": (*observation.relations, Relation(type="derived_from", target=observation.memory_id)),
            "recorded_at": now,
            "created_at": now,
            "updated_at": now,
            "last_accessed_at": now,
            "change": Change(verdict=decision.verdict.value, reason=decision.reason, actor=ACTOR, at=now),
            "version": 1,
        }
    )
    return _scheduled(fact, now)


def _reinforced(old: Memory, observation: Memory, decision: Decision, now: datetime) -> Memory:
    fresh = [e for e in observation.event_ids if e not in old.event_ids]
    if not fresh:
        return _changed(old, decision, now)
    events = (*old.event_ids, *fresh)
    kept = events if len(events) <= MOST_EVIDENCE else (events[0], *events[-(MOST_EVIDENCE - 1) :])
    confidence = reconcile.reinforced(old.confidence, observation.confidence, old.source)
    stated = observation.source is Source.EXPLICIT and old.source is Source.IMPLICIT
    source = Source.EXPLICIT if stated else old.source
    level = trust.of(source, observation.source_role if stated else old.source_role, confidence, len(kept))
    risen = min(level, old.trust, key=trust.ORDER.index) if old.trust is not Trust.QUARANTINED else old.trust
    later = reconcile.precedes(old, observation)
    newer: dict[str, Any] = {"order": observation.order} if later else {}
    return _changed(
        old,
        decision,
        now,
        event_ids=kept,
        confidence=confidence,
        source=source,
        trust=risen,
        importance=max(old.importance, observation.importance),
        labels=tuple(dict.fromkeys([*old.labels, *observation.labels])),
        entities=tuple(dict.fromkeys([*old.entities, *observation.entities])),
        reinforcements=old.reinforcements + 1,
        reinforced_at=now,
        status=Status.ACTIVE,  # what is said again is at hand again, also from the archive
        valid_from=min(old.valid_from, observation.valid_from),
        content=_words(old, observation, later),
        **newer,
    )


def _words(old: Memory, observation: Memory, later: bool) -> Content:
    """The fact's own words, unless the observation rests on all of its evidence and more: then it says the same more fully."""
    fuller = set(old.event_ids) < set(observation.event_ids)
    said = reconcile.said_at(observation if later else old).isoformat()
    words = observation.content if fuller else old.content
    return words.model_copy(update={"structured": words.structured | {"said_at": said}})


def _changed(memory: Memory, decision: Decision, now: datetime, **fields: Any) -> Memory:
    change = Change(verdict=decision.verdict.value, reason=decision.reason, actor=ACTOR, at=now)
    return _scheduled(memory.model_copy(update=fields | {"change": change, "updated_at": now, "version": memory.version + 1}), now)


def _scheduled(fact: Memory, now: datetime) -> Memory:
    """Ready for the index, and due again when its decay reaches the next band."""
    return fact.model_copy(update={"index_due": now, "decay_due": decay.fate(fact, now).next_at})


def _closed(by: Memory, now: datetime) -> dict[str, Any]:
    """Both clocks of what a later fact ends: true until the later one holds, believed until now."""
    return {"valid_to": by.valid_from, "superseded_at": now}


def _linked(fact: Memory, relation: str, to: Memory) -> Memory:
    return fact.model_copy(update={"relations": (*fact.relations, Relation(type=relation, target=to.memory_id))})


def _with(memory: Memory, relation: str, to: Memory) -> tuple[Relation, ...]:
    return (*memory.relations, Relation(type=relation, target=to.memory_id))
