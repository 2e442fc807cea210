"""Of two that tell of one thing and answer as well, the later stands first (row Q4)."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Event, Memory, Role
from keepsake.rules.recall import answering, grouping
from keepsake.rules.recall.fusion import Candidate
from tests.builders import DAY, NOW, event, fact

EARLIER = fact("I have a cocktail class on Thursdays", memory_id="f_1", event_ids=("m1",), at=NOW)
LATER = fact("I have a cocktail class on Fridays now", memory_id="f_2", event_ids=("m2",), at=NOW + DAY)
OTHER = fact("I like gin with lime", memory_id="f_3", event_ids=("m3",), at=NOW + DAY)


def ranked(*found: tuple[Memory | Event, float, float], query: str = "Which day is my class?") -> list[str]:
    """Ids in the order of the list, by score and cosine."""
    pairs = [(Candidate(m.key, {}, {}, score, cosine), m) for m, score, cosine in found]
    kept = grouping.group(pairs, None, answering.read(query, 0.4)).kept
    return [r.event_id if isinstance(r, Event) else r.memory_id for _, r in kept]


def test_later_of_two_about_one_thing_stands_directly_before_the_earlier() -> None:
    assert ranked((EARLIER, 1.1, 0.67), (OTHER, 1.0, 0.66), (LATER, 0.9, 0.64)) == ["f_2", "f_1", "f_3"]


def test_later_of_several_stands_before_all_of_them() -> None:
    """The fact, the turn that it was cut from and another one of them: none of these takes the later one back behind the first."""
    turn = event(content="By the way I have a cocktail class on Thursdays", event_id="m1", timestamp=NOW)
    other = EARLIER.model_copy(update={"memory_id": "f_4", "event_ids": ("m4",)})
    found = [(EARLIER, 1.1, 0.67), (turn, 1.05, 0.66), (other, 1.0, 0.66), (LATER, 0.9, 0.64)]
    assert ranked(*found)[0] == "f_2"


@pytest.mark.parametrize(
    "later",
    [
        LATER.model_copy(update={"subject": "mum"}),
        fact("I have a cocktail class on Fridays now", memory_id="f_2", event_ids=("m2",), at=NOW),
        OTHER.model_copy(update={"memory_id": "f_2"}),
    ],
    ids=["another subject", "the same day", "another thing"],
)
def test_what_is_not_later_about_the_same_stays_behind(later: Memory) -> None:
    assert ranked((EARLIER, 1.1, 0.47), (later, 0.9, 0.44)) == ["f_1", "f_2"]


def test_later_that_answers_less_stays_behind() -> None:
    plain = fact("I have a cocktail class on Fridays", memory_id="f_2", event_ids=("m2",), at=NOW + DAY)
    assert ranked((EARLIER, 1.1, 0.67), (plain, 0.9, 0.4)) == ["f_1", "f_2"]


def test_later_that_marks_a_change_of_what_is_asked_for_may_lie_farther() -> None:
    assert ranked((EARLIER, 1.1, 0.67), (LATER, 0.9, 0.4)) == ["f_2", "f_1"]
    assert ranked((EARLIER, 1.1, 0.67), (LATER, 0.9, 0.3)) == ["f_1", "f_2"]
    elsewhere = fact("I am fond of gin now", memory_id="f_2", event_ids=("m2",), at=NOW + DAY)
    assert ranked((EARLIER, 1.1, 0.67), (elsewhere, 0.9, 0.4)) == ["f_1", "f_2"]


def test_who_asks_how_it_was_gets_the_order_as_it_is() -> None:
    assert ranked((EARLIER, 1.1, 0.67), (LATER, 0.9, 0.64), query="What was my previous class day?") == ["f_1", "f_2"]


def of(subject: str, content: str, memory_id: str, **fields: Any) -> Memory:
    return fact(content, subject=subject, memory_id=memory_id, event_ids=(f"e_{memory_id}",), **fields)


def test_later_about_somebody_else_answers_who_did() -> None:
    wrote = of("bob", "Bob Hill wrote the cookbook with a foreword by Eve", "f_1")
    corrected = of("ann", "Ann Moor, not Bob Hill, wrote the cookbook with a foreword by Eve", "f_2", at=NOW + DAY)
    asked = "Who wrote the cookbook with a foreword by Eve?"
    assert ranked((wrote, 1.1, 0.7), (corrected, 0.9, 0.6), query=asked) == ["f_2", "f_1"]


def test_later_about_somebody_else_says_nothing_of_whom_the_question_names() -> None:
    sister, brother = of("sister", "my sister lives in Ghent", "f_1"), of("brother", "my brother lives in Ghent", "f_2", at=NOW + DAY)
    assert ranked((sister, 1.1, 0.7), (brother, 0.9, 0.65), query="Where does my sister live?") == ["f_1", "f_2"]


def test_later_number_stands_first_where_a_number_is_asked_for() -> None:
    four = fact("I've written four so far since I began", memory_id="f_1", event_ids=("m1",))
    seven = fact("completed 7 short stories", memory_id="f_2", event_ids=("m2",), at=NOW + DAY)
    asked = "How many short stories have I written?"
    assert ranked((four, 1.1, 0.6), (seven, 0.9, 0.62), query=asked) == ["f_2", "f_1"]
    assert ranked((four, 1.1, 0.6), (seven, 0.9, 0.62), query="Which stories have I written?") == ["f_1", "f_2"]
    assert ranked((four, 1.1, 0.3), (seven, 0.9, 0.32), query=asked) == ["f_1", "f_2"], "neither is near enough to answer"


@pytest.mark.parametrize(("role", "first"), [(Role.USER, "m2"), (Role.ASSISTANT, "m1")])
def test_later_turn_stands_first_where_a_user_said_it(role: Role, first: str) -> None:
    thought = event(event_id="m1", content="Rachel may have studied in Leeds")
    later = event(event_id="m2", content="Rachel may have studied in York instead", timestamp=NOW + DAY, role=role)
    assert ranked((thought, 1.1, 0.7), (later, 0.9, 0.6), query="Where may Rachel have studied?")[0] == first


COUNT = "How many stamps of lighthouses have I collected?"
FEW = event(content="My album of lighthouses has 17 stamps so far, where could I get sleeves?", event_id="m1", timestamp=NOW)
MORE = event(content="What a month, my stamps are 25 by now! Any tips for a fair?", event_id="m2", timestamp=NOW + DAY)


def test_later_turn_with_a_number_stands_first_where_one_is_asked_for_and_it_answers_as_well() -> None:
    def asked(more: Event, near: float) -> list[str]:
        pairs = [(Candidate(e.key, {"asks": True}, {}, score, cosine), e) for e, score, cosine in ((FEW, 1.1, 0.6), (more, 0.9, near))]
        kept = grouping.group(pairs, None, answering.read(COUNT, 0.4)).kept
        return [r.event_id for _, r in kept if isinstance(r, Event)]

    assert asked(MORE, 0.65) == ["m2", "m1"]
    assert asked(MORE, 0.55) == ["m1", "m2"]
    assert asked(MORE.model_copy(update={"content": "What a month, my stamps are many by now! Any tips?"}), 0.65) == ["m1", "m2"]


@given(st.permutations([(EARLIER, 1.1, 0.67), (LATER, 0.9, 0.64), (OTHER, 1.0, 0.6)]))
def test_nothing_is_lost_and_scores_fall(found: list[tuple[Memory, float, float]]) -> None:
    pairs = [(Candidate(m.key, {}, {}, score, cosine), m) for m, score, cosine in found]
    best_first = sorted(pairs, key=lambda pair: -pair[0].score)
    kept = grouping.group(best_first).kept
    assert {c.key for c, _ in kept} == {m.key for m, _, _ in found}
    assert [c.score for c, _ in kept] == sorted((c.score for c, _ in kept), reverse=True)
