"""A name under which somebody spoke is known of a session, and of its user, while an event is left that was said under it (row D2)."""

from __future__ import annotations

from keepsake.flows import walk
from keepsake.flows.sessions import lists
from keepsake.ports import Store, Write
from keepsake.records import Event, Session, session_key

AT_ONCE = 50
"""Events that are looked at together: as a rule one of the latest has the name."""


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
    rows = walk.rows(store, event.scope.pk, Session.prefix)
    return not any(isinstance(s, Session) and event.name in s.speakers for s in rows)


def _said_by_others(store: Store, event: Event) -> bool:
    for _, rows in lists.arrivals(store, event.scope, None, AT_ONCE):
        others = (e for e in rows.values() if isinstance(e, Event) and e.event_id != event.event_id)
        if any((e.name, e.role) == (event.name, event.role) for e in others):
            return True
    return False
