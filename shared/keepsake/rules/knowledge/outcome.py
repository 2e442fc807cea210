"""What a verdict does to the observation and to the facts it concerns (rows K1, K4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from keepsake.records import Approval, Category, Change, Content, Kind, Memory, Relation, Role, Source, Status, Validity
from keepsake.rules import words as words_of
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import change_of_mind, goes_on, judged, matters, reconcile, trust
from keepsake.rules.knowledge.reconcile import Decision, Effect, Verdict

BECAME = "became"
"""From an observation to the fact that it made or supports."""
BESIDE = {"revises": "became_revising", "revised_by": "became_revised_by"}
"""From an observation to a fact that stands on beside the one that it made, by what links the two: so the new one follows from it alone."""
ACTOR = "consolidate"
MOST_EVIDENCE = 200
"""Evidence ids that one fact keeps, the first and the newest: a row holds at most 400 KB."""
MOST_LINKS = {"supersedes": 100, "contradicts": 100, "revises": 12, "revised_by": 12}
"""Of each of these kinds that one fact keeps, the newest: each version of it repeats them all, and what is dropped still names the fact.
Of unclear changes a recall reads every one with the fact and tells four of one thing: twelve, as many as one statement is compared with,
leave enough where some of them were deleted or are hidden from whoever asks."""


CORRECTED = "corrected_at"
"""In a fact's structure: since when it has the words that a correction by hand gave it."""


class Outcome(NamedTuple):
    """The decided observation, and the facts made or changed, each in its new version."""

    observation: Memory
    changed: tuple[Memory, ...]
    others: tuple[Memory, ...] = ()
    """Earlier decided observations that stand behind another fact now."""


def corrected_at(fact: Memory) -> datetime | None:
    """Since when a correction's words stand in the place of those that were said; None: they never did."""
    at = fact.content.structured.get(CORRECTED)
    return datetime.fromisoformat(at) if isinstance(at, str) else None


def fact_of(observation: Memory) -> str | None:
    """The fact that a decided observation made or supports; None where it is fleeting or waits."""
    return next((r.target for r in observation.relations if r.type == BECAME and r.target.startswith("f")), None)


def of(decision: Decision, observation: Memory, now: datetime) -> Outcome:
    verdict, old = decision.verdict, decision.target
    if verdict is Verdict.FLEETING or (old is None and verdict is not Verdict.NEW):
        return Outcome(_decided(observation, decision, (), now), ())
    if old is None:
        fact = _fact(observation, decision, now)
        return Outcome(_decided(observation, decision, (fact,), now), (fact,))
    if verdict is Verdict.SUPPORTING:
        fact, effects = _reinforced(old, observation, decision, now), decision.also
        if effects:
            fact = fact.model_copy(update={"validity": Validity.ACTIVE, "valid_to": None, "superseded_at": None})
    else:
        fact, effects = _fact(observation, decision, now), (Effect(verdict, old, decision.reason), *decision.also)
    losers = []
    for effect in effects:
        fact, loser = _against(fact, observation, effect, now)
        losers.append(loser)
    links = tuple(Relation(type=BESIDE[r.type], target=r.target) for e in effects for r in _between(fact, e) if r.type in BESIDE)
    decided = _decided(observation, decision, (fact,), now)
    return Outcome(decided.model_copy(update={"relations": decided.relations + links}), (fact, *losers))


def _between(fact: Memory, effect: Effect) -> Iterator[Relation]:
    return (r for r in fact.relations if r.target == effect.target.memory_id)


