"""The safety net: what a crash, a full queue or a stream that gave up left behind is taken up again by the schedule."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from keepsake import telemetry
from keepsake.errors import Invalid, LostRace, Unavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.indexing.project import AT_ONCE as SHOWN_AT_ONCE
from keepsake.flows.indexing.project import OWED_RESERVE_S, Kept, project, show_owed
from keepsake.flows.intake.batches import close_unshown, events_of
from keepsake.flows.knowledge import upkeep
from keepsake.flows.sessions.sessions import close_idle
from keepsake.ids import Key
from keepsake.messages import work_of
from keepsake.ports import Queue, Store, Write
from keepsake.records import Batch, DueWork, Progress, UserState

LONGEST_PAUSE = timedelta(hours=1)
FIRST_PAUSE = timedelta(minutes=2)
AT_ONCE = 200


def catch_up(
    store: Store, queue: Queue, upkeeping: Queue, kept: Kept, now: datetime, time_left_s: Callable[[], float] = lambda: math.inf
) -> dict[str, int]:
    """Batches and upkeep queued again, idle sessions closed, rows projected, and what lacked vectors given them, as far as time reaches."""
    queued, unshown = requeue(store, queue, now)
    closed = close_idle(store, upkeeping, now)
    upkept = requeue_upkeep(store, upkeeping, now)
    projected = embedded = 0
    try:
        for side in kept():
            side.index.prepare()
        for start in range(0, len(unshown), SHOWN_AT_ONCE):
            projected += _projected(store, kept, unshown[start : start + SHOWN_AT_ONCE], now, time_left_s)
        embedded = show_owed(store, kept, now, time_left_s)
    except (Unavailable, LostRace) as err:
        telemetry.failure("projection waits", err)
    return {"queued": queued, "upkeep": upkept, "closed": closed, "embedded": embedded, "projected": projected}


def _projected(store: Store, kept: Kept, keys: Sequence[Key], now: datetime, time_left_s: Callable[[], float]) -> int:
    """One user's rows that cannot be shown hold up no other's: their batch waits for its next turn. Raises Unavailable where the index is
    away."""
    if not keys or time_left_s() <= OWED_RESERVE_S:
        return 0
    try:
        return project(store, kept, keys, now)
    except (Invalid, Unavailable, LostRace) as err:
        for side in kept():
            side.index.prepare()
        owners = sorted({k.pk for k in keys})
        if len(owners) == 1:
            telemetry.failure("a user's rows wait", err, rows=len(keys))
            return 0
        first = set(owners[: len(owners) // 2])
        halves = ([k for k in keys if k.pk in first], [k for k in keys if k.pk not in first])
        return sum(_projected(store, kept, half, now, time_left_s) for half in halves)


def requeue(store: Store, queue: Queue, now: datetime) -> tuple[int, list[Key]]:
    """Queues batches again that no consumer finished in time, each next time after a longer pause. The batch is written
    before the message, so two of us at once send one message. Returns how many, and the events of those that were read to the end, which
    the index alone does not show yet."""
    count, unshown = 0, list[Key]()
    for row in store.read(store.due(DueWork.BATCH, now, AT_ONCE), consistent=True).values():
        if not isinstance(row, Batch) or row.retry_at is None or row.retry_at > now:
            continue
        pause = min(FIRST_PAUSE * 2 ** min(row.attempt, 10), LONGEST_PAUSE)
        again = row.model_copy(update={"attempt": row.attempt + 1, "retry_at": now + pause, "version": row.version + 1})
        try:
            store.commit([Write(again, row.version)])
        except LostRace:
            continue
        events = events_of(store, again)
        if any(e is not None and e.progress is Progress.PENDING for e in events):
            queue.send(work_of(again))
            count += 1
            continue
        close_unshown(store, again, events)
        unshown += [e.key for e in events if e is not None and e.searchable]
    return count, unshown


def requeue_upkeep(store: Store, queue: Queue, now: datetime) -> int:
    """Queues the upkeep of users whose message was lost, idle ones too. A schedule only queues: the work takes its turn among the
    user's batches."""
    count = 0
    for row in store.read(store.due(DueWork.DISTIL, now, AT_ONCE), consistent=True).values():
        if not isinstance(row, UserState) or row.upkeep_at is None or row.upkeep_at > now:
            continue
        works = upkeep.due_work(row, policy_of(store, row.scope, now), waited=True)
        again = row.model_copy(update={"upkeep_at": now + LONGEST_PAUSE if works else None, "version": row.version + 1})
        try:
            store.commit([Write(again, row.version)])
        except LostRace:
            continue
        for work in works:
            queue.send(work)
        count += len(works)
    return count
