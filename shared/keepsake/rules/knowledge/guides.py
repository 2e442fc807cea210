"""Topics and their summaries as records: what leads a recall to facts. They follow from the facts under them, so they are made anew
when those change and do not fade on their own (rows K7, K8)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from keepsake import ids
from keepsake.records import (
    AccessControl,
    Category,
    Change,
    Content,
    Durability,
    Kind,
    Memory,
    Relation,
    Role,
    Scope,
    Source,
    Type,
    Validity,
)
from keepsake.rules.knowledge import kept, summaries, trust
from keepsake.rules.knowledge.topics import Topic
from keepsake.rules.reading import sensitivity

ACTOR = "consolidate"
MOST_NAMES = 20
"""Labels and entities that a guide takes over from its facts."""
MOST_EVIDENCE = 20
"""Events that a summary cites, the strongest first: as many as an answer shows of it."""
MOST_CITED = 1
"""The same of a topic, which says nothing itself and is rewritten when one of them is no evidence any more."""
ALIKE = 0.2
"""Importance by which a topic differs from its facts before it is rewritten for that alone."""
LEAST_STEP = 8
"""Facts by which an estimated count grows at least."""
FEW_LEFT = "fewer than two current facts remain under it"


class Text(NamedTuple):
    """A summary's words and who wrote them."""

    content: str
    extractor: str
    prompt_version: str | None
    fallback: str | None = None
    """Why the rules wrote it and not the model that is configured."""


def stale(topic: Topic, held: Memory | None) -> bool:
    """Whether the summary that is held does not say what its facts say now."""
    return held is None or held.validity is not Validity.ACTIVE or held.content.structured.get("basis") != basis(topic)


def keeps(topic: Topic, held: Memory) -> bool:
    """Whether the summary that is held keeps the facts that it tells as they are."""
    facts = summaries.material(topic.facts)
    return kept.sources(held) == [f.memory_id for f in facts] and held.told == kept.digests(facts)


def told(summary: Memory) -> frozenset[str]:
    """Ids of the facts that the summary tells. Those alone it names."""
    return frozenset(kept.sources(summary))


def structured(memory: Memory) -> dict[str, Any]:
    """What is shown of a memory beside its words. A summary's facts and their span (row K7) are not kept twice: every summary is rewritten
    when a fact joins it, and a write costs by the kilobyte."""
    if memory.kind is not Kind.SUMMARY:
        return memory.content.structured
    held_from = [fact["valid_from"] for fact in memory.told]
    return memory.content.structured | {
        "source_facts": kept.sources(memory),
        "event_start": min(held_from, default=None),
        "event_end": max(held_from, default=None),
    }


def size(summary: Memory) -> int:
    """Facts under its topic when it was written."""
    return int(summary.content.structured.get("facts", len(told(summary))))


