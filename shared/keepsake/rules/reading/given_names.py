"""Given names that are hardly another word: where every word has a capital, at the beginning of a sentence, or none has one, they show that
it is of somebody.

The names and short forms are those that the packages Faker (MIT, of some eighty countries) and nicknames (Apache 2.0) list, but for those
that are a common word, a place, a month or a make. Faker tells of most whether men or women have them.
"""

from __future__ import annotations

from pathlib import Path


def _listed(file: str) -> frozenset[str]:
    return frozenset(Path(__file__).with_name(file).read_text(encoding="utf-8").split())


OF_MEN, OF_WOMEN = _listed("given_names_of_men.txt"), _listed("given_names_of_women.txt")
"""Names that only men, or only women, are listed with."""
GIVEN_NAMES = OF_MEN | OF_WOMEN | _listed("given_names.txt")
