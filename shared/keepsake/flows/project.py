"""Keep the search index in step with the table. A row's key is the only input: what is projected is always the row as it stands now,
with its version, so repeated, late and reordered notices do no harm."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta

from keepsake import ids
from keepsake.errors import LostRace
from keepsake.flows.batches import finish
from keepsake.ports import Document, Index, Store, Write
from keepsake.records import (
    Batch,
    Event,
    Kind,
    Memory,
    Progress,
    Record,
    Vectors,
    batch_key,
    event_key,
    memory_key,
    vectors_key,
)
from keepsake.rules import documents

PATIENCE = timedelta(seconds=90)
"""The stream usually needs a second or two; what waits longer is picked up by the schedule."""
RESERVE_S = 10
"""Seconds left at which a rebuild stops and goes on in another call."""
AT_ONCE = 100
"""Rows of one bulk write: with vectors about a megabyte."""


def project(store: Store, index: Index, keys: Iterable[ids.Key]) -> int:
    """Rows brought to the index. Raises Unavailable with every row still due."""
    wanted = list(dict.fromkeys(keys))
    return sum(_project_some(store, index, wanted[i : i + AT_ONCE]) for i in range(0, len(wanted), AT_ONCE))


def rebuild(store: Store, index: Index, after: ids.Key | None, time_left_s: Callable[[], float]) -> tuple[int, ids.Key | None]:
    """Brings every row of the table to a new, empty index. Returns rows projected and where to go on when time ran out (row E2)."""
    if after is None:
        index.drop()
        index.prepare()
    count = 0
    while time_left_s() > RESERVE_S:
        rows, after = store.scan(after, AT_ONCE)
        shown = {r.key: r for r in rows if _has_document(r)}
        if shown:
            index.write(_documents(store, shown))
            _settle(store, index, [r for r in shown.values() if r.index_due_at is not None])
            count += len(shown)
        if after is None:
            break
    return count, after


def _has_document(row: Record) -> bool:
    if isinstance(row, Event):
        return row.lapsed_at is None and row.has_vector and (row.progress is Progress.PROCESSED or row.index_due is not None)
    return isinstance(row, Memory) and row.kind is not Kind.OBSERVATION


def project_waiting(store: Store, index: Index, now: datetime, limit: int = 1000) -> int:
    """What the stream missed: rows that have been due for longer than PATIENCE."""
    return project(store, index, store.behind(now - PATIENCE, limit))


def _project_some(store: Store, index: Index, keys: Sequence[ids.Key]) -> int:
    rows = {k: r for k, r in store.read(keys, consistent=True).items() if r.index_due_at is not None}
    rows |= _cited(store, rows)
    if not rows:
        return 0
    index.prepare()
    index.write(_documents(store, rows))
    _settle(store, index, list(rows.values()))
    return len(rows)


def _documents(store: Store, rows: dict[ids.Key, Record]) -> list[Document]:
    beside = store.read([vectors_key(k) for k in rows], consistent=True)
    before = {e.key: k for e in rows.values() if isinstance(e, Event) and (k := _previous_key(e))}
    previous = store.read(list(before.values()))
    shown = []
    for key, row in rows.items():
        vectors = beside.get(vectors_key(key))
        earlier = previous.get(before[key]) if key in before else None
        shown.append(
            documents.document(row, earlier if isinstance(earlier, Event) else None, vectors if isinstance(vectors, Vectors) else None)
        )
    return shown


def _cited(store: Store, rows: dict[ids.Key, Record]) -> dict[ids.Key, Record]:
    """The memories that these events name and the index lacks: an event is processed only when they are recallable too."""
    keys = [k for e in rows.values() if isinstance(e, Event) for m in e.memory_ids if (k := memory_key(e.scope, m)) not in rows]
    return {k: r for k, r in store.read(keys, consistent=True).items() if r.index_due_at is not None}


def _previous_key(event: Event) -> ids.Key | None:
    return event_key(event.scope, event.previous_event_id) if event.previous_event_id else None


def _settle(store: Store, index: Index, rows: Sequence[Record]) -> None:
    """Marks what the index now shows; a row that changed meanwhile keeps its mark and comes again. A memory's version stays: it
    counts what callers see change."""
    shown: list[Event | Memory] = []
    for row in rows:
        if isinstance(row, Event):
            done = Progress.PROCESSED if row.progress is Progress.CHUNKED else row.progress
            shown.append(row.model_copy(update={"index_due": None, "progress": done, "version": row.version + 1}))
        elif isinstance(row, Memory):
            shown.append(row.model_copy(update={"index_due": None}))
    seen = {r.key: r.version for r in rows}
    lost = store.put_each([Write(r, seen[r.key]) for r in shown])
    if lost:
        standing = store.read(list(lost), consistent=True)
        # Erased since it was read: nothing else would take its document away.
        index.forget([k for k in lost if k not in standing])
        raise LostRace("Some rows changed while they were projected.")
    keys = {batch_key(r.scope.tenant, r.batch_id) for r in shown if isinstance(r, Event)}
    for batch in store.read(list(keys), consistent=True).values():
        if isinstance(batch, Batch):
            finish(store, batch)
