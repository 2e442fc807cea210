"""Row K4: the same words with other parts say something else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.knowledge import roles
from tests.unit.flows.knowledge.test_stances import after

APART = [
    ("I moved from Rome", "I moved to Rome"),
    ("My flight to Oslo is on Friday", "My flight from Oslo is on Friday"),
    ("I love her dog", "I love his dog"),
    ("I got a letter for Ana", "I got a letter from Ana"),
    ("I gave Tom the book", "Tom gave me the book"),
    ("I was hired by Acme", "I hired Acme"),
    ("I ran with Tom", "I ran from Tom"),
]


@pytest.mark.parametrize(("one", "other"), APART)
def test_things_with_other_parts_are_told_apart_and_both_statements_stay(one: str, other: str) -> None:
    assert roles.apart(one, other)
    left = after(f"{one}.", f"{other}.")
    assert {t: m.event_ids for t, m in left.items()} == {one: ("m1",), other: ("m2",)}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("My flight is on Friday", "my flight is friday"),
        ("I live in the old town", "i live at the old town"),
        ("the dog is ill", "my dog is ill"),
        ("my house is in Rome", "our house is in Rome"),
        ("I gave Tom the book", "I gave the book to Tom"),
    ],
)
def test_what_says_the_same_in_other_small_words_is_not_told_apart(one: str, other: str) -> None:
    assert not roles.apart(one, other)


@given(st.text(), st.text())
def test_it_is_the_same_both_ways_and_nothing_is_apart_from_itself(one: str, other: str) -> None:
    assert roles.apart(one, other) == roles.apart(other, one)
    assert not roles.apart(one, one)
