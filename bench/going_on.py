"""Fits the weights by which a statement gets the words of an earlier message beside it (rules/knowledge/goes_on.py).

    python -m bench.going_on

bench/people tells of every statement that needs something of an earlier message which one: `earlier` names the message and the place of it
there. Each is read beside what its writer had said by then that is worth keeping, the nearest of it by vector, with the odds of the judge.
Prints the weights, and how many statements of people who are kept out (bench/aside) get the right words by those that are served, of those
that need some and no piece of their own message.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from bench.kept_aside import ASIDE
from bench.likely_now import weights_of
from keepsake.rules.knowledge import goes_on
from keepsake.rules.knowledge.goes_on import Near, Signs
from local import embedder, judge

PEOPLE = sorted(Path("bench/people").glob("*.jsonl"))
PULL = 3.0
FIRST = datetime(2000, 1, 1, tzinfo=UTC)
WORTH = frozenset("KI")
"""Letters of what is kept."""


class Said(NamedTuple):
    """A statement."""

    nth: int
    """Of its message."""
    place: int
    text: str
    needs: list[list[int]]
    """What it needs of earlier messages, as `nth` and `place`; none where a piece of its own will do."""


class Choice(NamedTuple):
    signs: list[Signs]
    right: list[bool]


def choices(paths: Sequence[Path]) -> Iterator[Choice]:
    of_person = defaultdict[str, list[Said]](list)
    for row in (json.loads(line) for path in paths for line in path.read_text(encoding="utf-8").splitlines()):
        for place, letter in enumerate(row["kept"]):
            if letter in WORTH:
                needs = [] if any(n >= 0 for n in row["beside"][place]) else row["earlier"][place]
                of_person[row["person"]].append(Said(row["nth"], place, row["statements"][place], needs))
    vectors, reads = embedder.Embedder(), judge.Judge()
    for said in of_person.values():
        yield from _of_one(said, np.array(vectors.embed([s.text for s in said])), reads)


def _of_one(said: Sequence[Said], vectors: NDArray[np.float64], reads: judge.Judge) -> Iterator[Choice]:
    cosines = vectors @ vectors.T
    for n, new in enumerate(said):
        before = sorted((m for m, old in enumerate(said) if old.nth < new.nth), key=lambda m: -cosines[n, m])[: goes_on.MOST_BESIDE]
        if new.needs and before:
            odds = reads.rerank("", new.text, [said[m].text for m in before])
            near = [Near(said[m].text, FIRST + timedelta(days=said[m].nth), float(cosines[n, m])) for m in before]
            yield Choice(goes_on.signs(new.text, near, odds), [[said[m].nth, said[m].place] in new.needs for m in before])


def main() -> None:
    weights = weights_of([(c.signs, c.right, 1.0) for c in choices(PEOPLE)], PULL)
    print(f"WEIGHTS = Signs({', '.join(f'{n}={w:.2f}' for n, w in zip(Signs._fields, weights, strict=True))})")
    kept_out = list(choices([ASIDE / "people.jsonl"]))
    told = [c.right[place] for c in kept_out if (place := goes_on.likeliest(c.signs)) is not None]
    nearest = sum(c.right[0] for c in kept_out)
    print(f"kept out: {len(kept_out)} need an earlier message; the nearest is right for {nearest}; {len(told)} get one, {sum(told)} right")


if __name__ == "__main__":
    main()
