"""The extractor, the distiller and the summariser that need no model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keepsake.claims import Action, Chunk, Claim
from keepsake.ids import Key
from keepsake.ports import Vector
from keepsake.records import MEASURED, Memory, Thresholds
from keepsake.rules.knowledge import distillation, summaries
from keepsake.rules.reading import extraction


class RuleExtractor:
    """An `Extractor` by rules; never unavailable."""

    name = "rules"
    prompt_version = None

    def extract(self, chunk: Chunk) -> list[Claim]:
        return extraction.extract(chunk)


class RuleDistiller:
    """A `Distiller` by rules; never unavailable."""

    name = "rules"
    prompt_version = None

    def distil(
        self, episodes: Sequence[Memory], facts: Sequence[Memory], vectors: Mapping[Key, Vector], thresholds: Thresholds = MEASURED
    ) -> list[Action]:
        return distillation.propose(episodes, facts, vectors, thresholds)


class RuleSummariser:
    """A `Summariser` by rules; never unavailable."""

    name = "rules"
    prompt_version = None

    def summarise(self, topic: str, facts: Sequence[Memory]) -> str:
        del topic
        return summaries.compose(facts)
