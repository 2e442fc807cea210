"""Rows K4 and K5: what is known follows from what was said and when, not from how it arrived, how often, or what broke on the way."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake.changes import ChangeKind, Run
from keepsake.errors import LostRace, Unavailable
from keepsake.flows.knowledge import maintenance
from keepsake.flows.orphans import ABANDONED_AFTER
from keepsake.messages import BatchWork, UserWork
from keepsake.ports import Delete, Write
from keepsake.records import GUIDES, Approval, Kind, Memory, PastVersion
from keepsake.rules.knowledge import replay
from local.stand_ins import MemoryStore
from tests.builders import NOW, scope
from tests.world import World

pytestmark = pytest.mark.usefixtures("either_bank")

CITY, FIRM, TASTE, TOOL = ("Bergen", "Porto", "Ghent"), ("Acme", "Globex"), ("jazz", "chess"), ("Vim", "Emacs")
some = st.sampled_from
SAYINGS = st.one_of(
    st.builds("I live in {}.".format, some(CITY)),
    st.builds("Actually, I live in {}.".format, some(CITY)),
    st.builds("I moved from {} to {}.".format, some(CITY), some(CITY)),
    st.builds("My sister lives in {}.".format, some(CITY)),
    st.builds("My brother Piotr lives in {}.".format, some(CITY)),
    st.builds("I work at {}.".format, some(FIRM)),
    st.builds("I no longer work at {}.".format, some(FIRM)),
    st.builds("I like {}.".format, some(TASTE)),
    st.builds("I don't like {} any more.".format, some(TASTE)),
    st.builds("I use {}.".format, some(TOOL)),
    st.builds("I switched from {} to {}.".format, some(TOOL), some(TOOL)),
    st.builds("My budget is {} euros.".format, st.integers(1, 3).map(lambda n: n * 100)),
    st.builds("My flight leaves at {} pm.|Sorry, {} pm.".format, st.integers(1, 3), st.integers(4, 6)),
    some(("I'm dating Marco.", "Marco and I broke up.", "I'm single.", "I own a kayak.", "I sold the kayak.", "I paddle a kayak to work.")),
    some(("I'm unemployed.", "I started a new job at Acme.", "I have no children.", "My daughter Mia speaks Danish.")),
    some(("I hate mushrooms.|scratch that", "I'm allergic to walnuts.|no, hazelnuts", "I'm not allergic to walnuts after all.")),
    st.just("{filter}size = 42"),
)


def batches(sayings: Sequence[str], cuts: Sequence[int]) -> list[list[dict[str, Any]]]:
    """The sayings as events a minute apart, in batches; what leans on the sentence before it stays in that one's batch."""
    found: list[list[dict[str, Any]]] = [[]]
    number = 0
    for place, saying in enumerate(sayings):
        if place in cuts:
            found.append([])
        for content in saying.split("|"):
            kind = {"event_type": "filter"} if content.startswith("{filter}") else {}
            at = (NOW + timedelta(minutes=number)).isoformat()
            found[-1].append({"event_id": f"m{number}", "content": content.removeprefix("{filter}"), "timestamp": at} | kind)
            number += 1
    return [b for b in found if b]


CONVERSATIONS = st.lists(SAYINGS, min_size=2, max_size=9).flatmap(
    lambda said: st.builds(batches, st.just(said), st.sets(st.integers(1, len(said)), min_size=1).map(sorted))
)
QUICK = settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow], derandomize=True)


def knowledge(world: World) -> list[tuple[object, ...]]:
    """Everything that is known in the end but ids and times of writing. A fact whose id only leads to another one is not counted, and
    what topics and summaries rest on is compared by their words: a mere repetition does not have them made again."""
    facts = [
        (f.subject, f.content.summary, f.slot and (f.slot.feature, f.slot.value), f.negated, f.validity, f.valid_from, f.valid_to, cited(f))
        for f in world.memories()
        if not any(r.type == replay.MERGED for r in f.relations)
    ]
    led = [(g.kind, g.topic, g.content.summary) for k in GUIDES for g in world.memories(k) if g.current]
    return sorted((*facts, *led), key=repr)


def cited(memory: Memory) -> tuple[str, ...]:
    return tuple(sorted(memory.event_ids))


def told(conversation: Sequence[Sequence[dict[str, Any]]], times: int = 1) -> World:
    """A world that heard these batches one after the other, each step done so many times."""
    world = World()
    for batch in conversation:
        work = world.accept(*batch)
        for step in steps(world, work) * times:
            step()
    return world


def steps(world: World, work: BatchWork) -> list[Callable[[], object]]:
    return [lambda: world.extract(work), world.summarise, world.project]


@QUICK
@given(CONVERSATIONS.flatmap(lambda c: st.tuples(st.just(c), st.permutations(c))))
def test_knowledge_does_not_depend_on_the_order_of_arrival(arrivals: tuple[Any, Any]) -> None:
    in_order, as_arrived = arrivals
    assert knowledge(told(as_arrived)) == knowledge(told(in_order))


@QUICK
@given(CONVERSATIONS.flatmap(lambda c: st.tuples(st.just(c), st.permutations(c))))
def test_knowledge_does_not_depend_on_how_often_a_message_is_delivered(arrivals: tuple[Any, Any]) -> None:
    in_order, as_arrived = arrivals
    assert knowledge(told(as_arrived, times=2)) == knowledge(told(in_order))


@QUICK
@given(CONVERSATIONS.flatmap(lambda c: st.tuples(st.just(c), st.permutations(c))), st.lists(st.integers(1, 40), min_size=1, max_size=4))
def test_knowledge_does_not_depend_on_where_a_consumer_dies(arrivals: tuple[Any, Any], deaths: list[int]) -> None:
    in_order, as_arrived = arrivals
    world = World(store=Dying(deaths))
    for batch in as_arrived:
        work = accepted(world, batch)
        for step in steps(world, work):
            again(step)
    assert knowledge(world) == knowledge(told(in_order))


