"""An embedding model is calibrated before its first vector is kept (row E1): what its cosines mean is read off labelled examples, and
stands beside the index from then on. A model that cannot tell the examples apart makes no vectors: what is said is found by its words, as
while a model is down."""

from __future__ import annotations

import time
from array import array
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from keepsake import telemetry
from keepsake.errors import LostRace, ModelUnavailable, ModelUnfit, TextsRefused
from keepsake.ports import EmbeddingModel, Store, Write
from keepsake.records import MEASURED, Asking, Calibration, Embedding, Thresholds, Useful, calibration_key
from keepsake.records.indexing import SPACES_KEY, Spaces
from keepsake.rules.indexing import calibration

PART = 64
"""Examples of one request."""
AT_MOST_S = 20.0
"""Seconds of one attempt: no part is asked for that would take longer, by the one before it."""
TRY_AGAIN = timedelta(minutes=10)
"""When a model that was not fit is measured again: an endpoint may have been set right since, under the same name."""


def standing(store: Store, made_by: Embedding, *, consistent: bool = False) -> Calibration | None:
    """None while it is not calibrated."""
    row = store.read([calibration_key(made_by)], consistent=consistent).get(calibration_key(made_by))
    return row if isinstance(row, Calibration) else None


def thresholds_of(store: Store, made_by: Embedding | None) -> Thresholds:
    """What the cosines of that model's vectors mean."""
    found = standing(store, made_by) if made_by is not None else None
    return found.thresholds if found is not None else MEASURED


def settled(store: Store, model: EmbeddingModel, now: datetime, examples: Examples | None = None) -> Calibration:
    """The same, made where there is none yet. Raises ModelUnavailable; `examples` have what the model made until then."""
    made_by = Embedding(model=model.model, dimension=model.dimension)
    held = standing(store, made_by, consistent=True)
    if held is not None and (held.unfit is None or now < held.made_at + TRY_AGAIN):
        return held
    found = calibration.measured((examples or Examples(model)).vectors(), centring=_begins(store, made_by))
    unfit = found.unfit
    made = Calibration(
        made_by=made_by,
        made_at=now,
        thresholds=found.thresholds if unfit is None else MEASURED,
        centre=tuple(found.centre) if unfit is None and found.centre is not None else None,
        asking=found.asking if unfit is None else None,
        useful=found.useful if unfit is None else None,
        languages=dict(found.languages),
        unfit=unfit,
        version=held.version + 1 if held is not None else 1,
    )
    try:
        store.commit([Write(made, held.version if held is not None else None)])
    except LostRace:
        return settled(store, model, now, examples)
    if unfit is not None:
        telemetry.count("ModelRefused", 1)
    telemetry.outcome("calibrated", model=made_by.model, fit=unfit is None, centred=made.centre is not None, **made.thresholds.model_dump())
    return made


class Examples:
    """The labelled texts' vectors by a model, asked for in parts. A slow one's are kept from one attempt to the next: a server that makes
    five a second without a graphics card is calibrated by the schedule within half an hour."""

    def __init__(self, model: EmbeddingModel, clock: Callable[[], float] = time.monotonic) -> None:
        self._model, self._clock = model, clock
        self._made: list[Sequence[float]] = []

    def vectors(self) -> list[Sequence[float]]:
        """Zeros stand where the model has none, as one of a single language for others. Raises ModelUnavailable, and keeps what is made."""
        texts, until, took = calibration.texts(), self._clock() + AT_MOST_S, 0.0
        while len(self._made) < len(texts):
            begun = self._clock()
            if begun + took >= until:
                told = f"The model {self._model.model} is being calibrated: {len(self._made)} of {len(texts)} examples have their vector."
                raise ModelUnavailable(told, retry_after_s=60)
            some = texts[len(self._made) : len(self._made) + PART]
            try:
                rows: Sequence[Sequence[float] | None] = self._model.embed(some)
            except TextsRefused as err:
                rows = err.vectors
            took = self._clock() - begun
            self._made += [array("d", [0.0] * self._model.dimension if row is None else row) for row in rows]
        made, self._made = self._made, []
        return made


def _begins(store: Store, made_by: Embedding) -> bool:
    """Whether the model has made no vectors yet. An index that is older than calibration keeps its vectors as they are: those about a
    centre would not lie beside them."""
    row = store.read([SPACES_KEY], consistent=True).get(SPACES_KEY)
    return not isinstance(row, Spaces) or row.calibrated or made_by not in row.kept


class Calibrated:
    """An `Embedder` by a model's calibration. `makes` it where there is none: not while somebody waits for an answer, who goes by the
    vectors as they come, and finds nothing that was kept by others."""

    def __init__(self, store: Store, inner: EmbeddingModel, *, makes: bool, clock: Callable[[], datetime]) -> None:
        self.model, self.dimension = inner.model, inner.dimension
        self._store, self._inner, self._makes, self._clock = store, inner, makes, clock
        self._examples = Examples(inner)
        self._fit: Calibration | None = None

    @property
    def thresholds(self) -> Thresholds:
        found = self._known()
        return found.thresholds if found is not None else MEASURED

    @property
    def asking(self) -> Asking | None:
        found = self._known()
        return found.asking if found is not None else None

    @property
    def useful(self) -> Useful | None:
        found = self._known()
        return found.useful if found is not None else None

    def _known(self) -> Calibration | None:
        return self._fit or standing(self._store, Embedding(model=self.model, dimension=self.dimension))

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        """Raises ModelUnfit, and what the model raises."""
        if not texts:
            return []
        found = self.calibrated()
        centre = found.centre if found is not None else None
        try:
            return calibration.centred(self._inner.embed(texts), centre)
        except TextsRefused as err:
            raise TextsRefused([None if v is None else calibration.centred([v], centre)[0] for v in err.vectors]) from err

    def calibrated(self) -> Calibration | None:
        """As `embed` goes by it. Raises ModelUnfit, and what the model raises. A fit one never changes, so it is read once."""
        if self._fit is None:
            made_by = Embedding(model=self.model, dimension=self.dimension)
            found = settled(self._store, self._inner, self._clock(), self._examples) if self._makes else standing(self._store, made_by)
            if found is not None and found.unfit is not None:
                raise ModelUnfit(self.model, found.unfit)
            self._fit = found
        return self._fit
