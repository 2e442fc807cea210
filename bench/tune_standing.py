"""Fits the weights by which an instruction for good is told from one for the task at hand (shared/keepsake/rules/reading/for_good.py).

    python -m bench.tune_standing      makes standing_weights.txt; tells how many of a fifth kept aside are found, and found wrongly

Reads

    bench/standing/*.jsonl      {message, standing, once}: invented messages, written by people who saw no rule, with the pieces that
                                instruct for good and those that look like it
    bench/salience/*.jsonl      statements of invented messages with a letter each, I for such an instruction (bench/tune_salience.py)
    bench/judging/{projects,projects_2,people,tastes,warm_talk}.jsonl
                                what invented people tell of themselves, which instructs nobody (bench/tune_judge.py)

One logistic regression with a ridge, rounded to tenths. A minute.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from keepsake.rules.reading import for_good, language, own_words, statements, ways

Row = dict[str, Any]
WRITTEN = sorted(Path("bench/standing").glob("*.jsonl"))
TOLD = sorted(Path("bench/salience").glob("*.jsonl"))
TALES = [Path(f"bench/judging/{name}.jsonl") for name in ("projects", "projects_2", "people", "tastes", "warm_talk")]
OFTEN = 4
"""Statements that a sign must stand in."""
RIDGE, STEPS, RATE = 1.0, 300, 0.05
PARTS = 5


class Piece(NamedTuple):
    signs: set[str]
    standing: bool
    """As a reader said."""
    patterned: bool
    """By its pattern."""


def rows(paths: Iterable[Path]) -> list[Row]:
    return [json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()]


def read() -> list[list[Piece]]:
    """By message."""
    written = [(row["message"], row["standing"]) for row in rows(WRITTEN)]
    told = [(row["message"], _letters(row)) for row in rows(TOLD)]
    tales: list[tuple[str, list[str]]] = [(". ".join(row["facts"]), []) for row in rows(TALES)]
    return [found for message, standing in (*written, *told, *tales) if (found := list(pieces(message, standing)))]


def _letters(row: Row) -> list[str]:
    return [text for text, letter in zip(row["statements"], row["kept"], strict=True) if letter == "I"]


def pieces(message: str, standing: Sequence[str]) -> Iterator[Piece]:
    """Each statement of a message, as it is cut now."""
    own = own_words.read(message)
    if language.of(own) == language.ENGLISH:
        spoken = [ways.with_name(part, own) for whole in statements.statements(own) for part in ways.parted(whole)]
        found = ways.by_pattern(spoken, language.ENGLISH)
        texts = [s.text for s in spoken]
        for text, way, signs in zip(texts, found, for_good.signs(texts, found), strict=True):
            said = any(text.lower() in piece.lower() or piece.lower() in text.lower() for piece in standing)
            yield Piece(signs, said, way is ways.STANDING)


class Weights(NamedTuple):
    signs: list[str]
    tenths: np.ndarray


def fit(rows: Sequence[Piece]) -> Weights:
    """By Adam over all at once: the loss is convex."""
    often = Counter(sign for row in rows for sign in row.signs)
    names = sorted(sign for sign, count in often.items() if count >= OFTEN)
    place = {sign: n for n, sign in enumerate(names)}
    has = np.zeros((len(rows), len(names)), np.float32)
    for n, row in enumerate(rows):
        has[n, [place[s] for s in row.signs if s in place]] = 1
    wanted = np.array([row.standing for row in rows], np.float32)
    weights = first = second = np.zeros(len(names), np.float32)
    for step in range(1, STEPS + 1):
        pull = has.T @ (1 / (1 + np.exp(-(has @ weights))) - wanted) + RIDGE * weights
        first, second = 0.9 * first + 0.1 * pull, 0.99 * second + 0.01 * pull**2
        weights = weights - RATE * (1 - step / (STEPS + 1)) * (first / (1 - 0.9**step)) / (np.sqrt(second / (1 - 0.99**step)) + 1e-6)
    tenths = np.rint(10 * weights).astype(int)
    some = np.flatnonzero(np.abs(tenths) > 0)
    return Weights([names[n] for n in some], tenths[some])


def counted(weights: Weights, rows: Sequence[Piece]) -> Counter[str]:
    """Instructions for good, and what was taken for one, by their pattern and by the weights too."""
    held, found = dict(zip(weights.signs, weights.tenths.tolist(), strict=True)), Counter[str]()
    for row in rows:
        by_weights = row.patterned or sum(held.get(sign, 0) for sign in row.signs) >= for_good.SURE
        found["there"] += row.standing
        for name, taken in (("by pattern", row.patterned), ("by either", by_weights)):
            found[f"{name} {'right' if row.standing else 'wrong'}"] += taken
    return found


def served() -> Weights:
    lines = [line.rpartition("\t") for line in for_good.WEIGHTS.read_text(encoding="utf-8").splitlines()]
    return Weights([sign for sign, _, _ in lines], np.array([int(tenths) for _, _, tenths in lines]))


def main() -> None:
    messages = read()
    random.Random(0).shuffle(messages)
    apart, rest = messages[: len(messages) // PARTS], messages[len(messages) // PARTS :]
    print(dict(counted(fit([p for m in rest for p in m]), [p for m in apart for p in m])), file=sys.stderr)
    found = fit([p for m in messages for p in m])
    lines = (f"{sign}\t{tenths}" for sign, tenths in zip(found.signs, found.tenths.tolist(), strict=True))
    for_good.WEIGHTS.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
