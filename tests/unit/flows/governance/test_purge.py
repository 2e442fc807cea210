"""Row D2: a purge leaves a tombstone without content and takes the words out of every other row, now or 30 days after a deletion."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from keepsake import api
from keepsake.errors import Conflict, NotFound, Unavailable
from keepsake.flows import waiting
from keepsake.flows.forgetting.sweep import scheduled, sweep
from keepsake.flows.governance.purge import purge
from keepsake.flows.intake import batches
from keepsake.flows.knowledge import acts, memories
from keepsake.flows.knowledge.acts import Target
from keepsake.ids import Key
from keepsake.ports import Write
from keepsake.records import Customer, Event, Kind, Memory, SignalLog, Status
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import outcome
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, fact, principal
from tests.fakes import MemoryStore
from tests.unit.flows.forgetting.test_retention import walked
from tests.world import World

ME = api.ScopeQuery(user_id="u1")
FOREVER = 1000.0


def shoes() -> tuple[World, Memory]:
    """A budget that a summary, an episode and old versions tell of."""
    world = World()
    world.tell("I love running shoes with a soft feel.", "My budget for running shoes is under 8765.", event_id=None)
    world.tell("My budget for running shoes is under 8765.", at=NOW + DAY)
    told = next(f for f in world.memories() if "8765" in f.content.summary)
    do(world, Act.PIN, told)
    do(world, Act.UNPIN, told)
    world.upkeep()
    world.project()
    return world, the(world, told)


def do(world: World, act: Act, memory: Memory) -> Memory:
    return acts.act(
        world.store, world.consolidating, world.index, Target(principal(), memory.memory_id, ME), Wish(act, "key:k1", world.now)
    )  # fmt: skip


def the(world: World, memory: Memory) -> Memory:
    row = world.store.read([memory.key])[memory.key]
    assert isinstance(row, Memory)
    return row


def holding(store: MemoryStore, word: str) -> list[Key]:
    """Rows in which the word stands, and not as a part of an id, but for the evidence: events and signals of behaviour."""
    rows = store.read(list(store.rows))
    alone = re.compile(rf"(?<![0-9A-Za-z]){word}(?![0-9A-Za-z])")
    return [k for k, text in store.texts().items() if alone.search(text) and not isinstance(rows[k], Event | SignalLog)]


def test_words_of_a_purged_fact_stand_in_no_row_and_no_document() -> None:
    world, told = shoes()
    assert len(holding(world.store, "8765")) > 3
    purge(world.store, told, "key:k1", world.now)
    assert holding(world.store, "8765") == []
    world.upkeep()
    world.project()
    assert holding(world.store, "8765") == []
    stone = the(world, told)
    assert (stone.status, stone.content.summary, stone.change.verdict, stone.change.actor) == (Status.DELETED, "", "purged", "key:k1")
    assert world.index.documents[told.key].gone
    assert not any("8765" in m.content for m in world.recall("budget", kinds=["fact", "summary", "topic", "episode"]).memories)


def test_purged_memory_is_not_found_nor_restored() -> None:
    world, told = shoes()
    purge(world.store, told, "key:k1", world.now)
    with pytest.raises(NotFound):
        memories.one(world.store, principal(), told.memory_id, ME)
    with pytest.raises(NotFound):
        do(world, Act.RESTORE, told)


def test_purge_that_dies_is_finished_by_a_sweep() -> None:
    world, told = shoes()

    class Dies(MemoryStore):
        commits = 0

        def commit(self, writes: object) -> None:
            self.commits += 1
            if self.commits == 3:  # behind what the session holds in focus, and the tombstones
                raise Unavailable("The table does not answer.")
            super().commit(writes)  # type: ignore[arg-type]

    store = Dies()
    store.rows = world.store.rows
    with pytest.raises(Unavailable):
        purge(store, told, "key:k1", world.now)
    assert the(world, told).content.summary == ""
    assert holding(world.store, "8765")
    sweep(world.store, scheduled(world.now + timedelta(seconds=1)), world.now + timedelta(seconds=1), lambda: FOREVER)
    assert holding(world.store, "8765") == []
    assert the(world, told).decay_due is None


def test_held_memory_or_evidence_is_not_purged() -> None:
    world, told = shoes()
    seen = next(o for o in world.memories(Kind.OBSERVATION) if "8765" in o.content.summary)
    do(world, Act.HOLD, seen)
    before = holding(world.store, "8765")
    with pytest.raises(Conflict):
        purge(world.store, told, "key:k1", world.now)
    assert holding(world.store, "8765") == before


def test_deleted_memory_is_purged_by_a_sweep_once_its_days_are_over() -> None:
    world, told = shoes()
    done = do(world, Act.DELETE, told)
    assert done.decay_due == decay.purge_at(world.now)
    early = world.now + timedelta(days=decay.RECOVERABLE_DAYS - 1)
    sweep(world.store, scheduled(early), early, lambda: FOREVER)
    assert the(world, told).content.summary != ""
    over = early + timedelta(days=1, hours=1)
    report = sweep(world.store, scheduled(over), over, lambda: FOREVER)
    assert report.changed["purged"] == 3  # the fact, and both days on which it was said
    assert the(world, told).purged_at is not None
    assert holding(world.store, "8765") == []


def test_faded_memory_goes_the_same_way_and_a_held_one_stays() -> None:
    store = MemoryStore()
    old = fact(importance=0.2, decay_due=NOW)
    store.put_each([Write(old), Write(Customer(tenant="acme"))])
    sweep(store, scheduled(NOW + 100 * DAY), NOW + 100 * DAY, lambda: FOREVER)
    row = store.read([old.key])[old.key]
    assert isinstance(row, Memory)
    assert (row.status, row.decay_due) == (Status.DELETED, decay.purge_at(NOW + 100 * DAY))
    held = row.model_copy(update={"legal_hold": True, "version": row.version + 1})
    store.put_each([Write(held, row.version)])
    report = sweep(store, scheduled(NOW + 140 * DAY), NOW + 140 * DAY, lambda: FOREVER)
    kept = store.read([old.key])[old.key]
    assert isinstance(kept, Memory)
    assert (kept.content, kept.purged_at, report.examined) == (old.content, None, 1)


def test_bank_is_read_once_a_sweep_however_many_of_its_memories_are_purged(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("keepsake.flows.forgetting.sweep.AT_ONCE", 2)
    world = World()
    for n in range(6):
        world.tell(f"My locker has the number {n}.", event_id=f"m{n}")
    for told in world.memories():
        do(world, Act.DELETE, told)
    walks = walked(world, monkeypatch)
    at = world.now + 31 * DAY
    assert sweep(world.store, scheduled(at), at, lambda: FOREVER).changed["purged"] >= 6
    assert all(m.purged_at for m in world.memories())
    assert len(walks) == 1


def test_purged_memory_is_named_by_no_event_and_its_words_are_told_by_none() -> None:
    """The event's row keeps the id: without it the event would be told as one on which nothing rests."""
    world = World()
    work = world.tell("I am allergic to peanuts.", event_id="m1")
    (told,) = world.memories()
    assert told.memory_id in memories.event(world.store, principal(), "m1", ME).memory_ids
    purge(world.store, told, "key:k1", world.now)
    world.project()
    seen = memories.event(world.store, principal(), "m1", ME).memory_ids
    assert told.memory_id not in seen
    batch = batches.progress(world.store, principal(), work.batch_id, waiting.not_at_all)
    assert [e.memory_ids for e in batch.events] == [seen]
    answer = world.recall("peanuts allergy")
    assert "peanuts" not in answer.model_copy(update={"query": ""}).model_dump_json()


