"""What the search index holds of an event or a memory: text that means something alone, and what fusion needs.

An event is indexed with its date, speaker and the event before it; its sentences are vectors of their own. Measured on LoCoMo,
the date, speaker and neighbour bring 13 points of evidence recall over the bare text. A fact in its speaker's own words has its date,
speaker and context beside them too.
"""

from __future__ import annotations

import re
import struct
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar, cast

from keepsake import ids
from keepsake.ports import Document
from keepsake.records import GUIDES, AccessControl, Embedding, Event, Kind, Memory, Role, Scope, Status, Validity, VectorSet, Visibility
from keepsake.rules import quoting
from keepsake.rules.dates import temporal
from keepsake.rules.indexing import counts, few_bits, int8, tellable
from keepsake.rules.knowledge import glimpse, goes_on, marks, said_before

R = TypeVar("R", bound=Event | Memory)

MOST_SENTENCES = 12
"""Sentence vectors of one event: a longer text is evidence by its window and its words."""
FEWEST_WORDS = 3
"""A shorter sentence ("Thanks!") is near to everything."""
WINDOW_BITS, SENTENCE_BITS = 5, 4
"""Bits a component of an event's vectors, which are searched and decide nothing: in eight the row of a short message takes two write
units, so one. A topic's and a summary's are kept as an event's window. With multilingual-e5-small, 384 components, cosines with a question
move by 0.003 and 0.005 (standard deviation); LoCoMo's R@10 and R@20 are 84.8 and 88.5 instead of 85.0 and 88.4. Windows in four bits lose
0.4 points where vectors alone are searched."""
MOST_UNPACKED = 4_000
"""Vectors of a bank that are held as numbers, about 50 MB."""
VECTOR_BITS = 20
"""Of a document's version, below the record's own: as many times as vectors may be added to one version of a record."""

FROM = ("derived_from",)
REVISES, REVISED_BY = "revises", "revised_by"
"""Relations of two facts that stay current both, since nobody can tell whether the later one is meant to replace the earlier."""
LEADS = {
    Kind.FACT: (REVISES, REVISED_BY, goes_on.TOLD_WITH, "superseded_by", "contradicted_by"),
    Kind.SUMMARY: FROM,
    Kind.TOPIC: FROM,
    Kind.MENTAL_MODEL: FROM,
    Kind.EPISODE: ("supports", "superseded_by"),
}
"""Relations to the memories whose words it holds, or that are told with it: a document names them, so that they are read in one step
with it; beside them the row of the event whose words are told with a fact."""
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
    """What its vectors are made of: an event's window and sentences, a memory's words. When, by whom and in answer to what those were said
    is left to the words that are searched: two facts are compared by these vectors too, and the same said twice has to be near."""
    if isinstance(record, Memory):
        return [record.content.summary]
    return [window(record, previous), *sentences(record)]


def digest(record: Event | Memory, previous: Event | None) -> str:
    """Of these texts, by which a set says what it is of."""
    return ids.digest("\n".join(texts(record, previous)))[:8]


def with_vectors(record: R, made_by: Embedding, vectors: Sequence[Sequence[float]], previous: Event | None = None) -> R:
    """The record with what that model made of its texts, or with what stands for it, as the mean of others does."""
    return with_set(record, packed_set(vectors, made_by, digest(record, previous), coarse=coarse(record)), previous)


def coarse(record: Event | Memory) -> bool:
    """Whether its vectors only lead to it: facts are decided by theirs, and keep eight bits a component."""
    return isinstance(record, Event) or record.kind in GUIDES


def with_taken(record: R, made_by: Embedding, vectors: Sequence[Sequence[float] | None], reason: str, previous: Event | None = None) -> R:
    """The same of what the model took, where it did not take every text; a text of which the whole means nothing else is found by its
    words alone."""
    first, *rest = vectors
    if first is not None:
        return with_vectors(record, made_by, [first, *(v for v in rest if v is not None)], previous)
    return with_set(record, VectorSet(made_by=made_by, of=digest(record, previous), refused=reason), previous)


def with_set(record: R, fresh: VectorSet, previous: Event | None) -> R:
    """Beside it only what another model made of the texts as they stand."""
    others = [s for s in standing(record, previous) if s.made_by != fresh.made_by]
    return cast("R", record.model_copy(update={"vectors": (*others, fresh)}))


def standing(record: Event | Memory, previous: Event | None = None) -> list[VectorSet]:
    """Its sets that are of its texts as they are now: any other counts as missing."""
    if not record.vectors:
        return []
    of = digest(record, previous)
    return [s for s in record.vectors if s.of == of]


def made(record: Event | Memory, previous: Event | None, made_by: Embedding) -> VectorSet | None:
    """The set that this model made of its texts; None where it owes one."""
    return next((s for s in standing(record, previous) if s.made_by == made_by), None)


def vector(memory: Memory, made_by: Embedding) -> list[float] | None:
    """The vector of its words; None where that model made none."""
    found = made(memory, None, made_by)
    return unpack(found)[0] if found is not None and found.data else None


def packed_set(vectors: Sequence[Sequence[float]], made_by: Embedding, of: str, *, coarse: bool) -> VectorSet:
    if coarse:
        window, *rest = vectors
        data = few_bits.packed(window, WINDOW_BITS) + b"".join(few_bits.packed(v, SENTENCE_BITS) for v in rest)
    else:
        data = b"".join(struct.pack(f"{len(v)}b", *int8.scaled(v)) for v in vectors)
    return VectorSet(made_by=made_by, of=of, coarse=coarse, data=data)


