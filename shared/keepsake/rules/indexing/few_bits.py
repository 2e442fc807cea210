"""Vectors in a few bits a component, where many are kept of one text. The components of a model's vectors are spread about normally, so few
values stand for all of them: those with the least square error (S. Lloyd, Least squares quantization in PCM, 1957; J. Max, 1960)."""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise
from statistics import NormalDist

from keepsake.rules.indexing import int8

ROUNDS = 200
"""After so many, the values of five bits are within 0.01 of where they end."""
MOST_TRIES = 8
"""Few vectors, of components that are spread otherwise, need more than one."""


def packed(vector: Sequence[float], bits: int) -> bytes:
    """The vector's direction; zeros of a vector of zeros. What is packed once is packed to itself, so that none wears off that is exported
    and comes back."""
    data = _packed(vector, bits)
    for _ in range(MOST_TRIES):
        again = _packed(unpacked(data, bits, len(vector)), bits)
        if again == data:
            break
        data = again
    return data


def _packed(vector: Sequence[float], bits: int) -> bytes:
    spread = math.hypot(*vector) / math.sqrt(len(vector) or 1) or 1.0
    middles = [(a + b) / 2 for a, b in pairwise(values(bits))]
    number = 0
    for component in vector:
        number = number << bits | bisect(middles, component / spread)
    return number.to_bytes(octets(len(vector), bits))


def unpacked(data: bytes, bits: int, dimension: int) -> list[float]:
    """The unit vector in that direction; zeros of zeros."""
    found, mask, number = values(bits), (1 << bits) - 1, int.from_bytes(data)
    return int8.unit([found[number >> bits * place & mask] for place in reversed(range(dimension))])


def octets(dimension: int, bits: int) -> int:
    """Bytes that a vector takes."""
    return math.ceil(dimension * bits / 8)


@lru_cache
def values(bits: int) -> tuple[float, ...]:
    """Of so many bits, one less than they can tell apart, so that zero is among them: each is the mean of what lies nearest to it."""
    normal = NormalDist()
    steps = (1 << bits - 1) - 1
    found = [math.sqrt(3) * normal.inv_cdf((n + 0.5) / (2 * steps + 1)) for n in range(2 * steps + 1)]  # of very many these are the best
    for _ in range(ROUNDS):
        edges = [-math.inf, *((a + b) / 2 for a, b in pairwise(found)), math.inf]
        found = [(_density(a) - _density(b)) / (normal.cdf(b) - normal.cdf(a)) for a, b in pairwise(edges)]
    found[steps] = 0.0
    return tuple(found)


def _density(at: float) -> float:
    return 0.0 if math.isinf(at) else NormalDist().pdf(at)
