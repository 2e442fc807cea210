"""Whether what a message asks of the assistant holds for good (row R12)."""

from __future__ import annotations

import pytest

from bench import tune_standing as fitting
from keepsake.rules.reading import for_good
from tests.unit.rules.reading.talk import claims_of


def instructed(*texts: str) -> list[str]:
    return [c.content for c in claims_of(*texts) if c.subject == "assistant"]


@pytest.mark.parametrize(
    ("message", "instruction"),
    [
        ("I bind books in Ghent. You may call me Bix", "You may call me Bix"),
        ("answers in points, max 80 words", "answers in points"),
        ("You may drop the titles", "You may drop the titles"),
    ],
)
def test_an_instruction_that_no_pattern_knows_is_told_by_its_words(message: str, instruction: str) -> None:
    assert instructed(message) == [instruction]


@pytest.mark.parametrize(
    "message",
    [
        "Write a card for my aunt Greta, three lines, make it warm",
        "I keep nine hens and sell the eggs",
        "the coach said keep your elbows in",
        "we never launch with the tide going out",
    ],
)
def test_what_is_for_one_task_or_of_ones_own_life_instructs_nobody(message: str) -> None:
    assert instructed(message) == []


def test_what_stands_beside_a_statement_is_read_with_it() -> None:
    first, second = for_good.signs(["I bind books", "short answers please"], [None, "a request"])
    assert {"after first", "before a request", "is None", "of 2", "long 3"} <= first
    assert {"after None", "before last", "is a request"} <= second
    assert list(for_good.signs([], [])) == []


def test_every_piece_stands_in_its_message() -> None:
    rows = fitting.rows(fitting.WRITTEN)
    assert len(rows) > 600
    assert all(piece in row["message"] for row in rows for piece in (*row["standing"], *row["once"]))


def test_served_weights_find_what_most_readers_call_an_instruction() -> None:
    found = fitting.counted(fitting.served(), [p for message in fitting.read()[::15] for p in message])
    assert found["by either right"] > 1.25 * found["by pattern right"]
    assert found["by either wrong"] < 1.25 * found["by pattern wrong"]


def test_fit_finds_the_words_that_tell_and_drops_the_rare_ones() -> None:
    told = [*fitting.pieces("I sail a boat. always answer in verse", ["always answer in verse"])] * 10
    made = fitting.fit([*told, *fitting.pieces("zither", [])])
    weights = dict(zip(made.signs, made.tenths.tolist(), strict=True))
    assert weights["always"] > 0 > weights["boat"]
    assert "zither" not in weights
