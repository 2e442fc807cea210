"""What a purge leaves: tombstones without content, and summaries and models that do not tell of it any more (row D2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from keepsake import changes
from keepsake.records import Content, Kind, Memory, Status
from keepsake.rules.knowledge import approvals, mental_models, summaries
from keepsake.rules.knowledge.episodes import supported
from keepsake.rules.knowledge.goes_on import TOLD_WITH

TELLERS = (Kind.SUMMARY, Kind.MENTAL_MODEL)
"""Kinds that repeat the words of facts."""
PURGED = "purged"


def beneath(memory: Memory, observations: Iterable[Memory], episodes: Iterable[Memory]) -> list[Memory]:
    """What holds the same words as a fact and stands for nothing else: the episodes and observations that it alone was made of."""
    if memory.kind is not Kind.FACT:
        return []
    lived = [e for e in episodes if supported(e) == memory.memory_id]
    own = {memory.memory_id, *(e.memory_id for e in lived)}
    return lived + [o for o in observations if approvals.targets(o) and set(approvals.targets(o)) <= own]


def tells_of(memory: Memory, purged: Collection[str]) -> bool:
    """Whether a memory, or an old version of one, repeats the words of what was purged: made of them, or with them as its context."""
    made_of = mental_models.FROM if memory.kind in TELLERS else TOLD_WITH
    return any(r.type == made_of and r.target in purged for r in memory.relations)


def emptied(tellers: Iterable[Memory], facts: Mapping[str, Memory], purged: Collection[str]) -> list[Memory]:
    """Those none of whose facts has words left. `facts` are those of them that have a row."""

    def left(teller: Memory) -> bool:
        named = {r.target for r in teller.relations if r.type == mental_models.FROM} - set(purged)
        return any(n in facts and facts[n].purged_at is None for n in named)

    return [t for t in tellers if not left(t)]


def tombstone(memory: Memory, actor: str, now: datetime) -> Memory:
    """The id, whose it was, and that it is gone; due until nothing else is left of it."""
    blank: dict[str, object] = {
        name: field.get_default(call_default_factory=True)
        for name, field in Memory.model_fields.items()
        if name
        in (
            "slot",
            "topic",
            "entities",
            "labels",
            "tags",
            "anchors",
            "metadata",
            "hints",
            "event_ids",
            "replaces",
            "relations",
            "vectors",
            "told",
        )
    }
    return changes.touched(
        memory, verdict=PURGED, reason="its content was purged", actor=actor, now=now, **blank, content=Content(raw="", summary=""),
        subject="user", status=Status.DELETED, embedding=None, purged_at=now, decay_due=now,
    )  # fmt: skip


def retold(memory: Memory, facts: Mapping[str, Memory], actor: str, now: datetime) -> Memory:
    """A summary, a model or a fact's context without the words of what was purged; a summary is remade properly with its topic."""
    if memory.kind not in TELLERS:
        links = tuple(r for r in memory.relations if r.type != TOLD_WITH)
        bare = {k: v for k, v in memory.content.structured.items() if k != "context"}
        content = memory.content.model_copy(update={"structured": bare})
        reason = "what its context told was purged"
        return changes.touched(memory, verdict="retold", reason=reason, actor=actor, now=now, content=content, relations=links)
    if memory.kind is Kind.MENTAL_MODEL:
        content = mental_models.retold(memory, facts)
    else:
        left = [facts[r.target] for r in memory.relations if r.target in facts and facts[r.target].current]
        words = summaries.compose(left) if left else memory.topic or ""
        structured = {k: v for k, v in memory.content.structured.items() if k != "basis"}
        content = Content(raw="", summary=words, structured=structured)
    reason = "a fact that it told was purged"
    return changes.touched(memory, verdict="retold", reason=reason, actor=actor, now=now, content=content, entities=(), vectors=(), told=())
