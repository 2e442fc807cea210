"""Whether two vectors are near enough is told from some of their components only where all of them say the same."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules import nearness


def unit(chance: random.Random, around: list[float] | None = None) -> list[float]:
    row = [chance.gauss(0, 1) + (8 * around[i] if around else 0) for i in range(384)]
    return [x / math.hypot(*row) for x in row]


@given(st.integers(), st.floats(-1, 1))
def test_some_components_say_what_all_say(seed: int, least: float) -> None:
    chance = random.Random(seed)
    one = unit(chance)
    for other in (unit(chance), unit(chance, one), one):
        cosine = nearness.cosine(one, other)
        assert cosine is not None
        if abs(cosine - least) > 1e-9:
            assert nearness.reaches(nearness.direction(one), nearness.direction(other), least) is (cosine >= least)


@pytest.mark.parametrize("other", [None, [1.0]])
def test_what_cannot_be_compared_is_not_near(other: list[float] | None) -> None:
    assert nearness.cosine([1.0, 0.0], other) is None
    assert not nearness.reaches(nearness.direction([1.0, 0.0]), nearness.direction(other), 0.5)
