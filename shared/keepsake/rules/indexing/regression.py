"""Ridge regression of what is so (1) or not (0) on vectors: the direction in which they part.

By conjugate gradients, which take two products with the vectors a step and no library.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import mul
from typing import NamedTuple

from keepsake.rules.nearness import dot

STEPS = 25
"""At most; vectors of real models settle in about 15."""
RIDGE = 3.0
"""Added to what the vectors, of length 1, have in each direction: what few of them tell is not taken at its word."""
SETTLED = 1e-9
"""Of the squared length of what is left to explain, from which on nothing is."""

Vector = Sequence[float]


class Parted(NamedTuple):
    direction: list[float]
    """Its product with a vector, less `middle`, is how far the vector lies towards what is so: about -0.5 to 0.5."""
    middle: float


def parted(vectors: Sequence[Vector], so: Sequence[bool]) -> Parted:
    """`vectors` of one dimension, at least one, each with whether it is so."""
    many = len(vectors)
    mean = [sum(column) / many for column in zip(*vectors, strict=True)]
    # Lists of 2,500 vectors of 3,072 numbers would take 250 MB each.
    rows = [array("d", (x - m for x, m in zip(vector, mean, strict=True))) for vector in vectors]
    columns = [array("d", column) for column in zip(*rows, strict=True)]
    share = sum(so) / many
    direction = [0.0] * len(mean)
    left = [sum(map(mul, column, (s - share for s in so))) for column in columns]
    step, squared = left, dot(left, left)
    enough = SETTLED * squared
    for _ in range(STEPS):
        if squared <= enough:
            break
        along = [dot(row, step) for row in rows]
        pull = [dot(column, along) + RIDGE * s for column, s in zip(columns, step, strict=True)]
        by = squared / dot(step, pull)
        direction = [d + by * s for d, s in zip(direction, step, strict=True)]
        left = [rest - by * p for rest, p in zip(left, pull, strict=True)]
        before, squared = squared, dot(left, left)
        step = [rest + squared / before * s for rest, s in zip(left, step, strict=True)]
    return Parted(direction, dot(direction, mean))
