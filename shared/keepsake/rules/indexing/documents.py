"""What the search index holds of an event or a memory: text that means something alone, and what fusion needs.

An event is indexed with its date, speaker and the event before it; its sentences are vectors of their own. Measured on LoCoMo,
the date, speaker and neighbour bring 13 points of evidence recall over the bare text. A fact in its speaker's own words has its date,
speaker and context beside them too.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Sequence
from typing import Any

from keepsake import ids
from keepsake.ports import Document
from keepsake.records import Embedding, Event, Kind, Memory, Role, Scope, Status, Validity, Vectors, VectorSet, Visibility
from keepsake.rules import quoting
from keepsake.rules.dates import temporal
from keepsake.rules.indexing import counts

MOST_SENTENCES = 12
"""Sentence vectors of one event: a longer text is evidence by its window and its words."""
FEWEST_WORDS = 3
"""A shorter sentence ("Thanks!") is near to everything."""
VECTOR_BITS = 20
"""Of a document's version, below the record's own: as many versions as a row of vectors may have beside one version of its record."""

FROM = ("derived_from",)
REVISES, REVISED_BY = "revises", "revised_by"
"""Relations of two facts that stay current both, since nobody can tell whether the later one is meant to replace the earlier."""
TOLD_WITH = "told_with"
"""From a fact to the one whose words stand in its context."""
LEADS = {
    Kind.FACT: (REVISES, REVISED_BY, TOLD_WITH, "superseded_by", "contradicted_by"),
    Kind.SUMMARY: FROM,
    Kind.TOPIC: FROM,
    Kind.MENTAL_MODEL: FROM,
    Kind.EPISODE: ("supports", "superseded_by"),
}
"""Relations to the memories whose words it holds, or that are told with it: a document names them, so that they are read in one step
with it."""
MOST_NAMED = 20
"""Of those; a summary tells 12 at most, a mental model the last 5 that are current."""

_SENTENCE = re.compile(r"(?<=[.!?…])\s+|\n+")
_WORD = re.compile(r"\w+")


def speaker(event: Event) -> str:
    """Nobody is called what a prompt calls its own parts."""
    return event.name if event.name and quoting.name(event.name) != quoting.OTHERS else event.role.value


def said(event: Event) -> str:
    """`Name: text (yesterday = 7 May 2023)`."""
    dates = f" ({'; '.join(event.resolved)})" if event.resolved else ""
    what = event.content if event.event_type in ("message", "fact", "candidate") else f"{event.event_type}: {event.content}"
    return f"{speaker(event)}: {what}{dates}"


def narrator(said_by: str | None) -> str | None:
    """The name of who said a fact's words; None for the user, whom nobody has to name, and where they are nobody's own."""
    return said_by if said_by and said_by != Role.USER and quoting.name(said_by) != quoting.OTHERS else None


def worded(memory: Memory) -> str:
    """Its words, behind what they are about where they do not say it themselves."""
    return f"{memory.content.context} {memory.content.summary}" if memory.content.context else memory.content.summary


def shown(event: Event) -> str:
    """How an event stands in a context: `[8 May 2023] Name: text (yesterday = 7 May 2023)`."""
    return f"[{temporal.short_date(event.timestamp)}] {said(event)}"


def window(event: Event, previous: Event | None) -> str:
    """The event with the one before it in its session."""
    return shown(event) + (f"\n{speaker(previous)}: {previous.content}" if previous is not None and previous.content else "")


def sentences(event: Event) -> list[str]:
    parts = [p.strip() for p in _SENTENCE.split(event.content)]
    full = [p for p in parts if len(_WORD.findall(p)) >= FEWEST_WORDS]
    return [f"{speaker(event)}: {p}" for p in (full or [event.content])[:MOST_SENTENCES]]


def asks(text: str) -> bool:
    return text.rstrip().endswith("?")


def texts(record: Event | Memory, previous: Event | None) -> list[str]:
    """What its vectors are made of: an event's window and sentences, a memory's words with their context. When and by whom those were
    said is left to the words that are searched: two facts are compared by these vectors too, and the same said twice has to be near."""
    if isinstance(record, Memory):
        return [worded(record)]
    return [window(record, previous), *sentences(record)]


def pack(made_by: Embedding, vectors: Sequence[Sequence[float]]) -> VectorSet:
    return VectorSet(made_by=made_by, data=b"".join(struct.pack(f"<{len(v)}e", *v) for v in vectors))


def pack_taken(made_by: Embedding, vectors: Sequence[Sequence[float] | None], reason: str) -> VectorSet:
    """The same of what the model took, where it did not take every text; a text of which the whole means nothing else is found by its
    words alone."""
    first, *rest = vectors
    if first is None:
        return VectorSet(made_by=made_by, data=b"", refused=reason)
    return pack(made_by, [first, *(v for v in rest if v is not None)])


def unpack(row: Vectors | None, made_by: Embedding) -> list[list[float]]:
    """What that model made of the record's texts; empty where it made nothing."""
    made = row.by(made_by) if row is not None else None
    if made is None:
        return []
    size = 2 * made_by.dimension
    return [list(struct.unpack(f"<{made_by.dimension}e", made.data[i : i + size])) for i in range(0, len(made.data), size)]


