"""Fits the weights by which recall tells which of two facts says how it stands (rules/recall/likely_now.py).

    python -m bench.likely_now FILE ...    conversations labelled as chat_open.json is (bench/chat.py), two files at least

Every question about a change, and about what only looks like one, is asked in this process. Of each pair of facts that recall compares, the
later one is right to be first where it answers and the earlier does not. Prints what each chance costs and gains, every file by weights
that were fitted without it, and the weights by all.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray

from bench import chat
from bench.chat_scores import Row, Talk, hit, turn_id
from keepsake.ids import Key
from keepsake.rules.recall import likely_now
from keepsake.rules.recall.answering import Asked
from keepsake.rules.recall.likely_now import Signs, Told
from local.client import Api
from local.paths import ROOT

RIDGE = 1.0
"""Pull of each weight towards nothing, of signs at a variance of 1."""
STEPS = 30
CHANCES = (0.7, 0.6, 0.55, 0.5, 0.45, 0.4, 0.35, 0.3)
ROWS = NDArray[np.float64]


class Pair(NamedTuple):
    signs: Signs
    later: str
    gains: bool
    """The later fact answers, and the earlier does not."""


class Question(NamedTuple):
    of_change: bool
    first: bool
    """The first fact answers, or the first item."""
    right: frozenset[str]
    pairs: tuple[Pair, ...]


class Listening:
    """An API that keeps the signs which each of its recalls weighed, and changes nothing by them."""

    def __init__(self, api: Api) -> None:
        self._api, self._weighed = api, list[tuple[str, str, Signs]]()
        self.kept = dict[str, list[tuple[str, str, Signs]]]()

    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> dict[str, Any]:
        self._weighed.clear()
        with patch.object(likely_now, "chance", self._weigh):
            answer = self._api.call(method, path, body, query)
        if path == "/recall" and "kinds" not in body:
            self.kept[body["query"]] = list(self._weighed)
        return answer

    def _weigh(self, earlier: Told, later: Told, places: int, said: Mapping[Key, frozenset[str]], asked: Asked) -> float:
        found = likely_now.signs(earlier, later, places, said, asked)
        self._weighed.append((earlier[1].memory_id, later[1].memory_id, found))
        return 0.0


def questions(path: Path, embedder: chat.Kept) -> list[Question]:
    found = []
    for conversation in chat.conversations_of(path, ""):
        with chat.service(embedder, conversation["sessions"]) as api:
            listening = Listening(api)
            talk = Talk(conversation, chat.play(listening, conversation, conversation["id"]))
        for session in conversation["sessions"]:
            for place, turn in enumerate(session["turns"]):
                for q in turn.get("corrections", []) + turn.get("controls", []):
                    found.append(_question(q, talk, turn_id(session, place), listening.kept[q["ask"]]))
    return found


def _question(q: Row, talk: Talk, turn: str, weighed: Sequence[tuple[str, str, Signs]]) -> Question:
    told = talk.answers[q["id"]]["memories"]
    of_change = "right" in q
    right = {
        m["memory_id"] for m in told if hit(q["right" if of_change else "stay"], m["content"]) and (not of_change or talk.since(m, turn))
    }
    facts = [m for m in told if m["kind"] == "fact"]
    pairs = (Pair(signs, later, later in right and earlier not in right) for earlier, later, signs in weighed)
    return Question(of_change, any(m["memory_id"] in right for m in (*told[:1], *facts[:1])), frozenset(right), tuple(pairs))


def fitted(pairs: Sequence[Pair]) -> tuple[ROWS, float]:
    """Weights and base of a logistic regression, by Newton's steps."""
    signs, gains = np.array([p.signs for p in pairs], float), np.array([p.gains for p in pairs], float)
    mean, spread = signs.mean(0), signs.std(0) + 1e-9
    rows = np.hstack([(signs - mean) / spread, np.ones((len(signs), 1))])
    pull = np.diag([RIDGE] * signs.shape[1] + [0.0])
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (gains - chances) - pull @ weights
        weights += np.linalg.solve((rows.T * (chances * (1 - chances))) @ rows + pull, slope)
    plain = weights[:-1] / spread
    return plain, float(weights[-1] - plain @ mean)


def counted(asked: Sequence[Question], weights: ROWS, base: float, least: float) -> Counter[str]:
    """Questions whose first item or fact is right, where the likeliest later fact is told first from that chance on."""
    found = Counter[str]()
    for q in asked:
        chance, later = max(((1 / (1 + np.exp(-(np.array(p.signs, float) @ weights + base))), p.later) for p in q.pairs), default=(0.0, ""))
        found["changes" if q.of_change else "look-alikes"] += later in q.right if chance >= least else q.first
    return found


def main(arguments: Sequence[str]) -> None:
    if len(arguments) < 2:
        sys.exit(__doc__)
    folder = ROOT / ".local"
    folder.mkdir(exist_ok=True)
    embedder = chat.Kept(folder)
    files = [questions(Path(a), embedder) for a in arguments]
    embedder.save()
    of_all = [q for asked in files for q in asked]
    asked_of = Counter("changes" if q.of_change else "look-alikes" for q in of_all)
    before = Counter("changes" if q.of_change else "look-alikes" for q in of_all if q.first)
    print(f"questions {dict(asked_of)}; right before {dict(before)}")
    without = [fitted([p for other in files if other is not asked for q in other for p in q.pairs]) for asked in files]
    for least in CHANCES:
        found = sum((counted(asked, *ways, least) for asked, ways in zip(files, without, strict=True)), Counter[str]())
        print(f"first from a chance of {least}: {dict(found)}")
    weights, base = fitted([p for q in of_all for p in q.pairs])
    print(f"WEIGHTS = Signs({', '.join(f'{n}={w:.2f}' for n, w in zip(Signs._fields, weights, strict=True))})\nBASE = {base:.2f}")


if __name__ == "__main__":
    main(sys.argv[1:])
