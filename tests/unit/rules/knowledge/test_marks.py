"""Row K4: whatever a statement may concern shares a word with it, or is found by its marks."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import MEASURED, Memory, Validity
from keepsake.rules.knowledge import change_of_mind, glimpse, implied, marks, reconcile, replay
from keepsake.rules.knowledge.change_of_mind import Relation
from keepsake.rules.knowledge.one_thing import Known
from tests.builders import fact, scope, slot
from tests.unit.flows.knowledge.test_interleavings import QUICK, SAYINGS
from tests.world import World


def found(statement: Memory, other: Memory, *, past: bool) -> bool:
    sought = {m for f in (marks.slots_of, marks.ends_of, marks.ended_by) for m in f(statement, past=past)}
    by_words = bool(change_of_mind.content_words(statement) & change_of_mind.content_words(other)) and set(
        marks.facts(statement.scope, past=past)
    ) & {*marks.of(other)}
    return bool(sought & {*marks.of(other)}) or bool(by_words)


def facts_of(sayings: list[str]) -> list[Memory]:
    world = World()
    world.tell(*(part.removeprefix("{filter}") for saying in sayings for part in saying.split("|")))
    return world.memories()


@QUICK
@given(st.lists(SAYINGS, min_size=2, max_size=12))
def test_whatever_a_statement_bears_on_shares_a_word_or_a_mark(sayings: list[str]) -> None:
    """However near their vectors are."""
    known = facts_of(sayings)
    alike = {f.content.summary: [1.0] for f in known}
    for one in known:
        others = [f for f in known if f.memory_id != one.memory_id]
        current = [f for f in reconcile.shortlist(one, others) if f.validity in reconcile.CONCERNED]
        bears_on = [f for f in current if change_of_mind.relate(one, Known(f, 1.0)) is not Relation.UNRELATED]
        assert [f.content.summary for f in bears_on if not found(one, f, past=False)] == []
        linked = {r.target for r in one.relations}
        touched = [f for f in replay.touching(one, others, alike) if f.memory_id not in linked]
        assert [f.content.summary for f in touched if not found(one, f, past=True)] == []


def worth_reading(statement: Memory, other: Memory, cosine: float) -> bool:
    """Whether one of the searches that lead to it says that its row has to be read."""
    shown, seen = {*marks.of(other)}, glimpse.Glimpse(**glimpse.fields(other))
    if shown & {*marks.slots_of(statement, past=False), *marks.ends_of(statement, past=False)}:
        return True
    if (named := change_of_mind.ended(statement)) and change_of_mind.mentions(other, named):
        return True
    ended = bool(shown & {*marks.ended_by(statement, past=False)}) and glimpse.ends(statement, seen)
    return ended or glimpse.may_relate(statement, seen, cosine)


def missed(known: list[Memory]) -> list[tuple[str, str, float]]:
    """Pairs that relate though what the index shows says that they do not, with the cosine at which they do."""
    return [
        (one.content.summary, other.content.summary, cosine)
        for one in known
        for other in reconcile.shortlist(one, [f for f in known if f is not one and f.validity in reconcile.CONCERNED])
        for cosine in (0.0, 0.5, MEASURED.about, 0.9, MEASURED.same, 1.0)
        if change_of_mind.relate(one, Known(other, cosine)) is not Relation.UNRELATED and not worth_reading(one, other, cosine)
    ]


@QUICK
@given(st.lists(SAYINGS, min_size=2, max_size=12))
def test_whatever_a_statement_relates_to_is_worth_reading(sayings: list[str]) -> None:
    assert missed(facts_of(sayings)) == []


RELATED = [
    ("My sister married Tom in the old chapel in Kyoto.", "My sister married Tom in the old chapel in Osaka."),
    (
        "I need the projector for the workshop.",
        "I don't need the projector for the workshop on Sunday.",
        "The workshop needs no projector.",
    ),
    ("I no longer play tennis.", "I play tennis on Mondays.", "I play tennis.", "I stopped playing tennis.", "I like tennis."),
    ("The train to Bergen leaves at nine.", "The train to Bergen never leaves at nine.", "The train from Oslo leaves at ten."),
    ("I plan to buy a tent.", "I bought the tent.", "I bought a red tent in Oslo.", "I am looking for a tent."),
    ("I use tabs instead of spaces.", "I use spaces.", "I indent with spaces.", "Back to spaces."),
    ("Anna lives with her aunt near the river.", "Anna lives with her uncle near the river.", "Anna doesn't live near the river."),
    ("The invoice for March is paid.", "The invoice for March is not paid.", "The invoice for April is paid."),
    ("I quit smoking.", "I smoke.", "I am vegan.", "I eat meat."),
    ("I work at Acme.", "I no longer work at Acme.", "I left Acme.", "I work at Globex now."),
]


@pytest.mark.parametrize("sayings", RELATED)
def test_each_way_of_relating_is_worth_reading(sayings: tuple[str, ...]) -> None:
    """Each is told to a user of its own, so that all of them stand."""
    known = [f for said in sayings for f in facts_of([said])]
    assert len(known) >= 2
    assert missed(known) == []


@pytest.mark.parametrize(
    ("said", "held", "worth"),
    [
        ("I met Petra at the harbour in Oslo.", "I met Olga at the station in Bergen.", False),
        ("I really met Petra at the old harbour.", "I met Petra at the old harbour.", True),
        ("I bought the tent.", "I plan to buy a tent.", True),
        ("I bought the lamp.", "I plan to buy a tent.", False),
        ("I don't eat fish with Petra on Sunday.", "I eat fish with Petra on Sunday.", True),
    ],
)
def test_most_of_what_shares_a_word_is_not_worth_reading(said: str, held: str, worth: bool) -> None:
    (earlier,), (later,) = facts_of([held]), facts_of([said])
    assert worth_reading(later, earlier, 0.0) is worth


ENDED = [
    ("I graduated last week", "I am a student"),
    ("Mia was born on Monday", "I am pregnant"),
    ("My husband cooks", "I am single"),
    ("I bought a house", "I am renting"),
    ("I quit smoking", "I am a smoker"),
]


@pytest.mark.parametrize(("said", "held"), ENDED)
def test_what_ends_without_a_shared_word_is_found_from_both_sides(said: str, held: str) -> None:
    later, earlier = fact(said, memory_id="f_2"), fact(held, memory_id="f_1")
    assert implied.ends(later, earlier)
    assert set(marks.ends_of(later, past=False)) & {*marks.of(earlier)}
    assert set(marks.ends_of(earlier, past=True)) & {*marks.of(later)}


def test_what_is_over_is_found_only_among_the_past() -> None:
    over = fact(slot=slot("residence", "Denver"), validity=Validity.DEPRECATED)
    asked = fact("I moved to Ghent.", slot=slot("residence", "Ghent"))
    assert not set(marks.slots_of(asked, past=False)) & {*marks.of(over)}
    assert set(marks.slots_of(asked, past=True)) & {*marks.of(over)}


def test_marks_of_two_owners_have_nothing_in_common() -> None:
    mine, theirs = (fact(slot=slot("residence", "Denver"), scope=scope(user_id=u)) for u in ("u1", "u2"))
    assert not {*marks.of(mine)} & {*marks.of(theirs)}


def test_many_valued_slot_is_found_by_its_value_however_it_is_worded() -> None:
    held = fact(slot=slot("likes", "the kayaks"))
    assert set(marks.slots_of(fact(slot=slot("likes", "kayak")), past=False)) & {*marks.of(held)}
    assert not set(marks.slots_of(fact(slot=slot("likes", "jazz")), past=False)) & {*marks.of(held)}
