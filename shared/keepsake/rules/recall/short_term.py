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
from keepsake.rules.sessions import folding, working

MOST_SHOWN = 60
"""Messages since the last folding that are read: 10 turns seldom hold more."""
MOST_OPENINGS = 20
"""Of those before them the ones that open a turn, the latest: what was asked for stays before the many calls of tools that it led to."""
WHATEVER = ("kind", "filter", "junk", "agent_scope", "outdated")
"""Gates that say nothing about a session's own turns: who may read those is settled by `of`, and what a later turn corrects stands before
it as it was said."""


class ShortTerm(NamedTuple):
    folding: Folding | None
    events: tuple[Event, ...]


def keys(session: Session | None) -> list[Key]:
    """Rows of the turns since the last folding, and of those that the system message tells of."""
    if session is None:
        return []
    folded = [p.event_id for p in session.folding.points] if session.folding else []
    return [*_turns(session), *(event_key(session.scope, e) for e in dict.fromkeys(folded))]


def _turns(session: Session) -> list[Key]:
    earlier = [s for s in session.messages[:-MOST_SHOWN] if s.opens][-MOST_OPENINGS:]
    return [event_key(session.scope, s.event_id) for s in (*earlier, *session.messages[-MOST_SHOWN:])]


def handoffs(memory: WorkingMemory | None) -> tuple[Handoff, ...]:
    return memory.handoffs if memory else ()


def of(
    session: Session | None, rows: Mapping[Key, Record], agent_id: str | None, given: Sequence[Handoff], quarantines: Sequence[Quarantine],
    turns: Sequence[Key] | None = None,
) -> ShortTerm:  # fmt: skip
    """What the agent may see and is not in quarantine; the system message only where it may read every turn that is in it. `turns` are
    those of another time than now."""
    if session is None:
        return ShortTerm(None, ())
    events = tuple(
        e
        for k in (_turns(session) if turns is None else turns)
        if isinstance(e := rows.get(k), Event)
        and working.reads_turns(e.scope.agent_id, agent_id, given)
        and not quarantine.holds(e, quarantines)
    )
    return ShortTerm(_readable(session.folding, agent_id, given), events)


def told(shown: ShortTerm, session: Session | None, rows: Mapping[Key, Record], reader: gates.Reader) -> ShortTerm:
    """As far as the gates let it through: junk turns too (row R6), whatever kinds the list was asked for. The system message is put
    together anew where it repeats what may not be told."""
    passed = tuple(e for e in shown.events if gates.held_by(e, reader, WHATEVER) is None)
    made = shown.folding
    if made is None or session is None:
        return ShortTerm(made, passed)
    events = (rows.get(event_key(session.scope, e)) for e in dict.fromkeys(p.event_id for p in made.points))
    held = {e.event_id for e in events if isinstance(e, Event) and gates.silenced(e, reader)}
    if held:
        made = folding.withheld(made, held | {p.event_id for p in made.withheld})
    return ShortTerm(made, passed)


def lines(shown: ShortTerm, reader: gates.Reader) -> tuple[api.ContextLine, ...]:
    """The system message first, then the turns."""
    told = tuple(api.ContextLine(memory_id=e.event_id, content=documents.said(e), at=e.timestamp) for e in shown.events)
    made = shown.folding
    as_of = min((t for t in (reader.as_of, reader.known_at) if t is not None), default=None)
    if made is None or not made.text or (as_of is not None and made.at > as_of):
        return told
    return (api.ContextLine(memory_id=reader.scope.session_id or "", content=made.text, at=made.at), *told)


def _readable(made: Folding | None, agent_id: str | None, given: Collection[Handoff]) -> Folding | None:
    return made if made is not None and all(working.reads_turns(a, agent_id, given) for a in made.agents) else None
