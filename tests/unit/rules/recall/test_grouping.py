"""Of two facts about one thing that answer as well, the later stands first (row Q4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Memory
from keepsake.rules.recall import grouping
from keepsake.rules.recall.fusion import Candidate
from tests.builders import DAY, NOW, fact

EARLIER = fact("I have a cocktail class on Thursdays", memory_id="f_1", event_ids=("m1",), at=NOW)
LATER = fact("I have a cocktail class on Fridays now", memory_id="f_2", event_ids=("m2",), at=NOW + DAY)
OTHER = fact("I like gin with lime", memory_id="f_3", event_ids=("m3",), at=NOW + DAY)


def ranked(*found: tuple[Memory, float, float]) -> list[str]:
    """Ids in the order of the list, by score and cosine."""
    pairs = [(Candidate(m.key, {}, {}, score, cosine), m) for m, score, cosine in found]
    return [r.memory_id for _, r in grouping.group(pairs).kept if isinstance(r, Memory)]


def test_later_of_two_about_one_thing_stands_directly_before_the_earlier() -> None:
    assert ranked((EARLIER, 1.1, 0.67), (OTHER, 1.0, 0.66), (LATER, 0.9, 0.64)) == ["f_2", "f_1", "f_3"]


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
    assert ranked((EARLIER, 1.1, 0.67), (later, 0.9, 0.64)) == ["f_1", "f_2"]


def test_later_that_answers_less_stays_behind() -> None:
    assert ranked((EARLIER, 1.1, 0.67), (LATER, 0.9, 0.4)) == ["f_1", "f_2"]


@given(st.permutations([(EARLIER, 1.1, 0.67), (LATER, 0.9, 0.64), (OTHER, 1.0, 0.6)]))
def test_nothing_is_lost_and_scores_fall(found: list[tuple[Memory, float, float]]) -> None:
    pairs = [(Candidate(m.key, {}, {}, score, cosine), m) for m, score, cosine in found]
    best_first = sorted(pairs, key=lambda pair: -pair[0].score)
    kept = grouping.group(best_first).kept
    assert {c.key for c, _ in kept} == {m.key for m, _, _ in found}
    assert [c.score for c, _ in kept] == sorted((c.score for c, _ in kept), reverse=True)
