"""The vectors of what is read: of a batch's events and claims in one call."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from keepsake import telemetry
from keepsake.errors import Invalid, ModelUnavailable, TextsRefused
from keepsake.ports import Embedder
from keepsake.records import Embedding, Event, Memory
from keepsake.rules.indexing import documents

R = TypeVar("R", bound=Event | Memory)


class Vectors:
    """What the model makes of texts, each embedded once and all in one call."""

    def __init__(self, embedder: Embedder, texts: Sequence[str]) -> None:
        wanted = list(dict.fromkeys(texts))
        self.made_by: Embedding | None = Embedding(model=embedder.model, dimension=embedder.dimension)
        """None while the embedder is down: the projector asks for the vectors of what it shows (row E2)."""
        self._rows: dict[str, list[float] | None] = {}
        try:
            self._rows = dict(zip(wanted, embedder.embed(wanted), strict=True))
        except TextsRefused as err:
            self._rows = dict(zip(wanted, err.vectors, strict=True))
        except (ModelUnavailable, Invalid) as err:
            telemetry.failure("extracted without vectors", err)
            self.made_by = None

    def of(self, text: str) -> list[float] | None:
        return self._rows.get(text)

    def given(self, record: R, previous: Event | None = None) -> R:
        """The record with its vectors; without any where the model refused one of its texts: the projector asks again, and marks what stays
        refused."""
        rows = [row for t in documents.texts(record, previous) if (row := self._rows.get(t)) is not None]
        whole = self.made_by is not None and len(rows) == len(documents.texts(record, previous))
        return documents.with_vectors(record, self.made_by, rows, previous) if whole and self.made_by else record
