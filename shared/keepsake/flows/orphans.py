"""Events that were written and never accepted: their request was refused, or died, before their batch, and could not take them back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Event, Progress, batch_key

ABANDONED_AFTER = timedelta(seconds=60)
"""A request that left something undone this long has died: API Gateway ends at 29 s."""


def abandoned(event: Event, now: datetime) -> bool:
    """Whether the request that brought it has ended, so that a batch which is not there never comes."""
    return event.recorded_at + ABANDONED_AFTER <= now


def among(store: Store, events: Iterable[Event], now: datetime) -> set[Key]:
    """The keys of those that nobody works on, or ever will."""
    old = {e.key: batch_key(e.scope, e.batch_id) for e in events if e.progress is Progress.PENDING and abandoned(e, now)}
    batches = store.read(list(set(old.values())), consistent=True) if old else {}
    return {key for key, batch in old.items() if batch not in batches}
