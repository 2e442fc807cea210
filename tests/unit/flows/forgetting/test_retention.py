"""Row D3: events and memories end by the container's retention, but what somebody wants kept and what proves it."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.flows import members
from keepsake.flows.container_settings import SPREAD_AFTER
from keepsake.flows.forgetting.reschedule import PAGE, reschedule
from keepsake.flows.forgetting.retention import Held, lapse
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.knowledge import acts
from keepsake.flows.knowledge.acts import Target
from keepsake.ports import Write
from keepsake.records import DueWork, Event, Kind, Memory, SignalLog, Status, event_key
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, event, fact, message, principal, scope
from tests.world import World

FOREVER = 1000.0


def swept(world: World, at: datetime) -> dict[str, int]:
    return sweep(world.store, scheduled(at), at, lambda: FOREVER).changed


def holding(world: World, word: str) -> set[str]:
    """Kinds of rows in which the word stands."""
    return {k.sk.partition("#")[0] for k, text in world.store.texts().items() if word in text}


def later(world: World) -> datetime:
    """When changed settings have reached every warm Lambda."""
    return world.now + SPREAD_AFTER + timedelta(seconds=1)


def told(**settings: Any) -> World:
    world = World()
    world.configure(**settings)
    world.tell("I live in Denver.", event_id="m1")
    return world


def test_event_lapses_with_everything_that_repeats_its_words() -> None:
    world = told(events_days=10, memories_days=5)
    assert swept(world, NOW + 9 * DAY) == {"deleted": 2}, "the fact and its episode, whose days are fewer"
    swept(world, NOW + 11 * DAY)
    lapsed = world.event("m1")
    assert (lapsed.content, lapsed.lapsed_at, lapsed.lapses_at) == ("", NOW + 11 * DAY, None)
    assert lapsed.gone_at == NOW + 18 * DAY
    world.project()
    assert world.index.documents[lapsed.key].gone
    assert holding(world, "Denver") == {"MEM", "HIST"}, "memories have a retention of their own, and 30 days to be restored"
    swept(world, NOW + 60 * DAY)
    assert holding(world, "Denver") == set()


def test_events_are_kept_for_ever_by_default() -> None:
    world = told()
    swept(world, NOW + 5000 * DAY)
    assert world.event("m1").content == "I live in Denver."
    assert world.event("m1").gone_at is None


@pytest.mark.parametrize("held", ["pinned", "protected", "legal_hold"])
def test_evidence_of_what_somebody_wants_kept_stays_and_is_asked_about_again(held: str) -> None:
    world = told(events_days=10)
    (known,) = world.memories()
    world.store.put_each([Write(known.model_copy(update={held: True, "version": known.version + 1}), known.version)])
    assert swept(world, NOW + 11 * DAY)["events kept"] == 1
    assert world.event("m1").content == "I live in Denver."
    assert world.event("m1").gone_at is None, "the table's TTL never takes it"
    (free,) = world.memories()
    world.store.put_each([Write(free.model_copy(update={held: False, "version": free.version + 1}), free.version)])
    assert swept(world, NOW + 42 * DAY)["lapsed"] == 1
    assert world.event("m1").content == ""


def walked(world: World, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Fills up with the partitions of which all memories are read."""
    query, walks = world.store.query, list[str]()

    def watch(pk: str, prefix: str, **how: Any) -> Any:
        walks.extend([pk] if prefix == Memory.prefix and how.get("after") is None else [])
        return query(pk, prefix, **how)

    monkeypatch.setattr(world.store, "query", watch)
    return walks


def test_bank_is_read_once_a_sweep_however_many_of_its_events_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keepsake.flows.forgetting.sweep.AT_ONCE", 3)
    world = World()
    world.configure(events_days=10)
    for n in range(8):
        world.tell(f"My locker has the number {n}.", event_id=f"m{n}")
    walks = walked(world, monkeypatch)
    assert swept(world, NOW + 11 * DAY)["lapsed"] == 8
    assert len(walks) == 1


def test_what_is_pinned_between_two_of_its_batches_holds_its_evidence() -> None:
    world = World()
    world.configure(events_days=10)
    world.tell("I live in Denver.", event_id="m1")
    world.tell("I have a cat called Tom.", event_id="m2")
    keys = {e.event_id: e.key for e in events(world)}
    at, held = NOW + 11 * DAY, Held(world.store)
    assert lapse(world.store, [keys["m1"]], at, held) == {"lapsed": 1}
    (cat,) = [m for m in world.memories() if "Tom" in m.content.summary]
    target = Target(principal(), cat.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.PIN, "key:k1", world.now))
    assert lapse(world.store, [keys["m2"]], at, held) == {"events kept": 1}