def _against(fact: Memory, observation: Memory, effect: Effect, now: datetime) -> tuple[Memory, Memory]:
    """The new fact and the one that it meets, linked both ways, each as the verdict leaves it."""
    verdict, old = effect.verdict, effect.target
    fact = _placed(fact, old, verdict)
    if verdict is Verdict.SUPERSEDING:
        loser = changed(
            old,
            effect,
            now,
            **_closed(old, observation, fact, now),
            validity=Validity.DEPRECATED,
            relations=_with(old, "superseded_by", fact),
        )
        labels = tuple(dict.fromkeys([*fact.labels, *old.labels]))
        return _linked(fact, "supersedes", old).model_copy(update={"labels": labels}), loser
    if verdict is Verdict.RETRACTING:
        ended = _closed(old, observation, fact, now)
        loser = changed(old, effect, now, **ended, validity=Validity.INVALID, relations=_with(old, "contradicted_by", fact))
        return _linked(fact, "contradicts", old), loser
    if verdict is Verdict.OUTDATED:
        ends = old.valid_from if old.valid_from > fact.valid_from else reconcile.said_at(old)
        closed = {"validity": Validity.DEPRECATED, "valid_to": fact.valid_to or max(ends, fact.valid_from), "superseded_at": now}
        return _linked(fact, "superseded_by", old).model_copy(update=closed), changed(
            old, effect, now, relations=_with(old, "supersedes", fact)
        )
    if verdict is Verdict.REVISING:
        newer, older = ("revises", "revised_by") if reconcile.precedes(old, observation) else ("revised_by", "revises")
        return _linked(fact, newer, old), changed(old, effect, now, relations=_with(old, older, fact))
    contested = {"validity": Validity.REVIEW} if verdict is Verdict.REVIEW else {}
    loser = changed(old, effect, now, **contested, relations=_with(old, "contradicts", fact))
    return _linked(fact, "contradicts", old).model_copy(update={"validity": Validity.REVIEW}), loser


def _placed(fact: Memory, old: Memory, verdict: Verdict) -> Memory:
    """The new fact about whom the old one is, where it names nobody itself; and with the old one's words beside it where they said more
    than is changed ("i can do mon wed fri", of which Wednesday alone is over)."""
    structured = dict(fact.content.structured)
    changes: dict[str, Any] = {}
    if not change_of_mind.sure(fact) and fact.subject != old.subject and old.subject not in NOBODY:
        changes["subject"] = old.subject
        structured.pop("subject_sure", None)
    if verdict is Verdict.SUPERSEDING and "said_by" in structured and not _covers(fact, old):
        changes["relations"] = tuple(dict.fromkeys((*fact.relations, Relation(type=goes_on.TOLD_WITH, target=old.memory_id))))
        beside = dict.fromkeys(c for c in (structured.get("context"), goes_on.as_before(old)) if c)
        structured["context"] = "; ".join(beside)[: goes_on.MOST_CONTEXT]
    return fact.model_copy(update=changes | {"content": fact.content.model_copy(update={"structured": structured})})


UNKNOWN = "unknown"
NOBODY = ("user", UNKNOWN, "assistant")
"""Subjects that a statement has for want of another, and whom no statement is about that instructs nobody."""


def _covers(fact: Memory, old: Memory) -> bool:
    """Whether the new words leave nothing of the old ones standing: one slot, or most of one matter."""
    if fact.slot is not None and old.slot is not None and fact.slot.feature == old.slot.feature:
        return True
    mine, theirs = matters.matter(fact.content.summary), matters.matter(old.content.summary)
    return len(theirs - mine) < 2


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
    # What is nobody's own word proves nothing beside what is: the observation leads to the fact, which does not rest on it.
    if not fresh or (trust.foreign(observation) and not trust.foreign(old)):
        return changed(old, decision, now)
    events = (*old.event_ids, *fresh)
    kept = events if len(events) <= MOST_EVIDENCE else (events[0], *events[-(MOST_EVIDENCE - 1) :])
    stated = observation.source is Source.EXPLICIT and old.source is Source.IMPLICIT and observation.source_role is Role.USER
    # What was done is weighed with all that was done before: only the user's own words make it surer than that.
    if _behaviour(old) and not stated:
        confidence = max(old.confidence, observation.confidence if _behaviour(observation) else 0.0)
    else:
        confidence = reconcile.reinforced(old.confidence, observation.confidence, old.source)
    source = Source.EXPLICIT if stated else old.source
    risen = trust.corroborated(old, observation, source, confidence, len(kept))
    # A user who says what a tool or agent said has said it in words of their own: theirs are kept, not what came along with the others.
    own = trust.foreign(old) and trust.better(risen, old.trust)
    source, role = (observation.source, observation.source_role) if own else (source, old.source_role)
    later = reconcile.precedes(old, observation)
    newer: dict[str, Any] = {"order": observation.order} if later else {}
    return changed(
        old,
        decision,
        now,
        event_ids=kept,
        confidence=confidence,
        source=source,
        source_role=role,
        trust=risen,
        importance=max(old.importance, observation.importance),
        labels=tuple(dict.fromkeys([*old.labels, *observation.labels])),
        entities=tuple(dict.fromkeys([*old.entities, *observation.entities])),
        reinforcements=old.reinforcements + 1,
        reinforced_at=now,
        status=Status.ACTIVE,  # what is said again is at hand again, also from the archive
        valid_from=min(old.valid_from, observation.valid_from),
        content=_words(old, observation, later, own),
        **newer,
    )


