"""Row E1: what a model's cosines mean is read off labelled examples, for any spread of its vectors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from keepsake.records import Asking, Thresholds
from keepsake.rules.indexing import calibration, examples, useful_examples
from tests.fakes import Matters

WELL = Matters()
ASKING = Matters(asking=1.5)
"""It lays every question nearer to every other question than to its own answer."""
DIMENSION = 4


def vectors(model: Matters) -> list[list[float]]:
    return model.embed(calibration.texts())


ASKED = calibration.measured(vectors(ASKING)).asking


def cosine(one: Sequence[float], other: Sequence[float]) -> float:
    return sum(x * y for x, y in zip(one, other, strict=True))


def units() -> st.SearchStrategy[list[float]]:
    rows = st.lists(st.floats(-1, 1), min_size=DIMENSION, max_size=DIMENSION).filter(lambda row: cosine(row, row) > 0.01)
    return rows.map(lambda row: [x / cosine(row, row) ** 0.5 for x in row])


def test_every_example_is_there_once_and_they_fit_one_request() -> None:
    texts = examples.texts()
    assert len(texts) == len(set(texts)) <= 256
    assert all(text.strip() == text for text in texts)


def test_thresholds_part_what_the_examples_part() -> None:
    found = calibration.measured(vectors(WELL))
    at = found.thresholds
    assert found.unfit is None
    assert found.centre is None
    assert WELL.unrelated < at.answers_partly < at.answers < WELL.answer
    assert WELL.unrelated < at.about <= WELL.changed
    assert WELL.otherwise <= at.alike <= at.same <= WELL.again
    assert at.same <= at.repeats
    assert WELL.otherwise < at.one_topic < WELL.again


def test_what_all_vectors_have_in_common_is_taken_from_them() -> None:
    crowded = Matters(common=3.0)
    found = calibration.measured(vectors(crowded))
    assert found.centre is not None
    spread = calibration.measured(calibration.centred(vectors(crowded), found.centre))
    assert spread.centre is None
    assert spread.thresholds == found.thresholds
    assert found.thresholds.same < 0.97
    raw = calibration.measured(vectors(crowded), centring=False)
    assert raw.centre is None
    assert raw.unfit is None
    assert raw.thresholds.about > WELL.again, "an index of such a model keeps its vectors, and thresholds of its own"


def test_question_is_searched_with_as_if_it_were_stated() -> None:
    mine, its, answer = ASKING.embed(["Which city is my home?", "What is my job?", "I live in Berlin."])
    assert cosine(mine, its) > cosine(mine, answer)
    stated = calibration.as_stated(mine, ASKED)
    assert cosine(stated, its) < cosine(stated, answer)


def test_thresholds_are_of_questions_as_they_are_searched_with() -> None:
    found, plain = calibration.measured(vectors(ASKING)).thresholds, calibration.measured(vectors(WELL)).thresholds
    assert found.answers == pytest.approx(plain.answers, abs=0.02)
    assert found.answers_partly == pytest.approx(plain.answers_partly, abs=0.02)


@pytest.mark.parametrize("said", ["I live in Berlin.", "we have two cats", "Ich wohne in Hamburg."])
def test_statement_is_searched_with_about_as_it_comes(said: str) -> None:
    (made,) = ASKING.embed([said])
    assert cosine(calibration.as_stated(made, ASKED), made) > 0.99


@given(units(), units(), st.floats(-0.9, 0.9))
@example([1.0, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 5e-324], 0.0)
def test_of_asking_as_much_is_left_as_statements_have(vector: list[float], direction: list[float], stated: float) -> None:
    made = calibration.as_stated(vector, Asking(direction=tuple(direction), stated=stated))
    assert cosine(made, made) == pytest.approx(1)
    assert cosine(made, direction) <= cosine(vector, direction) + 1e-9
    if cosine(vector, direction) <= stated:
        assert made == vector
    assert calibration.as_stated(vector, None) == vector


def test_one_language_is_enough_and_the_others_set_no_threshold() -> None:
    english = calibration.measured(vectors(Matters(knows=("en",))))
    assert english.unfit is None
    assert [name for name, share in english.languages.items() if share >= calibration.KNOWS] == ["en"]
    assert dict(english.thresholds) == pytest.approx(dict(calibration.measured(vectors(WELL)).thresholds), abs=0.05)


def test_where_the_useful_lie_is_read_off_statements_in_a_language_that_it_knows() -> None:
    found = calibration.measured(vectors(WELL)).useful
    assert found is not None
    lies = [cosine(v, found.direction) - found.least for v in WELL.embed(useful_examples.texts())]
    kept = [x for x, so in zip(lies, useful_examples.kept(), strict=True) if so]
    left = [x for x, so in zip(lies, useful_examples.kept(), strict=True) if not so]
    assert sum(kept) / len(kept) > 0 > sum(left) / len(left)
    assert calibration.measured(vectors(Matters(knows=("de", "es", "fr", "zh")))).useful is None


@pytest.mark.parametrize("made", [[1.0] * 8, [0.0] * 8], ids=["one vector for all", "nothing"])
def test_model_that_tells_nothing_apart_is_unfit_with_the_figures(made: Sequence[float]) -> None:
    found = calibration.measured([made for _ in calibration.texts()])
    assert found.unfit is not None
    assert "en 0.08" in found.unfit
    assert "0.8 in one language" in found.unfit


def test_hashed_words_are_unfit() -> None:
    assert calibration.measured(vectors(Matters(knows=()))).unfit is not None


def test_calibration_is_a_function_of_the_vectors() -> None:
    assert calibration.measured(vectors(WELL)) == calibration.measured(vectors(Matters()))
    assert isinstance(calibration.measured(vectors(WELL)).thresholds, Thresholds)
