"""Names are told from words: many countries' are known, and no word of every day is among them."""

from __future__ import annotations

import pytest

from keepsake.rules.reading.given_names import GIVEN_NAMES
from keepsake.rules.reading.lexicon import NOT_NAMES, PLACES


@pytest.mark.parametrize("name", "aoife bartek bob dario halina joost kwabena lottie maría milo roza shreya yuki zoë".split())
def test_names_of_many_countries_are_known(name: str) -> None:
    assert name in GIVEN_NAMES


def test_no_place_and_no_common_word_is_a_name() -> None:
    words = "app august chelsea green hope mark may metro monday page rich rose santa summer will york".split()
    assert not GIVEN_NAMES & (NOT_NAMES | PLACES | set(words))


def test_the_list_is_in_lower_case() -> None:
    assert all(name == name.lower() and name.strip("-") == name for name in GIVEN_NAMES)
