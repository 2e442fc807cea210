"""Events whose batch was never accepted, which the refused request could not take back: they hold nothing up, and go like others."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from keepsake.errors import Conflict, Unavailable
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.governance import forget_event
from keepsake.flows.intake.retain import retain
from keepsake.flows.orphans import ABANDONED_AFTER
from keepsake.flows.sessions.fold import fold, work_for
from keepsake.ports import Delete
from keepsake.records import Batch, Event, Session, session_key
from local.in_memory import NOW, World, scope
from local.stand_ins import MemoryStore
from tests.builders import DAY, request


class Throttled(MemoryStore):
    """Takes the events, and neither their batch nor their removal."""

    def commit(self, writes: Any) -> None:
        if any(isinstance(w, Delete) or isinstance(w.record, Batch) for w in writes):
            raise Unavailable("The table is busy.")
        super().commit(writes)


def left_behind(**settings: Any) -> tuple[World, Event]:
    world = World()
    if settings:
        world.configure(**settings)
    busy = Throttled()
    busy.rows = world.store.rows
    with pytest.raises(Unavailable):
        retain(busy, world.extracting, scope(), request("My salary is 51000."), None, world.now)
    (event,) = world.events()
    return world, event


def test_it_is_deleted_on_request_once_nobody_can_bring_it() -> None:
    world, event = left_behind()
    early = world.now + ABANDONED_AFTER - timedelta(seconds=1)
    with pytest.raises(Conflict):
        forget_event.start(world.store, world.consolidating, event, "key:k1", early)
    assert forget_event.start(world.store, world.consolidating, event, "key:k1", world.now + ABANDONED_AFTER)
    assert world.event(event.event_id).content == ""


def test_it_lapses_with_its_days() -> None:
    world, event = left_behind(events_days=10)
    later = NOW + 11 * DAY
    sweep(world.store, scheduled(later), later, lambda: 1000.0)
    assert world.event(event.event_id).lapsed_at is not None


def test_its_session_is_folded_all_the_same() -> None:
    world, _ = left_behind(fold_turns=2, fold_keep=1)
    for said in ("I like tea.", "I live in Oslo.", "I have a dog."):
        world.tell(said)
    world.consolidating.take()

    def session() -> Session:
        row = world.store.read([session_key(scope())])[session_key(scope())]
        assert isinstance(row, Session)
        return row

    assert fold(world.store, None, work_for(session()), world.now) is None
    made = fold(world.store, None, work_for(session()), world.now + ABANDONED_AFTER)
    assert made is not None
    assert len(made.messages) == 1


def test_accepted_event_is_never_taken_for_one_however_old_it_is() -> None:
    world = World()
    world.accept({"content": "I like tea.", "event_id": "m1"})
    with pytest.raises(Conflict):
        forget_event.start(world.store, world.consolidating, world.event("m1"), "key:k1", world.now + DAY)
