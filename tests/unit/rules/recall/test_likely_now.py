"""Which of the best facts tells how it stands (row Q4)."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Category, Memory, Role, Trust
from keepsake.rules.recall import answering, items, likely_now, succession, telling
from keepsake.rules.recall.fusion import Candidate
from tests.builders import NOW, event, fact, scope

LATER_ON = NOW + timedelta(weeks=9)
ANSWERS = 0.35
NIGHTS = fact("Dev works nights at the bakery", memory_id="f_1", event_ids=("m1",), subject="dev", at=NOW, category=Category.ATTRIBUTE)
PUT_ON_DAYS = "They put Dev on days when he got promoted, he isn't so tired now"
DAYS = fact(PUT_ON_DAYS, memory_id="f_2", event_ids=("m2",), subject="dev", at=LATER_ON, category=Category.ATTRIBUTE)
BREAD = fact("Dev bakes a rye loaf on Sundays", memory_id="f_3", event_ids=("m3",), subject="dev", at=LATER_ON, category=Category.ATTRIBUTE)
QUESTION = "When does Dev work?"

Found = tuple[Memory, float]


def asked(query: str = QUESTION) -> answering.Asked:
    return answering.read(query, ANSWERS)


def pairs(*found: Found, legs: dict[str, float] | None = None) -> list[answering.Pair]:
    """In the order in which they were found, by cosine; `legs` of the first."""
    return [(Candidate(m.key, {}, dict((legs or {}) if n == 0 else {}), 1.0 - n / 10, cosine), m) for n, (m, cosine) in enumerate(found)]


def ids(*found: Found, query: str = QUESTION, legs: dict[str, float] | None = None) -> list[str]:
    return [m.memory_id for _, m in likely_now.first(pairs(*found, legs=legs), asked(query)) if isinstance(m, Memory)]


def signs(*facts: Memory, query: str = QUESTION) -> list[likely_now.Signs]:
    return compared(*((m, 0.4) for m in facts), query=query)


def compared(*found: Found, query: str = QUESTION, messages: Mapping[str, float] = MappingProxyType({})) -> list[likely_now.Signs]:
    facts = [likely_now.Compared(n, (Candidate(m.key, {}, {}, 1.0, cosine), m)) for n, (m, cosine) in enumerate(found)]
    return likely_now.signs(facts, asked(query), messages)


def worded(memory: Memory, text: str, **fields: Any) -> Memory:
    return memory.model_copy(update=fields | {"content": memory.content.model_copy(update={"summary": text})})


def test_change_told_in_other_words_is_told_first_and_says_why() -> None:
    kept = likely_now.first(pairs((NIGHTS, 0.5), (DAYS, 0.45), (BREAD, 0.2)), asked())
    assert [r.memory_id for _, r in kept if isinstance(r, Memory)] == ["f_2", "f_1", "f_3"]
    assert "likely how it stands: put before what was found first" in items.item(*kept[0]).why
    assert all(telling.LIKELY not in c.legs for c, _ in kept[1:])
    assert [c.score for c, _ in kept] == sorted((c.score for c, _ in kept), reverse=True)


def test_messages_keep_their_places_but_for_the_one_that_a_fact_stands_before() -> None:
    turns: list[answering.Pair] = [
        (Candidate(t.key, {}, {}, 1.0, 0.3), t)
        for n in range(30)
        if (t := event(event_id=f"t{n}", content=f"Oven {n} is hot", timestamp=NOW))
    ]
    (nights, days) = pairs((NIGHTS, 0.5), (DAYS, 0.45))
    kept = likely_now.first([turns[0], nights, *turns[1:], days], asked())
    assert kept == [turns[0], days, nights, *turns[1:]]


SOLD = fact("The Corolla is sold", memory_id="f_4", event_ids=("m4",), at=LATER_ON, category=Category.ATTRIBUTE)
SIENNA = fact("it's a Sienna we drive", memory_id="f_5", event_ids=("m4",), at=LATER_ON, category=Category.ATTRIBUTE)
CARS = event(event_id="m4", content="The Corolla is sold, it's a Sienna we drive", timestamp=LATER_ON)
WHICH_CAR = "Which car do they drive?"


def beside_their_message(sold: float, sienna: float) -> tuple[list[answering.Pair], answering.Pair]:
    """A recall's facts and messages, and the fact that the last message stands for, each with its cosine."""
    nights, was_sold, drives = pairs((NIGHTS, 0.1), (SOLD, sold), (SIENNA, sienna))
    return [nights, was_sold, (Candidate(CARS.key, {}, {}, 0.7, 0.5), CARS)], drives


