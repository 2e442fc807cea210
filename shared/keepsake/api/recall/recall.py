"""Requests and answers of the read path."""

from __future__ import annotations

from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import Field, field_validator
from typing_extensions import TypeAliasType

from keepsake.api.base import MOST_TOKENS, MOST_TOP_K, Body, Filter, Scoped, Time
from keepsake.records import Category, Kind, Moment, Role, SaidAt, Status, Trust, Type, Validity

RECALL_KINDS = (Kind.FACT, Kind.SUMMARY, Kind.TOPIC, Kind.EPISODE, Kind.MENTAL_MODEL, Kind.EVENT, Kind.WORKING)

RecallInclusion = TypeAliasType("RecallInclusion", Literal["archived", "deprecated"])
Reranking = TypeAliasType("Reranking", Literal["default", "none", "mmr", "http", "model"])
AbsenceCause = TypeAliasType("AbsenceCause", Literal["listed", "gate", "told", "floor", "min_score", "rank", "budget", "not_a_candidate"])


class RecallRequest(Scoped):
    query: Annotated[str, Field(min_length=1, max_length=8000)]
    top_k: Annotated[int, Field(ge=1, le=MOST_TOP_K)] = 10
    token_budget: Annotated[int, Field(ge=1, le=MOST_TOKENS)] = 1000
    kinds: tuple[Kind, ...] = RECALL_KINDS
    filters: Filter | None = None
    as_of: Moment | None = None
    known_at: SaidAt | None = None
    now: SaidAt | None = None
    timezone: str = "UTC"
    include: tuple[RecallInclusion, ...] = ()
    min_score: float | None = None
    rerank: Reranking = "default"
    """`default`: the reranker that is configured, none otherwise."""
    diagnostics: bool = False

    @field_validator("timezone")
    @classmethod
    def of_the_tz_database(cls, value: str) -> str:
        try:
            ZoneInfo(value)
        except (ZoneInfoNotFoundError, ValueError, OSError) as err:
            raise ValueError("is no time zone of the tz database, like Europe/Berlin") from err
        return value


class RecallItem(Body):
    memory_id: str
    kind: Kind
    type: Type | None = None
    content: str
    quoted: str | None = None
    score: float
    legs: dict[str, float] = Field(default_factory=dict)
    subject: str | None = None
    category: Category | None = None
    topic: str | None = None
    confidence: float | None = None
    trust: Trust
    source_role: Role = Role.USER
    """Whose words it rests on; other than the user's stand quoted in the context."""
    validity: Validity
    status: Status
    valid_from: Time | None = None
    valid_to: Time | None = None
    said_by: str | None = None
    said_at: Time | None = None
    context: str | None = None
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
    """Of `formatted_context`, wrapping included: at most `token_budget`."""
    degraded: tuple[Degraded, ...] = ()
    diagnostics: Diagnostics | None = None


class RecallRecord(RecallAnswer):
    """A recall read again: the list as it was given."""

    at: Time
    request: dict[str, Any]
    suppressed: tuple[Suppressed, ...] = ()
    gone: tuple[str, ...] = ()
    """Ids that were told, in the list or a context, and may not be told any more."""


class WhyNot(Body):
    memory_id: str
    recalled: bool
    cause: AbsenceCause
    reason: str
    gate: str | None = None
    rank: int | None = None
    """Among all candidates, from 1, best first."""
    score: float | None = None
    last_score: float | None = None
    """Of the last item in the list."""
    legs: dict[str, float] = Field(default_factory=dict)
    tokens: int = 0
    candidates: int
    """How many were weighed."""


class ReflectRequest(Scoped):
    question: Annotated[str, Field(min_length=1, max_length=8000)]
    token_budget: Annotated[int, Field(ge=1, le=MOST_TOKENS)] = 1000
    as_of: Moment | None = None


class ReflectSentence(Body):
    text: str
    memory_ids: tuple[str, ...]
    trust: Trust
    """The least of what it rests on."""


class ReflectAnswer(Body):
    answer: str
    sentences: tuple[ReflectSentence, ...]
    missing: tuple[str, ...]
    """What was asked and has no evidence, in the question's words."""
    degraded: tuple[Degraded, ...] = ()
    recall_id: str
