"""One conversation: its message list, and what its older turns were folded into (row W1)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Name, Record, Scope, Unit
from keepsake.records.kinds import DueWork


class Said(Frozen):
    """One message of the list; its text stays in the event."""

    event_id: Name
    opens: bool = False
    """It begins a turn."""
    tokens: Annotated[int, Field(ge=0)] = 0


class Point(Frozen):
    """Something that folded turns said, as one statement, question or answer."""

    text: str
    subject: Name = "user"
    manner: Literal["stated", "asked", "answered"] = "stated"
    weight: Unit = 0.5
    place: str | None = None
    """The single-valued slot that it fills: a later value takes its place."""
    event_id: Name
    observation_id: str | None = None


class Folding(Frozen):
    """The session's system message, in place of its older turns. Remade each time from its points and the turns that join them."""

    text: str
    points: tuple[Point, ...] = ()
    withheld: tuple[Point, ...] = ()
    """Points whose events are in quarantine: the text tells nothing of them."""
    through: int = -1
    """Place in the session of the last event that it took in."""
    turns: Annotated[int, Field(ge=0)] = 0
    messages: Annotated[int, Field(ge=0)] = 0
    count: Annotated[int, Field(ge=1)] = 1
    """Times that the session was folded."""
    agents: tuple[str, ...] = ()
    """Whose turns are in it, beside those of no agent."""
    memory_ids: tuple[str, ...] = ()
    """Facts of the turns that the last folding took in: those of the next one are related to them."""
    made_by: str
    """`rules`, or the chat model's name."""
    fallback: str | None = None
    """Why the rules wrote it and not the model that is configured."""
    at: AwareDatetime


class Session(Record):
    """One conversation: the order of its events, who speaks in it, and its messages since the last folding."""

    prefix: ClassVar[str] = "SESSION#"

    scope: Scope
    next_seq: Annotated[int, Field(ge=0)] = 0
    last_event_id: str | None = None
    recent: tuple[str, ...] = ()
    """Its latest event ids, behaviour too: 20, and more where no arrival lists them yet."""
    listed: Annotated[int, Field(ge=0)] = 0
    """Events that arrivals list, from the first one on."""
    speakers: tuple[str, ...] = ()
    """Names of its user events, at most 100."""
    messages: tuple[Said, ...] = ()
    """What was said since the last folding, at most 400."""
    turns: Annotated[int, Field(ge=0)] = 0
    """User messages since it began."""
    folding: Folding | None = None
    closed_at: AwareDatetime | None = None
    """Since when it is idle; the next event opens it again."""
    idle_due: AwareDatetime | None = None
    """When the schedule looks whether it is idle."""
    created_at: AwareDatetime
    updated_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return session_key(self.scope)

    @property
    def lookup(self) -> str | None:
        return ids.id_key(self.scope.tenant, session_lookup(self.scope.session_id)) if self.scope.session_id else None

    @property
    def unlisted(self) -> Arrival | None:
        """Its latest events, as far as no arrival lists them."""
        count = min(len(self.recent), self.next_seq - self.listed)
        return Arrival(scope=self.scope, seq=self.next_seq - count, event_ids=self.recent[-count:]) if count else None

    @property
    def due(self) -> Due | None:
        return Due(DueWork.SESSION, self.idle_due) if self.idle_due else None


class Opening(Record):
    """Lists a session by when it began. A session's own row changes with every batch, this one never."""

    prefix: ClassVar[str] = "OPENED#"
    immutable: ClassVar[bool] = True

    scope: Scope
    opened_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.scope.pk, f"{self.prefix}{int(self.opened_at.timestamp() * 1000):012x}#{self.scope.session_name}")


class Arrival(Record):
    """What came into a session one after the other: the first event's place in it, and the events from there on. Where a place was taken by
    an earlier request, the event's own `seq` says so."""

    prefix: ClassVar[str] = "ARRIVED#"
    immutable: ClassVar[bool] = True

    scope: Scope
    seq: Annotated[int, Field(ge=0)]
    event_ids: tuple[str, ...]

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.scope.pk, f"{arrivals_prefix(self.scope)}{self.seq:010d}")


def arrivals_prefix(scope: Scope) -> str:
    """Where the arrivals of a session lie, in their order."""
    return f"{Arrival.prefix}{scope.session_name}#"


def session_key(scope: Scope) -> ids.Key:
    return ids.Key(scope.pk, Session.prefix + scope.session_name)


def session_lookup(session_id: str) -> str:
    """What a session goes by in the index `by_id`: events may have the same name."""
    return f"session/{session_id}"
