"""Lists of users, sessions and events."""

from __future__ import annotations

from keepsake.api.base import Body, Limit, Time
from keepsake.api.knowledge.memories import EventView
from keepsake.records import Id


class UserListQuery(Body):
    container: Id | None = None
    limit: Limit = 50
    cursor: str | None = None


class UserView(Body):
    user_id: str
    container: str
    sessions: int
    """That something was said in."""
    events: int
    """Processed so far, behaviour too."""
    turns: int
    """User messages among them."""
    facts: int
    """Current facts."""
    last_activity_at: Time | None = None
    """When the newest processed event arrived."""


class UserList(Body):
    users: tuple[UserView, ...]
    """In the order of their percent-encoded ids."""
    next_cursor: str | None = None


class SessionListQuery(Body):
    container: Id | None = None
    namespace: Id | None = None
    user_id: Id | None = None
    agent_id: Id | None = None
    limit: Limit = 50
    cursor: str | None = None


class SessionSummary(Body):
    session_id: str
    container: str
    namespace: str
    user_id: str | None = None
    events: int
    """Accepted since the session began, behaviour too."""
    turns: int
    """User messages since it began."""
    created_at: Time
    last_activity_at: Time
    """When the newest event arrived."""
    closed_at: Time | None = None
    """Since when it is idle; null while it is not."""


class SessionList(Body):
    sessions: tuple[SessionSummary, ...]
    """Those that began last come first."""
    next_cursor: str | None = None


class EventList(Body):
    events: tuple[EventView, ...]
    """The newest first."""
    next_cursor: str | None = None
