"""Pairs of statements that a small model scores: what it is asked, and what its scores count for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from keepsake.adapters.pair_judge import MAYBE, MAYBE_OF_ANOTHER, SURE, PairJudge
from keepsake.claims import Changes, Judgement
from keepsake.errors import ModelUnavailable
from keepsake.ports import JudgedInPart
from keepsake.records import Memory
from keepsake.rules.knowledge.endable import SITTING
from local.in_memory import NOW
from tests.builders import fact


class Reads:
    name = "judge"

    def __init__(self, scores: dict[str, float]) -> None:
        self.scores, self.asked = scores, list[tuple[str, list[str]]]()

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        assert tenant == "acme"
        self.asked.append((question, list(texts)))
        return [self.scores[text] for text in texts]


def new(memory_id: str, said: str) -> Memory:
    return fact(said, memory_id=memory_id)


def known(memory_id: str, said: str) -> Memory:
    return fact(said, memory_id=memory_id, at=NOW - 2 * SITTING)


KNOWN = [known("f_1", "I live in Lyon"), known("f_2", "I keep bees"), known("f_3", "my girlfriend and I share a flat")]
SCORES = {"I live in Lyon": SURE, "I keep bees": MAYBE - 0.01, "my girlfriend and I share a flat": SURE + 0.01}


def test_of_those_of_a_high_score_the_surest_is_replaced_and_the_others_may_be() -> None:
    reads = Reads(SCORES)
    found = PairJudge(reads, within_s=7).judge([new("o_1", "we split up")], KNOWN, {"o_1": {"f_1", "f_2", "f_3"}})
    assert found == [
        Judgement(observation_id="o_1", fact_id="f_1", changes=Changes.UNSURE),
        Judgement(observation_id="o_1", fact_id="f_3", changes=Changes.REPLACES),
    ]


@pytest.mark.parametrize(("subject", "ends"), [("user", True), ("ana", False), ("unknown", False)])
def test_what_is_not_told_of_the_user_takes_a_higher_score(subject: str, ends: bool) -> None:
    assert MAYBE < MAYBE_OF_ANOTHER < SURE
    said = fact("moved to Nice", memory_id="o_1", subject=subject)
    assert bool(PairJudge(Reads({"I live in Lyon": MAYBE}), within_s=7).judge([said], KNOWN[:1], {"o_1": {"f_1"}})) is ends


@pytest.mark.parametrize("score", [MAYBE, MAYBE_OF_ANOTHER, SURE - 0.01])
def test_of_what_is_unclear_nothing_is_ended(score: float) -> None:
    found = PairJudge(Reads({"I live in Lyon": score}), within_s=7).judge([new("o_1", "in Nice since May")], KNOWN[:1], {"o_1": {"f_1"}})
    assert [j.changes for j in found] == [Changes.UNSURE]


def test_each_statement_is_read_beside_its_nearest_alone() -> None:
    reads = Reads(SCORES)
    said = [new("o_1", "we split up"), new("o_2", "sold the hives"), new("o_3", "hello")]
    PairJudge(reads, within_s=7).judge(said, KNOWN, {"o_1": {"f_3"}, "o_2": {"f_1", "f_2"}, "o_3": set()})
    assert reads.asked == [
        ("we split up", ["my girlfriend and I share a flat"]),
        ("sold the hives", ["I live in Lyon", "I keep bees"]),
    ]


def test_slow_model_is_given_up_in_time() -> None:
    ticks = iter(range(0, 100, 4))
    reads = Reads(SCORES)
    judge = PairJudge(reads, within_s=7, clock=lambda: next(ticks))
    said = [new(f"o_{n}", f"word {n}") for n in range(5)]
    with pytest.raises(JudgedInPart) as late:
        judge.judge(said, KNOWN, {m.memory_id: {"f_1"} for m in said})
    assert len(reads.asked) == 1
    assert [j.observation_id for j in late.value.found] == ["o_0"]
    assert (late.value.left, late.value.reason) == ({"o_1", "o_2", "o_3", "o_4"}, "the judge is late")


def test_what_was_judged_before_the_model_failed_is_kept() -> None:
    class Fails(Reads):
        def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
            if question == "sold the hives":
                raise ModelUnavailable("It is away.", retry_after_s=5)
            return super().rerank(tenant, question, texts)

    said = [new("o_1", "we split up"), new("o_2", "sold the hives"), new("o_3", "hello"), new("o_4", "the cat is ill")]
    with pytest.raises(JudgedInPart) as failed:
        PairJudge(Fails(SCORES), within_s=7).judge(said, KNOWN, {"o_1": {"f_3"}, "o_2": {"f_2"}, "o_3": set(), "o_4": {"f_2"}})
    assert [(j.observation_id, j.fact_id) for j in failed.value.found] == [("o_1", "f_3")]
    assert failed.value.left == {"o_2", "o_4"}


def test_nothing_is_asked_of_what_happened_or_is_told_again() -> None:
    judge = PairJudge(Reads(SCORES), within_s=7)
    said = new("o_1", "I live in Lyon with Ana")
    assert [
        judge.asks_of(said, known(f"f_{n}", text))
        for n, text in enumerate(["I live in Lille", "I moved to Lille in 2019", "I live in Lyon"])
    ] == [
        True,
        False,
        False,
    ]
