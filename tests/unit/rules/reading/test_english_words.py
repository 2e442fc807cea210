"""What is no English word is what somebody or something is called."""

from __future__ import annotations

import pytest

from keepsake.rules.reading.english_words import ENGLISH_WORDS, is_no_word
from keepsake.rules.reading.given_names import GIVEN_NAMES, OF_MEN, OF_WOMEN
from tests.unit.rules.reading.talk import claims_of


@pytest.mark.parametrize("word", "Refilwe aoibh Thaynara kubectl Sylvamix".split())
def test_a_name_that_no_list_holds_is_no_word(word: str) -> None:
    assert is_no_word(word)


@pytest.mark.parametrize("word", "airflow Brazilian colour dont havent maths Netflix theres vegan ITU MergeTree ok x2 ollies Ollie".split())
def test_a_word_a_listed_name_and_an_abbreviation_are_none(word: str) -> None:
    assert not is_no_word(word)


def test_the_lists_are_apart() -> None:
    assert not OF_MEN & OF_WOMEN
    assert all(word == word.lower() for word in ENGLISH_WORDS)
    assert len(ENGLISH_WORDS & GIVEN_NAMES) < 300  # Frank, Ivy, Jay: both


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Refilwe finished last Friday. She starts at the airport in May.", ["refilwe", "refilwe"]),
        ("losa is off to Wellington in June", ["losa"]),
        ("Pichler's son took over the shop", ["pichlers-son"]),
        ("my sholder is better, it was the rowing machine", ["user"]),
        ("adress is 4 Kiln Lane", ["user"]),
        ("my brother dosent eat meat. losa thinks he is mad", ["brother", "losa"]),
    ],
)  # fmt: skip
def test_who_has_a_name_that_no_list_holds_heads_the_clause(text: str, subjects: list[str]) -> None:
    assert [c.subject for c in claims_of(text)] == subjects


def test_a_misspelt_thing_is_not_he() -> None:
    claims = claims_of("My brother Tim is 12. trainin is on tuesdays. he has 12 medals since 2019")
    assert [c.subject for c in claims] == ["tim", "trainin", "unknown"]


def test_who_says_what_they_are_called_is_known_by_any_name() -> None:
    (claim,) = claims_of("I am Thaynara, I live in Calgary")[:1]
    assert claim.slot is not None
    assert (claim.slot.feature, claim.slot.value) == ("name", "Thaynara")
    assert all(c.slot is None or c.slot.feature != "name" for c in claims_of("I am Brazilian, I live in Calgary"))
