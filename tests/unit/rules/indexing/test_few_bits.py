"""Vectors in a few bits a component: how much of their direction is kept."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.indexing import few_bits

COMPONENT = st.floats(-1, 1).map(lambda x: 0.0 if abs(x) < 1e-9 else x)
VECTOR = st.lists(COMPONENT, min_size=1, max_size=48).filter(any)
BITS = st.integers(3, 8)


def normal(chance: random.Random) -> list[float]:
    """As a model's vectors are."""
    return [chance.gauss(0, 1) for _ in range(384)]


def test_values_are_those_of_the_textbook() -> None:
    """J. Max, Quantizing for minimum distortion, 1960, table I, 15 values."""
    positive = [0.2739, 0.5548, 0.8512, 1.175, 1.546, 2.007, 2.681]
    assert few_bits.values(4) == pytest.approx([*(-v for v in reversed(positive)), 0.0, *positive], abs=2e-3)
    assert few_bits.values(5)[15] == 0


@given(VECTOR, BITS)
def test_a_vector_takes_so_many_bits_and_points_where_it_did(vector: list[float], bits: int) -> None:
    data = few_bits.packed(vector, bits)
    assert len(data) == math.ceil(len(vector) * bits / 8) == few_bits.octets(len(vector), bits)
    made = few_bits.unpacked(data, bits, len(vector))
    assert math.isclose(math.hypot(*made), 1, rel_tol=1e-9)
    assert all(m == 0 or math.copysign(1, m) == math.copysign(1, v) for m, v in zip(made, vector, strict=True))
    order = sorted(range(len(vector)), key=vector.__getitem__)
    assert [made[i] for i in order] == sorted(made), "no component overtakes another"


FEW = st.lists(st.integers(0, 47), min_size=1, max_size=12).map(lambda places: [float(places.count(n)) for n in range(48)])
"""Words by their number, as the tests' embedder has them: most are zero."""


@given(st.one_of(FEW, st.integers(0, 10_000).map(lambda seed: normal(random.Random(seed)))), st.sampled_from([4, 5]))
def test_what_was_packed_once_is_packed_to_itself(vector: list[float], bits: int) -> None:
    data = few_bits.packed(vector, bits)
    assert few_bits.packed(few_bits.unpacked(data, bits, len(vector)), bits) == data


@given(st.integers(1, 48), BITS)
def test_zeros_have_no_direction(dimension: int, bits: int) -> None:
    zeros = [0.0] * dimension
    assert few_bits.unpacked(few_bits.packed(zeros, bits), bits, dimension) == zeros


@pytest.mark.parametrize(("bits", "off"), [(4, 0.009), (5, 0.005), (6, 0.0025)])
def test_cosines_of_a_models_vectors_move_by_little(bits: int, off: float) -> None:
    """The deviation of cosines from those of the vectors as they were."""
    chance = random.Random(5)
    vectors = [normal(chance) for _ in range(60)]
    packed = [few_bits.unpacked(few_bits.packed(v, bits), bits, 384) for v in vectors]
    lengths = [math.hypot(*v) for v in vectors]
    moved = [
        sum(a * b for a, b in zip(packed[i], packed[j], strict=True))
        - sum(a * b for a, b in zip(vectors[i], vectors[j], strict=True)) / lengths[i] / lengths[j]
        for i in range(60)
        for j in range(i)
    ]
    assert math.sqrt(sum(m * m for m in moved) / len(moved)) < off
