"""What the search index may not show yet of one user's knowledge."""

from __future__ import annotations

from collections.abc import Collection

from keepsake.flows.knowledge import neighbourhood
from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Event, OpenBatch, Progress, Scope, event_key, memory_key
from keepsake.rules.knowledge import outcome

MOST_BATCHES = 50
"""Open batches that are looked at, each with its events."""


def keys(store: Store, scope: Scope, decided: Collection[str] = (), unread: str | None = None) -> list[Key] | None:
    """Memories that rest on events whose batches are open; of a batch that is `decided` also those that no event names yet. `unread` is a
    batch that brought nothing yet. None where there are too many to tell."""
    page = store.query(scope.pk, OpenBatch.prefix, limit=MOST_BATCHES, consistent=True)
    if page.after is not None:
        return None
    batches = [r for r in page.records if isinstance(r, OpenBatch) and r.batch_id != unread]
    rows = store.read([event_key(scope, e) for b in batches for e in b.event_ids], consistent=True).values()
    events = [e for e in rows if isinstance(e, Event)]
    unnamed = [e for e in events if e.progress is Progress.PENDING and e.batch_id in decided]
    passing = neighbourhood.observed_in(store, unnamed).values()
    named = [i for e in events for i in e.memory_ids] + [r.target for o in passing for r in o.relations if r.type == outcome.BECAME]
    return [memory_key(scope, i) for i in dict.fromkeys(named)]
