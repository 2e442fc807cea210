"""Conversations: their turns, their context for a prompt, working items, and rows of state."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.inputs import Scope, Time
from keepsake_client.operations import IN_SESSION, C, Group, listing, operation
from keepsake_client.requests import Pages, Request, given, path


class Sessions(Group[C]):
    """`sessions.list()` for all of a user's, `sessions(id)` for one."""

    def __call__(self, session_id: str, /, **scope: Unpack[Scope]) -> Session[C]:
        named: Scope = {"session_id": session_id}
        return Session(self._connection, {**self._scope, **scope, **named})

    @listing
    def list(self, *, limit: int | None = None, **scope: Unpack[Scope]) -> Pages[models.SessionSummary]:
        """A user's, those that began last first. `limit`: most in all; None: every one."""
        request = Request("GET", "/sessions", dict[str, Any], self._scoped(scope, IN_SESSION))
        return Pages(request, "sessions", models.SessionSummary, limit)


class InSession(Group[C]):
    def __init__(self, connection: C, scope: Scope) -> None:
        super().__init__(connection, scope)
        self.id = scope["session_id"]

    def _path(self, *parts: object) -> str:
        return path("sessions", self.id, *parts)

    @property
    def _query(self) -> dict[str, Any]:
        return self._scoped({}, IN_SESSION)


class Session(InSession[C]):
    def __init__(self, connection: C, scope: Scope) -> None:
        super().__init__(connection, scope)
        self.working: Working[C] = Working(connection, scope)
        self.state: State[C] = State(connection, scope)

    @operation
    def get(self) -> Request[models.SessionView]:
        """Its turns since the last folding, oldest first, its system message and counters."""
        return Request("GET", self._path(), models.SessionView, self._query)

    @operation
    def context(self) -> Request[models.SessionContext]:
        """What of it belongs into the next prompt, with its size in tokens."""
        return Request("GET", self._path("context"), models.SessionContext, self._query)

    @listing
    def events(self, *, limit: int | None = None) -> Pages[models.EventView]:
        """What came into it, the newest first, behaviour and junk too."""
        return Pages(Request("GET", self._path("events"), dict[str, Any], self._query), "events", models.EventView, limit)

    @operation
    def handoff(self, to_agent_id: str, *, items: Sequence[str] | None = None) -> Request[models.HandoffAnswer]:
        """Hands working items to another agent; without `items` all that the agent holds in focus, and its turns."""
        body = given(to_agent_id=to_agent_id, items=items)
        return Request("POST", self._path("handoff"), models.HandoffAnswer, self._query, body)


class Working(InSession[C]):
    """What an agent holds in focus; it fades with the session's turns."""

    @operation
    def list(self) -> Request[models.WorkingView]:
        """By salience, highest first."""
        return Request("GET", self._path("working"), models.WorkingView, self._query)

    @operation
    def add(
        self,
        content: str,
        *,
        importance: float | None = None,
        durability: str | None = None,
        category: str | None = None,
        subject: str | None = None,
        expires_at: Time | None = None,
        replaces: str | None = None,
    ) -> Request[models.WorkingView]:
        """Adds an item, or refreshes it; the least salient unpinned one may give way. `importance`: 0 to 1. `replaces`: the id of the item
        that this one contradicts."""
        body = given(
            content=content,
            importance=importance,
            durability=durability,
            category=category,
            subject=subject,
            expires_at=expires_at,
            replaces=replaces,
        )
        return Request("POST", self._path("working"), models.WorkingView, self._query, body)

    @operation
    def evict(self, item_id: str) -> Request[None]:
        """Also a pinned one."""
        return Request("DELETE", self._path("working", item_id), None, self._query)

    @operation
    def pin(self, item_id: str) -> Request[models.WorkingView]:
        """Keeps it from being evicted."""
        return self._act(item_id, "pin")

    @operation
    def unpin(self, item_id: str) -> Request[models.WorkingView]:
        """It fades again."""
        return self._act(item_id, "unpin")

    @operation
    def refresh(self, item_id: str) -> Request[models.WorkingView]:
        """As if it had been added in this turn."""
        return self._act(item_id, "refresh")

    @operation
    def advance(self, turns: int = 1) -> Request[models.WorkingView]:
        """So many turns on, 1 to 100."""
        return Request("POST", self._path("working", "advance"), models.WorkingView, self._query, {"turns": turns})

    def _act(self, item_id: str, act: str) -> Request[models.WorkingView]:
        return Request("POST", self._path("working", item_id, act), models.WorkingView, self._query, {})


class State(InSession[C]):
    """Rows of JSON that an application keeps with the session, byte for byte: never masked, read, recalled or faded."""

    @operation
    def append(self, data: Any, *, branch: str | None = None, metadata: Mapping[str, Any] | None = None) -> Request[models.StateAppended]:
        """One row, whose JSON takes at most 4 MB."""
        body = {"data": data, **given(branch=branch, metadata=metadata)}
        return Request("POST", self._path("state"), models.StateAppended, self._query, body)

    @operation
    def append_many(self, rows: Sequence[Mapping[str, Any]]) -> Request[models.StateAppended]:
        """Up to 100, each with `data` and perhaps `branch` and `metadata`, written together."""
        return Request("POST", self._path("state"), models.StateAppended, self._query, {"rows": list(rows)})

    @listing
    def list(self, *, branch: str | None = None, include_data: bool = True, limit: int | None = None) -> Pages[models.StateView]:
        """The newest first. Without `include_data` each row's data is None."""
        query = self._query | {"branch": branch, "include_data": include_data}
        return Pages(Request("GET", self._path("state"), dict[str, Any], query), "rows", models.StateView, limit)

    @operation
    def delete(self, row_id: str) -> Request[None]:
        """The other rows stay as they are."""
        return Request("DELETE", self._path("state", row_id), None, self._query)

    @operation
    def clear(self, *, branch: str | None = None) -> Request[None]:
        """Without `branch` all of it. There is no way back."""
        return Request("DELETE", self._path("state"), None, self._query | {"branch": branch})
