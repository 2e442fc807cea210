"""Row E1: a model is calibrated once, before its first vector is kept; one that is not fit makes none."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime, timedelta

import pytest

from keepsake import bootstrap
from keepsake.errors import Invalid, ModelUnavailable, ModelUnfit, TextsRefused
from keepsake.flows import calibration
from keepsake.flows.calibration import AT_MOST_S, TRY_AGAIN, Calibrated, settled, standing, thresholds_of
from keepsake.flows.indexing import spaces
from keepsake.ports import EmbeddingModel, Write
from keepsake.records import MEASURED, Calibration, Embedding
from keepsake.records.indexing import Spaces
from tests.builders import NOW
from tests.fakes import HashEmbedder, Matters, MemoryStore

MADE_BY = Embedding(model=Matters.model, dimension=Matters.dimension)
HASHED = Embedding(model="hash", dimension=64)


def calibrated(store: MemoryStore, inner: EmbeddingModel, *, makes: bool = True, at: datetime = NOW) -> Calibrated:
    return Calibrated(store, inner, makes=makes, clock=lambda: at)


def test_first_text_calibrates_the_model_and_every_later_process_reads_it() -> None:
    store, model = MemoryStore(), Matters(common=3.0)
    one = calibrated(store, model)
    assert one.thresholds == MEASURED
    one.embed(["I moved house."])
    kept = standing(store, MADE_BY)
    assert kept is not None
    assert (kept.unfit, len(kept.centre or ()), set(kept.languages)) == (None, Matters.dimension, {"en", "de", "es", "fr", "zh"})
    assert one.thresholds == kept.thresholds == thresholds_of(store, MADE_BY) != MEASURED
    calls = model.calls
    calibrated(store, model).embed(["I moved house."])
    assert (model.calls, standing(store, MADE_BY)) == (calls + 1, kept)


def test_vectors_lie_about_the_centre_whoever_asks() -> None:
    store, model = MemoryStore(), Matters(common=3.0)
    (kept, other) = calibrated(store, model).embed(["I moved house.", "The soup is cold."])
    (asked,) = calibrated(store, model, makes=False).embed(["I moved house."])
    assert asked == kept
    assert sum(x * x for x in kept) == pytest.approx(1)
    assert abs(sum(x * y for x, y in zip(kept, other, strict=True))) < 0.2


def test_how_a_model_asks_is_kept_with_its_thresholds() -> None:
    store, model = MemoryStore(), Matters(asking=1.5)
    writer, reader = calibrated(store, model), calibrated(store, model, makes=False)
    assert reader.asking is None
    writer.embed(["I moved house."])
    kept = standing(store, MADE_BY)
    assert kept is not None
    assert reader.asking == writer.asking == kept.asking is not None


def test_who_waits_for_an_answer_calibrates_nothing() -> None:
    store, model = MemoryStore(), Matters()
    assert calibrated(store, model, makes=False).embed(["I moved house."]) == model.embed(["I moved house."])
    assert standing(store, MADE_BY) is None


def test_model_that_tells_nothing_apart_makes_no_vectors_and_says_why_until_it_is_set_right() -> None:
    store, model = MemoryStore(), HashEmbedder()
    for makes in (True, False):
        with pytest.raises(ModelUnfit, match=r"hash is not used: it finds what belongs together for en 0\.53"):
            calibrated(store, model, makes=makes).embed(["I moved house."])
    assert issubclass(ModelUnfit, ModelUnavailable), "whoever goes on while a model is down goes on without this one"
    assert thresholds_of(store, HASHED) == MEASURED
    calls = model.calls
    with pytest.raises(ModelUnfit):
        calibrated(store, model, at=NOW + TRY_AGAIN - timedelta(seconds=1)).embed(["I moved house."])
    assert model.calls == calls, "not asked again at once"
    mended = Matters()
    mended.model, mended.dimension = HASHED.model, HASHED.dimension  # the same name, another mind
    writer, reader = calibrated(store, mended, at=NOW + TRY_AGAIN), calibrated(store, mended, makes=False)
    writer.embed(["I moved house."])
    reader.embed(["I moved house."])
    assert writer.thresholds == reader.thresholds != MEASURED


def test_model_that_is_down_leaves_no_calibration() -> None:
    store, model = MemoryStore(), HashEmbedder()
    model.down = True
    with pytest.raises(ModelUnavailable):
        calibrated(store, model).embed(["I moved house."])
    assert standing(store, HASHED) is None


def test_slow_model_is_calibrated_over_several_attempts_and_asked_for_no_example_twice() -> None:
    asked: list[str] = []

    class Slow(Matters):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            asked.extend(texts)
            return super().embed(texts)

    store, model = MemoryStore(), Slow(common=3.0)
    examples, attempts = calibration.Examples(model, lambda: len(asked) * AT_MOST_S / 200), 0
    while standing(store, MADE_BY) is None:
        attempts += 1
        with suppress(ModelUnavailable):
            settled(store, model, NOW, examples)
    texts = calibration.calibration.texts()
    assert len(texts) / 200 <= attempts <= len(texts) / (200 - calibration.PART) + 1
    assert asked == list(texts)
    whole = MemoryStore()
    settled(whole, Matters(common=3.0), NOW)
    assert standing(store, MADE_BY) == standing(whole, MADE_BY)


def test_index_that_is_older_than_calibration_keeps_its_vectors_as_they_are() -> None:
    """What is in it was not taken from the centre: new vectors must lie beside it."""
    store, model = MemoryStore(), Matters(common=3.0)
    store.commit([Write(Spaces(active=MADE_BY))])
    made = settled(store, model, NOW)
    assert (made.centre, made.unfit) == (None, None)
    assert made.thresholds.same > MEASURED.same
    fresh = MemoryStore()
    spaces.settled(fresh, MADE_BY)
    assert settled(fresh, model, NOW).centre is not None, "settled while the model was down, before any vector"


def test_another_process_that_calibrates_at_the_same_time_wins_once(monkeypatch: pytest.MonkeyPatch) -> None:
    store, model = MemoryStore(), Matters()
    measured, others = calibration.calibration.measured, list[Calibration]()

    def meanwhile(vectors: list[list[float]], *, centring: bool = True) -> object:
        if not others:
            others.append(Calibration(made_by=MADE_BY, made_at=NOW, languages={"en": 1.0}))
            store.commit([Write(others[0])])
        return measured(vectors, centring=centring)

    monkeypatch.setattr(calibration.calibration, "measured", meanwhile)
    assert settled(store, model, NOW) == others[0]


def test_text_that_the_model_refuses_leaves_the_others_about_the_centre() -> None:
    class Picky(Matters):
        def embed(self, texts: object) -> list[list[float]]:
            made = super().embed(texts)  # type: ignore[arg-type]
            if len(made) == 2:
                raise TextsRefused([None, made[1]])
            return made

    store = MemoryStore()
    embedder = calibrated(store, Picky(common=3.0))
    (alone,) = embedder.embed(["I moved house."])
    with pytest.raises(TextsRefused) as refused:
        embedder.embed(["nobody takes this", "I moved house."])
    assert refused.value.vectors == (None, alone)


def test_endpoint_with_another_dimension_ends_no_schedule(monkeypatch: pytest.MonkeyPatch) -> None:
    class Wider(Matters):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            del texts
            raise Invalid("The model gives vectors of dimension 8, the index takes 4.")

    asked = []

    def embedder(made_by: Embedding, _: float) -> Calibrated:
        asked.append(made_by)
        return calibrated(store, Wider() if made_by == MADE_BY else Matters())

    store = MemoryStore()
    other = Embedding(model="other", dimension=Matters.dimension)
    monkeypatch.setattr(bootstrap, "spaces", lambda: Spaces(active=MADE_BY, other=other))
    monkeypatch.setattr(bootstrap, "_embedder", embedder)
    bootstrap.calibrate()
    assert asked == [MADE_BY, other]


def test_model_of_one_language_is_calibrated_though_it_has_no_vector_for_another() -> None:
    class OneLanguage(Matters):
        def embed(self, texts: Sequence[str]) -> list[list[float]]:
            made = super().embed(texts)
            if not all(t.isascii() for t in texts):
                raise TextsRefused([row if t.isascii() else None for t, row in zip(texts, made, strict=True)])
            return made

    made = settled(MemoryStore(), OneLanguage(), NOW)
    assert (made.unfit, made.languages["en"]) == (None, 1.0)
    assert min(made.languages.values()) < 1.0
