"""Row Q7: what was ranked too low to be read keeps its place and its score."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.recall import unread

SCORES = st.lists(st.floats(-1, 8), max_size=320).map(lambda s: sorted(s, reverse=True))


@given(SCORES)
def test_order_and_scores_come_back(scores: list[float]) -> None:
    rows = [(f"m{i}", score) for i, score in enumerate(scores)]
    back = unread.unpacked(unread.packed(rows))
    assert [c.memory_id for c in back] == [unread.mark(name) for name, _ in rows[: unread.MOST]]
    assert [c.score for c in back] == sorted((c.score for c in back), reverse=True)
    step = (scores[0] - scores[min(len(scores), unread.MOST) - 1]) / unread.STEPS if scores else 0.0
    assert [c.score for c in back] == pytest.approx([score for _, score in rows[: unread.MOST]], abs=step + 0.001)


def test_each_takes_four_bytes() -> None:
    rows = [(f"f_{i:032x}", 1 - i / 300) for i in range(300)]
    assert len(unread.packed(rows)) == pytest.approx(300 * 4 * 4 / 3, abs=20)
