"""Reads a statement beside the message that it stands in (bench/tune_salience.py): "he left his glasses there" of a talk about nothing, and
of one about the boy's teacher, are two things. One reading tells how surely it is worth keeping, how surely it is an instruction for good,
and what kind of fact it is."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from pathlib import Path
from threading import Lock

import numpy as np

from keepsake.rules.reading.filing import LABELS
from local.pair_reader import PairReader, chance
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


class Salience:
    """A `Reranker`, for whoever asks in this process."""

    name = NAME

    def __init__(self) -> None:
        self._readings = readings()

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely each statement of a message, the question, is worth keeping, 0 to 1."""
        del tenant
        return [chance(logits[0]) for logits in self._readings.of([(around(question, text), text) for text in texts])]


class Filing:
    """The same of `label: statement`, the label one of LABELS; of another one nothing is sure."""

    name = FILING

    def __init__(self) -> None:
        self._readings = readings()

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely each label is a statement's, 0 to 1; those of all kinds of one statement add up to 1."""
        del tenant
        parted = [text.partition(": ") for text in texts]
        read = self._readings.of([(around(question, text), text) for _, _, text in parted])
        return [_label(logits, label) for logits, (label, _, _) in zip(read, parted, strict=True)]


def _label(logits: Floats, label: str) -> float:
    if label not in LABELS:
        return 0.0
    instructs, kinds = logits[1], logits[2:]
    place = LABELS.index(label)
    if place == 0:
        return chance(instructs)
    chances = np.exp(kinds - kinds.max())
    return float(chances[place - 1] / chances.sum())


class Readings:
    """Of pairs of a message and a statement, the last of them remembered. Safe to call from several threads."""

    def __init__(self) -> None:
        self._reader, self._lock = PairReader(FITTED, PIECES), Lock()
        self._known: OrderedDict[bytes, Floats] = OrderedDict()

    def of(self, pairs: Sequence[tuple[str, str]]) -> list[Floats]:
        keys = [_digest(pair) for pair in pairs]
        with self._lock:
            known = {key: self._known[key] for key in keys if key in self._known}
        fresh = {key: pair for key, pair in zip(keys, pairs, strict=True) if key not in known}
        known |= dict(zip(fresh, self._reader.logits(list(fresh.values())), strict=True))
        with self._lock:
            self._known |= known
            while len(self._known) > REMEMBERED:
                self._known.popitem(last=False)
        return [known[key] for key in keys]


def _digest(pair: tuple[str, str]) -> bytes:
    """In place of texts, which may be as long as a message."""
    return blake2b("\0".join(pair).encode(errors="replace"), digest_size=16).digest()


@cache
def readings() -> Readings:
    """Those of this process."""
    return Readings()


def around(message: str, statement: str) -> str:
    """What of the message is read beside a statement."""
    at = max(0, message.find(statement[:FOUND_BY]))
    return message[max(0, at - BEFORE) : at + len(statement) + BEHIND]
