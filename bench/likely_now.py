"""Fits the weights by which recall tells which of the best facts says how it stands (rules/recall/likely_now.py).

    python -m bench.likely_now FILE ...    conversations labelled as chat_open.json is (bench/chat.py), two files at least

Every question about a change, and about what only looks like one, is asked in this process. A fact is right to be first where it answers;
the weights make that likely, by a softmax over the facts that recall compares. Prints how many questions have a right answer first without
them and by them, every file by weights that were fitted without it, and the weights by all.
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
from keepsake.rules.recall import likely_now
from keepsake.rules.recall.answering import Asked
from keepsake.rules.recall.likely_now import Compared, Signs
from local.client import Api
from local.paths import ROOT

PULL = 10.0
"""Of each weight towards nothing, of signs at a variance of 1."""
LOOK_ALIKE = 1.5
"""What a question about a look-alike weighs beside one about a change: with 1 changes gain 2 points and look-alikes lose 3, with 2 the
other way round."""
STEPS, RATE, LAST = 300, 0.05, 0.3
"""The share LAST of the steps is smaller."""
ROWS = NDArray[np.float64]
NOTHING = Signs(*[0.0] * len(Signs._fields))


class Question(NamedTuple):
    of_change: bool
    first: bool
    """The first fact answers, or the first item."""
    whatever: bool
    """The first item answers and is no fact: it stays first."""
    right: tuple[bool, ...]
    """Of the facts that recall compares, in their order."""
    signs: tuple[Signs, ...]


class Listening:
    """An API that keeps the signs which each of its recalls weighed, and of which facts, and changes nothing by them."""

    def __init__(self, api: Api) -> None:
        self._api, self._weighed = api, list[tuple[Row, Signs]]()
        self.kept = dict[str, list[tuple[Row, Signs]]]()

    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> dict[str, Any]:
        self._weighed.clear()
        with patch.object(likely_now, "signs", self._weigh):
            answer = self._api.call(method, path, body, query)
        if path == "/recall" and "kinds" not in body:
            self.kept[body["query"]] = list(self._weighed)
        return answer

    def _weigh(self, facts: Sequence[Compared], asked: Asked, messages: Mapping[str, float]) -> list[Signs]:
        rows = [{"memory_id": m.memory_id, "content": m.content.summary, "event_ids": m.event_ids} for _, (_, m) in facts]
        self._weighed = list(zip(rows, SIGNS(facts, asked, messages), strict=True))
        return [NOTHING] * len(facts)


SIGNS = likely_now.signs


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


def _question(q: Row, talk: Talk, turn: str, weighed: Sequence[tuple[Row, Signs]]) -> Question:
    told = talk.answers[q["id"]]["memories"]
    of_change = "right" in q

    def right(m: Row) -> bool:
        since = not of_change or q["type"].startswith("undo") or talk.since(m, turn)
        return since and hit(q["right" if of_change else "stay"], m["content"])

    facts = [m for m in told if m["kind"] == "fact"]
    whatever = any(m["kind"] != "fact" and right(m) for m in told[:1])
    first = whatever or any(map(right, facts[:1]))
    return Question(of_change, first, whatever, tuple(right(m) for m, _ in weighed), tuple(s for _, s in weighed))


def fitted(asked: Sequence[Question]) -> ROWS:
    return weights_of([(q.signs, q.right, 1.0 if q.of_change else LOOK_ALIKE) for q in asked])


def weights_of(choices: Sequence[tuple[Sequence[tuple[float, ...]], Sequence[bool], float]], pull: float = PULL) -> ROWS:
    """The weights that make the right ones likely, by steps along the slope (Adam): of each choice the signs of all, which are right, and
    what it counts. Choices where all or none are right tell nothing."""
    tells = [(signs, right, counts) for signs, right, counts in choices if any(right) and not all(right)]
    spread = np.array([s for signs, _, _ in tells for s in signs], float).std(0) + 1e-9
    rows = [(np.array(signs, float) / spread, np.array(right, float), counts) for signs, right, counts in tells]
    weights = mean = square = np.zeros(len(spread))
    for step in range(STEPS):
        slope = pull * weights
        for signs, right, counts in rows:
            chance = _softmax(signs @ weights)
            slope = slope + counts * signs.T @ (chance - chance * right / (chance @ right))
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights = weights - RATE * (0.25 if step >= (1 - LAST) * STEPS else 1.0) * mean / (np.sqrt(square) + 1e-8)
    made: ROWS = weights / spread
    return made


def _softmax(weighed: ROWS) -> ROWS:
    chance = np.exp(weighed - weighed.max())
    shares: ROWS = chance / chance.sum()
    return shares


def counted(asked: Sequence[Question], weights: ROWS) -> Counter[str]:
    """Questions whose first item or fact is right, where the likeliest of the facts that are compared is told first."""
    found = Counter[str]()
    for q in asked:
        likeliest = int(np.argmax(np.array(q.signs, float) @ weights)) if q.signs else 0
        found["changes" if q.of_change else "look-alikes"] += (q.whatever or q.right[likeliest]) if q.signs else q.first
    return found


def main(arguments: Sequence[str]) -> None:
    if len(arguments) < 2:
        sys.exit(__doc__)
    folder = ROOT / ".local"
    folder.mkdir(exist_ok=True)
    embedder = chat.Kept(folder, judges=True, weighs=True)
    files = [questions(Path(a), embedder) for a in arguments]
    embedder.save()
    of_all = [q for asked in files for q in asked]
    asked_of = Counter("changes" if q.of_change else "look-alikes" for q in of_all)
    before = Counter("changes" if q.of_change else "look-alikes" for q in of_all if q.first)
    print(f"questions {dict(asked_of)}; right without the signs {dict(before)}")
    without = [fitted([q for other in files if other is not asked for q in other]) for asked in files]
    found = sum((counted(asked, weights) for asked, weights in zip(files, without, strict=True)), Counter[str]())
    print(f"right by them, each file by weights of the others: {dict(found)}")
    print(f"WEIGHTS = Signs({', '.join(f'{n}={w:.2f}' for n, w in zip(Signs._fields, fitted(of_all), strict=True))})")


if __name__ == "__main__":
    main(sys.argv[1:])
