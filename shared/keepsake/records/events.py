"""Events and how they came in: batches, replies, sessions and signals."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, Any, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Id, Moment, Name, Record, Scope
from keepsake.records.kinds import DueWork, Progress, Role, Verdict
from keepsake.records.memories import FactInput, ForFacts, VectorSet

LAPSED_ROWS = timedelta(days=7)
"""How long the row of a lapsed event stays, so that the search index learns of it."""


STATEMENTS = frozenset({"fact", "correction"})


class Event(Record):
    """One message or behaviour record, masked: the evidence. Immutable but for its progress."""

    prefix: ClassVar[str] = "EVENT#"
    projected: ClassVar[bool] = True

    scope: Scope
    event_id: Id
    batch_id: str
    role: Role = Role.USER
    name: str | None = None
    content: str
    timestamp: Moment
    event_type: Name = "message"
    page: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    fact: FactInput | None = None
    for_facts: ForFacts | None = None
    verdict: Verdict = Verdict.CANDIDATE
    masked: Annotated[int, Field(ge=0)] = 0
    extract: bool = True
    content_hash: str
    recorded_at: AwareDatetime
    seq: Annotated[int, Field(ge=0)] = 0
    """Order of acceptance in its session."""
    previous_event_id: str | None = None
    progress: Progress = Progress.PENDING
    reason: str | None = None
    resolved: tuple[str, ...] = ()
    """Dates that the content's temporal phrases mean, as `last month = April 2026`."""
    observation_ids: tuple[str, ...] = ()
    memory_ids: tuple[str, ...] = ()
    changed_ids: tuple[str, ...] = ()
    """Other memories that the decisions over its batch changed, which the index shows with it."""
    searchable: bool = False
    """It has a document in the search index, or will have: junk and what lapsed has none."""
    lapses_at: AwareDatetime | None = None
    """When the container's retention asks whether it is kept."""
    lapsed_at: AwareDatetime | None = None
    """Since when its words are gone; DynamoDB deletes the row afterwards."""
    index_due: AwareDatetime | None = None
    vectors: tuple[VectorSet, ...] = ()
    """Of its window and its sentences, one set of each model."""
    embedded: Annotated[int, Field(ge=0)] = 0
    """How often vectors were added without a new version."""

    @property
    def key(self) -> ids.Key:
        return event_key(self.scope, self.event_id)

    @property
    def states(self) -> bool:
        """It is the statement of the memories that rest on it, as a caller gave it: it says nothing beside them."""
        return self.event_type in STATEMENTS and (self.fact is not None or not self.extract)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.RETENTION, self.lapses_at) if self.lapses_at else None

    @property
    def gone_at(self) -> datetime | None:
        return self.lapsed_at + LAPSED_ROWS if self.lapsed_at else None

    @property
    def lookup(self) -> str | None:
        return ids.stray_key(self.key, self.event_id)

    @property
    def index_due_at(self) -> datetime | None:
        return self.index_due


class Batch(Record):
    """What one request brought. Written last, so that its presence is the acceptance; due until the index shows all of it, and then when
    the first of the memories that it made may fade."""

    prefix: ClassVar[str] = "BATCH#"

    scope: Scope
    batch_id: str
    event_ids: tuple[str, ...]
    recorded_at: AwareDatetime
    attempt: Annotated[int, Field(ge=1)] = 1
    reply_hash: str | None = None
    """Of the idempotency key under which its answer is kept."""
    turns_counted: bool = False
    """Its user messages are in the user's count of turns."""
    retry_at: AwareDatetime | None = None
    """When to take it up again; None once it is closed: every event was read, and what came of it can be recalled."""
    fades: tuple[str, ...] = ()
    """Memories that it made and lists where sweeps look (`Memory.fades_with`)."""
    fades_at: AwareDatetime | None = None
    """When the first of them comes up in a sweep."""
    ttl_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return batch_key(self.scope, self.batch_id)

    @property
    def due(self) -> Due | None:
        if self.retry_at is not None:
            return Due(DueWork.BATCH, self.retry_at)
        return Due(DueWork.DECAY, self.fades_at) if self.fades_at else None

    @property
    def gone_at(self) -> datetime | None:
        """None as long as something waits for it."""
        return None if self.due else self.ttl_at


class Reply(Record):
    """The answer to an idempotency key, for 7 days. `answer` is None while the first request is still under way."""

    prefix: ClassVar[str] = "IDEM"

    tenant: Id
    key_hash: str
    body_hash: str
    answer: str | None = None
    owner: str | None = None
    """The partition of the user whose it is, where no batch of theirs names it."""
    started_at: AwareDatetime
    ttl_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "IDEM", self.key_hash), self.prefix)

    @property
    def gone_at(self) -> datetime:
        return self.ttl_at


class Signal(Frozen):
    """What one behaviour event says about one feature, as evidence for or against a preference (row R9)."""

    event_id: Id
    at: AwareDatetime
    event_type: Name
    feature: Name
    value: Annotated[str, Field(min_length=1, max_length=500)]
    weight: Annotated[float, Field(ge=0)]
    polarity: Annotated[int, Field(ge=-1, le=1)]


class SignalLog(Record):
    """A user's latest behaviour signals, at most 500: one click proves little, so they are weighed together."""

    prefix: ClassVar[str] = "SIGNALS"

    scope: Scope
    signals: tuple[Signal, ...] = ()

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.scope.pk, self.prefix)


def event_key(scope: Scope, event_id: str) -> ids.Key:
    return ids.Key(scope.pk, Event.prefix + ids.part(event_id))


def batch_key(scope: Scope, batch_id: str) -> ids.Key:
    return ids.Key(scope.pk, Batch.prefix + ids.part(batch_id))
