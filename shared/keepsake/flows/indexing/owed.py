"""What the search index does not show yet of a user: it was written a moment ago, or the index is down."""

from __future__ import annotations

from keepsake.flows.intake.batches import events_of
from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Batch, Scope, memory_key
from keepsake.records.indexing import Owed
from keepsake.rules.indexing import owing

NEWEST = 12
"""Batches that are looked through at once, newest first: a user's batches are closed in their order, but for those that fail."""


def open_batches(store: Store, scope: Scope, most: int, *, consistent: bool = False) -> list[Batch]:
    """The newest batches that are not closed, at most so many. Goes on until it meets only closed ones."""
    found: list[Batch] = []
    after = None
    while True:
        page = store.query(scope.pk, Batch.prefix, after=after, limit=NEWEST, newest_first=True, consistent=consistent)
        still = [b for b in page.records if isinstance(b, Batch) and b.retry_at is not None]
        found += still
        after = page.after
        if not still or after is None or len(found) >= most:
            return found[:most]


def noted(store: Store, pk: str) -> list[Key]:
    """Rows of a partition that the index does not show as they are, those of open batches apart."""
    notes = store.query(pk, Owed.prefix, consistent=True).records
    return [k for o in notes if isinstance(o, Owed) and o.why == owing.NOT_SHOWN for k in o.keys]


def keys(store: Store, scope: Scope) -> list[Key]:
    """Memories that the index does not show as they are, those of open batches too."""
    owed = noted(store, scope.pk)
    events = [e for b in open_batches(store, scope, 100, consistent=True) for e in events_of(store, b) if e is not None]
    return list(dict.fromkeys([*owed, *(memory_key(e.scope, m) for e in events for m in e.memory_ids)]))
