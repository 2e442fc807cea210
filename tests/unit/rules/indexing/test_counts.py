"""Which questions want a number, and which texts hold one."""

from __future__ import annotations

import pytest

from keepsake.rules.indexing import counts


@pytest.mark.parametrize(
    "query",
    [
        "How many people work there?", "how much is the rent", "How old is she now?", "What's the price per sensor?",
        "What is the user's target weight?", "Which version do we run?", "What does it cost?", "How often does he run?",
    ],
)  # fmt: skip
def test_question_for_a_number(query: str) -> None:
    assert counts.asks_number(query)


@pytest.mark.parametrize(
    "query", ["Where do I live?", "How do I like my tea?", "Who leads the team?", "What did Ann say about the costly move?"]
)
def test_question_for_something_else(query: str) -> None:
    assert not counts.asks_number(query)


@pytest.mark.parametrize("text", ["theres 9 of us now", "we charge €29/sensor", "three cats", "size 140", "1,500 a month", "python 3.12"])
def test_text_with_a_number(text: str) -> None:
    assert counts.counted(text)


@pytest.mark.parametrize("text", ["I moved on Monday [29 June 2026]", "a dog", "one of them", "no idea", "B2B only"])
def test_text_without(text: str) -> None:
    assert not counts.counted(text)