def estimated(held: Memory, joined: Iterable[str]) -> int:
    """What these facts add to a count of many beyond themselves: a quarter of it with a chance of as many to one, so that it is written
    as often as it grows by a quarter and not for each that joins (Morris 1978); it is mostly right to a third. An id tells the chance, so
    a run done twice counts alike. Of a summary that tells all, nothing: they are counted."""
    step = max(LEAST_STEP, size(held) // 4)
    return sum((step if int(ids.digest(i)[:8], 16) % step == 0 else 0) - 1 for i in joined) if untold(held) else 0


def untold(summary: Memory) -> int:
    """Facts under its topic that it does not tell, as many as were counted."""
    return size(summary) - len(told(summary))


def changed_since(held: Memory, facts: Sequence[Memory]) -> bool:
    """Whether one of a summary's facts says or counts otherwise than when it was made of them: as after an undo, until it is remade. Of
    some of its facts, or of a summary that kept no mark of them, nobody can tell."""
    sources = told(held)
    mine = [f for f in facts if f.memory_id in sources]
    mark = held.content.structured.get("basis")
    return mark is not None and len(mine) == len(sources) and mark != summaries.basis(held.topic or "", mine)


def basis(topic: Topic) -> str:
    return summaries.basis(topic.label, summaries.material(topic.facts))


def said(summary: Memory) -> Text:
    """What a summary says, to be said again."""
    fallback = summary.content.structured.get("fallback")
    return Text(summary.content.summary, summary.extractor, summary.prompt_version, fallback if isinstance(fallback, str) else None)


def summary(scope: Scope, topic: Topic, text: Text, held: Memory | None, now: datetime) -> Memory:
    """The topic's summary in its next version. The facts that it tells are its sources, and what they rest on is its evidence."""
    facts = summaries.material(topic.facts)
    structured = {
        "facts": topic.size,
        "basis": basis(topic),
        **({"fallback": text.fallback} if text.fallback else {}),
    }
    fields = _common(scope, topic, facts) | {
        "memory_id": topic.id_in(scope, Kind.SUMMARY),
        "kind": Kind.SUMMARY,
        "content": Content(raw="", summary=text.content, structured=structured),
        "extractor": text.extractor,
        "prompt_version": text.prompt_version,
        # It holds as one: from when its newest fact does until the first of them ends.
        "valid_from": max(f.valid_from for f in facts),
        "relations": tuple(Relation(type="derived_from", target=f.memory_id) for f in facts),
        "told": kept.digests(facts),
    }
    return _next(fields, held, "made from its facts" if held is None else "remade: a fact under it changed", now)


def topic(scope: Scope, found: Topic, held: Memory | None, now: datetime) -> Memory:
    """The topic as a record; the one that is held where nothing about it changed. It is as its summary's facts are: it cites the strongest
    evidence, has their category, and is as sure as they are, to a tenth, and as important, to a fifth. What it cites and its category stay
    while they are its facts' still, and the names in them its summary tells. So it is not rewritten for each that joins."""
    facts = summaries.material(found.facts)
    before = held if held is not None and held.validity is Validity.ACTIVE else None
    common = _common(scope, found, facts)
    common |= {
        "event_ids": _cited(common["event_ids"], found.facts, before),
        "category": before.category if before and any(f.category is before.category for f in facts) else facts[0].category,
        "importance": before.importance if before and abs(before.importance - common["importance"]) < ALIKE else common["importance"],
        "confidence": round(common["confidence"], 1),
        "entities": (),
        "anchors": (),
        "labels": _first([found.label, *found.aliases]),
    }
    mark = ids.digest(repr([*sorted(common.items(), key=lambda row: row[0]), found.aliases]))[:16]
    if before is not None and before.content.structured.get("basis") == mark:
        return before
    structured = {"aliases": list(found.aliases), "basis": mark}
    fields = common | {
        "memory_id": found.id_in(scope, Kind.TOPIC),
        "kind": Kind.TOPIC,
        "content": Content(raw=found.label, summary=found.label, structured=structured),
        "extractor": "rules",
        "prompt_version": None,
        "valid_from": min(f.valid_from for f in facts),
        "relations": (Relation(type="derived_from", target=found.id_in(scope, Kind.SUMMARY)),),
    }
    return _next(fields, held, "its first facts came together" if held is None else "facts joined or left it", now)


def _cited(strongest: Sequence[str], facts: Sequence[Memory], before: Memory | None) -> tuple[str, ...]:
    """The events that a topic cites: those of before while its facts rest on them, else the strongest."""
    stands = before is not None and before.event_ids and set(before.event_ids) <= set(_events(facts))
    return before.event_ids if before is not None and stands else tuple(strongest[:MOST_CITED])


def ended(held: Memory, successor: Memory | None, now: datetime) -> Memory:
    """A guide that no facts need any more; where another topic took its facts over, it says which."""
    reason = FEW_LEFT if successor is None else f"its facts are under {successor.topic} now"
    links = () if successor is None else (Relation(type="merged_into", target=successor.memory_id),)
    return held.model_copy(
        update={
            "validity": Validity.DEPRECATED,
            "valid_to": max(now, held.valid_from),
            "superseded_at": now,
            **dict.fromkeys(("entities", "labels", "anchors", "told"), ()),  # words of facts that may be gone for good
            "relations": (*(r for r in held.relations if r.type != "merged_into"), *links),
            "change": Change(verdict="deprecated", reason=reason, actor=ACTOR, at=now),
            "updated_at": now,
            "index_due": now,
            "version": held.version + 1,
        }
    )


def _common(scope: Scope, topic: Topic, facts: Sequence[Memory]) -> dict[str, Any]:
    """What topic and summary take over from the facts. Neither is more trusted, wider shown or longer valid than any of them."""
    strongest = sorted(facts, key=lambda f: (-f.confidence * f.importance, f.valid_from, f.content.summary))
    subjects = {f.subject for f in facts}
    ends = [f.valid_to for f in facts if f.valid_to is not None]
    expiries = [f.expires_at for f in facts if f.expires_at is not None]
    who = topic.audience
    return {
        "scope": scope.model_copy(update={"session_id": None, "agent_id": None}),
        "topic": topic.label,
        "subject": subjects.pop() if len(subjects) == 1 else "user",
        "type": Type.SEMANTIC,
        "category": _commonest(f.category for f in facts),
        "labels": _first([topic.label, *topic.aliases, *(label for f in facts for label in sorted(f.labels))]),
        "entities": _first(e for f in facts for e in sorted(f.entities)),
        "anchors": tuple(dict.fromkeys(a for f in facts for a in sorted(f.anchors))),
        "importance": max(f.importance for f in facts),
        "confidence": round(sum(f.confidence for f in facts) / len(facts), 4),
        "durability": Durability.PERSISTENT,
        "sensitivity": sensitivity.most(f.sensitivity for f in facts),
        "source": Source.SYSTEM,
        "source_role": next((f.source_role for f in facts if f.source_role is not Role.USER), Role.USER),
        "trust": trust.least(f.trust for f in facts),
        "trust_before": None,
        "event_ids": _events(strongest)[:MOST_EVIDENCE],
        "valid_to": min(ends, default=None),
        "expires_at": min(expiries, default=None),
        "agent_scope": who.agents,
        "assistant_visible": who.assistant_visible,
        "access": AccessControl(visibility=who.visibility, allowed_users=who.users, allowed_roles=who.roles),
    }


def _events(facts: Sequence[Memory]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e for f in facts for e in f.event_ids))


def _next(fields: Mapping[str, Any], held: Memory | None, reason: str, now: datetime) -> Memory:
    """A first version, or the next one of what is held: its age, pins and boosts stay. Of a purged one nothing does."""
    change = Change(verdict="made" if held is None else "remade", reason=reason, actor=ACTOR, at=now)
    made: dict[str, Any] = {
        **fields,
        "validity": Validity.ACTIVE,
        "superseded_at": None,
        "change": change,
        "recorded_at": now,
        "updated_at": now,
        "index_due": now,
        "embedding": None,
    }
    if held is not None and held.purged_at is None:
        return held.model_copy(update={**made, "version": held.version + 1})
    version = 1 if held is None else held.version + 1
    return Memory.model_validate({**made, "created_at": now, "last_accessed_at": now, "version": version})


def _commonest(categories: Iterable[Category]) -> Category:
    order = list(Category)
    return min(Counter(categories).items(), key=lambda row: (-row[1], order.index(row[0])))[0]


def _first(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(names))[:MOST_NAMES]
