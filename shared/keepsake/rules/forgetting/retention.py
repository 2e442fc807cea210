"""How long a container keeps what was said (row D3)."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from keepsake.records import Event, Memory, SignalLog, StateRow, Status
from keepsake.rules.policy import Policy

ASK_AGAIN_DAYS = 30
"""Evidence of a memory that somebody wants kept is asked about again after this time."""


def lapses_at(event: Event, policy: Policy) -> datetime | None:
    """When the event's days are over, from when it was accepted; None where events are kept for ever, and of one that lapsed."""
    if not policy.events_days or event.lapsed_at is not None:
        return None
    return event.recorded_at + timedelta(days=policy.events_days)


def log_lapses_at(row: StateRow, policy: Policy) -> datetime | None:
    """The same of a row of state that is kept as events are; None for any other."""
    if not row.logged or not policy.events_days:
        return None
    return row.created_at + timedelta(days=policy.events_days)


def evidence(memories: Iterable[Memory]) -> frozenset[str]:
    """Events that stay whatever their age: those that prove a memory which is pinned, protected or under legal hold."""
    wanted = [m for m in memories if m.legal_hold or ((m.pinned or m.protected) and m.status is not Status.DELETED)]
    return frozenset(e for m in wanted for e in m.event_ids)


def kept(event: Event, now: datetime) -> Event:
    """An event that proves such a memory, asked about again later. It is projected anew: its text in the index repeats the event
    before it, which may be gone."""
    later = {"lapses_at": now + timedelta(days=ASK_AGAIN_DAYS), "index_due": now if event.searchable else event.index_due}
    return event.model_copy(update=later | {"version": event.version + 1})


def lapsed(event: Event, now: datetime) -> Event:
    """The event without its words, to be deleted by the table's TTL."""
    blank: dict[str, object] = {
        "content": "", "name": None, "page": None, "metadata": {}, "fact": None, "reason": None, "resolved": (), "observation_ids": (),
        "searchable": False, "vectors": (), "lapses_at": None, "lapsed_at": now, "index_due": now, "version": event.version + 1,
    }  # fmt: skip
    return event.model_copy(update=blank)


def without(log: SignalLog, gone: Iterable[str]) -> SignalLog | None:
    """A user's behaviour signals without those of the events that are gone; None where there were none."""
    ended = frozenset(gone)
    left = tuple(s for s in log.signals if s.event_id not in ended)
    return log.model_copy(update={"signals": left, "version": log.version + 1}) if len(left) < len(log.signals) else None
