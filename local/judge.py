"""Reads two statements together and tells how surely the later one ends the earlier one: multilingual-e5-small, fitted to pairs of what
people say (bench/tune_judge.py). Apart they lie near each other or not; "signed, the flat is theirs now" ends "we live in Ghent, second
floor" only for who reads both.

9 ms a pair of short statements on one core.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path

import numpy as np

from local import e5
from local.transformer import session

NAME = "change-judge.4"
"""The number rises with whatever changes its scores."""
FITTED = Path(__file__).with_name("judge.4.npz")
EARLIER, LATER = 64, 72
"""Word pieces of each statement that are read."""
LONGEST = 2_000
"""Signs of each that are cut into word pieces at all."""
END = 2
"""The id of the mark that ends a text."""
SCALE = 10.0
"""States of the last layer are small; the head was fitted to them times this."""


class Judge:
    """A `Reranker`, for whoever asks in this process. Safe to call from several threads."""

    name = NAME

    def __init__(self) -> None:
        self._model = e5.MultilingualE5(e5.weights(), FITTED)
        self._session = session(self._model.encoder(), quantised=True)
        with np.load(FITTED) as held:
            self._head, self._bias = held["head"].astype(np.float32), float(held["bias"])
        self._pool = ThreadPoolExecutor(cpu_count())

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely a later statement, the question, ends each earlier one, 0 to 1."""
        del tenant
        return list(self._pool.map(lambda earlier: self._score(earlier, question), texts))

    def _score(self, earlier: str, later: str) -> float:
        ids = pair_ids(self._model, earlier, later)
        (states,) = self._session.run(None, {"x": self._model.states(np.array(ids))[None]})
        logit = float(states[0].mean(0) @ self._head) * SCALE + self._bias
        return float(1 / (1 + np.exp(-logit)))


def pair_ids(model: e5.MultilingualE5, earlier: str, later: str) -> list[int]:
    """Both texts as one, a second mark between them."""
    one, other = (model.tokenizer.encode(model.cleaned(text[:LONGEST])).ids for text in (f"query: {earlier}", later))
    return [*one[:EARLIER], END, *other[1:][:LATER]]
