"""What a session holds in focus now (row W2)."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Frozen, Name, Record, Scope, Unit
from keepsake.records.kinds import Category, Durability, Role, Sensitivity, Source, Trust
from keepsake.records.memories import Slot


class WorkingItem(Frozen):
    """One thing in focus. Its id follows from its text and its agent, so that an equal text is the same item."""

    item_id: Name
    agent_id: str | None = None
    """Who wrote it, and alone sees it; None: any agent of the session."""
    content: Annotated[str, Field(min_length=1, max_length=8000)]
    subject: Name = "user"
    category: Category = Category.TASK
    importance: Unit = 0.5
    durability: Durability = Durability.SESSION
    sensitivity: Sensitivity = Sensitivity.NONE
    source: Source = Source.EXPLICIT
    source_role: Role = Role.USER
    trust: Trust = Trust.CAUTION
    trust_before: Trust | None = None
    """What a quarantine of its evidence lowered."""
    slot: Slot | None = None
    replaces: str | None = None
    """Words of the value that it takes the place of."""
    observation_id: str | None = None
    event_ids: tuple[str, ...] = ()
    assistant_visible: bool = True
    expires_at: AwareDatetime | None = None
    pinned: bool = False
    turn: Annotated[int, Field(ge=0)] = 0
    """The session's turn in which it was added or last refreshed."""
    added_at: AwareDatetime


class Handoff(Frozen):
    """Items that went from one agent to another, or with them all that the session holds."""

    from_agent_id: str | None
    to_agent_id: Name
    item_ids: tuple[str, ...]
    whole: bool
    """The session's turns too."""
    actor: str
    at: AwareDatetime


class WorkingMemory(Record):
    """The working items of one session, of all its agents."""

    prefix: ClassVar[str] = "FOCUS#"

    scope: Scope
    turn: Annotated[int, Field(ge=0)] = 0
    """Its clock: turns since the session began."""
    items: tuple[WorkingItem, ...] = ()
    routed: tuple[tuple[int, int], ...] = ()
    """Events whose observations are routed, as intervals [first, last] of their places in the session: mostly one interval."""
    handoffs: tuple[Handoff, ...] = ()
    """The latest, at most 50."""
    updated_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return working_key(self.scope)


def working_key(scope: Scope) -> ids.Key:
    return ids.Key(scope.pk, WorkingMemory.prefix + scope.session_name)
