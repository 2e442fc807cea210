"""Which questions want a number or a day, and which texts hold one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bench.text_growth import cpu_s
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


@pytest.mark.parametrize(
    "query", ["Which days can I train?", "On which day is piano?", "what day suits her", "On what weekdays do we meet?"]
)
def test_question_for_a_day(query: str) -> None:
    assert counts.asks_day(query)


@pytest.mark.parametrize("query", ["How many days do I train?", "What days were lost?", "When do I train?", "How was the day?"])
def test_question_for_no_day(query: str) -> None:
    assert not counts.asks_day(query)


@pytest.mark.parametrize("text", ["lets do thursday", "Wendsdays dont work", "mon wed fri", "on Tuesdays"])
def test_text_with_a_day(text: str) -> None:
    assert counts.names_day(text)


@pytest.mark.parametrize("text", ["5 days a week", "on my birthday", "last week [Monday, 29 June 2026]", "today"])
def test_text_without_a_day(text: str) -> None:
    assert not counts.names_day(text)


@pytest.mark.parametrize("read", [counts.counted, counts.names_day])
@pytest.mark.parametrize("piece", ["[", "[a", "[]", "[ 1 "])
def test_brackets_are_read_in_a_time_that_grows_with_their_number(read: Callable[[str], object], piece: str) -> None:
    """At 32 KB a time that grows with the square is 0.4 s, one that grows with the length 0.001."""
    assert cpu_s(read, (piece * 32_768)[:32_768], 3) < 0.1