@QUICK
@given(CONVERSATIONS, st.lists(st.integers(0, 1), max_size=30))
def test_two_consolidators_of_one_user_lose_nothing_to_each_other(conversation: list[list[dict[str, Any]]], turns: list[int]) -> None:
    world = World()
    works = [world.accept(*batch) for batch in conversation]
    baton = Baton(turns)
    sides = [side(world, works[n::2], baton, n) for n in (0, 1)]
    for thread in sides:
        thread.start()
    for thread in sides:
        thread.join()
    assert baton.failures == []
    world.summarise()
    assert knowledge(world) == knowledge(told(conversation))


def test_two_consolidators_do_meet() -> None:
    """Without this the test above could pass because they never race."""
    world = World()
    works = [world.accept(*batch) for batch in batches(["I live in Porto.", "I like jazz."], [1])]
    baton = Baton([1, 0] * 20)
    sides = [side(world, [work], baton, n) for n, work in enumerate(works)]
    for thread in sides:
        thread.start()
    for thread in sides:
        thread.join()
    assert baton.lost > 0
    assert baton.failures == []


@QUICK
@given(CONVERSATIONS, st.lists(st.integers(0, 1), max_size=40))
def test_upkeep_beside_a_consolidator_loses_nothing(conversation: list[list[dict[str, Any]]], turns: list[int]) -> None:
    """Upkeep has a queue of its own, so it runs while the user's batches are decided: every version stays readable, all is decided."""
    world = told(conversation[:1])
    works = [world.accept(*batch) for batch in conversation[1:]]
    for kind in (ChangeKind.PRUNE, ChangeKind.CONSOLIDATION):
        maintenance.start(world.store, world.consolidating, scope(session_id=None), kind, "key:k1", world.now)
    baton = Baton(turns)
    sides = [side(world, works, baton, 0), side(world, world.consolidating.take(), baton, 1)]
    for thread in sides:
        thread.start()
    for thread in sides:
        thread.join()
    assert baton.failures == []
    rows = world.store.read(list(world.store.rows))
    kept = {(r.memory.memory_id, r.memory.version) for r in rows.values() if isinstance(r, PastVersion)}
    for memory in (m for m in rows.values() if isinstance(m, Memory) and m.kind in (Kind.FACT, Kind.EPISODE)):
        assert {(memory.memory_id, n) for n in range(1, memory.version)} <= kept
    undecided = [o for o in world.memories(Kind.OBSERVATION) if o.approval is Approval.PENDING]
    assert undecided == []
    runs = [r for r in rows.values() if isinstance(r, Run)]
    assert len(runs) >= 2
    assert all(r.finished_at is not None for r in runs)


class Dying(MemoryStore):
    """A table that fails at these writes, counted from the failure before."""

    def __init__(self, deaths: Sequence[int]) -> None:
        super().__init__()
        self._deaths, self._count = iter(deaths), 0
        self._next = next(self._deaths)

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        self._count += 1
        if self._count == self._next:
            self._count, self._next = 0, next(self._deaths, 0)
            raise Unavailable("The table does not answer.")
        super().commit(writes)


def accepted(world: World, batch: Sequence[dict[str, Any]]) -> BatchWork:
    """The client tries again with the same events until they are accepted."""
    while True:
        try:
            return world.accept(*batch)
        except Unavailable:
            world.now += ABANDONED_AFTER  # an attempt that died may be under way still


def again(step: Callable[[], object]) -> None:
    """The queue delivers a message again until its consumer is through."""
    while True:
        try:
            step()
        except (Unavailable, LostRace):
            continue
        return


class Baton:
    """Lets one of two threads run at a time, and hands over before each write as `turns` say, by turns after that."""

    def __init__(self, turns: Sequence[int]) -> None:
        self._turns: Iterator[int] = iter(turns)
        self._holder, self._left = 0, {0, 1}
        self._moved = threading.Condition()
        self.lost = 0
        self.failures: list[BaseException] = []

    def wait(self, me: int) -> None:
        with self._moved:
            self._moved.wait_for(lambda: self._holder == me, timeout=10)

    def pass_on(self, me: int, *, leaves: bool = False) -> None:
        with self._moved:
            if leaves:
                self._left.discard(me)
            wanted = next(self._turns, 1 - me)
            self._holder = wanted if wanted in self._left else next(iter(self._left), me)
            self._moved.notify_all()


class Shared(MemoryStore):
    """One side's view of a table that both write."""

    def __init__(self, rows: dict[Any, Any], baton: Baton, me: int) -> None:
        super().__init__()
        self.rows, self._baton, self._me = rows, baton, me

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        self._baton.pass_on(self._me)
        self._baton.wait(self._me)
        try:
            super().commit(writes)
        except LostRace:
            self._baton.lost += 1
            raise


def side(world: World, works: Sequence[BatchWork | UserWork], baton: Baton, me: int) -> threading.Thread:
    mine = World(store=Shared(world.store.rows, baton, me))
    mine.now, mine.index = world.now, world.index

    def step(work: BatchWork | UserWork) -> object:
        if isinstance(work, BatchWork):
            return mine.extract(work)
        mine.consolidating.upkeep.append(work)
        return mine.upkeep()

    def run() -> None:
        baton.wait(me)
        try:
            for work in works:
                again(lambda work=work: step(work))  # type: ignore[misc]
        except BaseException as failure:
            baton.failures.append(failure)
        finally:
            baton.pass_on(me, leaves=True)

    return threading.Thread(target=run)
