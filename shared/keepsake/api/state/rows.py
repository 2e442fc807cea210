"""Requests and answers about the verbatim state of a session."""

from __future__ import annotations

from typing import Annotated, Any, Self

from pydantic import Field, model_validator

from keepsake.api.base import Body, Limit, Scoped, Time
from keepsake.records import Name

MOST_STATE_BYTES = 4 << 20
"""Of one row's JSON."""
MOST_CARRIED_BYTES = 5_500_000
"""Of the rows of one request or answer as API Gateway hands them on, with quotes escaped: a function takes and gives 6 MB."""
MOST_ROWS = 100


class StateInput(Body):
    data: Any
    """Any JSON; comes back as it was given."""
    branch: Name = "main"
    """Which line of the session's history it belongs to."""
    metadata: dict[str, Any] = Field(default_factory=dict)


class StateRequest(Scoped):
    """One row by `data`, or several by `rows`, written together in their order."""

    data: Any = None
    branch: Name = "main"
    metadata: dict[str, Any] = Field(default_factory=dict)
    rows: Annotated[tuple[StateInput, ...], Field(max_length=MOST_ROWS)] = ()

    @model_validator(mode="after")
    def one_form(self) -> Self:
        given = self.model_fields_set
        if ("data" in given) == ("rows" in given) or ("rows" in given and not self.rows):
            raise ValueError("give data, or rows with at least one in it")
        if "rows" in given and given & {"branch", "metadata"}:
            raise ValueError("with rows, branch and metadata stand in each of them")
        return self

    @property
    def given(self) -> tuple[StateInput, ...]:
        return self.rows or (StateInput(data=self.data, branch=self.branch, metadata=self.metadata),)


class StateQuery(Scoped):
    branch: Name | None = None
    """Only rows of this branch."""
    include_data: bool = True
    """False leaves `data` out, which is null then."""
    limit: Limit = 50
    cursor: str | None = None


class BranchQuery(Scoped):
    branch: Name | None = None
    """Only rows of this branch."""


class StateView(Body):
    row_id: str
    session_id: str
    branch: str
    metadata: dict[str, Any]
    data: Any = None
    size: int
    """Bytes of its JSON."""
    created_at: Time


class StateList(Body):
    rows: tuple[StateView, ...]
    """The newest first; a page ends early where its rows are large."""
    next_cursor: str | None = None


class StateAppended(Body):
    rows: tuple[StateView, ...]
    """In the order of the request, without their data."""