def test_what_a_message_stands_for_is_told_first_where_it_is_likelier() -> None:
    told, drives = beside_their_message(sold=0.4, sienna=0.5)
    held = list(likely_now.held([*told, drives], {"f_5": "m4"}))
    assert [(h.fact, h.by) for h in held] == [(drives, "m4")]
    assert likely_now.first(told, asked(WHICH_CAR), held, {"m4": 1.0}) == [drives, *told]
    assert drives[0].score == told[0][0].score
    assert telling.LIKELY in drives[0].legs


def test_what_a_message_stands_for_stays_with_it_where_something_else_is_likelier() -> None:
    told, drives = beside_their_message(sold=0.5, sienna=0.1)
    kept = likely_now.first(told, asked(WHICH_CAR), likely_now.held([*told, drives], {"f_5": "m4"}), {"m4": 1.0})
    assert kept == [told[1], told[0], told[2]]


@pytest.mark.parametrize("by", ["f_4", "m9", None], ids=["told by another fact", "by a message that it does not rest on", "by nothing"])
def test_only_what_is_told_by_its_own_message_is_held(by: str | None) -> None:
    found = pairs((SIENNA, 0.9))
    assert list(likely_now.held(found, {"f_5": by} if by else {})) == []
    assert [h.by for h in likely_now.held(found, {"f_5": "m4"})] == ["m4"]


def test_of_what_messages_stand_for_a_few_are_compared() -> None:
    told, _ = beside_their_message(sold=0.2, sienna=0.2)
    many = pairs(*((worded(SIENNA, f"we drive car {n}", memory_id=f"f_{n + 10}"), 0.3) for n in range(40)))
    held = [likely_now.Held((c, r), "m4") for c, r in many if isinstance(r, Memory)]
    with patch.object(likely_now, "signs", wraps=likely_now.signs) as weighed:
        kept = likely_now.first(told, asked(WHICH_CAR), held, {})
    assert len(weighed.call_args.args[0]) == 2 + likely_now.MOST_HELD
    assert len(kept) == len(told) + 1


def test_a_fact_of_a_message_that_was_found_better_is_likelier() -> None:
    weak, best, untold = compared((NIGHTS, 0.5), (DAYS, 0.5), (BREAD, 0.5), messages={"m1": 0.5, "m2": 2.0})
    assert (weak.message, best.message, untold.message) == (-0.75, 0.0, -1.0)
    assert [s.message for s in compared((NIGHTS, 0.5), (DAYS, 0.5))] == [0.0, 0.0]
    assert likely_now.WEIGHTS.message > 0


@pytest.mark.parametrize(
    "found",
    [
        ((NIGHTS, 0.5), (BREAD, 0.2)),
        ((NIGHTS, 0.5), (DAYS.model_copy(update={"content": NIGHTS.content, "valid_from": NOW}), 0.45)),
        ((NIGHTS, 0.5), (worded(BREAD, "My mate Lou went on days when he got promoted", subject="lou"), 0.45)),
        ((NIGHTS, 0.5),),
    ],
    ids=["far from the question", "of the same day", "of somebody else", "nothing beside it"],
)
def test_what_is_found_first_stays_first(found: tuple[Found, ...]) -> None:
    assert ids(*found)[0] == "f_1"


def test_nothing_is_made_of_nothing() -> None:
    assert likely_now.first([], asked()) == []


@pytest.mark.parametrize("query", ["When does Dev work, and how was it previously?", "Where did Dev work?", "Wasn't Dev at work?"])
def test_who_asks_how_it_was_or_what_happened_gets_the_order_as_it_is(query: str) -> None:
    assert ids((NIGHTS, 0.5), (DAYS, 0.5), query=query)[0] == "f_1"


def test_what_took_the_place_of_just_what_is_asked_for_stays_first() -> None:
    assert ids((NIGHTS, 0.5), (DAYS, 0.5), legs={succession.SUCCEEDS: 1.0})[0] == "f_1"
    assert ids((NIGHTS, 0.5), (DAYS, 0.5), legs={succession.SUCCEEDS: succession.PARTLY})[0] == "f_2"


