"""Make the search index anew from the table (row E2). One row says that this is under way and how far it is: until it is done, searches
answer as if the index were away, so that nobody takes what is not there yet for what is not known; and whatever ends a call, the schedule
goes on from its place."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from keepsake import telemetry
from keepsake.errors import Invalid, Unavailable
from keepsake.flows.indexing import project, spaces
from keepsake.ports import Store, Write
from keepsake.records import Embedding
from keepsake.records.indexing import RETRY_AFTER, Rebuild, Spaces

AT_ONCE = 100
"""Rows of one step."""
RESERVE_S = 10
"""Seconds left at which it stops and goes on in another call."""
TOLD_S = 7.0
"""After which every process has read that it is under way: it remembers the row for five seconds."""


def waiting(store: Store, configured: Embedding, now: datetime) -> bool:
    """Whether one is under way that nobody works on."""
    under_way = spaces.standing(store, configured, consistent=True).rebuild
    return under_way is not None and under_way.worked_at + RETRY_AFTER <= now


def rebuild(
    store: Store, configured: Embedding, kept: project.Kept, now: datetime, time_left_s: Callable[[], float],
    pause: Callable[[float], object],
) -> tuple[int, bool]:  # fmt: skip
    """Begins, or goes on with the one that is under way. Returns rows brought, and whether another call should follow at once. Where the
    index or the table does not answer, that is counted and the schedule goes on later. Raises LostRace where another call is at work on
    it, or a user is erased meanwhile: the schedule goes on then too."""
    standing = spaces.settled(store, configured)
    if standing.rebuild is None:
        standing = _saved(store, standing, Rebuild(started_at=now, worked_at=now))
    count = 0
    try:
        while (under_way := standing.rebuild) is not None:
            if not under_way.emptied:
                pause(TOLD_S)
                for side in kept():
                    side.index.drop()
                    side.index.prepare()
                standing = _moved(store, standing, now, emptied=True)
                continue
            if time_left_s() <= RESERVE_S:
                return count, True
            rows, after = store.scan(under_way.after, AT_ONCE)
            sides = kept()
            brought = project.searchable(rows)
            try:
                project.show(store, sides, brought, now)
            finally:
                # Erased since they were read: nothing else would take their documents away, and who erased them has looked before. So also
                # where not all were taken.
                project.forget_erased(store, sides, brought, now - project.FRESH)
            count += len(brought)
            if after is not None:
                standing = _moved(store, standing, now, after=after, last_error=None)
                continue
            for side in kept():
                side.index.rebuilt(now)
            standing = _saved(store, standing, None)
    except (Unavailable, Invalid) as err:
        assert standing.rebuild is not None
        telemetry.failure("a rebuild of the index waits", err)
        telemetry.count("RebuildStopped", 1)
        _moved(store, standing, now, errors=standing.rebuild.errors + 1, last_error=err.detail)
    return count, False


def _moved(store: Store, standing: Spaces, now: datetime, **fields: Any) -> Spaces:
    assert standing.rebuild is not None
    return _saved(store, standing, standing.rebuild.model_copy(update={**fields, "worked_at": now}))


def _saved(store: Store, standing: Spaces, under_way: Rebuild | None) -> Spaces:
    after = standing.model_copy(update={"rebuild": under_way, "version": standing.version + 1})
    store.commit([Write(after, standing.version)])
    return after
