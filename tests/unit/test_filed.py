"""The statements from which the kinds of facts are learnt, and the fit (bench/tune_kinds.py)."""

from __future__ import annotations

import json

import pytest

from bench import tune_kinds as fitting
from keepsake.records import Category
from keepsake.rules.reading import kinds


def test_every_statement_is_filed_once_under_one_to_three_kinds() -> None:
    rows = [json.loads(line) for path in fitting.FILED for line in path.read_text(encoding="utf-8").splitlines()]
    assert len(rows) > 10_000
    assert len({row["text"] for row in rows}) == len(rows)
    assert all(1 <= len(row["kinds"]) <= 3 and set(row["kinds"]) <= set(Category) for row in rows)


def test_served_weights_agree_with_most_readers() -> None:
    rows = fitting.read()[::20]
    found = [max(zip(sums(row.signs), kinds.CATEGORIES, strict=True), key=lambda s: s[0])[1] for row in rows]
    assert sum(kind in row.kinds for kind, row in zip(found, rows, strict=True)) > 0.75 * len(rows)


def sums(signs: set[str]) -> list[int]:
    known = (kinds._weights()[sign] for sign in signs if sign in kinds._weights())
    return [sum(column) for column in zip(*known, strict=True)]


@pytest.mark.parametrize("often", [fitting.OFTEN, 20])
def test_fit_finds_the_words_that_tell_and_drops_the_rare_ones(often: int) -> None:
    said = [("I row with Otto", ["pattern"]), ("I sold it to Otto", ["event"])] * often
    found = fitting.fit([fitting.filed(text, given) for text, given in [*said, ("zither", ["belief"])]])
    weights = dict(zip(found.signs, found.tenths.tolist(), strict=True))
    pattern, event = (kinds.CATEGORIES.index(Category(c)) for c in ("pattern", "event"))
    assert weights["row"][pattern] > 0 > weights["sold"][pattern]
    assert weights["sold"][event] > 0 > weights["row"][event]
    assert "zither" not in weights
    assert fitting.right(found, [fitting.filed("I sold the boat", ["event"])]) == 1.0
