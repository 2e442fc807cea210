"""Make what is stored due by changed settings (row D3). It reads the whole table once for a change that concerns decay or retention,
because a memory may otherwise not be looked at for a year, and an event that is kept for ever is never due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from keepsake.errors import LostRace
from keepsake.ports import Store, Write
from keepsake.records import ContainerSettings, DueWork, Event, Kind, Memory, Record, Status
from keepsake.rules.forgetting import decay, retention
from keepsake.rules.policy import Policy

PAGE = 500
RACES = 5
RESERVE_S = 5
FADING = (Kind.FACT, Kind.EPISODE)


def reschedule(store: Store, now: datetime, time_left_s: Callable[[], float]) -> bool:
    """Whether all changed settings have reached what is stored. Safe to stop anywhere; it goes on from the page that it noted last."""
    while keys := store.due(DueWork.POLICY, now, 1):
        row = store.read(keys, consistent=True).get(keys[0])
        if not isinstance(row, ContainerSettings) or row.spread_due is None:
            return False  # the index `due` follows the table
        policy = Policy.model_validate(row.values)
        while row.spread_due is not None:
            if time_left_s() < RESERVE_S:
                return False
            rows, after = store.scan(row.spread_after, PAGE)
            _spread(store, rows, row, policy, now)
            fields = {"spread_after": after, "spread_due": row.spread_due if after else None}
            noted = row.model_copy(update=fields)
            try:
                store.commit([Write(noted, row.version)])  # the version is the settings' own
            except LostRace:  # set anew meanwhile: that begins again
                return False
            row = noted
    return True


def _spread(store: Store, rows: Sequence[Record], settings: ContainerSettings, policy: Policy, now: datetime) -> None:
    wanted = rows
    for _ in range(RACES):
        writes = [Write(after, row.version) for row in wanted if (after := _due_again(row, settings, policy, now)) is not None]
        lost = store.put_each(writes)
        if not lost:
            return
        wanted = list(store.read(sorted(lost), consistent=True).values())
    raise LostRace("Too many writers on some rows.")


def _due_again(row: Record, settings: ContainerSettings, policy: Policy, now: datetime) -> Record | None:
    """The row with the time at which it is due by these settings; None where that is so, or it is not theirs."""
    if not isinstance(row, Memory | Event) or (row.scope.tenant, row.scope.container) != (settings.tenant, settings.container):
        return None
    after: Memory | Event
    if isinstance(row, Event):
        after = row.model_copy(update={"lapses_at": retention.lapses_at(row, policy), "version": row.version + 1})
        return after if after.lapses_at != row.lapses_at else None
    if row.kind not in FADING or row.status is Status.DELETED:
        return None
    after = decay.scheduled(row, now, policy)
    return after if after.decay_due != row.decay_due else None
