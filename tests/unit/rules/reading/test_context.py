"""What stands beside a statement: what a model says that it needs of its message, else what the rules read."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Category
from keepsake.rules.reading import context, filing
from keepsake.rules.reading.context import Needed
from keepsake.rules.reading.statements import Statement, statements

MESSAGE = "I passed the exam. We sold the barn. 171 points. She is pleased."
SPOKEN = statements(MESSAGE)


def found(**alone: float) -> dict[str, filing.Filed]:
    """By a word of it, how surely a statement stands alone; the others surely do."""
    likely = {s.text: next((chance for word, chance in alone.items() if word in s.text), 1.0) for s in SPOKEN}
    return {text: filing.Filed(0.0, Category.EVENT, 1.0, 0.0, {}, chance) for text, chance in likely.items()}


class Points:
    """Scores of `beside 17-43: statement`, by a word of the statement and of that part of the message."""

    def __init__(self, **score: float) -> None:
        self.score, self.asked = score, list[list[str]]()

    def __call__(self, message: str, texts: Sequence[str]) -> list[float]:
        self.asked.append(list(texts))
        spans = [filing.span_of(text.partition(": ")[0]) for text in texts]
        assert None not in spans
        parts = [message[slice(*span)] for span in spans if span]
        return [next((score for word, score in self.score.items() if word in part), 0.0) for part in parts]


def test_a_statement_that_stands_alone_has_nothing_beside_it_and_nobody_is_asked_what() -> None:
    points = Points()
    assert context.needed(MESSAGE, SPOKEN, found(), points) == dict.fromkeys((s.text for s in SPOKEN), context.Needed())
    assert points.asked == []


@pytest.mark.parametrize(
    ("score", "beside"),
    [
        ({"exam": 0.9}, Needed("I passed the exam")),
        ({"exam": context.POINTED}, Needed("I passed the exam")),
        ({"exam": context.POINTED - 0.01, "barn": context.POINTED - 0.01}, None),
        ({"exam": context.POINTED - 0.01}, Needed(earlier=True)),
        ({}, Needed(earlier=True)),
        ({"exam": 0.4, "barn": 0.5}, Needed("We sold the barn")),
        ({"exam": 0.31, "barn": 0.3, "pleased": 0.35}, Needed("I passed the exam")),
    ],
)
def test_what_it_needs_is_what_the_model_points_at_most_surely(score: dict[str, float], beside: Needed | None) -> None:
    told = context.needed(MESSAGE, SPOKEN, found(points=0.1), Points(**score))
    assert told.get("171 points") == beside


def test_a_model_is_asked_of_those_near_before_it_and_never_of_itself() -> None:
    said = [f"barn number {n} is full" for n in range(60)]
    message = ". ".join(said)
    spoken = statements(message)
    held = {s.text: filing.Filed(0.0, Category.EVENT, 1.0, 0.0, {}, 0.0) for s in spoken}
    points = Points()
    context.needed(message, spoken, held, points)
    assert len(points.asked) == 2
    assert max(map(len, points.asked)) <= filing.AT_ONCE * (context.MOST_BEFORE)
    for text in (text for asked in points.asked for text in asked):
        label, _, statement = text.partition(": ")
        span = filing.span_of(label)
        assert span is not None
        assert message[slice(*span)] in said[: said.index(statement)]


def test_without_a_model_or_of_what_it_was_not_asked_the_rules_tell() -> None:
    assert context.needed(MESSAGE, SPOKEN, found(points=0.0), None) == {}
    assert context.needed(MESSAGE, SPOKEN, {}, Points()) == {}


POINTS = Statement("171 points", "", "", False, "171 points")


def test_what_a_model_says_goes_before_the_rules_but_not_before_a_question() -> None:
    said = "We sold the barn"
    assert context.of(POINTS, "", said, False) == said
    assert context.of(POINTS, "", said, False, Needed("I passed the exam")) == "I passed the exam"
    assert context.of(POINTS, "", said, False, Needed()) == ""
    assert context.of(POINTS, "How did it go?", said, False, Needed(earlier=True)) == "How did it go?"


@given(st.text(max_size=40))
def test_only_a_label_of_a_part_has_a_span(label: str) -> None:
    span = filing.span_of(label)
    assert span is None or label.startswith("beside ")
    assert filing.span_of(filing.beside(3, 17)) == (3, 17)
