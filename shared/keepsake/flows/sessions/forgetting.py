"""Take words out of what sessions repeat of them: items in focus and the message that they were folded into (rows D2, D3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from keepsake.ports import Store, Write
from keepsake.records import Event, Folding, Scope, Session, WorkingMemory, event_key, session_key, working_key
from keepsake.rules.sessions import folding


def in_sessions(store: Store, scope: Scope, events: Iterable[Event], told: set[str]) -> None:
    """`told` are the observations, or the memories made of them, that are forgotten; `events` their evidence. Raises LostRace."""
    gone = list(events)
    names = {e.event_id for e in gone}
    for own, mine in _sessions(scope, gone):
        for row in store.read([working_key(own), session_key(own)], consistent=True).values():
            after: WorkingMemory | Session | None = None
            if isinstance(row, WorkingMemory) and any(i.observation_id in told for i in row.items):
                after = row.model_copy(update={"items": tuple(i for i in row.items if i.observation_id not in told)})
            elif isinstance(row, Session) and row.folding is not None and _repeats(row.folding, told, names, mine):
                after = row.model_copy(update={"folding": folding.forgotten(row.folding, told, names)})
            if after is not None:
                store.commit([Write(after.model_copy(update={"version": row.version + 1}), row.version)])


def _repeats(made: Folding, told: set[str], names: set[str], events: Iterable[Event]) -> bool:
    return folding.tells_of(made, told, names) or folding.took_in(made, events)


def in_plain_words(store: Store, scope: Scope, event_ids: Iterable[str]) -> None:
    """Before memories that rest on these events are deleted: what a chat model wrote of their sessions gives way to the rules' words, of
    which a recall leaves out what may not be told. Raises LostRace."""
    rows = store.read([event_key(scope, e) for e in sorted(set(event_ids))]).values()
    for own, mine in _sessions(scope, [e for e in rows if isinstance(e, Event)]):
        row = store.read([session_key(own)], consistent=True).get(session_key(own))
        if isinstance(row, Session) and row.folding is not None and folding.took_in(row.folding, mine):
            after = row.model_copy(update={"folding": folding.plain(row.folding), "version": row.version + 1})
            store.commit([Write(after, row.version)])


def _sessions(scope: Scope, events: Iterable[Event]) -> Iterator[tuple[Scope, list[Event]]]:
    """Each session of these events, with those that are of it."""
    found: dict[tuple[str, str], list[Event]] = {}
    for event in events:
        if event.scope.session_id:
            found.setdefault((event.scope.namespace, event.scope.session_id), []).append(event)
    for (namespace, session_id), mine in sorted(found.items()):
        yield scope.model_copy(update={"namespace": namespace, "session_id": session_id}), mine
