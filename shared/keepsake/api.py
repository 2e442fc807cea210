"""Requests and answers of the HTTP API. Unknown fields are errors."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, model_validator

from keepsake.records import (
    Category,
    Event,
    FactInput,
    Kind,
    Memory,
    Name,
    Permission,
    Progress,
    Role,
    Status,
    Trust,
    Type,
    Validity,
    Verdict,
)
from keepsake.rules.identity import Asked

MOST_EVENTS = 100
MOST_EVENT_BYTES = 32 * 1024
MOST_REQUEST_BYTES = 256 * 1024
MOST_TOP_K = 100
MOST_TOKENS = 32_000
ASSISTANT_CHARS = 500
"""How much of an assistant's reply an exchange keeps (row R2)."""


def _zulu(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


Time = Annotated[AwareDatetime, PlainSerializer(_zulu, return_type=str, when_used="json")]


class Body(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Scoped(Body):
    container: Name | None = None
    namespace: Name | None = None
    user_id: Name | None = None
    agent_id: Name | None = None
    session_id: Name | None = None

    @property
    def asked(self) -> Asked:
        return Asked(self.container, self.namespace, self.user_id, self.agent_id, self.session_id)


class EventInput(Body):
    event_id: Name | None = None
    role: Role = Role.USER
    name: Name | None = None
    content: str
    timestamp: AwareDatetime | None = None
    event_type: Name = "message"
    page: Annotated[str, Field(max_length=2000)] | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)

    @model_validator(mode="after")
    def bounded(self) -> Self:
        size = len(self.content.encode()) + len(json.dumps(self.metadata, ensure_ascii=False).encode())
        if size > MOST_EVENT_BYTES:
            raise ValueError(f"an event takes at most {MOST_EVENT_BYTES} bytes, this one has {size}")
        return self


class CandidateInput(Body):
    content: Annotated[str, Field(min_length=1, max_length=MOST_EVENT_BYTES)]
    timestamp: AwareDatetime | None = None


class ExchangeInput(Body):
    user: Annotated[str, Field(min_length=1, max_length=MOST_EVENT_BYTES)]
    assistant: Annotated[str, Field(max_length=MOST_EVENT_BYTES)] = ""
    timestamp: AwareDatetime | None = None


class RetainRequest(Scoped):
    events: tuple[EventInput, ...] = ()
    facts: tuple[FactInput, ...] = ()
    candidates: tuple[CandidateInput, ...] = ()
    exchange: ExchangeInput | None = None
    extract: bool = True

    @model_validator(mode="after")
    def something(self) -> Self:
        count = len(self.events) + len(self.facts) + len(self.candidates) + (2 if self.exchange else 0)
        if not count:
            raise ValueError("at least one of events, facts, candidates, exchange is needed")
        if count > MOST_EVENTS:
            raise ValueError(f"a batch takes at most {MOST_EVENTS} events, this one has {count}")
        return self


class AcceptedEvent(Body):
    event_id: str
    status: Progress
    verdict: Verdict
    masked: int


class RetainAnswer(Body):
    batch_id: str
    status: Literal["accepted"] = "accepted"
    events: tuple[AcceptedEvent, ...]


class EventProgress(Body):
    event_id: str
    status: Progress
    reason: str | None = None
    memory_ids: tuple[str, ...] = ()


class BatchAnswer(Body):
    batch_id: str
    status: Literal["pending", "processing", "processed", "failed"]
    events: tuple[EventProgress, ...]


RECALL_KINDS = (Kind.FACT, Kind.SUMMARY, Kind.TOPIC, Kind.EPISODE, Kind.MENTAL_MODEL, Kind.EVENT, Kind.WORKING)


class RecallRequest(Scoped):
    query: Annotated[str, Field(min_length=1, max_length=8000)]
    top_k: Annotated[int, Field(ge=1, le=MOST_TOP_K)] = 10
    token_budget: Annotated[int, Field(ge=1, le=MOST_TOKENS)] = 1000
    kinds: tuple[Kind, ...] = RECALL_KINDS
    filters: dict[str, Any] | None = None
    as_of: AwareDatetime | None = None
    known_at: AwareDatetime | None = None
    now: AwareDatetime | None = None
    timezone: str = "UTC"
    include: tuple[Literal["archived", "deprecated"], ...] = ()
    min_score: float | None = None
    rerank: Literal["default", "none"] = "default"
    diagnostics: bool = False


class RecallItem(Body):
    memory_id: str
    kind: Kind
    type: Type | None = None
    content: str
    score: float
    legs: dict[str, float] = Field(default_factory=dict)
    subject: str | None = None
    category: Category | None = None
    topic: str | None = None
    confidence: float | None = None
    trust: Trust
    validity: Validity
    status: Status
    valid_from: Time | None = None
    valid_to: Time | None = None
    event_ids: tuple[str, ...]
    pending: bool = False
    why: tuple[str, ...] = ()
    case: str | None = None


class Suppressed(Body):
    memory_id: str
    gate: str
    reason: str


class Diagnostics(Body):
    candidates: dict[str, int] = Field(default_factory=dict)
    suppressed: tuple[Suppressed, ...] = ()
    policy: dict[str, Any] = Field(default_factory=dict)
    timings_ms: dict[str, float] = Field(default_factory=dict)


class ContextLine(Body):
    memory_id: str
    content: str
    at: Time | None = None


class Degraded(Body):
    part: str
    reason: str


class RecallAnswer(Body):
    recall_id: str
    query: str
    short_term_context: tuple[ContextLine, ...] = ()
    mid_term_context: tuple[ContextLine, ...] = ()
    long_term_user_context: tuple[ContextLine, ...] = ()
    formatted_context: str
    memories: tuple[RecallItem, ...]
    tokens: int
    degraded: tuple[Degraded, ...] = ()
    diagnostics: Diagnostics | None = None


class KeyRequest(Body):
    tenant: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")] | None = None
    roles: tuple[Name, ...] = ()
    permissions: Annotated[tuple[Permission, ...], Field(min_length=1)]
    containers: tuple[Name, ...] = ()
    user_id: Name | None = None
    agent_id: Name | None = None


class KeyView(Body):
    key_id: str
    tenant: str
    permissions: tuple[Permission, ...]
    roles: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    user_id: str | None = None
    agent_id: str | None = None
    created_at: Time
    revoked_at: Time | None = None


class NewKey(KeyView):
    key: str


class KeyList(Body):
    keys: tuple[KeyView, ...]


class SweepScope(Body):
    container: Name | None = None
    user_id: Name | None = None


class SweepRequest(Body):
    scope: SweepScope = SweepScope()
    preview: bool = False
    now: AwareDatetime | None = None

    @model_validator(mode="after")
    def supposed_time_only_in_preview(self) -> Self:
        if self.now is not None and not self.preview:
            raise ValueError("now is for a preview only")
        return self


def _integer(value: object) -> object:
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


Integer = Annotated[int, BeforeValidator(_integer)]


class BatchQuery(Body):
    wait_s: Annotated[Integer, Field(ge=0, le=20)] = 0


class ListQuery(Scoped):
    kind: Kind | None = None
    type: Type | None = None
    subject: Name | None = None
    category: Category | None = None
    topic: Name | None = None
    validity: Validity | None = None
    status: Status | None = None
    trust: Trust | None = None
    limit: Annotated[Integer, Field(ge=1, le=200)] = 50
    cursor: str | None = None


class PageQuery(Scoped):
    limit: Annotated[Integer, Field(ge=1, le=200)] = 50
    cursor: str | None = None


class ScopeQuery(Scoped):
    """Whose, where an id alone does not say."""


class KeyQuery(Body):
    tenant: Name | None = None


class Empty(Body):
    """For routes without parameters."""


class View(BaseModel):
    """An answer that shows a record: its fields are the record's."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)


class MemoryView(View):
    memory_id: str
    kind: Kind
    content: str
    raw: str
    structured: dict[str, Any]
    event_ids: tuple[str, ...]
    version: int


class MemoryList(Body):
    memories: tuple[MemoryView, ...]
    next_cursor: str | None = None


class VersionView(View):
    version: int
    content: str
    verdict: str
    reason: str
    actor: str
    at: Time


class HistoryAnswer(Body):
    versions: tuple[VersionView, ...]
    next_cursor: str | None = None


class EventView(View):
    event_id: str
    content: str
    verdict: Verdict
    processing_status: Progress
    memory_ids: tuple[str, ...]


class Evidence(Body):
    observation_id: str
    content: str
    verdict: str
    reason: str
    approval: str | None
    stance: Literal["for", "against"]
    event_ids: tuple[str, ...]
    at: Time


class CaseAnswer(Body):
    memory_id: str
    content: str
    trust: Trust
    confidence: float
    observations: tuple[Evidence, ...]
    events: tuple[EventView, ...]
    history: tuple[VersionView, ...]


class RelationView(Body):
    type: str
    target: str
    direction: Literal["out", "in"]
    content: str | None = None


class RelationsAnswer(Body):
    relations: tuple[RelationView, ...]
    next_cursor: str | None = None


class TopicView(View):
    memory_id: str
    topic: str
    facts: int
    """Current facts under it."""
    aliases: tuple[str, ...]
    summaries: tuple[MemoryView, ...]


class TopicList(Body):
    topics: tuple[TopicView, ...]
    next_cursor: str | None = None


class ProfileQuery(Scoped):
    subject: Name | None = None
    """Whose profile among those that the user told about; `user` unless given, `*` for all."""
    category: Name | None = None
    tag: Name | None = None
    feature: Name | None = None


class ProfileValue(Body):
    value: str
    memory_id: str
    subject: str
    content: str
    confidence: float
    trust: Trust
    validity: Validity
    valid_from: Time
    valid_to: Time | None = None
    recorded_at: Time
    superseded_at: Time | None = None
    event_ids: tuple[str, ...]
    replaced_by: str | None = None
    verdict: str
    reason: str
    """Why it stands as it does."""


class ProfileFeature(Body):
    values: tuple[ProfileValue, ...] = ()
    history: tuple[ProfileValue, ...] = ()
    """Earlier and contested values, newest first."""


class ProfileAnswer(Body):
    profile: dict[str, dict[str, dict[str, ProfileFeature]]]
    """Category > tag > feature."""


class Fading(Body):
    memory_id: str
    content: str
    user_id: str | None
    score: float
    before: Status
    after: Status
    reason: str


class SweepAnswer(Body):
    run_id: str | None = None
    change_set: int | None = None
    preview: bool
    at: Time
    examined: int
    changed: dict[str, int]
    changes: tuple[Fading, ...] = ()
    done: bool = True


class IndexAnswer(Body):
    alias: str
    indices: tuple[str, ...] = ()
    documents: int = 0
    engine: str | None = None
    embedding: dict[str, Any] | None = None
    waiting: int = 0
    """Rows that the index does not show yet, counted up to 1,000."""


class RebuildAnswer(Body):
    status: Literal["started"] = "started"


class Dependency(Body):
    name: str
    ok: bool
    detail: str | None = None


class HealthAnswer(Body):
    status: Literal["ok", "degraded", "down"]
    dependencies: tuple[Dependency, ...]


def event_view(event: Event) -> dict[str, Any]:
    """The whole event as the API shows it."""
    hidden = {"scope", "content_hash", "index_due", "previous_event_id", "observation_ids", "version", "fact", "progress", "has_vector"}
    view = event.model_dump(mode="json", exclude=hidden)
    return {"event_id": view.pop("event_id")} | event.scope.model_dump(mode="json", exclude={"tenant"}) | view | {
        "processing_status": event.progress.value
    }  # fmt: skip


def memory_view(memory: Memory) -> dict[str, Any]:
    """The whole record as the API shows it: `content` is the summary text, the scope's fields stand beside it."""
    view = memory.model_dump(mode="json", exclude={"scope", "content", "order", "index_due", "decay_due", "vector_due", "access"})
    scope = memory.scope.model_dump(mode="json", exclude={"tenant"})
    return (
        {"memory_id": view.pop("memory_id"), "kind": view.pop("kind"), "content": memory.content.summary}
        | {"raw": memory.content.raw, "structured": memory.content.structured}
        | scope
        | view
        | {"processing_status": Progress.CHUNKED.value if memory.index_due else Progress.PROCESSED.value}
        | {"access_control": memory.access.model_dump(mode="json"), "case": f"/v1/memories/{memory.memory_id}/case"}
    )
