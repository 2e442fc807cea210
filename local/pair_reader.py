"""Reads two texts at once and scores them: multilingual-e5-small, fitted to one question about such pairs, or to several. Apart they lie
near each other or not; what one does to the other tells only who reads both.

9 ms a pair of short texts on one core.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import numpy as np

from local import e5
from local.transformer import Floats, session

LONGEST = 2_000
"""Signs of each that are cut into word pieces at all."""
END = 2
"""The id of the mark that ends a text."""
SCALE = 10.0
"""States of the last layer are small; the heads were fitted to them times this."""


class PairReader:
    """One fitted model. `pieces`: word pieces of the first and of the second text that are read. Safe to call from several threads."""

    def __init__(self, fitted: Path, pieces: tuple[int, int]) -> None:
        self.model, self._pieces = e5.MultilingualE5(e5.weights(), fitted), pieces
        self._session = session(self.model.encoder(), quantised=True)
        with np.load(fitted) as held:
            # A row a question that it was fitted to.
            self._heads, self._biases = np.atleast_2d(held["head"].astype(np.float32)), np.atleast_1d(held["bias"].astype(np.float32))
        self._pool = ThreadPoolExecutor(cpu_count())

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """0 to 1 for each, of the first question."""
        return [chance(logits[0]) for logits in self.logits(pairs)]

    def logits(self, pairs: Sequence[tuple[str, str]]) -> list[Floats]:
        """For each the log odds, one a question that the model was fitted to."""
        return list(self._pool.map(self._logits, pairs))

    def _logits(self, pair: tuple[str, str]) -> Floats:
        ids = pair_ids(self.model, *pair, self._pieces)
        (states,) = self._session.run(None, {"x": self.model.states(np.array(ids))[None]})
        logits: Floats = self._heads @ states[0].mean(0) * SCALE + self._biases
        return logits


def chance(logit: float) -> float:
    """Of log odds, 0 to 1."""
    return float(1 / (1 + np.exp(-logit)))


def pair_ids(model: e5.MultilingualE5, first: str, second: str, pieces: tuple[int, int]) -> list[int]:
    """Both texts as one, a second mark between them."""
    one, other = (model.tokenizer.encode(model.cleaned(text[:LONGEST])).ids for text in (f"query: {first}", second))
    return [*one[: pieces[0]], END, *other[1:][: pieces[1]]]
