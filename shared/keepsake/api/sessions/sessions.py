"""Requests and answers about sessions, their working items, and capture."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator
from typing_extensions import TypeAliasType

from keepsake.api.base import Body, EventText, Scoped, Time
from keepsake.api.intake.retain import ExchangeInput
from keepsake.records import Category, Durability, Id, Moment, Name, Role, SaidAt, Trust, Unit, Verdict

MemoryTier = TypeAliasType("MemoryTier", Literal["working", "fact", "episode"])


class TurnView(Body):
    """One message of the session's list."""

    event_id: str
    role: Role
    name: str | None = None
    content: str
    event_type: str
    at: Time
    verdict: Verdict
    opens_turn: bool


class SystemMessage(Body):
    """What the session's older turns were folded into."""

    role: Literal["system"] = "system"
    content: str
    turns: int
    messages: int
    folds: int
    made_by: str
    fallback: str | None = None
    at: Time


class SessionCounters(Body):
    turns: int
    """User messages since the session began."""
    messages: int
    """In the list, since the last folding."""
    tokens: int
    """Of those."""
    events: int
    """Accepted since the session began, behaviour too."""
    working_items: int
    """That the asking agent sees."""


class SessionView(Body):
    session_id: str
    container: str
    namespace: str
    user_id: str | None = None
    system_message: SystemMessage | None = None
    turns: tuple[TurnView, ...]
    """The messages since, oldest first."""
    counters: SessionCounters
    handoffs: tuple[HandoffView, ...] = ()
    closed_at: Time | None = None
    updated_at: Time


class SessionContext(Body):
    session_id: str
    formatted_context: str
    tokens: int


class SessionHandoffRequest(Scoped):
    """Without `items`, all that the agent holds in focus, and its turns with it."""

    to_agent_id: Id
    items: Annotated[tuple[Name, ...], Field(min_length=1, max_length=100)] | None = None


class HandoffView(Body):
    from_agent_id: str | None = None
    to_agent_id: str
    items: tuple[str, ...]
    whole: bool
    actor: str
    at: Time


class HandoffAnswer(Body):
    handoff: HandoffView
    evicted: tuple[WorkingItemView, ...] = ()


class WorkingItemRequest(Scoped):
    content: Annotated[str, Field(min_length=1, max_length=8000)]
    importance: Unit = 0.5
    durability: Durability = Durability.SESSION
    category: Category = Category.TASK
    subject: Name = "user"
    expires_at: Moment | None = None
    replaces: Name | None = None
    """Id of the item that this one contradicts; one that is gone already is no error."""


class WorkingItemView(Body):
    item_id: str
    agent_id: str | None = None
    content: str
    subject: str
    category: Category
    importance: float
    salience: float
    durability: Durability
    trust: Trust
    pinned: bool
    turn: int
    """In which it was added or last refreshed."""
    event_ids: tuple[str, ...] = ()
    observation_id: str | None = None
    expires_at: Time | None = None
    added_at: Time


class WorkingView(Body):
    """The working items by salience, highest first, and the clock that they fade by."""

    session_id: str
    turn: int
    capacity: int
    pinned_slots: int
    items: tuple[WorkingItemView, ...]
    evicted: tuple[WorkingItemView, ...] = ()
    """By this request: what had to give way, or what an added item replaced."""
    formatted: str
    """The items as a bullet list."""


class AdvanceRequest(Scoped):
    turns: Annotated[int, Field(ge=1, le=100)] = 1


class CaptureRequest(Scoped):
    """Exactly one of text, exchange, last_exchange."""

    text: Annotated[EventText, Field(min_length=1)] | None = None
    exchange: ExchangeInput | None = None
    last_exchange: Literal[True] | None = None
    timestamp: SaidAt | None = None
    """Of the text."""

    @model_validator(mode="after")
    def one_form(self) -> Self:
        if sum(form is not None for form in (self.text, self.exchange, self.last_exchange)) != 1:
            raise ValueError("exactly one of text, exchange, last_exchange is needed")
        if self.timestamp is not None and self.text is None:
            raise ValueError("timestamp belongs to text")
        return self

    @property
    def event_count(self) -> int:
        return 2 if self.exchange else 1


class Captured(Body):
    """One observation and where it went; `fact` and `episode` are decided in the background, against what is known."""

    observation_id: str
    content: str
    subject: str
    category: Category
    importance: float
    durability: Durability
    routed: tuple[MemoryTier, ...]
    item_id: str
    event_ids: tuple[str, ...]


class Dropped(Body):
    event_id: str
    reason: str


class CaptureAnswer(Body):
    batch_id: str
    session_id: str
    turn: int
    observations: tuple[Captured, ...]
    dropped: tuple[Dropped, ...]
    evicted: tuple[WorkingItemView, ...]
    replaced: tuple[WorkingItemView, ...]
