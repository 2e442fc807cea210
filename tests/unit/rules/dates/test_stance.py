"""Row K4: what only might be, will be or was is not taken for what is."""

from __future__ import annotations

import pytest

from keepsake.rules.dates import stance
from keepsake.rules.dates.stance import Stance


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I live in Rome", Stance.HOLDS),
        ("type 2 diabetes", Stance.HOLDS),
        ("I'm married", Stance.HOLDS),
        ("my sister works nights", Stance.HOLDS),
        ("the release is in may", Stance.HOLDS),
        ("I lived in Rome", Stance.HELD),
        ("I used to live in Rome", Stance.HELD),
        ("we met in May", Stance.HELD),
        ("I'd been to Rome", None),
        ("I will move to Berlin", Stance.MEANT),
        ("i'll move to berlin", Stance.MEANT),
        ("I plan to move to Berlin", Stance.MEANT),
        ("she wants to move to Berlin", Stance.MEANT),
        ("I'm going to move to Berlin", Stance.MEANT),
        ("I have to call the dentist", Stance.MEANT),
        ("I decided to sell the car", Stance.MEANT),
        ("I planned to move to Oslo", Stance.MEANT),
        ("she tries to eat less sugar", Stance.MEANT),
        ("he tried to call", Stance.MEANT),
        ("i have a meeting", Stance.HOLDS),
        ("I might move to Berlin", Stance.SUPPOSED),
        ("I would move to Berlin", Stance.SUPPOSED),
        ("I'd like a window seat", Stance.SUPPOSED),
        ("we may move to Berlin", Stance.SUPPOSED),
        ("the deadline is 3 may", Stance.HOLDS),
        ("the fair runs from may to june", Stance.HOLDS),
        ("I take the train if it rains", Stance.SUPPOSED),
        ("I have lived in Rome", None),
        ("I've been to Rome", None),
        ("she has taken up chess", None),
    ],
)
def test_how_a_statement_stands_to_what_it_says(text: str, told: Stance | None) -> None:
    assert stance.of(text) is told


def test_what_has_lasted_until_now_stands_against_neither() -> None:
    assert stance.is_one("I have lived in Rome", "I live in Rome")
    assert stance.is_one("I lived in Rome", "I have lived in Rome")
    assert not stance.is_one("I lived in Rome", "I live in Rome")


@pytest.mark.parametrize(
    ("text", "supposed"),
    [
        ("Since it has come down to 10 mg, I feel we may relent", False),
        ("I should be grateful for a notice, saying that we meet on Fridays", False),
        ("I'd like a letter to my aunt in Truro", False),
        ("could you tell her that the flat is let", False),
        ("It should carry the new address", True),
        ("I might sell the boat, it leaks", True),
        ("The boat is sold if he pays", True),
        ("I'd sell the boat", True),
        ("I'd like to sell the boat", True),
    ],
)
def test_whether_a_statement_supposes_what_it_says(text: str, supposed: bool) -> None:
    assert stance.supposes(text) is supposed
