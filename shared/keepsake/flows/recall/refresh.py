"""After a recall (rows Q7, Q9): keep what was weighed, and let what was told fade more slowly. It raises no validity, status or trust."""

from __future__ import annotations

from datetime import datetime, timedelta

from keepsake.flows.container_settings import policy_of
from keepsake.messages import AccessWork
from keepsake.ports import Store, Write
from keepsake.records import Kind, Memory, Recalled, Status, memory_key, recall_key
from keepsake.rules.forgetting import decay
from keepsake.rules.policy import DEFAULT, Policy
from keepsake.rules.recall import lineage

FRESH = timedelta(hours=1)
"""A memory that was recalled within this time is not written again: a talk recalls the same facts at every turn."""
TOLD = ("listed", "context")
TELLERS = (Kind.SUMMARY, Kind.MENTAL_MODEL)
FADING = (Status.ACTIVE, Status.DEPRIORITIZED)


def refresh(store: Store, work: AccessWork) -> int:
    """How many memories were refreshed. Safe to run twice."""
    key = recall_key(work.scope, work.recall_id)
    noted = store.read([key], consistent=True).get(key)
    if isinstance(noted, Recalled) and not noted.complete:
        seen = {"considered": work.considered, "degraded": work.degraded, "shown": work.shown}
        kept = seen | {"complete": True, "version": noted.version + 1}
        store.put_each([Write(noted.model_copy(update=kept), noted.version)])
    rows = store.read([memory_key(work.scope, c.memory_id) for c in work.considered if c.fate in TOLD], consistent=True)
    # What a summary or a model tells was told too, though no line of its own says it.
    beneath = [k for m in rows.values() if isinstance(m, Memory) and m.kind in TELLERS for k in lineage.behind([m]) if k not in rows]
    rows = rows | store.read(beneath, consistent=True)
    policy = policy_of(store, work.scope, work.at)
    known = [m for m in rows.values() if isinstance(m, Memory) and m.status in FADING]
    touched = [accessed(m, work.at, policy) for m in known if work.at - m.last_accessed_at >= FRESH]
    # The version stays: it counts what is known, and a reader's PATCH must not lose to a recall. Who wrote meanwhile wins.
    lost = store.put_each([Write(m, m.version) for m in touched])
    return len(touched) - len(lost)


def accessed(memory: Memory, at: datetime, policy: Policy = DEFAULT) -> Memory:
    """The memory as one that was just used: its age starts anew, and so does the wait for its next band."""
    used = memory.model_copy(update={"last_accessed_at": at})
    return decay.scheduled(used, at, policy) if used.decay_due else used
