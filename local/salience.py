"""Reads a statement beside the message that it stands in (bench/tune_salience.py): "he left his glasses there" of a talk about nothing, and
of one about the boy's teacher, are two things. One reading tells how surely it is worth keeping, how surely it is an instruction for good,
and what kind of fact it is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path

import numpy as np

from keepsake.rules.reading.filing import INSTRUCTION, LABELS
from local.pair_reader import LONGEST, PairReader, chance
from local.transformer import Floats

NAME, FILING = "statement-salience.4", "statement-filing.1"
"""The numbers rise with whatever changes the scores."""
FITTED = Path(__file__).with_name("salience.4.npz")
PIECES = (96, 56)
"""Word pieces of the message around the statement, and of the statement, that are read."""
BEFORE, BEHIND = 220, 120
"""Characters of the message before the statement and behind it."""
FOUND_BY = 40
"""Characters at the beginning of a statement by which it is found in its message."""
REMEMBERED = 1_000
"""Readings that are not made a second time: who asks for one score of a statement asks for the others too."""


class StatementReader(PairReader):
    """Beside its message each statement is read once, whatever is asked of it."""

    def __init__(self) -> None:
        super().__init__(FITTED, PIECES)
        self._known = lru_cache(REMEMBERED)(self._logits)

    def of(self, message: str, statements: Sequence[str]) -> list[Floats]:
        """For each statement the log odds: that it is worth keeping, that it instructs for good, and those of each kind."""
        pairs = [(around(message, text)[:LONGEST], text[:LONGEST]) for text in statements]
        asked = list(dict.fromkeys(pairs))
        told = dict(zip(asked, self._pool.map(self._known, asked), strict=True))
        return [told[pair] for pair in pairs]


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
        return [chance(worth) for worth, *_ in reader().of(question, texts)]


class Filing:
    """The same of `label: statement`, the label one of LABELS; of another one nothing is sure."""

    name = FILING

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely each label is a statement's, 0 to 1; those of all kinds of one statement add up to 1."""
        del tenant
        parted = [text.partition(": ") for text in texts]
        read = reader().of(question, [statement for _, _, statement in parted])
        return [_label(logits, label) for logits, (label, _, _) in zip(read, parted, strict=True)]


def _label(logits: Floats, label: str) -> float:
    if label not in LABELS:
        return 0.0
    if label == INSTRUCTION:
        return chance(logits[1])
    kinds = np.exp(logits[2:] - logits[2:].max())
    return float(kinds[LABELS.index(label) - 1] / kinds.sum())


def around(message: str, statement: str) -> str:
    """What of the message is read beside a statement."""
    at = max(0, message.find(statement[:FOUND_BY]))
    return message[max(0, at - BEFORE) : at + len(statement) + BEHIND]
