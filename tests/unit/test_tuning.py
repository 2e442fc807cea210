"""What the models and the weights of words were fitted on does not measure them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from local.paths import ROOT

IN_A_ROW = 8
"""Words: fewer are shared by any two people."""


def runs(*paths: Path) -> set[tuple[str, ...]]:
    words = [word for path in paths for word in re.findall(r"[a-z0-9']+", path.read_text(encoding="utf-8").lower())]
    return set(zip(*(words[at:] for at in range(IN_A_ROW)), strict=False))


@pytest.fixture(scope="module")
def fitted() -> set[tuple[str, ...]]:
    invented = [
        *sorted((ROOT / "bench" / "tuning").glob("*.jsonl")),
        *sorted((ROOT / "bench" / "salience").glob("*.jsonl")),
        *sorted((ROOT / "bench" / "kinds").glob("*.jsonl")),
        *sorted((ROOT / "bench" / "standing").glob("*.jsonl")),
        *(f for f in sorted((ROOT / "bench" / "judging").glob("*.jsonl")) if f.stem not in ("everyday", "lots")),
    ]
    found = runs(*invented)
    assert len(found) > 50_000
    return found


@pytest.mark.parametrize("measured", ["everyday/*.json", "unseen/*.json", "tuned_without.jsonl"])
def test_no_eight_words_in_a_row_are_in_what_is_measured(fitted: set[tuple[str, ...]], measured: str) -> None:
    paths = sorted((ROOT / "bench").glob(measured))
    assert paths
    assert not fitted & runs(*paths)


def test_the_judge_was_fitted_on_none_of_the_talk_that_is_kept_aside() -> None:
    assert not runs(ROOT / "bench" / "judging" / "everyday.jsonl") & runs(*sorted((ROOT / "bench").glob("unseen/*.json")))
    assert not runs(ROOT / "bench" / "judging" / "lots.jsonl") & runs(*sorted((ROOT / "bench").glob("unseen/lot_1[6-9].json")))
