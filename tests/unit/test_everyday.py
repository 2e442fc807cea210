"""The everyday talk of bench/everyday, and what is fitted on it."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import likely_now as fitting
from bench import of_use
from keepsake.claims import Claim
from keepsake.records import Useful
from keepsake.rules.indexing import useful_examples
from keepsake.rules.recall.likely_now import Signs

LOTS = sorted((Path(__file__).parents[2] / "bench" / "everyday").glob("lot_*.json"))


def turns_of(lot: Path) -> list[dict[str, Any]]:
    talks = json.loads(lot.read_text())["conversations"]
    return [turn for talk in talks for session in talk["sessions"] for turn in session["turns"]]


def says(patterns: list[str], text: str) -> bool:
    return all(re.search(p, text, re.IGNORECASE) for p in patterns)


@pytest.mark.parametrize("lot", LOTS, ids=lambda path: path.stem)
def test_every_label_is_said_in_its_turn_and_named_once(lot: Path) -> None:
    turns = turns_of(lot)
    labels = [(label, turn["content"]) for turn in turns for label in turn.get("facts", [])]
    changes = [(q, turn["content"]) for turn in turns for q in turn.get("corrections", [])]
    asked = [q for turn in turns for q in turn.get("corrections", []) + turn.get("controls", [])]
    names = [row["id"] for row in (*asked, *(label for label, _ in labels))]
    assert len(names) == len(set(names))
    assert [label["id"] for label, text in labels if not says(label["keys"], text)] == []
    assert [q["id"] for q, text in changes if not says(q["right"], text)] == []


def question(*later: float, right: int, of_change: bool = True) -> fitting.Question:
    """Of facts that differ in when they were said, one is right; the second tells of work."""
    nothing = dict.fromkeys(Signs._fields, 0.0)
    signs = tuple(Signs(**nothing | {"later": at, "of_work": float(n == 1)}) for n, at in enumerate(later))
    return fitting.Question(of_change, right == 0, False, tuple(n == right for n in range(len(later))), signs)


def test_fit_finds_the_sign_that_tells() -> None:
    weights = dict(
        zip(Signs._fields, fitting.fitted([question(0.1, 0.2, 0.9, right=2), question(0.8, 0.3, 0.1, right=0)] * 20), strict=True)
    )
    assert weights["later"] > 10 * abs(weights["near"])
    assert weights["of_work"] < 0 < weights["later"]


def test_question_counts_where_the_likeliest_fact_is_right() -> None:
    asked = [question(0.0, 1.0, right=1), question(0.0, 1.0, right=0, of_change=False), fitting.Question(True, True, True, (), ())]
    weights = np.array([float(name == "later") for name in Signs._fields])
    assert fitting.counted(asked, weights) == {"changes": 2, "look-alikes": 0}
    assert fitting.counted(asked, -weights) == {"changes": 1, "look-alikes": 1}


class Embedder:
    """Lays the texts that it is told one way, all others the other way."""

    def __init__(self, *liked: str) -> None:
        self.liked, self.asked = liked, list[str]()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.asked += texts
        return [[1.0, 0.0] if text in self.liked else [0.0, 1.0] for text in texts]


def stated(text: str, *, wanted: bool) -> of_use.Statement:
    claim = Claim(content=text, raw=text, event_ids=("e1",), valid_from=datetime(2026, 1, 1, tzinfo=UTC), weight=0.0)
    return of_use.Statement(claim, wanted, in_vain=not wanted)


def test_what_is_kept_is_counted_by_whether_it_is_wanted() -> None:
    made = [stated("I row", wanted=True), stated("it floats", wanted=False), stated("I paint", wanted=True)]
    useful = Useful(direction=(1.0, 0.0), least=0.5)
    assert of_use.counted(made, Embedder("I row", "it floats"), useful) == (1, 1, 1)


def test_direction_is_made_without_the_statements_that_are_judged_by_it() -> None:
    mine, embedder = (
        useful_examples.texts()[0],
        Embedder(*(t for t, kept in zip(useful_examples.texts(), useful_examples.kept(), strict=True) if kept)),
    )
    useful = of_use.without([stated(mine, wanted=True)], embedder)
    assert mine not in embedder.asked
    assert len(embedder.asked) == len(set(useful_examples.texts())) - 1
    assert useful.direction[0] > 0 > useful.direction[1]
