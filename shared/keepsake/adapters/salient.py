"""The rules, with a small model that tells which of the statements that they find are worth keeping, and under what they are to be filed
(local/salience.py): no chat model, no tokens to pay, some 10 ms a statement."""

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
    message, and over another that tells how surely a text, `label: statement`, is right (rules/reading/filing.py): one request a message of
    each. Raises ModelUnavailable where one fails, or all take longer than `within_s`."""

    name = extraction.NAME
    prompt_version = None

    def __init__(
        self, weighs: Reranker | None, files: Reranker | None = None, *, within_s: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._weighs, self._files, self._within_s, self._clock = weighs, files, within_s, clock

    def extract(self, chunk: Chunk) -> list[Claim]:
        until, tenant = self._clock() + self._within_s, chunk.events[0].scope.tenant

        def asked(model: Reranker | None) -> Callable[[str, Sequence[str]], Sequence[float]] | None:
            def scores(message: str, texts: Sequence[str]) -> Sequence[float]:
                assert model is not None
                if self._clock() > until:
                    raise ModelUnavailable(f"The model {model.name} is late.", retry_after_s=5)
                return model.rerank(tenant, message, texts)

            return scores if model else None

        try:
            return extraction.extract(chunk, asked(self._weighs), asked(self._files))
        except ModelUnavailable:
            telemetry.count("ModelUnavailable", 1)
            raise
