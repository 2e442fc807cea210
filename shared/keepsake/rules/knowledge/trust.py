"""How far a memory may be relied on: computed by us from where its evidence comes from, never from a caller's hint (rows V7, K1).

Trust flows down lineage: what one statement says is as trusted as the least of the events that it was read from, what is made of several
memories as the least of them. It rises only where something that is more trusted, and independent, says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keepsake.records import Event, Memory, Role, Source, Trust, WorkingItem

ORDER = (Trust.TRUSTED, Trust.CAUTION, Trust.UNTRUSTED, Trust.QUARANTINED)
SURE = 0.6
"""Confidence from which a user's own statement is relied on; rules that name a claim give at least this."""
INFERRED_EVIDENCE = 3
"""Independent events from which an inference is relied on."""
WEB = ("web", "webpage", "browser", "crawl", Source.EXTERNAL.value)
"""What an event's metadata, or a fact's hint, calls its source where it is not the user's own: a caller may say less of it, never more."""


def of(source: Source, role: Role, confidence: float, evidence: int) -> Trust:
    """Web, tool and agent text starts low; a user's plain statement is trusted; an inference needs evidence."""
    if source is Source.EXTERNAL or role is Role.TOOL:
        return Trust.UNTRUSTED
    if role is not Role.USER:
        return Trust.CAUTION
    if source is Source.IMPLICIT:
        return Trust.TRUSTED if evidence >= INFERRED_EVIDENCE and confidence >= SURE else Trust.CAUTION
    return Trust.TRUSTED if confidence >= SURE else Trust.CAUTION


def of_event(event: Event) -> Trust:
    """Before anything is read from it: a user's words are trusted to be the user's."""
    if event.role is Role.TOOL or event.metadata.get("source") in WEB or (event.fact is not None and event.fact.source in WEB):
        return Trust.UNTRUSTED
    return Trust.TRUSTED if event.role is Role.USER else Trust.CAUTION


def read_from(events: Sequence[Event]) -> Trust:
    """The most that a statement read from these events may have: the least of them, but an agent's question does not lower the user's
    own answer to it."""
    answered = any(e.role is Role.USER for e in events)
    return least(of_event(e) for e in events if not (answered and e.role is Role.ASSISTANT))


def least(levels: Iterable[Trust]) -> Trust:
    """A memory is never more trusted than its evidence."""
    return max(levels, key=ORDER.index, default=Trust.TRUSTED)


def weakest(memories: Sequence[Memory]) -> Memory:
    """The one whose origin is worth least, the first of several: what is made of them is nobody's plainer word than it is."""
    return max(memories, key=lambda m: ORDER.index(of(m.source, m.source_role, m.confidence, len(m.event_ids))))


def better(one: Trust, other: Trust) -> bool:
    return ORDER.index(one) < ORDER.index(other)


def foreign(memory: Memory | WorkingItem) -> bool:
    """Nobody's own word: it proves nothing beside what is."""
    return better(Trust.CAUTION, memory.trust)


def corroborated(fact: Memory, by: Memory, source: Source, confidence: float, evidence: int) -> Trust:
    """The fact's trust once `by` says the same from other events: at least what it was, at most what the better of the two deserves.
    Repetitions add up only where both are the user's own."""
    if fact.trust is Trust.QUARANTINED:
        return fact.trust
    own = fact.source_role is Role.USER and by.source_role is Role.USER and not (foreign(fact) or foreign(by))
    level = of(source, Role.USER, confidence, evidence) if own else by.trust
    return level if better(level, fact.trust) else fact.trust