def comparable(rows: Sequence[Vectors]) -> tuple[Embedding, dict[ids.Key, list[float]]] | None:
    """The first vector of each row by the one model that made most of them, by the record's key. Rows that it made nothing of are left
    out: vectors of two models say nothing about each other."""
    makers = Counter(s.made_by for r in rows for s in r.sets if s.data)
    if not makers:
        return None
    most = max(makers, key=lambda m: (makers[m], m.model, m.dimension))
    return most, {r.of: made[0] for r in rows if (made := unpack(r, most))}


def gone(record: Event | Memory) -> bool:
    """Only a tombstone stands for it, which no search finds."""
    return record.lapsed_at is not None if isinstance(record, Event) else record.status is Status.DELETED


def document(record: Event | Memory, previous: Event | None, vectors: Vectors | None, made_by: Embedding) -> Document:
    """The document of an event or memory in the index of one model. The words decide its version, and then the vectors: these may come
    after the words, and never without a new version of their row."""
    version, scope = record.version << VECTOR_BITS, record.scope
    shared = isinstance(record, Memory) and record.access.visibility is not Visibility.PRIVATE
    # A first version has no copy that would have to be taken away.
    shareable = shared or (isinstance(record, Memory) and record.version > 1)
    audience = ids.audience(scope.tenant, scope.container, scope.namespace) if shareable else None
    if gone(record):
        return Document(record.key, version, gone=True, audience=audience)
    version += min(vectors.version if vectors is not None else 0, (1 << VECTOR_BITS) - 1)
    rows = unpack(vectors, made_by)
    fields = _event_fields(record, previous, rows) if isinstance(record, Event) else _memory_fields(record, rows)
    return Document(record.key, version, fields, audience=audience, shared=shared)


def _owner_fields(scope: Scope) -> dict[str, Any]:
    return {
        "tenant": scope.tenant,
        "container": scope.container,
        "namespace": scope.namespace,
        "user": ids.NO_USER if scope.user_id is None else ids.part(scope.user_id),
        "owner": ids.owned(scope.pk, scope.namespace),
        "agent_id": scope.agent_id,
        "session_id": scope.session_id,
    }


def _event_fields(event: Event, previous: Event | None, vectors: Sequence[Sequence[float]]) -> dict[str, Any]:
    fields = _owner_fields(event.scope) | {
        "kind": "event",
        "speaker": speaker(event).lower(),
        "seq": event.seq,
        "at": event.timestamp.isoformat(),
        "said": window(event, previous),
        "asks": asks(event.content),
        "timed": bool(event.resolved) or temporal.timed(event.content),
        "counted": counts.counted(event.content),
        "visibility": "private",
        "validity": Validity.ACTIVE.value,
        "status": Status.ACTIVE.value,
        "event_ids": [event.event_id],
        "memory_ids": list(event.memory_ids),
    }
    if vectors:
        first, *rest = vectors
        fields |= {"vector": first, "sentences": [{"vector": v} for v in rest]}
    return fields


def _memory_fields(memory: Memory, vectors: Sequence[Sequence[float]]) -> dict[str, Any]:
    slot = f" {memory.slot.feature.replace('_', ' ')} {memory.slot.value}" if memory.slot else ""
    teller = narrator(memory.content.said_by)
    dated = memory.content.said_at if memory.content.said_by else None
    said = f"{teller}: {worded(memory)}" if teller is not None else worded(memory)
    fields = _owner_fields(memory.scope) | {
        "kind": memory.kind.value,
        "subject": memory.subject,
        "speaker": teller.lower() if teller is not None and memory.subject == "user" else memory.subject,
        "category": memory.category.value,
        "type": memory.type.value,
        "topic": memory.topic,
        "entities": [e.lower() for e in memory.entities],
        "labels": list(memory.labels),
        "tags": list(memory.tags),
        "anchors": list(memory.anchors),
        "at": memory.valid_from.isoformat(),
        "text": f"[{temporal.short_date(dated or memory.valid_from)}] {said}{slot} {' '.join(memory.labels)}",
        "asks": False,
        "timed": temporal.timed(memory.content.summary),
        "counted": counts.counted(memory.content.summary),
        "visibility": memory.access.visibility.value,
        "allowed_users": list(memory.access.allowed_users),
        "allowed_roles": list(memory.access.allowed_roles),
        "validity": memory.validity.value,
        "status": memory.status.value,
        "trust": memory.trust.value,
        "event_ids": list(memory.event_ids),
    }
    if memory.kind in LEADS and (led := [r.target for r in memory.relations if r.type in LEADS[memory.kind]]):
        fields["memory_ids"] = led[-MOST_NAMED:]
    if vectors:
        fields["vector"] = vectors[0]
    return fields


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """The unit vector in the midst of others."""
    total = [sum(column) for column in zip(*rows, strict=True)]
    length = sum(x * x for x in total) ** 0.5
    return [x / length for x in total] if length else total