def test_observations_beyond_the_events_that_a_fact_cites_go_too() -> None:
    world = World()
    for _ in range(outcome.MOST_EVIDENCE + 20):
        world.now += timedelta(minutes=5)
        world.extract(world.accept({"content": "I live in Quuxtown.", "timestamp": world.now.isoformat()}))
    (told,) = world.memories()
    assert len(world.memories(Kind.OBSERVATION)) > len(told.event_ids)
    purge(world.store, told, "key:k1", world.now)
    assert holding(world.store, "Quuxtown") == []


def test_a_topic_and_its_summary_go_with_the_last_of_their_facts_and_come_back_with_new_ones() -> None:
    world = World()
    world.tell("I love running shoes with a soft feel.", "My budget for running shoes is under 8765.", at=world.now)
    guides = [*world.memories(Kind.TOPIC), *world.memories(Kind.SUMMARY)]
    assert len(guides) == 2
    for told in world.memories():
        purge(world.store, told, "key:k1", world.now)
        world.now += timedelta(seconds=1)
    world.summarise()
    world.project()
    assert {the(world, g).status for g in guides} == {Status.DELETED}
    assert holding(world.store, "shoes") == []
    world.tell("I love running shoes with a hard sole.", "I bought running shoes from Porto.", at=world.now)
    again = [m for m in world.memories(Kind.SUMMARY) if m.current]
    assert [m.purged_at for m in again] == [None]
    assert "Porto" in again[0].content.summary
