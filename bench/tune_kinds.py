"""Fits the weights by which the kind of a statement is read (shared/keepsake/rules/reading/kinds.py).

    python -m bench.tune_kinds [FILE ...]      makes kind_weights.txt; tells how often a kind is one that readers gave

Reads `bench/kinds/*.jsonl`, {text, kinds}: statements of invented people, each with the one to three kinds under which a reader who saw no
rule would file it, the best first. Each kind is fitted by a logistic regression of its own, with a ridge, and rounded to tenths. Prints
what share is right of a fifth that is read by weights made without it, and of FILEs, conversations with labels (bench/everyday,
bench/unseen), none of which is fitted to. Half a minute.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from keepsake.rules.dates import temporal
from keepsake.rules.reading import kinds

FILED = sorted(Path("bench/kinds").glob("*.jsonl"))
SAID_AT = datetime(2026, 5, 12, tzinfo=UTC)
"""When the statements are taken to be said: whether a date in one lies ahead goes by it."""
OFTEN = 6
"""Statements that a sign must stand in."""
RIDGE, STEPS, RATE = 0.5, 400, 0.05
PARTS = 5


class Filed(NamedTuple):
    signs: set[str]
    kinds: Sequence[str]


def filed(text: str, given: Sequence[str], said_at: datetime = SAID_AT) -> Filed:
    periods = temporal.phrases(text, said_at, "UTC")
    return Filed(kinds.signs(text, any(p.start > said_at for p in periods), bool(periods)), given)


def read() -> list[Filed]:
    rows = [json.loads(line) for path in FILED for line in path.read_text(encoding="utf-8").splitlines()]
    return [filed(row["text"], row["kinds"]) for row in rows]


def labelled(path: Path) -> Iterator[Filed]:
    """The labels' own words, which are shorter than what people said: a lower bound."""
    for conversation in json.loads(path.read_text(encoding="utf-8"))["conversations"]:
        for session in conversation["sessions"]:
            for label in (label for turn in session["turns"] for label in turn.get("facts", []) if label["category"]):
                yield filed(label["say"], label["category"], datetime.fromisoformat(session["date"]))


class Weights(NamedTuple):
    signs: list[str]
    tenths: np.ndarray
    """A row a sign, a column a kind."""

    def right(self, rows: Sequence[Filed]) -> float:
        place = {sign: n for n, sign in enumerate(self.signs)}
        best = [self.tenths[[place[s] for s in row.signs if s in place]].sum(axis=0).argmax() for row in rows]
        return float(np.mean([kinds.CATEGORIES[n] in row.kinds for n, row in zip(best, rows, strict=True)]))


def fit(rows: Sequence[Filed]) -> Weights:
    """By Adam over all at once: the loss is convex."""
    often = Counter(sign for row in rows for sign in row.signs)
    names = sorted(sign for sign, count in often.items() if count >= OFTEN)
    place = {sign: n for n, sign in enumerate(names)}
    has = np.zeros((len(rows), len(names)), np.float32)
    for n, row in enumerate(rows):
        has[n, [place[s] for s in row.signs if s in place]] = 1
    wanted = np.array([[c in row.kinds for c in kinds.CATEGORIES] for row in rows], np.float32)
    weights = np.zeros((len(names), len(kinds.CATEGORIES)), np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    ridge = np.array([[0.0 if name == kinds.ALWAYS else 2 * RIDGE] for name in names], np.float32)
    for step in range(1, STEPS + 1):
        pull = has.T @ (1 / (1 + np.exp(-(has @ weights))) - wanted) + ridge * weights
        first, second = 0.9 * first + 0.1 * pull, 0.99 * second + 0.01 * pull**2
        weights -= RATE * (1 - step / (STEPS + 1)) * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
    tenths = np.rint(10 * weights).astype(int)
    some = np.flatnonzero(np.abs(tenths).max(axis=1) > 1)
    return Weights([names[n] for n in some], tenths[some])


def main() -> None:
    rows = read()
    random.Random(0).shuffle(rows)
    apart, rest = rows[: len(rows) // PARTS], rows[len(rows) // PARTS :]
    print(f"{len(apart)} kept aside: {fit(rest).right(apart):.3f}", file=sys.stderr)
    found = fit(rows)
    for name in sys.argv[1:]:
        print(f"{name}: {found.right(list(labelled(Path(name)))):.3f}", file=sys.stderr)
    head = "\t".join(["sign", *kinds.CATEGORIES])
    lines = ("\t".join([sign, *map(str, numbers)]) for sign, numbers in zip(found.signs, found.tenths.tolist(), strict=True))
    kinds.WEIGHTS.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
