"""What a question asks for beyond its words (row Q4)."""

from __future__ import annotations

import pytest

from keepsake.records import Event, Memory
from keepsake.rules.recall import answering
from keepsake.rules.recall.fusion import Candidate
from tests.builders import event, fact


@pytest.mark.parametrize(
    ("asked", "now"),
    [
        ("Where do I live?", True),
        ("How many people work there?", True),
        ("Where did I live before?", False),
        ("What was my previous job?", False),
        ("In what order did I mention them?", False),
        ("Give me a summary of my training", False),
    ],
)
def test_whether_it_asks_how_things_stand(asked: str, now: bool) -> None:
    assert answering.read(asked).now is now


def test_only_a_value_of_the_kind_that_is_asked_for_answers() -> None:
    number, day, other = (answering.read(q) for q in ("How many are we?", "Which days can I train?", "Where do I live?"))
    texts = ("theres 9 of us", "lets do thursday", "in Ghent")
    assert [[a.answered_by(t) for t in texts] for a in (number, day, other)] == [
        [True, False, False],
        [False, True, False],
        [False, False, False],
    ]


@pytest.mark.parametrize(("asked", "first"), [("Which days can I train?", "f_1"), ("How do I train?", "m1")])
def test_what_names_a_day_is_lifted_where_one_is_asked_for(asked: str, first: str) -> None:
    turn, days = event(event_id="m1", content="what if i trained 5 days a week"), fact("thursday works", memory_id="f_1")
    pairs: list[tuple[Candidate, Memory | Event]] = [(Candidate(turn.key, {}, {}, 1.2), turn), (Candidate(days.key, {}, {}, 1.0), days)]
    best = answering.favour(answering.read(asked), pairs)[0][1]
    assert (best.event_id if isinstance(best, Event) else best.memory_id) == first
