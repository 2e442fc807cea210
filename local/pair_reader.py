"""Reads two texts at once and scores them: multilingual-e5-small, fitted to one question about such pairs, or to several. Apart they lie
near each other or not; what one does to the other tells only who reads both.

9 ms a pair of short texts on one core.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from os import cpu_count
from pathlib import Path
from typing import NamedTuple

import numpy as np

from local import e5
from local.transformer import Floats, session

LONGEST = 2_000
"""Signs of each that are cut into word pieces at all."""
END = 2
"""The id of the mark that ends a text."""
SCALE = 10.0
"""States of the last layer are small; the heads were fitted to them times this."""
BEGINS = "query: "
"""Before the first text."""
_WORD = re.compile(r"[^\W_]+")


class PairReader:
    """One fitted model. `pieces`: word pieces of the first and of the second text that are read. Safe to call from several threads."""

    def __init__(self, fitted: Path, pieces: tuple[int, int]) -> None:
        self.model, self._pieces = e5.MultilingualE5(e5.weights(), fitted), pieces
        self._session = session(self.model.encoder(), quantised=True)
        with np.load(fitted) as held:
            # A row a question that it was fitted to.
            self._heads, self._biases = np.atleast_2d(held["head"].astype(np.float32)), np.atleast_1d(held["bias"].astype(np.float32))
        self._pool = ThreadPoolExecutor(cpu_count())

    def scores(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """0 to 1 for each, of the first question."""
        return [chance(logits[0]) for logits in self.logits(pairs)]

    def logits(self, pairs: Sequence[tuple[str, str]]) -> list[Floats]:
        """For each the log odds, one a question that the model was fitted to."""
        return list(self._pool.map(self._logits, pairs))

    def _logits(self, pair: tuple[str, str]) -> Floats:
        return self._told(self._states(pair))

    def _states(self, pair: tuple[str, str]) -> Floats:
        """Of the last layer, a row a piece."""
        ids = pair_ids(self.model, *pair, self._pieces)
        (states,) = self._session.run(None, {"x": self.model.states(np.array(ids))[None]})
        of_pair: Floats = states[0] * SCALE
        return of_pair

    def _told(self, states: Floats) -> Floats:
        logits: Floats = self._heads @ states.mean(0) + self._biases
        return logits


def chance(logit: float) -> float:
    """Of log odds, 0 to 1."""
    return float(1 / (1 + np.exp(-logit)))


def pair_ids(model: e5.MultilingualE5, first: str, second: str, pieces: tuple[int, int]) -> list[int]:
    """Both texts as one, a second mark between them."""
    one, other = (model.tokenizer.encode(model.cleaned(text[:LONGEST])).ids for text in (BEGINS + first, second))
    return [*one[: pieces[0]], END, *other[1:][: pieces[1]]]


class Cut(NamedTuple):
    """The first text of a pair as it is read."""

    text: str
    spans: list[tuple[int, int]]
    """Where each of its pieces begins and ends in the text, in the order of their ids."""


def cut(model: e5.MultilingualE5, first: str, most: int) -> Cut:
    cleaned, spans = _read(model, BEGINS + first)
    return Cut(cleaned, spans[:most])


def part_at(model: e5.MultilingualE5, first: Cut, part: str) -> list[int]:
    """The places, among the ids of a pair, of the pieces of a part of its first text; none where it has no such part."""
    wanted = model.cleaned(part)
    begin = first.text.find(wanted, len(BEGINS)) if wanted else -1
    return [n for n, (start, end) in enumerate(first.spans) if begin >= 0 and start < begin + len(wanted) and end > begin]


def words_at(model: e5.MultilingualE5, first: str, second: str, pieces: tuple[int, int]) -> Iterator[tuple[str, list[int]]]:
    """Each word of both texts as they are read, in lower case, with the places of its pieces among the ids of the pair."""
    begins = 0
    for text, most, left_out in ((BEGINS + first, pieces[0], 0), (second, pieces[1], 1)):
        cleaned, spans = _read(model, text)
        spans = spans[left_out:][:most]
        for word in _WORD.finditer(cleaned, 0, max((end for _, end in spans), default=0)):
            at = [begins + n for n, (start, end) in enumerate(spans) if start < word.end() and end > word.start()]
            if at and not (begins == 0 and word.start() == 0):
                yield word[0].lower(), at
        begins += len(spans) + 1


def _read(model: e5.MultilingualE5, text: str) -> tuple[str, list[tuple[int, int]]]:
    """As it is cut into pieces, with where each of them begins and ends."""
    cleaned = model.cleaned(text[:LONGEST])
    return cleaned, model.tokenizer.encode(cleaned).offsets
