"""Vectors as whole numbers of one byte: a cosine asks for no scale."""

from __future__ import annotations

import math
from collections.abc import Sequence


def scaled(vector: Sequence[float]) -> list[int]:
    """The vector's direction in whole numbers from -127 to 127, its largest component being one of the two; zeros of a vector of zeros."""
    most = max(map(abs, vector), default=0.0)
    return [round(127 * (x / most)) for x in vector] if most else [0] * len(vector)


def unit(values: Sequence[float]) -> list[float]:
    """The unit vector in that direction; zeros of zeros."""
    length = math.hypot(*values)
    return [x / length for x in values] if length else [0.0] * len(values)
