"""No date is named in a statement where it is in doubt."""

from __future__ import annotations

from datetime import datetime

import pytest

from keepsake.rules.dates import doubts
from keepsake.rules.dates.temporal import phrases


def labels(text: str, said: str, sentence: str = "") -> list[str]:
    at = datetime.fromisoformat(f"{said}T12:00:00+00:00")
    return [p.label for p in doubts.without(phrases(text, at), text, sentence or text, at)]


@pytest.mark.parametrize(
    ("text", "said", "told"),
    [
        ("the river is shut june to august", "2026-02-18", []),
        ("the river is shut from May to September", "2026-02-18", []),
        ("the river is shut from 1 May to 3 September", "2026-02-18", ["1 May 2026", "3 September 2026"]),
        ("the river is shut until August", "2026-02-18", ["August 2026"]),
        ("we were supposed to sail in July", "2026-04-27", []),
        ("we were supposed to sail in July 2025", "2026-04-27", ["July 2025"]),
        ("we were supposed to sail yesterday", "2026-04-27", ["26 April 2026"]),
        ("we were going to sail in July, and sailed in May", "2026-08-01", ["May 2026"]),
        ("a night shift this week", "2026-03-28", ["the week of 23 March 2026"]),
        ("a night shift this week", "2026-03-29", []),
    ],
)
def test_in_doubt_nothing_is_told(text: str, said: str, told: list[str]) -> None:
    assert labels(text, said) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("the rehearsal moves to the Friday, the 16th of June", ["16 June 2023"]),
        ("we fly on Friday and are back on 20 June", ["26 May 2023", "20 June 2023"]),
    ],
)
def test_a_day_of_the_week_whose_date_stands_beside_it_is_named_once(text: str, told: list[str]) -> None:
    assert labels(text, "2023-05-22", "none of them") == told


def test_a_bare_day_beside_a_month_elsewhere_in_its_sentence_is_of_no_month() -> None:
    assert labels("the race is on the 20th", "2026-06-02") == ["20 June 2026"]
    assert labels("the race is on the 20th", "2026-06-02", "off from the 1st of July, the race is on the 20th") == []
