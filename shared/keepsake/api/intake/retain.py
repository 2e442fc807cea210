"""Requests and answers of the write path."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, Field, model_validator
from typing_extensions import TypeAliasType

from keepsake.api.base import FROM_TEXT, MOST_EVENT_BYTES, MOST_EVENTS, Body, EventText, Scoped, of_an_event
from keepsake.records import FactInput, Id, Name, Progress, Role, SaidAt, Verdict

BatchStatus = TypeAliasType("BatchStatus", Literal["pending", "processing", "processed", "failed"])


class EventInput(Body):
    event_id: Id | None = None
    role: Role = Role.USER
    name: Name | None = None
    content: str
    timestamp: SaidAt | None = None
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
    content: Annotated[EventText, Field(min_length=1)]
    timestamp: SaidAt | None = None


class ExchangeInput(Body):
    user: Annotated[EventText, Field(min_length=1)]
    assistant: EventText = ""
    timestamp: SaidAt | None = None


class RetainRequest(Scoped):
    events: tuple[EventInput, ...] = ()
    facts: tuple[Annotated[FactInput, AfterValidator(of_an_event)], ...] = ()
    candidates: tuple[CandidateInput, ...] = ()
    exchange: ExchangeInput | None = None
    extract: bool = True

    @model_validator(mode="after")
    def something(self) -> Self:
        if not self.event_count:
            raise ValueError("at least one of events, facts, candidates, exchange is needed")
        if self.event_count > MOST_EVENTS:
            raise ValueError(f"a batch takes at most {MOST_EVENTS} events, this one has {self.event_count}")
        return self

    @property
    def event_count(self) -> int:
        return len(self.events) + len(self.facts) + len(self.candidates) + (2 if self.exchange else 0)


class AcceptedEvent(Body):
    event_id: str
    status: Progress
    verdict: Verdict
    masked: int


class RetainAnswer(Body):
    batch_id: str
    status: Literal["accepted"] = "accepted"
    events: tuple[AcceptedEvent, ...]


class BatchQuery(Body):
    wait_s: Annotated[int, Field(ge=0, le=20), FROM_TEXT] = 0


class EventProgress(Body):
    event_id: str
    status: Progress
    reason: str | None = None
    memory_ids: tuple[str, ...] = ()


class BatchAnswer(Body):
    batch_id: str
    status: BatchStatus
    events: tuple[EventProgress, ...]
