"""A session begins: with its first event, its first working item or its first row of state."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from keepsake.errors import LostRace
from keepsake.flows import members
from keepsake.ports import Store, Write
from keepsake.records import Opening, Scope, Session, session_key

IDLE_AFTER = timedelta(hours=24)
"""A session in which nothing was said for this long is closed."""


def open_session(store: Store, scope: Scope, now: datetime) -> None:
    """Lists the owner and the session, where nobody was first."""
    if session_key(scope) in store.read([session_key(scope)], consistent=True):
        return  # a write that is refused costs as much as one that is not, and sixteen times what this costs
    members.enlist(store, scope)
    session = Session(scope=scope, idle_due=now + IDLE_AFTER, created_at=now, updated_at=now)
    store.put_each([Write(Opening(scope=scope, opened_at=now))])
    with suppress(LostRace):
        store.commit([Write(session)])
