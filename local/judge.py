"""Tells how surely a later statement ends an earlier one, reading both at once (bench/tune_judge.py). "signed, the flat is theirs now" ends
"we live in Ghent, second floor" only for who reads both."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from local.pair_reader import PairReader

NAME = "change-judge.6"
"""The number rises with whatever changes its scores."""
FITTED = Path(__file__).with_name("judge.6.npz")
PIECES = (64, 72)
"""Word pieces of the earlier and of the later statement that are read."""


class Judge(PairReader):
    """A `Reranker`, for whoever asks in this process."""

    name = NAME

    def __init__(self) -> None:
        super().__init__(FITTED, PIECES)

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely a later statement, the question, ends each earlier one, 0 to 1."""
        del tenant
        return self.scores([(earlier, question) for earlier in texts])
