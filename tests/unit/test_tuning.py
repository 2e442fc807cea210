"""What the models and the weights of words were fitted on does not measure them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
import pytest

from bench import kept_aside
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
        *sorted((ROOT / "bench" / "instructing").glob("*.jsonl")),
        *sorted((ROOT / "bench" / "people").glob("*.jsonl")),
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


@pytest.mark.parametrize(("aside", "taught"), [("statements", "salience"), ("instructions", "instructing"), ("people", "people")])
def test_no_message_that_tells_how_salience_does_taught_it(aside: str, taught: str) -> None:
    asked, given = (
        {
            json.loads(line)["message"]
            for path in sorted((ROOT / "bench").glob(some))
            for line in path.read_text(encoding="utf-8").splitlines()
        }
        for some in (f"aside/{aside}.jsonl", f"{taught}/*.jsonl")
    )
    assert len(asked) > 200
    assert not asked & given


def test_precision_is_one_where_all_that_is_right_scores_highest() -> None:
    scores, right = np.linspace(1, 0, 10), np.arange(10) < 3
    assert kept_aside.precision(scores, right) == 1.0
    assert kept_aside.precision(-scores, right) < 0.3
    assert kept_aside.before(scores[right], scores[~right]) == 1.0
    assert kept_aside.before(scores[~right], scores[right]) == 0.0
