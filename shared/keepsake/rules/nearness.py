"""How near two unit vectors lie: the sum of the products of their components, which is their cosine."""

from __future__ import annotations

import sys
from collections.abc import Sequence

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
