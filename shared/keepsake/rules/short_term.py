"""The short-term context of a session (rows W1, Q6): its system message and the turns since, as far as an agent may see them (row Q5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.records import Event, Folding, Handoff, Record, Session, WorkingMemory, event_key
from keepsake.rules import working

MOST_SHOWN = 60
"""Messages since the last folding that are read: 10 turns seldom hold more."""


class ShortTerm(NamedTuple):
    folding: Folding | None
    events: tuple[Event, ...]


def keys(session: Session | None) -> list[Key]:
    return [event_key(session.scope, s.event_id) for s in session.messages[-MOST_SHOWN:]] if session else []


def handoffs(memory: WorkingMemory | None) -> tuple[Handoff, ...]:
    return memory.handoffs if memory else ()


def of(session: Session | None, rows: Mapping[Key, Record], agent_id: str | None, given: Sequence[Handoff]) -> ShortTerm:
    """What the agent may see; the system message only where it may read every turn that is in it."""
    if session is None:
        return ShortTerm(None, ())
    events = tuple(
        e for k in keys(session) if isinstance(e := rows.get(k), Event) and working.reads_turns(e.scope.agent_id, agent_id, given)
    )
    return ShortTerm(_readable(session.folding, agent_id, given), events)


def _readable(folding: Folding | None, agent_id: str | None, given: Collection[Handoff]) -> Folding | None:
    return folding if folding is not None and all(working.reads_turns(a, agent_id, given) for a in folding.agents) else None
