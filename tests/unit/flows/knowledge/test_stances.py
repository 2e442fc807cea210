"""Row K4: a plan, a wish, what is over and what is so are four things in the same words. None proves or swallows another."""

from __future__ import annotations

from datetime import timedelta

import pytest

from keepsake.records import Memory, Validity
from tests.builders import DAY, NOW
from tests.world import World


def after(first: str, second: str) -> dict[str, Memory]:
    world = World()
    world.tell(first, event_id="m1")
    world.now = NOW + 3 * DAY
    world.tell(second, event_id="m2", at=NOW + 3 * DAY)
    return {m.content.raw.rstrip("."): m for m in world.memories()}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("I would move to Berlin", "I moved to Berlin"),
        ("I will move to Berlin", "I moved to Berlin"),
        ("I might take the train to work", "I take the train to work"),
        ("I take the train to work", "I might take the train to work"),
        ("We use Postgres for the billing service", "We could use Postgres for the billing service"),
        ("I live in Rome", "I lived in Rome"),
        ("My sister works at the hospital", "My sister worked at the hospital"),
        ("I play the guitar in a band", "I played the guitar in a band"),
        ("I plan to visit my aunt Clara in Rome with my brother", "I visited my aunt Clara in Rome with my brother"),
        ("I have to call the dentist", "I called the dentist"),
    ],
)
def test_both_stay_and_neither_is_proof_of_the_other(first: str, second: str) -> None:
    left = after(f"{first}.", f"{second}.")
    assert {t: (m.event_ids, m.reinforcements, m.validity) for t, m in left.items()} == {
        first: (("m1",), 0, Validity.ACTIVE),
        second: (("m2",), 0, Validity.ACTIVE),
    }


def test_what_is_so_now_is_told_before_what_was_only_meant() -> None:
    left = after("I will move to Berlin.", "I moved to Berlin.")
    assert [r.type for r in left["I moved to Berlin"].relations if r.target == left["I will move to Berlin"].memory_id] == ["revises"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("my wife Ana hates noise", "my wife Ana has a sister in Oslo"),
        ("I love my aunt Clara", "I visited my aunt Clara in Rome"),
        ("I live in Rome with two flatmates", "I live in Rome near the station"),
        ("I live in Rome with 2 flatmates", "I live in Rome with 3 flatmates"),
        ("I got my dog Rex from Tom", "I got my dog Rex for Tom"),
        ("I work at Acme as a welder", "I work at Acme on the night shift"),
    ],
)
def test_statement_with_a_value_that_is_known_is_not_lost_in_what_said_it_first(first: str, second: str) -> None:
    left = after(f"{first}.", f"{second}.")
    assert {t for t, m in left.items() if m.current} == {first, second}


def test_value_that_is_said_again_is_proof_of_what_said_it_first() -> None:
    (fact,) = after("I live in Rome with two flatmates.", "I still live in Rome.").values()
    assert (fact.event_ids, fact.reinforcements) == (("m1", "m2"), 1)


def test_all_that_said_the_old_value_end_with_it() -> None:
    world = World()
    for day, said in enumerate(("I live in Rome with two flatmates.", "I live in Rome near the station.", "I moved to Berlin.")):
        world.now = NOW + timedelta(days=day)
        world.tell(said, at=world.now)
    assert world.current() == ["I moved to Berlin"]


@pytest.mark.parametrize(
    "plan",
    ["I'm moving to Berlin in September.", "I plan to move to Oslo.", "I planned to work at Globex.", "I will work at Globex from June."],
)
def test_plan_fills_no_place_of_the_profile(plan: str) -> None:
    world = World()
    world.tell("I live in Rome.", "I work at Acme.")
    world.tell(plan, at=NOW + DAY)
    filled = {(m.slot.feature, m.slot.value) for m in world.memories() if m.slot is not None and m.current}
    assert filled == {("residence", "Rome"), ("employer", "Acme")}


def test_who_lives_somewhere_is_the_one_before() -> None:
    world = World()
    world.tell("I met a friend who lives in Porto.")
    assert [m.slot for m in world.memories()] == [None]


@pytest.mark.parametrize(
    ("now", "once"),
    [
        ("I live in Rome", "I moved to Berlin in 2010"),
        ("I live in Rome", "I dreamed that I moved to Paris"),
        ("I live in Rome", "I told them I live in Milan"),
        ("I live in Rome", "I moved to Paris but came back"),
        ("I work at Acme", "I joined Globex in 2015 and left in 2018"),
        ("I work at Acme", "I joined Globex right after school"),
        ("I work at Acme", "I almost joined Globex"),
        ("I'm vegan", "I went vegetarian in college"),
        ("I'm 40", "I turned 18 in Paris"),
        ("I weigh 80 kg", "I weighed 100 kg before the surgery"),
        ("My budget is 500 euros", "My budget was 300 euros last year"),
    ],
)
def test_what_was_once_or_never_happened_ends_nothing_that_is_so(now: str, once: str) -> None:
    left = after(f"{now}.", f"{once}.")
    assert left[now].validity is Validity.ACTIVE
    assert left[now].slot is not None


@pytest.mark.parametrize(
    ("then", "now"),
    [
        ("I live in Rome", "I moved to Berlin"),
        ("I work at Acme", "I joined Globex last week"),
        ("I'm 39", "I turned 40"),
        ("I weigh 80 kg", "I weighed in at 78 kg today"),
        ("My budget is 500 euros", "My budget went up to 600 euros"),
    ],
)
def test_what_happened_lately_ends_what_was_so(then: str, now: str) -> None:
    left = after(f"{then}.", f"{now}.")
    assert (left[then].current, left[now].current) == (False, True)
