"""What a question asks for beyond its words (row Q4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Event, Memory
from keepsake.rules.recall import answering
from keepsake.rules.recall.fusion import LEG_WEIGHTS, Candidate
from tests.builders import event, fact


@pytest.mark.parametrize(
    ("asked", "now"),
    [
        ("Where do I live?", True),
        ("How many people work there?", True),
        ("How far am I in 'A History of Salt', and who wrote \"Before the Tide\"?", True),
        ("What's in my brother's history of jobs' end?", False),
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


def found_by_words(*texts: str) -> list[answering.Pair]:
    """Facts, each found by its words a little better than the next."""
    facts = [fact(t, memory_id=f"f_{n}") for n, t in enumerate(texts)]
    return [(Candidate(f.key, {}, {"keyword": 1.0 - n / 100}, 0.5 - n / 100), f) for n, f in enumerate(facts)]


def test_what_holds_more_of_what_is_asked_for_stands_before_what_shares_a_verb_with_it() -> None:
    pairs = found_by_words("I use the tram", "bike lights: I use the ones from Lupine")
    assert [said for _, said in order("Which bike lights do I use?", pairs)] == ["f_1", "f_0"]


def test_what_no_search_by_words_found_loses_nothing() -> None:
    near = fact("a Lupine one", memory_id="f_1")
    pairs: list[answering.Pair] = [(Candidate(near.key, {}, {"vector": 1.0}, 0.45), near)]
    assert order("Which bike lights do I use?", pairs) == [(0.45, "f_1")]


def test_a_long_question_is_held_by_what_holds_some_of_its_words() -> None:
    asked = "I was looking back at our talk about the garden shed and wondered: which paint did I say I bought for its door and roof?"
    pairs = found_by_words("I bought grey paint for the door and roof of the garden shed")
    assert order(asked, pairs) == [(0.5, "f_0")]


@given(
    st.sampled_from(("Which bike lights?", "what", "", "Where did the red bike go?")),
    st.lists(st.text(min_size=1, max_size=40), min_size=1, max_size=5, unique=True),
)
def test_nothing_gains_by_its_words_and_nothing_loses_more_than_they_brought(asked: str, texts: list[str]) -> None:
    before = {c.key: c.score for c, _ in found_by_words(*texts)}
    after = answering.favour(answering.read(asked), found_by_words(*texts))
    assert all(before[c.key] - LEG_WEIGHTS["keyword"] <= c.score <= before[c.key] for c, _ in after)


def order(asked: str, pairs: list[answering.Pair]) -> list[tuple[float, str]]:
    return [(round(c.score, 2), named(r)) for c, r in answering.favour(answering.read(asked), pairs)]


def named(record: Memory | Event) -> str:
    return record.event_id if isinstance(record, Event) else record.memory_id
