"""What a session is about, as one text: its folded message, and behind it what its turns since said. Made when it is asked for, from the
words of its events, so that it tells nothing that a recall would withhold (row Q11)."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from keepsake import ids
from keepsake.errors import NotFound
from keepsake.flows import members
from keepsake.flows.knowledge import tellable
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.ports import Store
from keepsake.records import Event, Memory, Opening, Principal, Scope, Session, event_key, memory_key, session_key
from keepsake.rules.governance import audience
from keepsake.rules.recall import gates, short_term
from keepsake.rules.sessions import folding

PREFIX = "s"
"""What the id of a session's summary begins with."""
EVERY_AGENT_S = ("agent_scope",)
"""The gate that is the key's to settle: one that is bound to no agent is told what was said to all of them."""


class Told(NamedTuple):
    summary_id: str
    scope: Scope
    text: str
    at: datetime
    """When the session began."""


def of(store: Store, principal: Principal, scope: Scope, now: datetime) -> Told | None:
    """None for a session in which nothing was said that can be told. A key that is bound to an agent is told of no folded message, which
    has the words of all of them."""
    session = store.read([session_key(scope)]).get(session_key(scope))
    if not isinstance(session, Session) or session.scope.session_id is None:
        return None
    folded = short_term.ShortTerm(session.folding if principal.agent_id is None else None, ())
    said = [event_key(scope, s.event_id) for s in session.messages]
    rows = store.read([*said, *short_term.keys(session)])
    quarantines = read_state(store, scope)[0].quarantines
    lineage = tellable.behind(store, rows)
    reader = gates.Reader(scope=scope, now=now, roles=principal.roles, quarantines=quarantines, lineage=lineage)
    events = [e for k in said if isinstance(e := rows.get(k), Event) and audience.of_key(e, principal)]
    events = [e for e in events if gates.held_by(e, reader, EVERY_AGENT_S) is None]
    found = store.read([memory_key(e.scope, o) for e in events for o in e.observation_ids]).values()
    observations = {o.memory_id: o for o in found if isinstance(o, Memory) and o.purged_at is None}
    made = short_term.told(folded, session, rows, reader).folding
    earlier = made.text if made else ""
    since = folding.compose(folding.joined((), folding.points(events, observations)))
    text = " ".join(part for part in (earlier, since) if part)
    name = ids.derived_id(PREFIX, session.created_at, scope.pk, session.scope.session_id)
    return Told(name, session.scope, text, session.created_at) if text else None


def named(store: Store, principal: Principal, container: str, summary_id: str, now: datetime) -> Told:
    """By its id, which carries the owner's mark and when the session began. Raises NotFound."""
    within = ids.owners(principal.tenant, container)
    moment = summary_id.removeprefix(f"{PREFIX}_")[:12]
    for pk in members.owners_of(store, principal.tenant, summary_id):
        if not pk.startswith(within):
            continue
        for opening in store.query(pk, f"{Opening.prefix}{moment}#").records:
            if isinstance(opening, Opening) and principal.user_id in (None, opening.scope.user_id):
                told = of(store, principal, opening.scope, now)
                if told is not None and told.summary_id == summary_id:
                    return told
    raise NotFound("There is no such memory.")
