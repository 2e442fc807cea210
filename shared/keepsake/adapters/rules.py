"""The extractor that needs no model."""

from __future__ import annotations

from keepsake.claims import Chunk, Claim
from keepsake.rules import extraction


class RuleExtractor:
    """An `Extractor` by rules; never unavailable."""

    name = "rules"
    prompt_version = None

    def extract(self, chunk: Chunk) -> list[Claim]:
        return extraction.extract(chunk)
