"""Tells how surely a statement is worth keeping, reading it beside the message that it stands in (bench/tune_salience.py): "he left his
glasses there" of a talk about nothing, and of one about the boy's teacher, are two things."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from local.pair_reader import PairReader

NAME = "statement-salience.3"
"""The number rises with whatever changes its scores."""
FITTED = Path(__file__).with_name("salience.3.npz")
PIECES = (96, 56)
"""Word pieces of the message around the statement, and of the statement, that are read."""
BEFORE, BEHIND = 220, 120
"""Characters of the message before the statement and behind it."""
FOUND_BY = 40
"""Characters at the beginning of a statement by which it is found in its message."""


class Salience(PairReader):
    """A `Reranker`, for whoever asks in this process."""

    name = NAME

    def __init__(self) -> None:
        super().__init__(FITTED, PIECES)

    def rerank(self, tenant: str, question: str, texts: Sequence[str]) -> list[float]:
        """How surely each statement of a message, the question, is worth keeping, 0 to 1."""
        del tenant
        return self.scores([(around(question, text), text) for text in texts])


def around(message: str, statement: str) -> str:
    """What of the message is read beside a statement."""
    at = max(0, message.find(statement[:FOUND_BY]))
    return message[max(0, at - BEFORE) : at + len(statement) + BEHIND]
