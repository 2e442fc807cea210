"""How near two unit vectors lie: the sum of the products of their components, which is their cosine."""

from __future__ import annotations

import math
import sys
from collections.abc import Mapping, Sequence
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K")

if sys.version_info >= (3, 12):
    from math import sumprod as dot
else:
    from operator import mul

    def dot(one: Sequence[float], other: Sequence[float]) -> float:
        total: float = sum(map(mul, one, other))
        return total


def cosine(one: Sequence[float] | None, other: Sequence[float] | None) -> float | None:
    """None where a vector is missing or of another model."""
    return None if one is None or other is None or len(one) != len(other) else dot(one, other)


HEAD = 128
"""Components that are multiplied first: mostly they tell that two vectors are not near enough."""
ROUNDING = 1e-9


class Direction(NamedTuple):
    """A unit vector, its first components, and the length of the others."""

    whole: Sequence[float]
    head: Sequence[float]
    rest: float


def direction(vector: Sequence[float] | None) -> Direction | None:
    return None if vector is None else Direction(vector, vector[:HEAD], math.hypot(*vector[HEAD:]))


def reaches(one: Direction | None, other: Direction | None, least: float) -> bool:
    """Whether their cosine is at least so much. What the others could add to the first is at most the product of their lengths."""
    if one is None or other is None or len(one.whole) != len(other.whole):
        return least <= 0
    if dot(one.head, other.head) + one.rest * other.rest < least - ROUNDING:
        return False
    return dot(one.whole, other.whole) >= least


class Near(Generic[K]):
    """Whether two of these vectors lie so near each other; each is looked at once, and not before it is asked for."""

    def __init__(self, vectors: Mapping[K, Sequence[float]], least: float) -> None:
        self._vectors, self._least = vectors, least
        self._directions: dict[K, Direction | None] = {}

    def __contains__(self, key: K) -> bool:
        return key in self._vectors

    def __call__(self, one: K, other: K) -> bool:
        return reaches(self._of(one), self._of(other), self._least)

    def _of(self, key: K) -> Direction | None:
        if key not in self._directions:
            self._directions[key] = direction(self._vectors.get(key))
        return self._directions[key]
