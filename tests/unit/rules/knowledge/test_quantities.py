"""Numbers in words, and which quantities are of one type (row K4)."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.knowledge import numerals, quantities


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("the bus is at six fifty two", "the bus is at 652"),
        ("we're at one sixty for groceries", "we're at 160 for groceries"),
        ("a hundred and forty a week", "140 a week"),
        ("it came to seven thousand one hundred", "it came to 7100"),
        ("make that fifty-five", "make that 55"),
        ("from the twenty-third", "from the 23th"),
        ("back in twenty twenty-six", "back in 2026"),
        ("two or three, two and three, two three", "2 or 3, 2 and 3, 2 3"),
        ("22k or £6,200", "22000 or £6200"),
        ("one of them came first, a second later", "one of them came first, a second later"),
    ],
)
def test_numbers_in_words_are_told_in_digits(said: str, told: str) -> None:
    assert numerals.in_digits(said) == told


_UNITS = "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"


def spoken(number: int) -> str:
    if number >= 1000:
        rest = f" {spoken(number % 1000)}" if number % 1000 else ""
        return f"{spoken(number // 1000)} thousand{rest}"
    if number >= 100:
        rest = f" and {spoken(number % 100)}" if number % 100 else ""
        return f"{spoken(number // 100)} hundred{rest}"
    if number < 20:
        return _UNITS.split()[number]
    tens, unit = _TENS.split()[number // 10 - 2], number % 10
    return f"{tens}-{_UNITS.split()[unit]}" if unit else tens


@given(st.integers(2, 999_999))
def test_every_number_is_read_back(number: int) -> None:
    assert numerals.in_digits(f"it took {spoken(number)} of them") == f"it took {number} of them"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("420 a day from March on", "380 a day"),
        ("Amara's bus is six forty now", "her bus is at six fifty two"),
        ("it's the 8th of June now", "starting on the 11th of May"),
        ("it came to seven thousand one hundred", "he wants £6,200"),
        ("airflow is on 2.10", "our airflow is 2.9"),
        ("goal: 80 not 82", "goal is to get to 82"),
    ],
)
def test_another_value_of_one_type(one: str, other: str) -> None:
    assert quantities.other(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("the exam came back, 1.7", "the exam is on March 27"),
        ("a room left for the 20th, 380 a night", "the first four nights are in Kyoto"),
        ("420 a day", "420 a day and no half days"),
        ("12 whips", "hedge of 40 metres"),
        ("no numbers here", "380 a day"),
    ],
)
def test_values_of_other_types_or_the_same_are_no_other_value(one: str, other: str) -> None:
    assert not quantities.other(one, other)


def test_how_often_is_a_rate() -> None:
    assert quantities.other("I swim twice a week", "I swim three times a week")
    assert not quantities.other("I swim twice a week", "I swim 2 times per week")


@pytest.mark.parametrize(
    ("value", "by", "held", "one", "surely"),
    [
        ("2", "4 puffs, not 2", "he takes 2 puffs", True, True),
        ("2", "4 puffs, not 2", "only 2 weeks old", False, False),
        ("the 19th", "on 26 September, not the 19th", "on 19 September", True, True),
        ("the 19th", "on 26 September, not the 19th", "on 18 September", False, False),
        ("16", "come off the 16, on the 49 now", "on the 16 route", True, False),
        ("85", "scratch the 85", "I weigh 85 kilos", True, False),
    ],
)
def test_what_is_replaced_is_of_the_type_of_what_is_given(value: str, by: str, held: str, one: bool, surely: bool) -> None:
    assert quantities.of_one_type(value, by, held) is one
    assert quantities.of_one_type(value, by, held, surely=True) is surely


def test_a_version_is_no_time() -> None:
    assert not quantities.other("the job runs 3.0", "the job starts at 02:00")
    assert quantities.other("the job is at 3.30", "the job starts at 02:00")


def test_a_number_by_itself_counts_what_both_speak_of() -> None:
    assert quantities.other("those whips, make that fifty-five", "forty whips", frozenset({"whip"}))
    assert not quantities.other("make that fifty-five", "forty whips")


def test_types_of_a_long_list_are_not_compared_each_with_each() -> None:
    one, other = (" ".join(f"{i % 9 + add} thing{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(400)) for add in (1, 1))
    with patch.object(quantities, "_differ", return_value=False) as compared:
        quantities.other(f"{one} 7", f"{other} 8")
    assert compared.call_count <= 2 * len(quantities.quantities(one)) + 1
