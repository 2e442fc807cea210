"""Rows K6 and K9: upkeep looks at what is new and what lies around it. What it finds is what a look at everything finds, and what it reads
and holds does not grow with what is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepsake import ids
from keepsake.errors import Unavailable
from keepsake.flows.knowledge import surroundings, upkeep
from keepsake.flows.knowledge.distil import distil
from keepsake.flows.knowledge.prune import prune
from keepsake.flows.knowledge.surroundings import Surroundings
from keepsake.messages import UserWork
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Relation, Source, Status, Type, UserState, Validity
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import looked
from tests.builders import DAY, NOW, fact, scope, unseen
from tests.world import World

LATER = NOW + 400 * DAY
MANY = 1_500
"""Facts of a bank of many pages."""


@pytest.fixture(autouse=True)
def _nothing_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "WHOLE", 0)


@contextmanager
def reading(whole: int) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(surroundings, "WHOLE", whole)
        patch.setattr(surroundings, "AT_ONCE", 5)
        yield


def put(world: World, rows: Sequence[Memory], *, embedded: bool = True) -> list[Memory]:
    """In the table and in the index, with their vectors."""
    made_by = world.kept()[0].made_by
    vectors = world.embedder.embed([r.content.summary for r in rows])
    full = [documents.with_vectors(r, made_by, [v]) if embedded else r for r, v in zip(rows, vectors, strict=True)]
    world.store.put_each([Write(r) for r in full])
    world.index.write([documents.document(r, None, made_by) for r in full])
    return full


def facts(texts: Sequence[str], begin: Any = NOW, **fields: Any) -> list[Memory]:
    times = [begin + timedelta(minutes=n) for n in range(len(texts))]
    return [fact(t, memory_id=f"f_{ids.moment(at)}aa", at=at, confidence=0.6, **fields) for t, at in zip(texts, times, strict=True)]


def lived(texts: Sequence[str], apart: timedelta = DAY) -> list[Memory]:
    """Episodes, one a day."""
    times = [NOW + n * apart for n in range(len(texts))]
    own = {"kind": Kind.EPISODE, "type": Type.EPISODIC, "category": "event"}
    return [
        fact(t, memory_id=f"p_{ids.moment(at)}aa", at=at, event_ids=(f"m{n}",), **own)
        for n, (t, at) in enumerate(zip(texts, times, strict=True))
    ]


def state(world: World, **fields: Any) -> UserState:
    held, known = upkeep.read_state(world.store, scope())
    after = held.model_copy(update={"turns": 99, **fields, "version": held.version + known})
    world.store.commit([Write(after, held.version if known else None)])
    return after


def work(kind: Any, run: str = "w_1") -> UserWork:
    return UserWork(tenant="acme", container="default", user_id="u1", upkeep=kind, run_id=run)


def rows(world: World) -> list[tuple[Any, ...]]:
    return sorted(
        (m.memory_id, m.content.summary, m.validity, m.status, m.event_ids, m.confidence)
        for m in (*world.memories(), *world.memories(Kind.EPISODE), *world.memories(Kind.MENTAL_MODEL))
    )


SAID = st.builds(
    "The user {} {}{}.".format,
    st.sampled_from(("was born", "likes green tea", "drinks tea", "owns a red boat", "owns no red boat", "met Ana")),
    st.sampled_from(("in May", "in June", "in Maryland", "with Bob", "before breakfast")),
    st.sampled_from(("", " at home", " for 5 years")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(SAID, min_size=1, max_size=12), st.integers(0, 11))
def test_prune_of_what_is_new_finds_what_a_look_at_all_finds(said: list[str], seen: int) -> None:
    ended = []
    for whole in (1_000, 0):
        world, made = World(), facts(said)
        world.configure(prune_from=1)
        for number, some in enumerate((made[:seen], made[seen:])):
            put(world, some)
            state(world, facts=len(made), looked=unseen(new_facts=20))
            with reading(whole):
                prune(world.store, world.kept()[0], work("prune", f"w_{number}"), NOW)
            world.index.write([documents.document(m, None, world.kept()[0].made_by) for m in world.memories()])
        ended.append(rows(world))
    assert ended[0] == ended[1]


DONE = st.builds(
    "The user {} {}{}.".format,
    st.sampled_from(("went running", "went swimming", "did not go running", "met Ana for lunch")),
    st.sampled_from(("in the park", "at the lake", "for 5 km")),
    st.sampled_from(("", " with Bob", " on Monday")),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(DONE, min_size=3, max_size=12), st.integers(0, 3))
def test_patterns_of_what_is_new_are_those_that_a_look_at_all_finds(done: list[str], known: int) -> None:
    """In one page: of several, what a later one would add is found when it is looked at."""
    ended = []
    for whole in (1_000, 0):
        world = World()
        put(world, lived(done))
        put(world, facts(["The user likes the park.", "The user runs for the lake."][:known]))
        state(world, facts=known, looked=unseen(new_episodes=5))
        with reading(whole), pytest.MonkeyPatch.context() as patch:
            patch.setattr(surroundings, "AT_ONCE", 100)
            distil(world.store, world.kept()[0], world.distiller, world.distiller, work("distil"), LATER)
        ended.append(rows(world))
    assert ended[0] == ended[1]


def test_patterns_are_found_across_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "AT_ONCE", 2)
    world = World()
    put(world, lived(["The user went running in the park.", "The user met Bob for lunch.", "The user read a long book."] * 4))
    state(world, facts=0, looked=unseen(new_episodes=5))
    distil(world.store, world.kept()[0], world.distiller, world.distiller, work("distil"), LATER)
    said = [m.content.summary for m in world.memories() if m.current]
    assert len(said) == 3
    assert all("on 4 days" in s for s in said)


class Held:
    """How many memories a run holds at most, and reads in all."""

    def __init__(self, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
        self.most, self.whole_reads = 0, 0
        self._world, self._began = world, world.store.rows_read
        take, query = Surroundings.take, world.store.query

        def taking(around: Surroundings, found: Any) -> None:
            take(around, found)
            self.most = max(self.most, len(around.owned.memories))

        def asking(pk: str, prefix: str, **how: Any) -> Any:
            self.whole_reads += Memory.prefix.startswith(prefix) and how.get("limit") is None
            return query(pk, prefix, **how)

        monkeypatch.setattr(Surroundings, "take", taking)
        monkeypatch.setattr(world.store, "query", asking)

    @property
    def read(self) -> int:
        return self._world.store.rows_read - self._began


def large(many: int = MANY) -> tuple[World, list[Memory]]:
    """A bank of facts and as many episodes, all of them looked at, and twenty of each that are new and say again what was said. Without
    vectors: hashed words lie near each other by chance."""
    world = World()
    said = [f"The user keeps a {chr(97 + n % 26) * 4}{n} beside the {chr(97 + n % 23) * 5}{n}." for n in range(many // 2)]
    happened = [f"The user visited {chr(97 + n % 26) * 4}{n} beside {chr(97 + n % 23) * 5}{n}." for n in range(many // 2)]
    put(world, facts(said), embedded=False)
    put(world, lived(happened, DAY / 24), embedded=False)
    fresh = put(world, facts(said[:20], LATER - 2 * DAY), embedded=False)
    again = [
        e.model_copy(update={"memory_id": f"p_{ids.moment(LATER - DAY)}{n:04x}", "created_at": LATER - DAY})
        for n, e in enumerate(lived(happened[:20]))
    ]
    fresh += put(world, again, embedded=False)
    place = ids.moment(LATER - 3 * DAY)
    times = {"pruned_at": LATER - 3 * DAY, "distilled_at": LATER - 3 * DAY}
    state(world, facts=many // 2 + 20, looked=unseen(prune=place, distil=place, new_facts=100, new_episodes=200, **times))
    world.configure(most_episodes=many)
    return world, fresh


def upkeep_of(world: World, kind: str, run: str = "w_1", **how: Any) -> Any:
    side = world.kept()[0]
    if kind == "prune":
        return prune(world.store, side, work("prune", run), LATER, **how)
    return distil(world.store, side, world.distiller, world.distiller, work("distil", run), LATER, **how)


@pytest.mark.parametrize("kind", ["prune", "distil"])
def test_bank_of_many_pages_is_never_gathered(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read = []
    for many in (MANY // 3, MANY):
        world, fresh = large(many)
        with monkeypatch.context() as patch:
            held = Held(world, patch)
            done = upkeep_of(world, kind)
        assert done.finished_at is not None
        assert held.whole_reads == 0
        assert held.most <= 4 * len(fresh) < MANY / 4
        read.append(held.read)
        assert kind == "distil" or done.counts["removal"] == 20
        assert upkeep.read_state(world.store, scope())[0].looked[0].model_dump()[kind] > ids.moment(LATER - 3 * DAY)
    assert read[1] <= 1.1 * read[0]


@pytest.mark.parametrize("kind", ["prune", "distil"])
def test_what_was_never_looked_at_is_walked_a_page_at_a_time_over_many_calls(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(surroundings, "AT_ONCE", 50)
    world, _ = large(400)
    state(world, looked=unseen(new_facts=220, new_episodes=220))
    held, calls = Held(world, monkeypatch), 0
    while True:
        before, calls = held.read, calls + 1
        done = upkeep_of(world, kind, left=lambda: 0.0)
        assert held.read - before <= 500
        if done.finished_at is not None:
            break
    assert calls >= 440 / 50
    assert held.most <= 250
    assert held.whole_reads == 0


def test_what_comes_late_is_looked_at_though_it_lies_before() -> None:
    world = World()
    put(world, facts(["The user likes green tea."] + [f"The user owns {chr(97 + n) * 5}." for n in range(20)]))
    state(world, facts=21, looked=unseen(new_facts=21))
    upkeep_of(world, "prune")
    (late,) = put(world, facts(["The user likes green tea."], NOW - DAY, created_at=LATER))
    seen = looked.after_making(upkeep.read_state(world.store, scope())[0], [late])
    state(world, looked=(seen[0].model_copy(update={"new_facts": 20}),))
    assert upkeep_of(world, "prune", "w_2").counts == {"removal": 1}


def test_what_the_index_does_not_show_yet_is_compared_too() -> None:
    world = World()
    world.extract(world.accept({"content": "I like green tea.", "timestamp": NOW.isoformat()}))
    (said,) = world.memories()
    assert not world.index.documents
    again = said.model_copy(update={"memory_id": f"f_{ids.moment(LATER)}aa", "confidence": 0.6, "created_at": LATER, "vectors": ()})
    world.store.put_each([Write(again)])
    state(world, facts=20, looked=unseen(prune=ids.moment(LATER - DAY), new_facts=20))
    assert upkeep_of(world, "prune").counts == {"removal": 1}


@pytest.mark.parametrize("kind", ["prune", "distil"])
def test_upkeep_waits_for_the_index(kind: str) -> None:
    world, _ = large(100)
    before = dict(world.store.rows)
    world.index.down = True
    with pytest.raises(Unavailable):
        upkeep_of(world, kind)
    assert world.store.rows == before
    world.index.down = False
    assert upkeep_of(world, kind).finished_at is not None


def test_contested_fact_goes_once_what_stands_against_it_is_stronger_however_old_both_are() -> None:
    world = World()
    stronger, weaker = facts(["The user owns a red boat.", "The user owns no red boat."], source="corrected_memory")
    against = (Relation(type="contradicts", target=stronger.memory_id),)
    weak = weaker.model_copy(update={"validity": Validity.REVIEW, "relations": against, "source": Source.IMPLICIT})
    put(world, [stronger, weak])
    place = ids.moment(LATER)
    state(world, facts=20, looked=unseen(prune=place, distil=place, pruned_at=LATER, new_facts=20))
    upkeep_of(world, "prune")
    assert next(m for m in world.memories() if m.memory_id == weak.memory_id).validity is Validity.INVALID


def test_episodes_make_room_in_a_bank_that_is_not_read() -> None:
    world, _ = large(100)
    world.configure(most_episodes=50)
    pinned = world.memories(Kind.EPISODE)[0]
    world.store.put_each([Write(pinned.model_copy(update={"pinned": True, "version": 2}), 1)])
    upkeep_of(world, "distil")
    held = [e for e in world.memories(Kind.EPISODE) if e.status is not Status.DELETED]
    assert len(held) == 50
    assert pinned.memory_id in {e.memory_id for e in held}
    gone = {e.memory_id for e in world.memories(Kind.EPISODE)} - {e.memory_id for e in held}
    assert max(gone) < min(e.memory_id for e in held if e.memory_id != pinned.memory_id)
