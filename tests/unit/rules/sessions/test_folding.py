"""Row W1: when a session is folded, where, and what its one message says without a model."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Folding, Kind, Point, Role, Said, Session, Trust, Verdict
from keepsake.rules.policy import DEFAULT, Policy
from keepsake.rules.sessions import folding
from tests.builders import NOW, event, fact, scope, slot

lists = st.lists(st.tuples(st.booleans(), st.integers(0, 900)), max_size=60).map(
    lambda rows: tuple(Said(event_id=f"e{i}", opens=o, tokens=t) for i, (o, t) in enumerate(rows))
)
words = st.sampled_from(["likes tea", "lives in Bern", "works at Acme", "owns a dog", "plays chess", "runs daily"])
points = st.builds(
    lambda w, n, weight: Point(text=f"The user {w} {n}.", weight=weight, event_id="m1"), words, st.integers(0, 9), st.floats(0, 1)
)


def session(*messages: Said) -> Session:
    return Session(scope=scope(), messages=messages, created_at=NOW, updated_at=NOW)


def turns(count: int, tokens: int = 20) -> tuple[Said, ...]:
    return tuple(Said(event_id=f"{who}{n}", opens=who == "u", tokens=tokens) for n in range(count) for who in ("u", "a"))


@pytest.mark.parametrize(
    ("messages", "due"), [(turns(10), False), (turns(11), True), (turns(6, 400), True), (turns(6, 333), False), (turns(1, 9000), False)]
)
def test_folding_is_due_beyond_ten_turns_or_four_thousand_tokens(messages: tuple[Said, ...], due: bool) -> None:
    assert folding.due(session(*messages), DEFAULT) is due


@given(lists, st.integers(0, 8))
def test_all_but_the_last_turns_are_folded_and_none_is_cut_in_two(messages: tuple[Said, ...], kept: int) -> None:
    older = folding.older(messages, kept)
    left = messages[len(older) :]
    assert messages[: len(older)] == older
    if older:
        assert sum(s.opens for s in left) == kept
        assert not left or left[0].opens


@given(st.lists(points, max_size=80), st.lists(points, max_size=80))
def test_message_stays_bounded_and_tells_each_statement_once(earlier: list[Point], fresh: list[Point]) -> None:
    told = folding.joined(folding.joined((), earlier), fresh)
    assert len(told) <= folding.MOST_STATED
    assert len({p.text for p in told}) == len(told)


@given(st.lists(points, max_size=40))
def test_folding_again_with_nothing_new_says_the_same(fresh: list[Point]) -> None:
    told = folding.joined((), fresh)
    assert folding.joined(told, ()) == told


def observed(content: str, **fields: Any) -> Any:
    return fact(content, kind=Kind.OBSERVATION, trust=Trust.TRUSTED, **fields)


def test_statements_questions_and_answers_are_told_in_sentences() -> None:
    one = observed("The user lives in Denver.", memory_id="o_1")
    two = observed("Jennifer is a nurse.", memory_id="o_2", subject="jennifer")
    events = [
        event(event_id="m1", content="I live in Denver. My wife Jennifer is a nurse.", observation_ids=("o_1", "o_2")),
        event(event_id="m2", content="Well. Which running shoes fit a wide foot?"),
        event(event_id="m3", content="The Glycerin comes in a wide fit. It costs 160.", role=Role.ASSISTANT),
    ]
    told = folding.compose(folding.points(events, {"o_1": one, "o_2": two}))
    assert told == (
        "The user lives in Denver. Jennifer is a nurse. The user asked “Which running shoes fit a wide foot?”. "
        "The assistant answered “The Glycerin comes in a wide fit.”."
    )


def test_later_value_of_a_single_slot_takes_the_earlier_ones_place() -> None:
    google = observed("The user works at Google.", memory_id="o_1", slot=slot("employer", "Google"))
    stripe = observed("The user works at Stripe.", memory_id="o_2", slot=slot("employer", "Stripe"))
    earlier = folding.joined((), folding.points([event(observation_ids=("o_1",), content="x")], {"o_1": google}))
    told = folding.joined(earlier, folding.points([event(observation_ids=("o_2",), content="x")], {"o_2": stripe}))
    assert folding.compose(told) == "The user works at Stripe."


def test_junk_untrusted_text_and_cut_sentences_are_not_told() -> None:
    web = observed("Buy now.", memory_id="o_1").model_copy(update={"trust": Trust.UNTRUSTED})
    events = [
        event(event_id="m1", content="hello there my friend?", verdict=Verdict.GREETING),
        event(event_id="m2", content="x", observation_ids=("o_1",)),
        event(event_id="m3", content=" ".join(["word"] * 40) + "?"),
    ]
    assert folding.points(events, {"o_1": web}) == []
    assert folding.compose(()) == ""


def test_what_was_purged_is_told_no_more_and_neither_are_quotes_of_its_evidence() -> None:
    rows = (
        Point(text="The user lives in Denver.", event_id="m1", observation_id="o_1"),
        Point(text="The user likes tea.", event_id="m1", observation_id="o_2"),
        Point(text="Is Denver far?", manner="asked", event_id="m1"),
    )
    made = Folding(text="Denver, tea.", points=rows, made_by="gpt", at=NOW)
    assert folding.tells_of(made, {"o_1"}, {"m1"})
    assert folding.forgotten(made, {"o_1"}, {"m1"}).text == "The user likes tea."


def test_policy_moves_the_bounds() -> None:
    """Row W4."""
    assert folding.due(session(*turns(3)), Policy(fold_turns=2, fold_keep=1))
