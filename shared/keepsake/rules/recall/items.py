"""How a record stands in an answer: an item with its scores, its evidence and the reasons why it is in."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake import api
from keepsake.records import GUIDES, Event, Kind, Memory, Progress, Status, Trust, Validity
from keepsake.rules import quoting
from keepsake.rules.dates import temporal
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import trust
from keepsake.rules.recall import telling
from keepsake.rules.recall.fusion import Candidate

MOST_EVIDENCE = 20


def item(candidate: Candidate, record: Memory | Event) -> api.RecallItem:
    """`legs` are the stretched scores by which it was found, and beside them the cosine to the query where it has one. What another user
    shares is untrusted to its reader, whatever it is to its owner, and its case is its owner's alone."""
    level = trust.of_event(record) if isinstance(record, Event) else record.trust
    if telling.SHARED in candidate.legs:
        candidate.legs |= {telling.PASSED_ON: 1.0} if trust.better(Trust.CAUTION, level) else {}
        level = trust.least([Trust.UNTRUSTED, level])
    why = tuple(candidate.legs)
    if not telling.UNFOUND.isdisjoint(why):
        why = tuple(_reason(leg, record) for leg in why)
    legs = {leg: round(value, 4) for leg, value in candidate.legs.items()}
    if candidate.cosine is not None:
        legs["cosine"] = round(candidate.cosine, 4)
    score = round(candidate.score, 4)
    words = documents.shown(record) if isinstance(record, Event) else record.content.summary
    quoted = quoting.data(words, level, record.role if isinstance(record, Event) else record.source_role)
    if isinstance(record, Event):
        return api.RecallItem(
            memory_id=record.event_id, kind=Kind.EVENT, content=words, quoted=quoted, score=score, legs=legs,
            subject=documents.speaker(record), trust=level, source_role=record.role,
            validity=Validity.ACTIVE, status=Status.ACTIVE,
            valid_from=record.timestamp, event_ids=(record.event_id,), pending=record.progress is not Progress.PROCESSED, why=why,
        )  # fmt: skip
    return api.RecallItem(
        memory_id=record.memory_id, kind=record.kind, type=record.type, content=words, quoted=quoted, score=score, legs=legs,
        subject=record.subject, category=record.category, topic=record.topic, confidence=round(record.confidence, 4),
        trust=level, source_role=record.source_role,
        validity=record.validity, status=record.status, valid_from=record.valid_from, valid_to=record.valid_to,
        said_by=record.content.said_by, said_at=record.content.said_at, context=record.content.context,
        event_ids=evidence(record), why=why, case=None if telling.SHARED in legs else f"/v1/memories/{record.memory_id}/case",
    )  # fmt: skip


def _reason(leg: str, record: Memory | Event) -> str:
    """The leg's name, or in words what brought it where no search did."""
    if leg == telling.STANDING:
        return "standing instruction"
    if leg == telling.EARLIER:
        at = record.timestamp if isinstance(record, Event) else record.content.said_at or record.valid_from
        return f"earlier, {temporal.short_date(at)}: a later one may have replaced it"
    if leg == telling.LIKELY:
        return "likely how it stands: put before what was found first"
    if leg == telling.SHARED:
        return "shared by another user"
    if leg == telling.PASSED_ON:
        return "not that user's own word"
    return "may replace an earlier one" if leg == telling.REVISES else leg


def evidence(memory: Memory) -> tuple[str, ...]:
    """At most 20 event ids. A guide's stand strongest first, a fact's in the order in which they came."""
    return memory.event_ids[:MOST_EVIDENCE] if memory.kind in GUIDES else memory.event_ids[-MOST_EVIDENCE:]


def facts(shown: Sequence[api.RecallItem]) -> tuple[api.ContextLine, ...]:
    """The mid-term context."""
    return tuple(line(i) for i in shown if i.kind is Kind.FACT)


def guides(shown: Sequence[api.RecallItem]) -> tuple[api.ContextLine, ...]:
    """The long-term context: what is told of many facts at once."""
    return tuple(line(i) for i in shown if i.kind in (Kind.SUMMARY, Kind.MENTAL_MODEL))


def line(item: api.RecallItem) -> api.ContextLine:
    told = telling.line(item) if item.said_by or item.quoted else item.content
    return api.ContextLine(memory_id=item.memory_id, content=told, at=item.valid_from)


def id_of(record: Memory | Event) -> str:
    return record.event_id if isinstance(record, Event) else record.memory_id
