"""Requests and answers of the read path."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AwareDatetime, Field

from keepsake.api.base import MOST_TOKENS, MOST_TOP_K, Body, Scoped, Time
from keepsake.records import Category, Kind, Status, Trust, Type, Validity

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
