"""Given names that are hardly another word: where every word has a capital, at the beginning of a sentence, or none has one, they show that
it is of somebody.

`given_names.txt` holds the names and short forms that the packages Faker (MIT, of some eighty countries) and nicknames (Apache 2.0) list,
but for those that are a common word, a place, a month or a make.
"""

from __future__ import annotations

from pathlib import Path

GIVEN_NAMES = frozenset(Path(__file__).with_name("given_names.txt").read_text(encoding="utf-8").split())
