"""What the cosines of one embedding model mean. Every model spreads them in its own way: two cities that somebody lives in lie at 0.8 in
one and at 0.97 in another, so a threshold belongs to its model."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from keepsake.records.base import Frozen

Cosine = Annotated[float, Field(ge=-1, le=1)]


class Thresholds(Frozen):
    """Cosines from which texts are taken for the same, or for near. The defaults were measured with all-MiniLM-L6-v2."""

    same: Cosine = 0.92
    """Two statements about one subject say the same, if their numbers and negation agree: paraphrases of short statements lie around
    0.9, statements that differ in one value around 0.8."""
    about: Cosine = 0.55
    """A marked correction is about a known statement."""
    alike: Cosine = 0.85
    """Two episodes are of one pattern: below saying the same, above another value."""
    repeats: Cosine = 0.95
    """A prune takes two facts of equal numbers for one: above saying the same, since nobody said anything new."""
    one_topic: Cosine = 0.86
    """Two labels mean the same: spellings and plurals 0.90 to 0.97, synonyms such as films and movies 0.86 to 0.88; running and racing
    shoes 0.81, red and white wine 0.78, cats and dogs 0.72, health and fitness 0.52."""
    answers: Cosine = 0.28
    """A memory speaks to a question that shares few words with it: the statement that answers it lies above, another statement about the
    same person mostly below."""
    answers_partly: Cosine = 0.15
    """The same for a fact that shares a word with a question of several parts."""


MEASURED = Thresholds()
"""What holds where no model was calibrated."""
