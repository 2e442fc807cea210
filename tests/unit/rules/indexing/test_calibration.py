"""Row E1: what a model's cosines mean is read off labelled examples, for any spread of its vectors."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from keepsake.records import Thresholds
from keepsake.rules.indexing import calibration, examples
from tests.fakes import Matters

WELL = Matters()


def vectors(model: Matters) -> list[list[float]]:
    return model.embed(examples.texts())


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


def test_one_language_is_enough_and_the_others_set_no_threshold() -> None:
    english = calibration.measured(vectors(Matters(knows=("en",))))
    assert english.unfit is None
    assert [name for name, share in english.languages.items() if share >= calibration.KNOWS] == ["en"]
    assert english.thresholds == pytest.approx(calibration.measured(vectors(WELL)).thresholds, abs=0.05)


@pytest.mark.parametrize("made", [[1.0] * 8, [0.0] * 8], ids=["one vector for all", "nothing"])
def test_model_that_tells_nothing_apart_is_unfit_with_the_figures(made: Sequence[float]) -> None:
    found = calibration.measured([made for _ in examples.texts()])
    assert found.unfit is not None
    assert "en 0.08" in found.unfit
    assert "0.8 in one language" in found.unfit


def test_hashed_words_are_unfit() -> None:
    assert calibration.measured(vectors(Matters(knows=()))).unfit is not None


def test_calibration_is_a_function_of_the_vectors() -> None:
    assert calibration.measured(vectors(WELL)) == calibration.measured(vectors(Matters()))
    assert isinstance(calibration.measured(vectors(WELL)).thresholds, Thresholds)
