"""What an operator does not trust any more (row V7): events by where they come from, by their session or by when they were said."""

from __future__ import annotations

from pydantic import AwareDatetime

from keepsake.records.base import Frozen, Id, Name
from keepsake.records.kinds import Role


class Selector(Frozen):
    """Events of one namespace that have all that is given here."""

    namespace: Id = "default"
    role: Role | None = None
    name: Name | None = None
    """The speaker's."""
    source: Name | None = None
    """As the event's metadata names it."""
    agent_id: Id | None = None
    session_id: Id | None = None
    since: AwareDatetime | None = None
    until: AwareDatetime | None = None
    """Of the event's timestamp, from `since` on and before `until`."""


class Quarantine(Frozen):
    """One that is in force, of one user or of a container itself. It holds for what is yet to come, too."""

    run_id: Name
    selector: Selector
    actor: str
    at: AwareDatetime
