"""Rows K4 and K5: what comes late takes its place in time, and what people decided stays as they left it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from keepsake import api, telemetry
from keepsake.changes import ChangeKind, touched
from keepsake.flows.knowledge import acts, change_sets, deletions, maintenance
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.ports import Write
from keepsake.records import Embedding, Kind, Memory, PastVersion, Progress, Validity, Visibility
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import replay
from keepsake.rules.knowledge.acts import Act, Wish
from tests.builders import DAY, NOW, principal, scope
from tests.world import World

pytestmark = pytest.mark.usefixtures("either_bank")


def homes(world: World) -> list[tuple[str, Validity, int, int | None]]:
    """(value, validity, from day, to day) of every residence, by time."""
    found = [m for m in world.memories() if m.slot and m.slot.feature == "residence" and not m.negated]
    return sorted(((f.slot.value, f.validity, day(f.valid_from), f.valid_to and day(f.valid_to)) for f in found), key=lambda row: row[2])  # type: ignore[union-attr,misc]


def day(at: object) -> int:
    return (at - NOW) // timedelta(days=1)  # type: ignore[operator,no-any-return]


SPANS = [("Boston", Validity.DEPRECATED, 1, 2), ("Denver", Validity.DEPRECATED, 2, 3), ("Boston", Validity.ACTIVE, 3, None)]


def test_value_that_came_back_has_three_spans_though_the_middle_came_last() -> None:
    world = World()
    for city, n in (("Boston", 1), ("Boston", 3), ("Denver", 2)):
        world.tell(f"I live in {city}.", at=NOW + n * DAY)
    assert homes(world) == SPANS


def test_evidence_moves_with_the_span_and_the_earlier_version_stays_readable() -> None:
    world = World()
    for city, n in (("Boston", 1), ("Boston", 3), ("Denver", 2)):
        world.accept({"content": f"I live in {city}.", "timestamp": (NOW + n * DAY).isoformat(), "event_id": f"m{n}"})
        world.extract(world.extracting.sent[-1])
        world.summarise()
    spans = sorted((m for m in world.memories() if m.slot), key=lambda m: m.valid_from)
    assert [m.event_ids for m in spans] == [("m1",), ("m2",), ("m3",)]
    past = [r.memory for r in world.store.read(list(world.store.rows)).values() if isinstance(r, PastVersion)]
    assert ("m1", "m3") in [p.event_ids for p in past if p.memory_id == spans[0].memory_id]


def test_end_that_comes_first_finds_what_it_ends() -> None:
    world = World()
    world.tell("I no longer work at Acme.", at=NOW + 2 * DAY)
    world.tell("I work at Acme.", at=NOW)
    (job,) = [m for m in world.memories() if m.slot and m.slot.feature == "employer" and not m.negated]
    assert (job.validity, job.valid_from, job.valid_to) == (Validity.INVALID, NOW, NOW + 2 * DAY)


def test_act_of_a_person_wins_over_being_told_again() -> None:
    world = World()
    world.tell("I live in Boston.", at=NOW + DAY)
    (home,) = world.memories()
    acted(world, home, validity=Validity.INVALID, valid_to=NOW + DAY)
    world.tell("I live in Denver.", at=NOW)
    stayed = next(m for m in world.memories() if m.memory_id == home.memory_id)
    assert (stayed.validity, stayed.change.actor) == (Validity.INVALID, "ann")


def acted(world: World, memory: Memory, **fields: object) -> None:
    after = touched(memory, verdict="rejected", reason="not true", actor="ann", now=world.now, **fields)
    world.store.commit([Write(after, memory.version), Write(PastVersion(memory=memory))])


def test_vector_of_a_fact_fits_its_words() -> None:
    world = World()
    world.tell("I live in Boston.", at=NOW + DAY)
    world.tell("I am living in Boston.", at=NOW)
    for memory in world.memories(Kind.FACT):
        made_by = Embedding(model=world.embedder.model, dimension=world.embedder.dimension)
        assert memory.vectors == documents.with_vectors(memory, made_by, world.embedder.embed([memory.content.summary])).vectors != ()


def test_ordinary_order_reads_no_history() -> None:
    world = World()
    world.tell("I live in Boston.", at=NOW)
    queried: list[str] = []
    query = world.store.query
    world.store.query = lambda pk, prefix, **how: queried.append(prefix) or query(pk, prefix, **how)  # type: ignore[func-returns-value,method-assign]
    world.tell("I live in Denver.", at=NOW + DAY)
    assert queried
    assert not [prefix for prefix in queried if prefix.startswith(PastVersion.prefix)]


def does(world: World, memory: Memory, act: Act, **fields: Any) -> None:
    target = Target(principal(), memory.memory_id, api.ScopeQuery(user_id="u1"))
    acts.act(world.store, world.consolidating, world.index, target, Wish(act, "key:k1", world.now, **fields))


def deleted_and_undone(world: World, memory: Memory) -> None:
    query = api.DeletionQuery(text=memory.content.summary)
    gone = deletions.start(world.store, world.consolidating, principal(), scope(session_id=None), query, world.now, lambda: 60.0)
    change_sets.undo(world.store, world.consolidating, principal(), str(gone.change_set), world.now, lambda: 60.0)


def told_by_hand(world: World, memory: Memory) -> None:
    does(world, memory, Act.DELETE)
    said = api.VerbatimRequest(content=memory.content.summary)
    verbatim.keep(world.store, world.consolidating, world.embedder, scope(), said, None, world.now)


TOUCHES: dict[str, Callable[[World, Memory], None]] = {
    "pinned": lambda world, memory: does(world, memory, Act.PIN),
    "useful": lambda world, memory: does(world, memory, Act.FEEDBACK, useful=True),
    "promoted": lambda world, memory: does(world, memory, Act.PROMOTE, visibility=Visibility.PUBLIC),
    "deleted and undone": deleted_and_undone,
    "told by hand": told_by_hand,
}


@pytest.mark.parametrize("touch", TOUCHES.values(), ids=TOUCHES)
@pytest.mark.parametrize("late", ["I like sushi.", "I don't like sushi.", "I like ramen."])
def test_late_message_about_a_touched_fact_is_read_with_all_else_it_says(touch: Callable[[World, Memory], None], late: str) -> None:
    world = World()
    world.now += 10 * DAY
    world.tell("I like sushi.", at=world.now)
    (taste,) = world.memories()
    touch(world, taste)
    world.project()
    world.now += DAY
    world.tell("My cat is called Tom.", late, at=NOW + DAY)
    assert {e.progress for e in world.events()} == {Progress.PROCESSED}
    assert {"My cat is called Tom", "I like sushi"} <= set(world.current())
    assert late != "I like sushi." or len([m for m in world.memories() if m.current and m.content.summary == "I like sushi"]) == 1


def test_late_repetition_of_what_a_prune_merged_supports_the_merged_one() -> None:
    world = World()
    world.now += 10 * DAY
    for word in ("Maryland", "May"):
        world.tell(f"I was born in {word}.", at=world.now, owner=scope(session_id=word))
        world.now += DAY
    maintenance.start(world.store, world.consolidating, scope(session_id=None), ChangeKind.PRUNE, "key:k1", world.now)
    world.upkeep()
    (merged,) = [m for m in world.memories() if m.current]
    world.tell("I was born in Maryland.", at=NOW)
    (still,) = [m for m in world.memories() if m.current]
    assert (still.memory_id, len(still.event_ids)) == (merged.memory_id, len(merged.event_ids) + 1)


def test_fault_in_telling_again_leaves_the_batch_read_and_is_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError

    counted: list[str] = []
    monkeypatch.setattr(replay, "told_again", broken)
    monkeypatch.setattr(telemetry, "count", lambda name, *_, **__: counted.append(name))
    world = World()
    world.tell("I live in Boston.", at=NOW + DAY)
    world.tell("I live in Denver.", "My cat is called Tom.", at=NOW)
    assert {e.progress for e in world.events()} == {Progress.PROCESSED}
    assert set(world.current()) == {"I live in Boston", "My cat is called Tom"}
    assert "NotToldAgain" in counted
