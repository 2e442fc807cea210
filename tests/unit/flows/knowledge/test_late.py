"""Rows K4 and K5: what comes late takes its place in time, and what people decided stays as they left it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from keepsake import api, telemetry
from keepsake.changes import ChangeKind, touched
from keepsake.flows.knowledge import acts, change_sets, correct, deletions, maintenance
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.ports import Write
from keepsake.records import Embedding, Kind, Memory, PastVersion, Progress, Validity, Visibility
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import approvals, replay
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


def corrected(world: World, memory: Memory) -> None:
    target = Target(principal(), memory.memory_id, api.ScopeQuery(user_id="u1"))
    body = api.CorrectionRequest(version=memory.version, content="I work at Hooli")
    correct.correct(
        world.store, world.consolidating, world.index, world.embedder, world.rules, target, Wish(Act.CORRECT, "key:k1", world.now), body
    )


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


OVER = TOUCHES | {
    "corrected": corrected,
    "deleted": lambda world, memory: does(world, memory, Act.DELETE),
    "rejected": lambda world, memory: does(world, memory, Act.REJECT),
}
OVER.pop("told by hand")


@pytest.mark.parametrize("touch", OVER.values(), ids=OVER)
@pytest.mark.parametrize("late", [0, 8, 25], ids=["before both", "just before what ended it", "before both, again"])
def test_late_message_revives_nothing_that_a_touched_fact_had_ended(touch: Callable[[World, Memory], None], late: int) -> None:
    world = World()
    world.now += 40 * DAY
    for firm, n in (("Globex", 9), ("Initech", 10)):
        world.tell(f"I work at {firm}.", at=NOW + n * DAY)
    touch(world, next(m for m in world.memories() if m.current))
    world.tell("I work at Globex." if late == 25 else "I work at Umbrella.", at=NOW + late % 25 * DAY)
    old = [m for m in world.memories() if m.content.summary == "I work at Globex"]
    assert {(m.validity, m.valid_to) for m in old} == {(Validity.DEPRECATED, NOW + 10 * DAY)}
    assert "I work at Umbrella" not in world.current()


def test_value_said_again_after_what_had_ended_it_was_deleted_holds_though_it_came_late() -> None:
    world = World()
    for firm, n in (("Globex", 9), ("Initech", 10)):
        world.tell(f"I work at {firm}.", at=NOW + n * DAY)
    does(world, next(m for m in world.memories() if m.current), Act.DELETE)
    world.tell("My cat is called Tom.", at=NOW + 20 * DAY)
    world.tell("I work at Globex.", at=NOW + 15 * DAY)
    spans = sorted((m.valid_from, m.valid_to, m.validity) for m in world.memories() if m.content.summary == "I work at Globex")
    assert spans == [(NOW + 9 * DAY, NOW + 10 * DAY, Validity.DEPRECATED), (NOW + 15 * DAY, None, Validity.ACTIVE)]


SAID = st.sampled_from(
    ["I live in Bergen.", "I live in Porto.", "I moved from Porto to Ghent.", "I work at Acme.", "I no longer work at Acme."]
)
ACTS = st.sampled_from([Act.PIN, Act.FEEDBACK, Act.DELETE, Act.REJECT])


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture], derandomize=True
)
@given(st.lists(st.tuples(SAID, st.integers(0, 30), st.none() | ACTS, st.integers(0, 9)), min_size=2, max_size=8))
def test_late_messages_among_acts_leave_one_value_in_a_single_slot(life: list[tuple[str, int, Act | None, int]]) -> None:
    world = World()
    for words, n, act, which in life:
        world.now += DAY
        world.tell(words, at=NOW + n * DAY)
        facts = sorted((m for m in world.memories() if m.current), key=lambda m: m.memory_id)
        if act is not None and facts:
            does(world, facts[which % len(facts)], act, **({"useful": True} if act is Act.FEEDBACK else {}))
    facts = [m for m in world.memories() if m.current]
    assert [(a.content.summary, b.content.summary) for a in facts for b in facts if approvals.holder(a, b)] == []
    assert {e.progress for e in world.events()} == {Progress.PROCESSED}
