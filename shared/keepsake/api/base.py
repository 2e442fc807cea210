"""What all requests and answers share: limits, time, scope and paging."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, TypeVar

from pydantic import AfterValidator, AwareDatetime, BaseModel, BeforeValidator, ConfigDict, Field, PlainSerializer, WithJsonSchema

from keepsake.records import FactInput, Id
from keepsake.rules.governance.identity import Asked

MOST_EVENTS = 100


MOST_EVENT_BYTES = 32 * 1024


def _of_an_event(text: str) -> str:
    size = len(text.encode())
    if size > MOST_EVENT_BYTES:
        raise ValueError(f"takes at most {MOST_EVENT_BYTES} bytes, this one has {size}")
    return text


EventText = Annotated[str, Field(max_length=MOST_EVENT_BYTES), AfterValidator(_of_an_event)]
"""What becomes an event's words."""

Fact = TypeVar("Fact", bound=FactInput)


def of_an_event(fact: Fact) -> Fact:
    """Raises ValueError for a fact that is larger than an event."""
    if len(fact.model_dump_json().encode()) > MOST_EVENT_BYTES:
        raise ValueError(f"a fact takes at most {MOST_EVENT_BYTES} bytes with all that it names")
    return fact


MOST_REQUEST_BYTES = 256 * 1024


MOST_TOP_K = 100


MOST_TOKENS = 32_000


def _zulu(at: datetime) -> str:
    return at.isoformat().replace("+00:00", "Z")


Time = Annotated[
    AwareDatetime,
    PlainSerializer(_zulu, return_type=str, when_used="json"),
    WithJsonSchema({"type": "string", "format": "date-time"}, mode="serialization"),
]

Filter = Annotated[dict[str, Any], WithJsonSchema({"type": "object", "x-schema": "Filter"})]
"""What `rules.recall.filters` checks; the description shows it as it does."""


class Body(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)


class Scoped(Body):
    container: Id | None = None
    namespace: Id | None = None
    user_id: Id | None = None
    agent_id: Id | None = None
    session_id: Id | None = None

    @property
    def asked(self) -> Asked:
        return Asked(self.container, self.namespace, self.user_id, self.agent_id, self.session_id)


def _integer(value: object) -> object:
    return int(value) if isinstance(value, str) and value.lstrip("-").isdigit() else value


FROM_TEXT = BeforeValidator(_integer)
"""Behind the bounds of a parameter that is a number: the description tells only those that are the number's own."""


def _time_from_text(value: object) -> object:
    """A number would be read as seconds since 1970."""
    if isinstance(value, str) and "T" not in value.upper():
        raise ValueError("has to be a time like 2026-05-02T10:00:00Z")
    return value


TIME_FROM_TEXT = BeforeValidator(_time_from_text)
"""Before the type of a parameter that is a time."""
Limit = Annotated[int, Field(ge=1, le=200), FROM_TEXT]


class PageQuery(Scoped):
    limit: Limit = 50
    cursor: str | None = None


class ScopeQuery(Scoped):
    """Whose, where an id alone does not say."""


class Empty(Body):
    """For routes without parameters."""


class View(BaseModel):
    """An answer that shows a record: its fields are the record's."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)
