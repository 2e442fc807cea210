"""The rules, with a small model that tells which of the statements that they find are worth keeping (local/salience.py): no chat model, no
tokens to pay, some 10 ms a statement."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from keepsake import telemetry
from keepsake.claims import Chunk, Claim
from keepsake.errors import ModelUnavailable
from keepsake.ports import Reranker
from keepsake.rules.reading import extraction


class SalientExtractor:
    """An `Extractor` over a `/rerank` whose score, 0 to 1, tells how surely a text, a statement, is worth keeping of the question, its
    message: one request a message. Raises ModelUnavailable where one fails, or all take longer than `within_s`."""

    name = extraction.NAME
    prompt_version = None

    def __init__(self, reads: Reranker, *, within_s: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._reads, self._within_s, self._clock = reads, within_s, clock

    def extract(self, chunk: Chunk) -> list[Claim]:
        until, tenant = self._clock() + self._within_s, chunk.events[0].scope.tenant

        def salience(message: str, statements: Sequence[str]) -> Sequence[float]:
            if self._clock() > until:
                raise ModelUnavailable("The model of salience is late.", retry_after_s=5)
            return self._reads.rerank(tenant, message, statements)

        try:
            return extraction.extract(chunk, salience)
        except ModelUnavailable:
            telemetry.count("ModelUnavailable", 1)
            raise
