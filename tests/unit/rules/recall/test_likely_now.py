"""How likely a later fact tells how it stands (row Q4)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Memory, Role, Trust
from keepsake.rules import words
from keepsake.rules.recall import answering, grouping, items, latest, likely_now, telling
from keepsake.rules.recall.fusion import Candidate
from tests.builders import NOW, event, fact, scope

LATER_ON = NOW + timedelta(weeks=9)
ANSWERS = 0.35
NIGHTS = fact("Dev works nights at the bakery", memory_id="f_1", event_ids=("m1",), subject="dev", at=NOW)
PUT_ON_DAYS = "They put Dev on days when he got promoted, he isn't so tired now"
DAYS = fact(PUT_ON_DAYS, memory_id="f_2", event_ids=("m2",), subject="dev", at=LATER_ON)
BREAD = fact("Dev bakes a rye loaf on Sundays", memory_id="f_3", event_ids=("m3",), subject="dev", at=LATER_ON)
QUESTION = "When does Dev work?"


def ranked(*found: tuple[Memory, float, float], query: str = QUESTION) -> list[tuple[Candidate, Memory]]:
    pairs = [(Candidate(m.key, {}, {"vector": 1.0}, score, cosine), m) for m, score, cosine in found]
    return [(c, r) for c, r in grouping.group(pairs, None, answering.read(query, ANSWERS)).kept if isinstance(r, Memory)]


def ids(*found: tuple[Memory, float, float], query: str = QUESTION) -> list[str]:
    return [m.memory_id for _, m in ranked(*found, query=query)]


def chance(earlier: Memory, later: Memory, near: float = 0.4, places: int = 1) -> float:
    pairs = [(Candidate(m.key, {}, {}, 1.0, cosine), m) for m, cosine in ((earlier, 0.45), (later, near))]
    said = {c.key: words.content(m.content.summary) for c, m in pairs}
    return likely_now.chance(*pairs, places, said, answering.read(QUESTION, ANSWERS))


def test_change_told_in_other_words_is_told_first_and_says_why() -> None:
    kept = ranked((NIGHTS, 1.1, 0.5), (BREAD, 1.0, 0.2), (DAYS, 0.9, 0.45))
    assert [m.memory_id for _, m in kept] == ["f_2", "f_1", "f_3"]
    assert "likely how it stands: said later than what was found first" in items.item(*kept[0]).why
    assert all(telling.LATER not in c.legs for c, _ in kept[1:])


def test_turns_between_take_no_facts_chance() -> None:
    turns = [event(event_id=f"t{n}", content=f"Dev rang about oven number {n}", timestamp=NOW) for n in range(2 * latest.MOST_COMPARED)]
    pairs: list[answering.Pair] = [(Candidate(NIGHTS.key, {}, {}, 1.1, 0.5), NIGHTS)]
    pairs += [(Candidate(t.key, {}, {}, 1.0, 0.3), t) for t in turns]
    kept = grouping.group([*pairs, (Candidate(DAYS.key, {}, {}, 0.1, 0.4), DAYS)], None, answering.read(QUESTION, ANSWERS)).kept
    assert [r.memory_id for _, r in kept if isinstance(r, Memory)] == ["f_2", "f_1"]
    assert kept[0][1] is DAYS


@pytest.mark.parametrize(
    "found",
    [
        ((NIGHTS, 1.1, 0.5), (BREAD, 1.0, 0.2)),
        (
            (NIGHTS, 1.1, 0.5),
            (DAYS.model_copy(update={"content": DAYS.content.model_copy(update={"structured": {}}), "valid_from": NOW}), 1, 0.4),
        ),
    ],
    ids=["far from the question", "of the same day"],
)
def test_what_is_found_first_stays_first(found: tuple[tuple[Memory, float, float], ...]) -> None:
    assert ids(*found)[0] == "f_1"


@pytest.mark.parametrize("query", ["When does Dev work, and how was it previously?", "Where did Dev work?", "Wasn't Dev at work?"])
def test_who_asks_how_it_was_or_what_happened_gets_the_order_as_it_is(query: str) -> None:
    assert ids((NIGHTS, 1.1, 0.5), (DAYS, 0.9, 0.4), query=query)[0] == "f_1"


@pytest.mark.parametrize(
    "fields",
    [{"scope": scope(user_id="u2")}, {"source_role": Role.TOOL, "trust": Trust.UNTRUSTED}],
    ids=["another user's, shared", "a tool's"],
)
def test_nobody_else_says_how_it_stands(fields: dict[str, Any]) -> None:
    assert ids((NIGHTS, 1.1, 0.5), (DAYS.model_copy(update=fields), 0.9, 0.4))[0] == "f_1"


def test_what_is_over_stays_true_and_what_is_told_beside_ends_nothing() -> None:
    over = NIGHTS.model_copy(update={"content": NIGHTS.content.model_copy(update={"summary": "Dev worked nights at the bakery"})})
    beside = DAYS.model_copy(update={"content": DAYS.content.model_copy(update={"summary": DAYS.content.summary + " too"})})
    assert chance(over, DAYS) < chance(NIGHTS, DAYS)
    assert chance(NIGHTS, beside) < chance(NIGHTS, DAYS)


@given(st.floats(-1, 1), st.floats(-1, 1), st.integers(1, 50))
def test_the_nearer_to_the_question_the_likelier(one: float, other: float, places: int) -> None:
    low, high = sorted((one, other))
    assert 0 <= chance(NIGHTS, DAYS, low, places) <= chance(NIGHTS, DAYS, high, places) <= 1


@given(st.integers(0, 4_000), st.integers(0, 4_000))
def test_the_longer_ago_the_likelier(one: int, other: int) -> None:
    fewer, more = sorted((one, other))
    later = [fact(DAYS.content.summary, memory_id="f_2", subject="dev", at=NOW + timedelta(days=d)) for d in (fewer, more)]
    assert chance(NIGHTS, later[0]) <= chance(NIGHTS, later[1])
