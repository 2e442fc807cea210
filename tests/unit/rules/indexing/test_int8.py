"""Vectors in one byte a component: how much of their direction is kept."""

from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.indexing import int8

COMPONENT = st.floats(-1, 1).map(lambda x: 0.0 if abs(x) < 1e-9 else x)
VECTOR = st.lists(COMPONENT, min_size=1, max_size=48).filter(any)


@given(VECTOR)
def test_every_component_is_within_half_a_step_of_its_own(vector: list[float]) -> None:
    most = max(map(abs, vector))
    scaled = int8.scaled(vector)
    assert max(map(abs, scaled)) == 127
    assert all(abs(127 * x / most - n) <= 0.5 + 1e-9 for x, n in zip(vector, scaled, strict=True))


@given(VECTOR)
def test_the_unit_vector_points_where_the_vector_does(vector: list[float]) -> None:
    made = int8.unit(int8.scaled(vector))
    assert math.isclose(math.hypot(*made), 1, rel_tol=1e-9)
    cosine = sum(a * b for a, b in zip(vector, made, strict=True)) / math.hypot(*vector)
    apart = math.sqrt(len(vector)) / 254  # half a step in every component, of a vector of 127 steps at least
    assert cosine >= math.sqrt(1 - apart**2) - 1e-9


@given(VECTOR)
def test_what_was_scaled_once_is_scaled_to_itself(vector: list[float]) -> None:
    """So a vector that is taken out of a row and put into another does not wear off."""
    scaled = int8.scaled(vector)
    assert int8.scaled(int8.unit(scaled)) == scaled


def test_zeros_have_no_direction() -> None:
    assert int8.scaled([0.0, 0.0]) == [0, 0]
    assert int8.unit([0, 0]) == [0.0, 0.0]
    assert int8.scaled([]) == []
