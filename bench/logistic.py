"""A logistic regression over sets of signs, with a ridge: weights that can be read, rounded to tenths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

RIDGE, STEPS, RATE = 0.5, 400, 0.05
LEAST = 2
"""Tenths that a sign must weigh in one of the columns to be kept."""


class Weights(NamedTuple):
    signs: list[str]
    tenths: NDArray[np.int64]
    """A row a sign, a column what is told apart."""

    def sums(self, found: Sequence[set[str]]) -> NDArray[np.int64]:
        """Of each set of signs, a column what is told apart."""
        place = {sign: n for n, sign in enumerate(self.signs)}
        return np.array([self.tenths[[place[s] for s in signs if s in place]].sum(axis=0) for signs in found])


def fit(found: Sequence[set[str]], wanted: Sequence[Sequence[bool]], *, often: int, always: str) -> Weights:
    """Of the signs that stand in so many sets. `wanted`: for each set, whether it is of a column; `always`: the sign that stands in all,
    which no ridge pulls. By Adam over all at once: the loss is convex."""
    counts = Counter(sign for signs in found for sign in signs)
    names = sorted(sign for sign, count in counts.items() if count >= often)
    place = {sign: n for n, sign in enumerate(names)}
    has = np.zeros((len(found), len(names)), np.float32)
    for n, signs in enumerate(found):
        has[n, [place[s] for s in signs if s in place]] = 1
    aims = np.array(wanted, np.float32)
    weights = np.zeros((len(names), aims.shape[1]), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    ridge = np.array([[0.0 if name == always else 2 * RIDGE] for name in names], np.float32)
    for step in range(1, STEPS + 1):
        pull = has.T @ (1 / (1 + np.exp(-(has @ weights))) - aims) + ridge * weights
        first, second = 0.9 * first + 0.1 * pull, 0.99 * second + 0.01 * pull**2
        weights -= RATE * (1 - step / (STEPS + 1)) * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
    tenths = np.rint(10 * weights).astype(int)
    some = np.flatnonzero(np.abs(tenths).max(axis=1) >= LEAST)
    return Weights([names[n] for n in some], tenths[some])
