"""What the cosines of one embedding model mean. Every model spreads them in its own way: two cities that somebody lives in lie at 0.8 in
one and at 0.97 in another, so a threshold belongs to its model."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Frozen, Record
from keepsake.records.memories import Embedding

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


class Asking(Frozen):
    """What of a text's vector says that it asks. Some models lay all questions near each other, whatever they ask: in multilingual-e5-small
    a question is as near to an unrelated one (0.24) as to its own answer (0.28), and to unrelated statements at 0.03."""

    direction: tuple[float, ...]
    """From statements to questions, at length 1."""
    stated: Cosine
    """How far along it statements lie."""


class Useful(Frozen):
    """What of a statement's vector says that it is of use later, read off examples of what is kept and what is not."""

    direction: tuple[float, ...]
    """Along it the useful lie further than the others; its length makes 1 of the distance between the two, as far as the model tells them
    apart."""
    least: float
    """How far along it the middle of all examples lies."""


class Calibration(Record):
    """What a model made of the labelled examples before its first vector was kept. One that is fit is never made again: the vectors beside
    it are spread about its centre, and what was decided by its thresholds is told again by them."""

    prefix: ClassVar[str] = "CALIBRATION"

    made_by: Embedding
    made_at: AwareDatetime
    thresholds: Thresholds = MEASURED
    centre: tuple[float, ...] | None = None
    """Taken from every vector, which then has length 1 again; None: they stay as the model makes them."""
    asking: Asking | None = None
    """Taken from what is searched with; None: measured before this was, and a question is searched with as it comes."""
    useful: Useful | None = None
    """None: what is of use later is told by its words alone."""
    languages: dict[str, float] = Field(default_factory=dict)
    """Language > share of its examples that lie nearest to what they belong to."""
    unfit: str | None = None
    """Why the model is not used, with the figures; it is tried again in a while."""

    @property
    def key(self) -> ids.Key:
        return calibration_key(self.made_by)


def calibration_key(made_by: Embedding) -> ids.Key:
    return ids.Key(ids.tenant_pk("operator", "MODEL", f"{made_by.model}\n{made_by.dimension}"), Calibration.prefix)
