"""Take words out of what sessions repeat of them: items in focus and the message that they were folded into (rows D2, D3)."""

from __future__ import annotations

from collections.abc import Iterable

from keepsake.ports import Store, Write
from keepsake.records import Event, Scope, Session, WorkingMemory, session_key, working_key
from keepsake.rules.sessions import folding


def in_sessions(store: Store, scope: Scope, events: Iterable[Event], told: set[str]) -> None:
    """`told` are the observations, or the memories made of them, that are forgotten; `events` their evidence. Raises LostRace."""
    gone = {e.event_id: e for e in events}
    for session_id in sorted({e.scope.session_id for e in gone.values() if e.scope.session_id}):
        own = scope.model_copy(update={"session_id": session_id})
        for row in store.read([working_key(own), session_key(own)], consistent=True).values():
            after: WorkingMemory | Session | None = None
            if isinstance(row, WorkingMemory) and any(i.observation_id in told for i in row.items):
                after = row.model_copy(update={"items": tuple(i for i in row.items if i.observation_id not in told)})
            elif isinstance(row, Session) and row.folding is not None and folding.tells_of(row.folding, told, set(gone)):
                after = row.model_copy(update={"folding": folding.forgotten(row.folding, told, set(gone))})
            if after is not None:
                store.commit([Write(after.model_copy(update={"version": row.version + 1}), row.version)])
