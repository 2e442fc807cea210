"""Read memories as they were known at a time (rows Q2 and Q5): the version of then, seen by whoever may see it today.

One step more than a recall takes, and only for what changed since.
"""

from __future__ import annotations

from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime

from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Memory, PastVersion, Record, history_prefix

GOVERNED = (
    "status", "trust", "access", "agent_scope", "assistant_visible", "expires_at", "retrieval_boost", "purged_at",
)  # fmt: skip
"""What is asked of today, whatever time is asked about: who may see a memory, and whether it is at hand and may be relied on."""
PAGE = 20
"""Versions read at once, the newest first."""

_POOL = ThreadPoolExecutor(8)


def as_known(store: Store, rows: Mapping[Key, Record], at: datetime) -> dict[Key, Record]:
    """The rows, with each memory that changed after `at` in the version that was current then. One recorded later stays as it is: a
    gate holds it."""
    changed = [m for m in rows.values() if isinstance(m, Memory) and m.recorded_at <= at < m.change.at]
    then = _POOL.map(lambda m: _version_at(store, m, at), changed)
    return dict(rows) | {m.key: was for m, was in zip(changed, then, strict=True) if was is not None}


def _version_at(store: Store, memory: Memory, at: datetime) -> Memory | None:
    after = None
    while True:
        page = store.query(memory.scope.pk, history_prefix(memory.memory_id), after=after, limit=PAGE, newest_first=True)
        past = (r.memory for r in page.records if isinstance(r, PastVersion) and r.memory.version < memory.version)
        was = next((m for m in past if m.change.at <= at), None)
        if was is not None:
            return was.model_copy(update={name: getattr(memory, name) for name in GOVERNED})
        after = page.after
        if after is None:
            return None
