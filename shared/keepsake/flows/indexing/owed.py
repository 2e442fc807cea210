"""What the search index does not show yet of a user: it was written a moment ago, or the index is down."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from keepsake.flows.knowledge import neighbourhood
from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Batch, Event, Progress, Scope, event_key, memory_key
from keepsake.records.indexing import Owed
from keepsake.rules.indexing import owing
from keepsake.rules.knowledge import outcome

NEWEST = 4
"""Batches that are looked through at once, newest first: a user's batches are closed in their order, but for those that fail. Seldom more
than the newest is open, and so many are one step of what a query is billed by."""
MOST_BATCHES = 50
"""Open batches that are looked at, each with its events."""


def open_batches(store: Store, scope: Scope, most: int, *, consistent: bool = False) -> list[Batch]:
    """The newest batches that are not closed, at most so many. Goes on where even the oldest that it saw is open."""
    found: list[Batch] = []
    after = None
    while True:
        page = store.query(scope.pk, Batch.prefix, after=after, limit=NEWEST, newest_first=True, consistent=consistent)
        found += [b for b in page.records if isinstance(b, Batch) and b.retry_at is not None]
        after = page.after
        if after is None or len(found) >= most or found[-1:] != list(page.records[-1:]):
            return found[:most]


def noted(store: Store, pk: str) -> list[Key]:
    """Rows of a partition that the index does not show as they are, those of open batches apart."""
    notes = store.query(pk, Owed.prefix, consistent=True).records
    return [k for o in notes if isinstance(o, Owed) and o.why == owing.NOT_SHOWN for k in o.keys]


def keys(store: Store, scope: Scope, decided: Mapping[str, Collection[str]] | None = None, unread: str | None = None) -> list[Key] | None:
    """Memories that the index may not show as they are: those that are noted, and those that events name whose batches are open; of a
    batch that is `decided` also those that no event names yet, those among them that it gives. `unread` is a batch that brought nothing
    yet. None where there are too many to tell."""
    opened = open_batches(store, scope, MOST_BATCHES + 1, consistent=True)
    if len(opened) > MOST_BATCHES:
        return None
    batches = [b for b in opened if b.batch_id != unread]
    rows = store.read([event_key(scope, e) for b in batches for e in b.event_ids], consistent=True).values()
    events = [e for e in rows if isinstance(e, Event)]
    decided = decided or {}
    unnamed = [e for e in events if e.progress is Progress.PENDING and e.batch_id in decided]
    passing = neighbourhood.observed_in(store, unnamed).values()
    named = [i for e in events for i in (*e.memory_ids, *e.changed_ids)]
    named += [i for name in {e.batch_id for e in unnamed} for i in decided[name]]
    named += [r.target for o in passing for r in o.relations if r.type == outcome.BECAME]
    return list(dict.fromkeys([*noted(store, scope.pk), *(memory_key(scope, i) for i in named)]))
