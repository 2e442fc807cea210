"""How far a batch is, and what happens to it at the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from keepsake import api
from keepsake.errors import LostRace, NotFound
from keepsake.flows.knowledge import memories
from keepsake.messages import BatchWork
from keepsake.ports import Delete, Store, Write
from keepsake.records import Batch, Event, Principal, Progress, batch_key, event_key, open_batch_key

FINAL = (Progress.PROCESSED, Progress.FAILED)
POLL_S = 0.25


def open_batch(store: Store, work: BatchWork) -> Batch | None:
    """The batch that a message names; None when it was taken back or is finished."""
    key = batch_key(work.tenant, work.batch_id)
    batch = store.read([key], consistent=True).get(key)
    return batch if isinstance(batch, Batch) and batch.retry_at is not None else None


def events_of(store: Store, batch: Batch) -> list[Event | None]:
    """In the batch's order; None for one that has been erased since."""
    keys = [event_key(batch.scope, e) for e in batch.event_ids]
    rows = store.read(keys, consistent=True)
    return [row if isinstance(row := rows.get(k), Event) else None for k in keys]


def status_of(events: Sequence[Event | None]) -> Literal["pending", "processing", "processed", "failed"]:
    """Failed if any event failed and all are done, processed when all are, erased ones counting as done."""
    states = {e.progress for e in events if e is not None}
    if states <= {Progress.PROCESSED}:
        return "processed"
    if states <= set(FINAL):
        return "failed"
    return "pending" if states == {Progress.PENDING} else "processing"


def progress(store: Store, principal: Principal, batch_id: str, wait_s: int, pause: Callable[[float], None]) -> api.BatchAnswer:
    """Each event's progress, after at most `wait_s` seconds or as soon as all are done. Raises NotFound."""
    waited = 0.0
    while True:
        key = batch_key(principal.tenant, batch_id)
        batch = store.read([key], consistent=True).get(key)
        if not isinstance(batch, Batch) or not _may_see(principal, batch):
            raise NotFound("There is no such batch.")
        events = events_of(store, batch)
        status = status_of(events)
        if status in ("processed", "failed") or waited >= wait_s:
            rows = tuple(
                api.EventProgress(event_id=e.event_id, status=e.progress, reason=e.reason, memory_ids=e.memory_ids)
                for e in memories.unpurged(store, [e for e in events if e is not None])
            )
            return api.BatchAnswer(batch_id=batch_id, status=status, events=rows)
        pause(POLL_S)
        waited += POLL_S


def _may_see(principal: Principal, batch: Batch) -> bool:
    scope = batch.scope
    return (
        principal.user_id in (None, scope.user_id)
        and principal.agent_id in (None, scope.agent_id)
        and (not principal.containers or scope.container in principal.containers)
    )


def finish(store: Store, batch: Batch) -> bool:
    """Closes the batch once all its events are done. True when it is closed."""
    if not all(e is None or e.progress in FINAL for e in events_of(store, batch)):
        return False
    if batch.retry_at is not None:
        closed = batch.model_copy(update={"retry_at": None, "version": batch.version + 1})
        try:
            store.commit([Write(closed, batch.version), Delete(open_batch_key(batch.scope, batch.batch_id))])
        except LostRace:
            return False
    return True


def mark_failed(store: Store, work: BatchWork, reason: str) -> None:
    """Ends a batch that no retry can mend, so that the user's next ones go on. Its events stay, with the reason."""
    batch = open_batch(store, work)
    if batch is None:
        return
    stuck = [e for e in events_of(store, batch) if e is not None and e.progress not in FINAL]
    failed = [e.model_copy(update={"progress": Progress.FAILED, "reason": reason, "version": e.version + 1}) for e in stuck]
    store.put_each([Write(e, e.version - 1) for e in failed])
    finish(store, batch)
