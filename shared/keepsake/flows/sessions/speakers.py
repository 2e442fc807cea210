"""A name under which somebody spoke is known of a session, and of its user, while an event is left that was said under it (row D2)."""

from __future__ import annotations

from itertools import islice

from keepsake.flows.sessions import lists
from keepsake.ports import Store, Write
from keepsake.records import Event, Session, event_key, session_key

AT_ONCE = 10
"""Events that are read together: as a rule one of the latest events has the name."""
MOST = 200
"""The newest events of the session, and the sessions of the user, that are looked at: whoever deletes many events pays so much for each.
Whose name is in none of them is forgotten, and known again when they speak."""


def forget(store: Store, event: Event) -> bool:
    """Takes the name of an event that is about to go off its session, where no other event there has it; whether no session of the user has
    it then. Safe to run twice. Raises LostRace."""
    if not event.name or _said_by_others(store, event):
        return False
    key = session_key(event.scope)
    session = store.read([key], consistent=True).get(key)
    if isinstance(session, Session) and event.name in session.speakers:
        left = tuple(s for s in session.speakers if s != event.name)
        store.commit([Write(session.model_copy(update={"speakers": left, "version": session.version + 1}), session.version)])
    rows = store.query(event.scope.pk, Session.prefix, limit=MOST, consistent=True).records
    return not any(isinstance(s, Session) and event.name in s.speakers for s in rows)


def _said_by_others(store: Store, event: Event) -> bool:
    arrivals = lists.arrivals(store, event.scope, None, AT_ONCE)
    newest = (rows.get(event_key(event.scope, name)) for arrival, rows in arrivals for name in reversed(arrival.event_ids))
    others = (e for e in islice(newest, MOST) if isinstance(e, Event) and e.event_id != event.event_id)
    return any((e.name, e.role) == (event.name, event.role) for e in others)
