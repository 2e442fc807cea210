"""Reads a statement beside the message that it stands in (bench/tune_salience.py): "he left his glasses there" of a talk about nothing, and
of one about the boy's teacher, are two things. One reading tells how surely it is worth keeping, how surely it is an instruction for good,
what kind of fact it is, whom it is about (the user, or which word of both names somebody else), and what of the message has to stand
beside it for it to be understood."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from keepsake.records import Category
from keepsake.rules.reading.filing import ABOUT_ANOTHER, ABOUT_USER, ALONE, INSTRUCTION, about, span_of
from local.pair_reader import LONGEST, Cut, PairReader, chance, cut, part_at, words_at
from local.transformer import Floats

NAME, FILING = "statement-salience.7", "statement-filing.4"
"""The numbers rise with whatever changes the scores."""
FITTED = Path(__file__).with_name("salience.7.npz")
PIECES = (160, 56)
"""Word pieces of the message around the statement, and of the statement, that are read."""
BEFORE, BEHIND = 360, 120
"""Characters before the statement and behind it: of its message, and of what was said before that in the same sitting."""
FOUND_BY = 40
"""Characters at the beginning of a statement by which it is found in its message."""
REMEMBERED = 1_000
"""Readings that are not made a second time: who asks for one score of a statement asks for the others too."""


USER, NOBODY, ELSEWHERE = range(3)
"""Whom a statement is about where no word of it or of its message tells: the last of them somebody of another message."""
NOTHING, EARLIER = range(2)
"""What it needs beside it where that is no piece of its message: the last of them something of an earlier one."""
WHOSE, BESIDE = slice(2 + len(Category), 5 + len(Category)), slice(5 + len(Category), 7 + len(Category))
"""Where they stand among the answers to the questions that it was fitted to; worth, instruction and kinds stand before them."""


class Reading(NamedTuple):
    """Of one statement."""

    worth: float
    """Log odds that it is worth keeping."""
    labels: Mapping[str, float]
    """How surely each label of `rules/reading/filing.py` is its own, 0 to 1; those of all kinds add up to 1."""
    message: Cut
    beside: Sequence[float]
    """How surely each piece of the message belongs to what it needs beside it."""


class StatementReader(PairReader):
    """Beside its message each statement is read once, whatever is asked of it."""

    def __init__(self) -> None:
        super().__init__(FITTED, PIECES)
        with np.load(FITTED) as held:
            self._points, self._point_biases = held["point"].astype(np.float32), held["point_bias"].astype(np.float32)
        self._known = lru_cache(REMEMBERED)(self._reading)

    def of(self, message: str, statements: Sequence[str]) -> list[Reading]:
        pairs = [(around(message, text)[:LONGEST], text[:LONGEST]) for text in statements]
        asked = list(dict.fromkeys(pairs))
        told = dict(zip(asked, self._pool.map(self._known, asked), strict=True))
        return [told[pair] for pair in pairs]

    def beside(self, read: Reading, part: str) -> float:
        """How surely a part of the message has to stand beside a statement, 0 to 1."""
        return sum(read.beside[place] for place in part_at(self.model, read.message, part[:LONGEST]))

    def _reading(self, pair: tuple[str, str]) -> Reading:
        states = self._states(pair)
        told: Floats = self._told(states)
        pointed = states @ self._points.T + self._point_biases
        worth, instructs, *kinds = told[: WHOSE.start]
        labels = {INSTRUCTION: chance(instructs)} | dict(zip(Category, shares(kinds), strict=True))
        meant, needed = shares([*told[WHOSE], *pointed[:, 0]]), shares([*told[BESIDE], *pointed[:, 1]])
        labels |= {ABOUT_USER: meant[USER], ABOUT_ANOTHER: sum(meant[ELSEWHERE:]), ALONE: needed[NOTHING]}
        for word, places in words_at(self.model, *pair, PIECES):
            label = about(word)
            if label not in (ABOUT_USER, ABOUT_ANOTHER):
                labels[label] = labels.get(label, 0.0) + sum(meant[ELSEWHERE + 1 + place] for place in places)
        return Reading(float(worth), labels, cut(self.model, pair[0], PIECES[0]), needed[EARLIER + 1 :])


def shares(logits: Sequence[float]) -> list[float]:
    """Chances that add up to 1."""
    odds = np.exp(np.array(logits, np.float64) - max(logits))
    return list(map(float, odds / odds.sum()))


@cache
def reader() -> StatementReader:
    """That of this process."""
    return StatementReader()


class Salience:
    """A `Reranker`, for whoever asks in this process."""

    name = NAME

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely each statement of a message, the question, is worth keeping, 0 to 1."""
        del tenant
        return [chance(read.worth) for read in reader().of(question, texts)]


class Filing:
    """The same of `label: statement`; of a label that it was not fitted to nothing is sure."""

    name = FILING

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely each label is a statement's, 0 to 1."""
        del tenant
        parted = [text.partition(": ") for text in texts]
        read = reader().of(question, [statement for _, _, statement in parted])
        return [
            one.labels.get(label, 0.0) if (span := span_of(label)) is None else reader().beside(one, question[slice(*span)])
            for one, (label, _, _) in zip(read, parted, strict=True)
        ]


def around(message: str, statement: str) -> str:
    """What of the message is read beside a statement, which may have been said before it too: its last place counts."""
    at = max(0, message.rfind(statement[:FOUND_BY]))
    return message[max(0, at - BEFORE) : at + len(statement) + BEHIND]
