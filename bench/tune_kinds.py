"""Fits the weights by which the kind of a statement is read (shared/keepsake/rules/reading/kinds.py).

    python -m bench.tune_kinds [FILE ...]      makes kind_weights.txt; tells how often a kind is one that readers gave

Reads `bench/kinds/*.jsonl`, {text, kinds}: statements of invented people, each with the one to three kinds under which a reader who saw no
rule would file it, the best first. Each kind is fitted by a logistic regression of its own (bench/logistic.py). Prints
what share is right of a fifth that is read by weights made without it, and of FILEs, conversations with labels (bench/everyday,
bench/unseen), none of which is fitted to. Half a minute.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bench import logistic
from bench.logistic import Weights
from keepsake.rules.dates import temporal
from keepsake.rules.reading import kinds

FILED = sorted(Path("bench/kinds").glob("*.jsonl"))
SAID_AT = datetime(2026, 5, 12, tzinfo=UTC)
"""When the statements are taken to be said: whether a date in one lies ahead goes by it."""
OFTEN = 6
"""Statements that a sign must stand in."""
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


def fit(rows: Sequence[Filed]) -> Weights:
    wanted = [[c in row.kinds for c in kinds.CATEGORIES] for row in rows]
    return logistic.fit([row.signs for row in rows], wanted, often=OFTEN, always=kinds.ALWAYS)


def right(weights: Weights, rows: Sequence[Filed]) -> float:
    """The share of the statements whose kind by the weights is one that was given."""
    best = weights.sums([row.signs for row in rows]).argmax(axis=1)
    return float(np.mean([kinds.CATEGORIES[n] in row.kinds for n, row in zip(best, rows, strict=True)]))


def main() -> None:
    rows = read()
    random.Random(0).shuffle(rows)
    apart, rest = rows[: len(rows) // PARTS], rows[len(rows) // PARTS :]
    print(f"{len(apart)} kept aside: {right(fit(rest), apart):.3f}", file=sys.stderr)
    found = fit(rows)
    for name in sys.argv[1:]:
        print(f"{name}: {right(found, list(labelled(Path(name)))):.3f}", file=sys.stderr)
    head = "\t".join(["sign", *kinds.CATEGORIES])
    lines = ("\t".join([sign, *map(str, numbers)]) for sign, numbers in zip(found.signs, found.tenths.tolist(), strict=True))
    kinds.WEIGHTS.write_text("\n".join([head, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
