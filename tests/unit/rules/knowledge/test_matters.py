"""What two statements are about, and whether the one tells otherwise of it than the other."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keepsake.rules.knowledge import matters


def test_matter_is_what_is_named_without_values_and_words_of_change() -> None:
    assert matters.matter("piano moved to wednesday [31 May 2023]") == matters.matter("piano is on tuesday now")
    assert not matters.matter("actually it is 12 now")
    assert not matters.matter("she'll never look back, and I'd rather not be doing that either")
    assert matters.matter("I enjoy rowing") == matters.matter("I dislike rowing")


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        ("airflow is on 2.10", "airflow is on 2.9", True),
        ("choir on tuesday", "choir is on thursday now", True),
        ("two cats", "3 cats", True),
        ("the choir meets weekly", "the choir meets monthly", True),
        ("two cats", "2 cats", False),
        ("choir on tuesday", "choir at 19:30", False),
        ("I like figs", "I like plums", False),
        ("(3) the pool is at 10", "the pool is at 10", False),
        ("the latency at p99 is fine", "the latency at p50 is fine", False),
    ],
)
def test_values_differ_only_where_both_give_one_of_a_type(one: str, other: str, differ: bool) -> None:
    assert matters.other_values(one, other) is differ
    assert matters.other_values(other, one) is differ


@pytest.mark.parametrize(
    ("one", "other", "thing"),
    [
        ("no gym membership", "joined a gym", "gym"),
        ("I'm allergic to figs", "figs are ok again", "fig"),
        ("the lift is broken", "the lift is fixed", "lift"),
        ("I joined a gym", "the gym is open", None),
        ("no gym membership", "I love figs", None),
        ("no gym membership", "my gym bag is red", None),
        ("I love the gym", "I don't want to stop going to the gym", None),
    ],
)
def test_yes_and_no_of_one_thing_stand_against_each_other(one: str, other: str, thing: str | None) -> None:
    assert matters.reversed_on(one, other) == thing
    assert matters.reversed_on(other, one) == thing


@pytest.mark.parametrize(
    ("one", "other", "turned"),
    [
        ("I prefer tea over coffee", "I prefer coffee over tea", True),
        ("the ferry goes from Faro to Porto", "the ferry goes from Porto to Faro", True),
        ("I prefer tea over coffee", "coffee is worse than tea, I prefer tea over coffee", False),
        ("figs and plums", "plums and figs", False),
    ],
)
def test_the_same_words_the_other_way_round_say_something_else(one: str, other: str, turned: bool) -> None:
    assert matters.turned(one, other) is turned
    assert matters.turned(other, one) is turned


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("I teach at Globex during the day", "I tend a bar at night", True),
        ("tea in the mornings", "coffee in the evening", True),
        ("tea in the mornings", "coffee in the morning", False),
        ("tea in the mornings", "coffee", False),
    ],
)
def test_what_holds_at_another_time_of_the_day_or_week_holds_as_well(one: str, other: str, apart: bool) -> None:
    assert matters.at_other_times(one, other) is apart
    assert matters.at_other_times(other, one) is apart


def test_what_begins_to_speak_of_another_thing_is_of_another_head() -> None:
    assert not matters.of_one_head("staging is on 2.11", "production is on 2.9")
    assert matters.of_one_head("production is on 2.11", "production is on 2.9")
    assert matters.of_one_head("its on 2.11 now", "production is on 2.9")


TALK = st.lists(
    st.sampled_from("no not joined gym figs lift is broken ok two 3 tuesday weekly and the my love now".split()), max_size=8
).map(" ".join)


@given(TALK, TALK)
def test_what_stands_against_each_other_is_of_one_matter(one: str, other: str) -> None:
    if thing := matters.reversed_on(one, other):
        assert thing in matters.matter(one) & matters.matter(other)
        assert matters.says_yes(one, thing) is not matters.says_yes(other, thing)


@given(TALK)
@example("two 3 gym")
def test_nothing_stands_against_itself(text: str) -> None:
    assert matters.reversed_on(text, text) is None
    assert not matters.turned(text, text)
    assert not matters.other_values(text, text)