def unpack(found: VectorSet) -> list[list[float]]:
    """Unit vectors; none where the model refused the texts."""
    size = found.made_by.dimension
    if found.coarse and found.data:
        begun, each = few_bits.octets(size, WINDOW_BITS), few_bits.octets(size, SENTENCE_BITS)
        rest = [found.data[i : i + each] for i in range(begun, len(found.data), each)]
        return [few_bits.unpacked(found.data[:begun], WINDOW_BITS, size), *(few_bits.unpacked(d, SENTENCE_BITS, size) for d in rest)]
    values = memoryview(found.data).cast("b")
    return [int8.unit(values[i : i + size]) for i in range(0, len(values), size)]


class Unpacked(Mapping[ids.Key, list[float]]):
    """Vectors by their memories' keys, each unpacked when it is asked for: of all that is known few are compared. As numbers one takes
    12 KB instead of 0.4, so MOST_UNPACKED of them stay so."""

    def __init__(self, packed: Mapping[ids.Key, VectorSet]) -> None:
        self._packed = packed
        self._made: dict[ids.Key, list[float]] = {}

    def __getitem__(self, key: ids.Key) -> list[float]:
        if key not in self._made:
            if len(self._made) >= MOST_UNPACKED:
                del self._made[next(iter(self._made))]
            self._made[key] = unpack(self._packed[key])[0]
        return self._made[key]

    @property
    def held(self) -> int:
        """How many are unpacked."""
        return len(self._made)

    def __iter__(self) -> Iterator[ids.Key]:
        return iter(self._packed)

    def __len__(self) -> int:
        return len(self._packed)


def comparable(memories: Iterable[Memory]) -> tuple[Embedding, Mapping[ids.Key, list[float]]] | None:
    """The vectors by the one model that made most of them, by the memory's key. Those of which it made none are left out: vectors of two
    models say nothing about each other."""
    found = {m.key: [s for s in standing(m) if s.data] for m in memories}
    makers = Counter(s.made_by for sets in found.values() for s in sets)
    if not makers:
        return None
    most = max(makers, key=lambda m: (makers[m], m.model, m.dimension))
    return most, Unpacked({k: s for k, sets in found.items() for s in sets if s.made_by == most})


def gone(record: Event | Memory) -> bool:
    """Only a tombstone stands for it, which no search finds."""
    return record.lapsed_at is not None if isinstance(record, Event) else record.status is Status.DELETED


def document(record: Event | Memory, previous: Event | None, made_by: Embedding) -> Document:
    """The document of an event or memory in the index of one model. Its version is the row's, and then how often vectors were added to
    that: they may come after the words."""
    version, scope = record.version << VECTOR_BITS, record.scope
    within = ids.audience(scope.tenant, scope.container, scope.namespace)
    readers = _readers(record.access, within) if isinstance(record, Memory) else ()
    # A first version has no copy that would have to be taken away.
    audience = within if readers or (isinstance(record, Memory) and record.version > 1) else None
    if gone(record):
        return Document(record.key, version, gone=True, audience=audience)
    version += min(record.embedded, (1 << VECTOR_BITS) - 1)
    found = made(record, previous, made_by)
    rows = unpack(found) if found is not None else []
    fields = _event_fields(record, previous, rows) if isinstance(record, Event) else _memory_fields(record, rows)
    return Document(record.key, version, fields, audience=audience, readers=readers)


def _readers(access: AccessControl, audience: str) -> tuple[str, ...]:
    if access.visibility is Visibility.PUBLIC:
        return (audience,)
    if access.visibility is Visibility.PRIVATE:
        return ()
    users = (ids.shared_with(audience, user=u) for u in access.allowed_users)
    return (*users, *(ids.shared_with(audience, role=r) for r in access.allowed_roles))


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
    fields = (
        _owner_fields(event.scope)
        | tellable.fields(event)
        | {
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
    )
    if vectors:
        first, *rest = vectors
        fields |= {"vector": first, "sentences": [{"vector": v} for v in rest]}
    return fields


def _memory_fields(memory: Memory, vectors: Sequence[Sequence[float]]) -> dict[str, Any]:
    slot = f" {memory.slot.feature.replace('_', ' ')} {memory.slot.value}" if memory.slot else ""
    teller = narrator(memory.content.said_by)
    dated = memory.content.said_at if memory.content.said_by else None
    said = f"{teller}: {worded(memory)}" if teller is not None else worded(memory)
    fields = (
        _owner_fields(memory.scope)
        | tellable.fields(memory)
        | {
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
            "marks": [*marks.of(memory), *marks.links(memory)],
        }
    )
    if memory.kind in (Kind.FACT, Kind.EPISODE):
        fields |= glimpse.fields(memory)
    led = [r.target for r in memory.relations if r.type in LEADS.get(memory.kind, ())]
    if led := [*led, *(k.sk for k in said_before.events_of([memory]))]:
        fields["memory_ids"] = led[-MOST_NAMED:]
    if vectors:
        fields["vector"] = vectors[0]
    return fields


def mean(rows: Sequence[Sequence[float]]) -> list[float]:
    """The unit vector in the midst of others."""
    total = [sum(column) for column in zip(*rows, strict=True)]
    length = sum(x * x for x in total) ** 0.5
    return [x / length for x in total] if length else total
