"""The extractor and the summariser that need no model."""

from __future__ import annotations

from collections.abc import Sequence

from keepsake.claims import Chunk, Claim
from keepsake.records import Memory
from keepsake.rules import extraction, summaries


class RuleExtractor:
    """An `Extractor` by rules; never unavailable."""

    name = "rules"
    prompt_version = None

    def extract(self, chunk: Chunk) -> list[Claim]:
        return extraction.extract(chunk)


class RuleSummariser:
    """A `Summariser` by rules; never unavailable."""

    name = "rules"
    prompt_version = None

    def summarise(self, topic: str, facts: Sequence[Memory]) -> str:
        del topic
        return summaries.compose(facts)
