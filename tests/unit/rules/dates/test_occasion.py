"""One occasion is told from what is so each week."""

from __future__ import annotations

import pytest

from keepsake.rules.dates import occasion


@pytest.mark.parametrize(
    ("text", "one"),
    [
        ("rowing is on Sunday THIS week [the week of 4 May 2026] only", True),
        ("rowing is on Sunday this week only", True),
        ("only for this week we meet at nine", True),
        ("this time only it is Otto's turn", True),
        ("just this once I take the car", True),
        ("the crew change is Thursday, one time only", True),
        ("from this week on we row on Sunday", False),
        ("just once a week", False),
    ],
)
def test_what_is_said_to_be_so_once_is_one_occasion(text: str, one: bool) -> None:
    assert occasion.is_one(text) is one


@pytest.mark.parametrize(
    ("text", "habit"), [("rowing is tues n thurs", True), ("rowing is on Tuesday", False), ("I row on Tuesdays", True)]
)
def test_two_days_of_the_week_are_a_habit(text: str, habit: bool) -> None:
    assert occasion.is_habit(text) is habit
