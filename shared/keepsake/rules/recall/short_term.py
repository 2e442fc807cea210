"""The short-term context of a session (rows W1, Q6): its system message and the turns since, as far as an agent may see them (row Q5)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from keepsake import api
from keepsake.ids import Key
from keepsake.records import Event, Folding, Handoff, Quarantine, Record, Session, WorkingMemory, event_key
from keepsake.rules.governance import quarantine
from keepsake.rules.indexing import documents
from keepsake.rules.recall import gates
from keepsake.rules.sessions import working

MOST_SHOWN = 60
"""Messages since the last folding that are read: 10 turns seldom hold more."""
WHATEVER = ("kind", "filter", "junk", "agent_scope")
"""Gates that say nothing about a session's own turns: who may read those is settled by `of`."""


class ShortTerm(NamedTuple):
    folding: Folding | None
    events: tuple[Event, ...]


def keys(session: Session | None) -> list[Key]:
    return [event_key(session.scope, s.event_id) for s in session.messages[-MOST_SHOWN:]] if session else []


def handoffs(memory: WorkingMemory | None) -> tuple[Handoff, ...]:
    return memory.handoffs if memory else ()


def of(
    session: Session | None, rows: Mapping[Key, Record], agent_id: str | None, given: Sequence[Handoff], quarantines: Sequence[Quarantine]
) -> ShortTerm:
    """What the agent may see and is not in quarantine; the system message only where it may read every turn that is in it."""
    if session is None:
        return ShortTerm(None, ())
    events = tuple(
        e
        for k in keys(session)
        if isinstance(e := rows.get(k), Event)
        and working.reads_turns(e.scope.agent_id, agent_id, given)
        and not quarantine.holds(e, quarantines)
    )
    return ShortTerm(_readable(session.folding, agent_id, given), events)


def lines(shown: ShortTerm, reader: gates.Reader) -> tuple[api.ContextLine, ...]:
    """The system message first, then the turns that the gates let through: junk too (row R6), whatever kinds the list was asked for."""
    passed = [e for e in shown.events if (gate := gates.held_by(e, reader)) is None or gate.name in WHATEVER]
    told = tuple(api.ContextLine(memory_id=e.event_id, content=documents.said(e), at=e.timestamp) for e in passed)
    made = shown.folding
    as_of = min((t for t in (reader.as_of, reader.known_at) if t is not None), default=None)
    if made is None or not made.text or (as_of is not None and made.at > as_of):
        return told
    return (api.ContextLine(memory_id=reader.scope.session_id or "", content=made.text, at=made.at), *told)


def _readable(folding: Folding | None, agent_id: str | None, given: Collection[Handoff]) -> Folding | None:
    return folding if folding is not None and all(working.reads_turns(a, agent_id, given) for a in folding.agents) else None
