"""The direction in which what is so parts from what is not."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.indexing.regression import RIDGE, parted
from keepsake.rules.nearness import dot


def rows(dimension: int) -> st.SearchStrategy[list[tuple[list[float], bool]]]:
    vector = st.lists(st.floats(-1, 1, width=32), min_size=dimension, max_size=dimension)
    return st.lists(st.tuples(vector, st.booleans()), min_size=1, max_size=20)


@given(rows(4))
def test_it_is_the_ridge_regression(given_rows: list[tuple[list[float], bool]]) -> None:
    vectors, so = [v for v, _ in given_rows], [s for _, s in given_rows]
    found = parted(vectors, so)
    x, y = np.array(vectors), np.array(so, dtype=float)
    x, y = x - x.mean(0), y - y.mean()
    exact = np.linalg.solve(x.T @ x + RIDGE * np.eye(4), x.T @ y)
    assert found.direction == pytest.approx(exact.tolist(), abs=1e-4)
    assert found.middle == pytest.approx(float(np.array(vectors).mean(0) @ exact), abs=1e-3)


def test_what_is_so_lies_further_along_it() -> None:
    vectors = [[1.0, 0.1 * n, 0.0] for n in range(5)] + [[0.0, 0.1 * n, 1.0] for n in range(5)]
    found = parted(vectors, [True] * 5 + [False] * 5)
    assert all(dot(v, found.direction) > found.middle for v in vectors[:5])
    assert all(dot(v, found.direction) < found.middle for v in vectors[5:])


@pytest.mark.parametrize("so", [[True, True], [False, False], [True, False]])
def test_where_nothing_parts_them_there_is_no_direction(so: list[bool]) -> None:
    assert parted([[0.6, 0.8], [0.6, 0.8]], so).direction == [0.0, 0.0]
