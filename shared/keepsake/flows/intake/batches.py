"""How far a batch is, and what happens to it at the end."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from keepsake import api, ids
from keepsake.errors import LostRace, NotFound
from keepsake.flows import members
from keepsake.flows.knowledge import memories, neighbourhood
from keepsake.flows.waiting import Again
from keepsake.messages import BatchWork
from keepsake.ports import Store, Write
from keepsake.records import (
    Batch,
    Event,
    Memory,
    Principal,
    Progress,
    Scope,
    UserState,
    batch_key,
    event_key,
    memory_key,
    state_key,
)
from keepsake.rules.forgetting import listing
from keepsake.rules.indexing import owing
from keepsake.rules.knowledge import outcome

FINAL = (Progress.PROCESSED, Progress.FAILED)
MOST_LISTED = 1_000
LISTED_AT_ONCE = 200


def open_batch(store: Store, work: BatchWork) -> Batch | None:
    """The batch that a message names; None when it was taken back or is closed."""
    key = batch_key(work.scope, work.batch_id)
    batch = store.read([key], consistent=True).get(key)
    return batch if isinstance(batch, Batch) and batch.retry_at is not None else None


def events_of(store: Store, batch: Batch) -> list[Event | None]:
    """In the batch's order; None for one that has been erased since."""
    keys = [event_key(batch.scope, e) for e in batch.event_ids]
    rows = store.read(keys, consistent=True)
    return [row if isinstance(row := rows.get(k), Event) else None for k in keys]


def status_of(events: Sequence[Event]) -> Literal["pending", "processing", "processed", "failed"]:
    """Failed if any event failed and all are done, processed when all are."""
    states = {e.progress for e in events}
    if states <= {Progress.PROCESSED}:
        return "processed"
    if states <= set(FINAL):
        return "failed"
    return "pending" if states == {Progress.PENDING} else "processing"


def progress(store: Store, principal: Principal, batch_id: str, again: Again) -> api.BatchAnswer:
    """Each event's progress, as soon as all are done or there is no time for another look: while it waits, it looks at the batch alone.
    Raises NotFound."""
    keys = [ids.Key(pk, Batch.prefix + ids.part(batch_id)) for pk in members.owners_of(store, principal.tenant, batch_id)]
    while True:
        found = store.read(keys, consistent=True).values()
        batch = next((b for b in found if isinstance(b, Batch) and _may_see(principal, b)), None)
        if batch is None:
            raise NotFound("There is no such batch.")
        if batch.retry_at is None or not again():
            break
    events = [shown(batch, e) for e in events_of(store, batch) if e is not None]
    rows = tuple(
        api.EventProgress(event_id=e.event_id, status=e.progress, reason=e.reason, memory_ids=e.memory_ids)
        for e in memories.unpurged(store, events)
    )
    return api.BatchAnswer(batch_id=batch_id, status=status_of(events), events=rows)


def newest(store: Store, owners: Sequence[Scope], begun: int, size: int) -> tuple[int, list[api.BatchAnswer]]:
    """How many batches these owners have, at most 1,000 together, and those from the place `begun` on, the newest first."""
    found: list[Batch] = []
    for scope in owners:
        found += _latest(store, scope, MOST_LISTED // len(owners))
    found.sort(key=lambda b: (b.recorded_at, b.batch_id), reverse=True)
    answers = []
    for batch in found[begun : begun + size]:
        events = [shown(batch, e) for e in events_of(store, batch) if e is not None]
        rows = tuple(api.EventProgress(event_id=e.event_id, status=e.progress, reason=e.reason) for e in events)
        answers.append(api.BatchAnswer(batch_id=batch.batch_id, status=status_of(events), events=rows))
    return len(found), answers


def _latest(store: Store, scope: Scope, most: int) -> list[Batch]:
    found: list[Batch] = []
    after = None
    while len(found) < most:
        page = store.query(scope.pk, Batch.prefix, after=after, limit=min(LISTED_AT_ONCE, most), newest_first=True)
        found += [b for b in page.records if isinstance(b, Batch)]
        after = page.after
        if after is None:
            break
    return found[:most]


def shown(batch: Batch | None, event: Event) -> Event:
    """The event as its batch stands: what was read is `processed` once the index shows it, and until then the batch is open."""
    waits = batch is not None and batch.retry_at is not None and event.searchable and event.progress is Progress.PROCESSED
    return event.model_copy(update={"progress": Progress.CHUNKED}) if waits else event


def _may_see(principal: Principal, batch: Batch) -> bool:
    scope = batch.scope
    return (
        principal.user_id in (None, scope.user_id)
        and principal.agent_id in (None, scope.agent_id)
        and (not principal.containers or scope.container in principal.containers)
    )


def close(store: Store, batch: Batch | None, named: Iterable[Memory] = ()) -> bool:
    """Ends the batch: all its events were read, and what came of them can be recalled. Whoever takes it up meanwhile finds that too.
    `named` is what its events name: of what it made, it tells sweeps. False where it was ended before, or erased."""
    made = list(named)
    while batch is not None and batch.retry_at is not None:
        ended = batch.model_copy(update={"retry_at": None, "version": batch.version + 1})
        try:
            store.commit([Write(listing.listing(ended, made), batch.version)])
        except LostRace:  # somebody took it up again, or was first
            row = store.read([batch.key], consistent=True).get(batch.key)
            batch = row if isinstance(row, Batch) else None
            continue
        return True
    return False


def close_unshown(store: Store, batch: Batch, events: Sequence[Event | None]) -> None:
    """Ends a batch of which the index has nothing to show, as junk and failures; else the projector does."""
    if all(e is None or (e.progress in FINAL and not e.searchable) for e in events):
        close(store, batch)


def mark_failed(store: Store, work: BatchWork, reason: str) -> None:
    """Ends a batch that no retry can mend, so that the user's next ones go on. Its events stay, with the reason."""
    batch = open_batch(store, work)
    if batch is None:
        return
    stuck = [e for e in events_of(store, batch) if e is not None and e.progress not in FINAL]
    failed = [e.model_copy(update={"progress": Progress.FAILED, "reason": reason, "version": e.version + 1}) for e in stuck]
    _stand_alone(store, batch, stuck)
    # Marked for the stream: where others of the batch were read, the projector closes it.
    store.put_each([Write(e, e.version - 1, shown_by=owing.WITH_BATCH) for e in failed])
    close_unshown(store, batch, events_of(store, batch))


def _stand_alone(store: Store, batch: Batch, stuck: Sequence[Event]) -> None:
    """What was decided of events that failed, no event names: what was made lists itself where sweeps look, and a note tells the index what
    was changed."""
    observed = neighbourhood.observed_in(store, stuck)
    became = [r.target for o in observed.values() for r in o.relations if r.type == outcome.BECAME]
    state = store.read([state_key(batch.scope)], consistent=True).get(state_key(batch.scope))
    decided = state.decided if isinstance(state, UserState) else ()
    changed = {i for d in decided if d.batch_id == batch.batch_id for i in d.changed}
    rows = store.read([memory_key(batch.scope, i) for i in (*became, *sorted(changed))], consistent=True).values()
    found = [m for m in rows if isinstance(m, Memory) and (m.listed_by_batch or m.memory_id in changed)]
    due = {m.memory_id: m.updated_at if m.memory_id in changed else None for m in found}
    store.put_each([Write(m.model_copy(update={"fades_with": None, "index_due": due[m.memory_id]}), m.version) for m in found])
