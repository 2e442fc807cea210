"""After a recall (rows Q7, Q9): what was told fades more slowly. It raises no validity, status or trust."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from keepsake.flows.container_settings import policy_of
from keepsake.ids import Key
from keepsake.messages import AccessWork
from keepsake.ports import Store, Write
from keepsake.records import Considered, Kind, Memory, Record, Scope, Status, memory_key
from keepsake.rules.forgetting import decay
from keepsake.rules.policy import DEFAULT, Policy
from keepsake.rules.recall import lineage

FRESH = timedelta(days=1)
"""A memory that was used within this time is not written again: ages count in days, and a talk recalls the same facts at every turn."""
TOLD = ("listed", "context")
TELLERS = (Kind.SUMMARY, Kind.MENTAL_MODEL)
FADING = (Status.ACTIVE, Status.DEPRIORITIZED)


def used(rows: Mapping[Key, Record], scope: Scope, considered: Sequence[Considered], now: datetime) -> tuple[str, ...]:
    """Ids of the memories that were told and not used lately, by the rows that the recall read. What a summary or a model tells was told
    too, though no line of its own says it."""
    told = [m for c in considered if c.fate in TOLD and isinstance(m := rows.get(memory_key(scope, c.memory_id)), Memory)]
    beneath = [rows.get(k) for m in told if m.kind in TELLERS for k in lineage.behind([m])]
    return tuple(dict.fromkeys(m.memory_id for m in (*told, *beneath) if isinstance(m, Memory) and _stale(m, now)))


def refresh(store: Store, work: AccessWork) -> int:
    """How many memories were refreshed. Safe to run twice."""
    if not work.used:
        return 0
    rows = store.read([memory_key(work.scope, m) for m in work.used], consistent=True)
    policy = policy_of(store, work.scope, work.at)
    touched = [accessed(m, work.at, policy) for m in rows.values() if isinstance(m, Memory) and _stale(m, work.at)]
    # The version stays: it counts what is known, and a reader's PATCH must not lose to a recall. Who wrote meanwhile wins.
    lost = store.put_each([Write(m, m.version) for m in touched])
    return len(touched) - len(lost)


def _stale(memory: Memory, now: datetime) -> bool:
    return memory.status in FADING and now - memory.last_accessed_at >= FRESH


def accessed(memory: Memory, at: datetime, policy: Policy = DEFAULT) -> Memory:
    """The memory as one that was just used: its age starts anew, and so does the wait for its next band."""
    used = memory.model_copy(update={"last_accessed_at": at})
    return decay.scheduled(used, at, policy) if used.decay_due else used