def _behaviour(memory: Memory) -> bool:
    """Whether it is read from acts: what else is inferred is a pattern."""
    return memory.source is Source.IMPLICIT and memory.category is not Category.PATTERN


def _words(old: Memory, observation: Memory, later: bool, own: bool) -> Content:
    """The fact's own words, unless the observation rests on all of its evidence and more: then it says the same more fully. Or unless
    they are the user's `own` now."""
    fuller = own or (set(old.event_ids) < set(observation.event_ids) and _adds(observation, old))
    said = reconcile.said_at(observation if later else old).isoformat()
    words = observation.content if fuller else old.content
    replaced = [*replaced_by(old), *([observation.replaces] if observation.replaces else [])]
    named = {"replaced": list(dict.fromkeys(replaced))} if replaced else {}
    return words.model_copy(update={"structured": words.structured | {"said_at": said} | named})


_FRAME = words_of.content(
    "the user is are looking looks look at for often mostly more interested in prefers currently does not prefer they their want wants i"
    " i'm my"
)
"""Words in which acts are told."""


def _adds(observation: Memory, old: Memory) -> bool:
    """Whether what was done tells more than what was said: where not, the speaker's words stay."""
    if "said_by" not in old.content.structured or observation.source is not Source.IMPLICIT:
        return True
    return bool(words_of.content(observation.content.summary) - words_of.content(old.content.summary) - _FRAME)


def replaced_by(fact: Memory) -> list[str]:
    """Words that repetitions of the fact named as replaced, beside its own: what comes late may be one of them."""
    named = fact.content.structured.get("replaced")
    return list(named) if isinstance(named, list | tuple) else []


def changed(memory: Memory, decision: Decision | Effect, now: datetime, **fields: Any) -> Memory:
    """The next version of a memory, with why."""
    change = Change(verdict=decision.verdict.value, reason=decision.reason, actor=ACTOR, at=now)
    return _scheduled(memory.model_copy(update=fields | {"change": change, "updated_at": now, "version": memory.version + 1}), now)


def _scheduled(fact: Memory, now: datetime) -> Memory:
    """Ready for the index, and due again when its decay reaches the next band."""
    return fact.model_copy(update={"index_due": now, "decay_due": decay.fate(fact, now).next_at})


def _closed(old: Memory, by: Memory, fact: Memory, now: datetime) -> dict[str, Any]:
    """Both clocks of what a later statement ends: true until that one holds, or until it ended by itself; believed until now. And whether a
    model judged so."""
    ends = max(by.valid_from, old.valid_from)
    content = judged.over(old, by, fact.memory_id, change_of_mind.clear(by, old))
    return {"valid_to": min(old.valid_to or ends, ends), "superseded_at": now, "content": content}


def _linked(fact: Memory, relation: str, to: Memory) -> Memory:
    return fact.model_copy(update={"relations": _with(fact, relation, to)})


def _with(memory: Memory, relation: str, to: Memory) -> tuple[Relation, ...]:
    return bounded((*memory.relations, Relation(type=relation, target=to.memory_id)))


def bounded(links: Sequence[Relation]) -> tuple[Relation, ...]:
    """The links without the oldest of a kind of which there are too many."""
    of_kind = Counter(r.type for r in links)
    over = {kind: of_kind[kind] - most for kind, most in MOST_LINKS.items() if of_kind[kind] > most}
    if not over:
        return tuple(links)
    kept = []
    for link in links:
        if over.get(link.type, 0) > 0:
            over[link.type] -= 1
        else:
            kept.append(link)
    return tuple(kept)