def test_lapsing_twice_or_after_a_crash_does_no_harm() -> None:
    world = told(events_days=10)
    key = event_key(scope(), "m1")
    assert lapse(world.store, [key], NOW + 11 * DAY) == {"lapsed": 1}
    once = dict(world.store.rows)
    assert lapse(world.store, [key], NOW + 11 * DAY) == {}
    assert world.store.rows == once


def test_event_still_under_way_is_not_taken_from_its_consumer() -> None:
    world = World()
    world.configure(events_days=10)
    world.accept(message("I live in Denver.", event_id="m1"))
    assert swept(world, NOW + 11 * DAY) == {"events kept": 1}
    assert world.event("m1").content == "I live in Denver."


def test_signals_of_lapsed_behaviour_are_forgotten() -> None:
    world = World()
    world.configure(events_days=10)
    world.tell("size = 42", event_type="filter", event_id="m1")
    swept(world, NOW + 11 * DAY)
    log = world.store.read([SignalLog(scope=scope()).key]).get(SignalLog(scope=scope()).key)
    assert isinstance(log, SignalLog)
    assert log.signals == ()


def test_memory_ends_some_days_after_it_was_last_said_whatever_its_score() -> None:
    world = told(memories_days=30)
    assert swept(world, NOW + 29 * DAY) == {}
    assert swept(world, NOW + 31 * DAY)["deleted"] == 2
    (known,) = world.memories()
    assert known.change.reason == "kept for 30 days, which ended at 2026-06-01"


def test_episodes_may_have_fewer_days() -> None:
    world = told(episodes_days=10)
    swept(world, NOW + 11 * DAY)
    assert [m.status for m in world.memories(Kind.EPISODE)] == [Status.DELETED]
    assert [m.status for m in world.memories()] == [Status.ACTIVE]


def test_changed_settings_reach_what_is_stored_in_their_container_alone() -> None:
    world = told()
    other = fact(scope=scope(container="shop"), decay_due=NOW + 300 * DAY)
    pinned = fact(memory_id="f_0000000000bb01", pinned=True)
    world.store.put_each([Write(other), Write(pinned)])
    world.configure(events_days=10, memories_days=20)
    assert reschedule(world.store, later(world), lambda: FOREVER)
    assert world.event("m1").lapses_at == NOW + 10 * DAY
    (known,) = (m for m in world.memories() if "Denver" in m.content.summary and m.scope.container == "default" and not m.pinned)
    assert known.decay_due == known.recorded_at + 20 * DAY
    rows = world.store.read([other.key, pinned.key])
    assert rows == {other.key: other, pinned.key: pinned}
    assert world.store.due(DueWork.POLICY, NOW + 900 * DAY, 10) == []
    world.configure(memories_days=20)
    reschedule(world.store, later(world), lambda: FOREVER)
    assert world.event("m1").lapses_at is None, "and back again"


def test_settings_that_do_not_concern_decay_read_nothing_of_the_table() -> None:
    world = told()
    world.configure(prune_from=30)
    assert world.store.due(DueWork.POLICY, NOW + 900 * DAY, 10) == []


def test_spreading_goes_on_where_it_stopped() -> None:
    world = World()
    rows = [event(event_id=f"m{i:05}") for i in range(PAGE + 20)]
    world.store.put_each([Write(r) for r in rows])
    world.configure(events_days=10)
    members.enlist(world.store, scope())
    left = iter([100.0] * 5 + [0.0] * 2)
    at = later(world)
    assert not reschedule(world.store, at, lambda: next(left))
    some = sum(e.lapses_at is not None for e in events(world))
    assert 0 < some < len(rows)
    assert reschedule(world.store, at, lambda: FOREVER)
    assert {e.lapses_at for e in events(world)} == {NOW + 10 * DAY}


def test_memory_whose_days_are_over_by_new_settings_is_due_at_once() -> None:
    world = told()
    world.now = NOW + 50 * DAY
    world.configure(memories_days=20)
    at = later(world)
    reschedule(world.store, at, lambda: FOREVER)
    assert swept(world, at + timedelta(seconds=1))["deleted"] == 2
    assert {m.status for m in memories(world)} == {Status.DELETED}


def events(world: World) -> list[Event]:
    return [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Event)]


def memories(world: World) -> list[Memory]:
    return [*world.memories(), *world.memories(Kind.EPISODE)]


def test_what_retention_took_and_a_person_restored_is_there_for_a_month() -> None:
    world = told(memories_days=30)
    world.now += 31 * DAY
    swept(world, world.now)
    (gone,) = world.memories()
    target = Target(principal(), gone.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, target, Wish(Act.RESTORE, "key:k1", world.now))
    deleted = []
    for days in (1, 29, 31):
        swept(world, world.now + days * DAY)
        deleted.append(world.memories()[0].status is Status.DELETED)
    assert (gone.status, deleted) == (Status.DELETED, [False, False, True])