def test_what_lies_in_the_time_that_is_asked_for_stays_first() -> None:
    assert ids((NIGHTS, 0.5), (DAYS, 0.5), legs={"time": 1.0})[0] == "f_1"
    assert ids((NIGHTS, 0.5), (DAYS, 0.5), legs={"vector": 1.0})[0] == "f_2"


def test_what_stands_behind_the_one_that_may_have_replaced_it_is_not_told_before_it() -> None:
    (nights, days) = pairs((NIGHTS, 0.5), (DAYS, 0.5))
    days[0].legs[telling.EARLIER] = 1.0
    assert likely_now.first([nights, days], asked()) == [nights, days]


@pytest.mark.parametrize(
    "fields",
    [{"scope": scope(user_id="u2")}, {"source_role": Role.TOOL, "trust": Trust.UNTRUSTED}],
    ids=["another user's, shared", "a tool's"],
)
def test_nobody_else_says_how_it_stands(fields: dict[str, Any]) -> None:
    assert ids((NIGHTS, 0.5), (DAYS.model_copy(update=fields), 0.5))[0] == "f_1"


@pytest.mark.parametrize(
    "text",
    ["Maybe they put Dev on days", "If they promote Dev he goes on days", "Dev worked days when I was at school", "Is Dev on days?"],
)
def test_what_is_hedged_supposed_or_of_a_former_life_is_put_before_nothing(text: str) -> None:
    assert ids((NIGHTS, 0.5), (DAYS, 0.5))[0] == "f_2"
    assert ids((NIGHTS, 0.5), (worded(DAYS, text), 0.5))[0] == "f_1"
    assert ids((worded(NIGHTS, text), 0.5), (worded(DAYS, text), 0.5))[0] == "f_1"


@pytest.mark.parametrize(
    ("text", "query", "another"),
    [
        ("My mate Lou is on days now", QUESTION, True),
        ("and my old flatmate is on days now", QUESTION, True),
        ("My mate Lou is on days now", "When does my mate work?", False),
        ("My mate Dev is on days now", QUESTION, False),
        ("My shifts are days now", QUESTION, False),
    ],
)
def test_somebody_else_is_who_opens_it_and_is_not_asked_about(text: str, query: str, another: bool) -> None:
    assert signs(worded(DAYS, text, subject="dev" if "Dev" in text else "lou"), query=query)[0].of_another is another


@pytest.mark.parametrize(
    ("text", "query", "once"),
    [
        ("Dev is on days this week [the week of 4 May 2026]", "When does Dev normally work?", True),
        ("Just the once Dev took the days", "When does Dev work as a rule?", True),
        ("Dev is on days this week [the week of 4 May 2026]", QUESTION, False),
        ("Dev is on days", "When does Dev normally work?", False),
    ],
)
def test_one_week_is_not_what_is_usual(text: str, query: str, once: bool) -> None:
    assert signs(worded(DAYS, text), query=query)[0].once is once


@given(st.lists(st.tuples(st.floats(-1, 1), st.integers(0, 4_000)), min_size=1, max_size=30))
def test_signs_are_bounded_and_one_fact_is_told_first(found: list[tuple[float, int]]) -> None:
    facts = [
        (fact(f"Dev {n}", memory_id=f"f_{n}", subject="dev", at=NOW + timedelta(days=d)), cosine) for n, (cosine, d) in enumerate(found)
    ]
    for made in compared(*facts):
        assert made.place <= 0
        assert made.near <= 0
        assert made.unnamed <= 0
        assert 0 <= made.later <= 1
        assert made.message <= 0
    told = ids(*facts)
    assert sorted(told) == sorted(m.memory_id for m, _ in facts)
    assert [i for i in told if i != told[0]] == [m.memory_id for m, _ in facts if m.memory_id != told[0]]
    assert told[0] in {m.memory_id for m, _ in facts[: likely_now.MOST]}


@given(st.floats(-1, 1), st.floats(-1, 1), st.integers(0, 4_000), st.integers(0, 4_000))
def test_nearer_and_later_are_likelier(one: float, other: float, day: int, later: int) -> None:
    (low, high), (old, new) = sorted((one, other)), sorted((day, later))
    ages = [fact("Dev works", memory_id=f"f_{n}", subject="dev", at=NOW + timedelta(days=d)) for n, d in enumerate((old, new))]
    first, second = compared(*zip(ages, (low, high), strict=True))
    assert first.near <= second.near
    assert first.later <= second.later
    assert likely_now.WEIGHTS.near > 0
    assert likely_now.WEIGHTS.later > 0
