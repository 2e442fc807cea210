"""Make what is stored due by changed settings (row D3). It reads the container's rows once for a change that concerns decay or retention,
because a memory may otherwise not be looked at for a year, and an event that is kept for ever is never due."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime, timedelta

from keepsake import ids
from keepsake.errors import LostRace
from keepsake.flows import container_settings, members
from keepsake.flows.members import Stretch
from keepsake.ports import Store, Write
from keepsake.records import ContainerSettings, DueWork, Event, Kind, Memory, Record, StateRow, Status, Sweep, container_settings_key
from keepsake.rules.forgetting import decay, retention
from keepsake.rules.policy import Policy

PAGE = 500
PAGES_IN_TURN = 40
"""Pages of one container, of which a user takes two at least, before the next container's turn."""
AT_ONCE = 20
PREFIXES = (Memory.prefix, Event.prefix, StateRow.prefix)
RACES = 5
RESERVE_S = 5
MOST_CHANGED = 1_000
"""Containers of one tenant whose settings a run that is asked for spreads ahead."""
MOMENT = timedelta(microseconds=1)
"""What has to be due before the sweep's own time, not at it, to be swept."""
AHEAD = timedelta(minutes=1)
"""What the clocks of two functions may differ by."""
FADING = (Kind.FACT, Kind.EPISODE)


def reschedule(store: Store, now: datetime, time_left_s: Callable[[], float]) -> bool:
    """Whether all changed settings have reached what is stored. Safe to stop anywhere; it goes on from the place that it noted last. Each
    container gets a few pages in turn, so that a large one holds up no other."""
    while time_left_s() > RESERVE_S:
        keys = store.due(DueWork.POLICY, now, AT_ONCE)
        rows = [r for r in store.read(keys, consistent=True).values() if isinstance(r, ContainerSettings) and r.spread_due is not None]
        if not rows:
            return not keys  # what is listed and done: the index `due` follows the table
        for row in rows:
            with suppress(LostRace):  # it is listed still, and the others' turns come first
                _go_on(store, row, now, time_left_s)
    return False


def ahead(store: Store, run: Sweep, now: datetime, time_left_s: Callable[[], float]) -> bool:
    """What changed settings will do within this run's scope, done before their schedule: who asks for a sweep, or its preview, means the
    settings that they see. Whether all of it is done. The schedule spreads them all the same, since another function may still write by
    the ones before; a run that finds no time for all of it sweeps what is due so far."""
    container_settings.forget(store)
    for row in _changed(store, run, now):
        policy = Policy.model_validate(row.values)
        only = iter([ids.user_pk(run.tenant, row.container, run.user_id)]) if run.user_id is not None else None
        for stretch in members.walk(store, only, PREFIXES, None, PAGE) if only else _rows(store, row):
            _spread(store, stretch.records, policy, now - MOMENT)
            if time_left_s() < RESERVE_S:
                return False
    return True


def _changed(store: Store, run: Sweep, now: datetime) -> list[ContainerSettings]:
    """Of the run's containers, those whose settings have not reached what is stored. A run over the whole tenant costs the reading of the
    keys of all settings that were changed within the hour."""
    if run.container is not None:
        keys = [container_settings_key(run.tenant, run.container)]
    else:
        within = ids.tenant_pk(run.tenant, "CONTAINER") + "#"
        keys = store.due(DueWork.POLICY, now + container_settings.SPREAD_AFTER + AHEAD, MOST_CHANGED, run.tenant, within)
    rows = store.read(keys, consistent=True).values()
    return [r for r in rows if isinstance(r, ContainerSettings) and r.spread_due is not None]


def _go_on(store: Store, row: ContainerSettings, now: datetime, time_left_s: Callable[[], float]) -> None:
    policy = Policy.model_validate(row.values)
    for count, stretch in enumerate(_rows(store, row), start=1):
        _spread(store, stretch.records, policy, now)
        ends = stretch.place is None or count >= PAGES_IN_TURN or time_left_s() < RESERVE_S
        if ends:
            fields = {"spread_place": stretch.place, "spread_due": row.spread_due if stretch.place else None}
            with suppress(LostRace):  # set anew meanwhile: that begins again
                store.commit([Write(row.model_copy(update=fields), row.version)])  # the version is the settings' own
            return


def _rows(store: Store, row: ContainerSettings) -> Iterator[Stretch]:
    first = row.spread_place.owner if row.spread_place else None
    owners = members.owners(store, row.tenant, row.container, first)
    return members.walk(store, owners, PREFIXES, row.spread_place, PAGE)


def _spread(store: Store, rows: Sequence[Record], policy: Policy, now: datetime) -> None:
    wanted = rows
    for _ in range(RACES):
        writes = [Write(after, row.version) for row in wanted if (after := _due_again(row, policy, now)) is not None]
        lost = store.put_each(writes)
        if not lost:
            return
        wanted = list(store.read(sorted(lost), consistent=True).values())
    raise LostRace("Too many writers on some rows.")


def _due_again(row: Record, policy: Policy, now: datetime) -> Record | None:
    """The row with the time at which it is due by these settings; None where that is so."""
    if isinstance(row, StateRow):
        ends_at = retention.log_lapses_at(row, policy)
        return row.model_copy(update={"lapses_at": ends_at, "version": row.version + 1}) if ends_at != row.lapses_at else None
    if not isinstance(row, Memory | Event):
        return None
    after: Memory | Event
    if isinstance(row, Event):
        after = row.model_copy(update={"lapses_at": retention.lapses_at(row, policy), "version": row.version + 1})
        return after if after.lapses_at != row.lapses_at else None
    if row.kind not in FADING or row.status is Status.DELETED:
        return None
    after = decay.scheduled(row, now, policy)
    return after if after.decay_due != row.decay_due else None
