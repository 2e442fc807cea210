"""A model that reads a statement beside its message tells whom it is about; what words say plainly stands, and nobody is made the user."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Category
from keepsake.rules.reading import people, whose
from keepsake.rules.reading.filing import Filed
from keepsake.rules.reading.people import UNKNOWN, USER, Cast
from keepsake.rules.reading.whom import About


def filed(user: float = 0.0, another: float = 0.0, **named: float) -> Filed:
    return Filed(0.0, Category.ATTRIBUTE, user, another, named)


OF_USER, OF_HARRI = filed(user=0.95), filed(another=0.95, harri=0.9)


@pytest.mark.parametrize(
    ("read", "text", "found", "about"),
    [
        (About(USER), "Harri on strike", OF_HARRI, About("harri", sure=False)),
        (About(USER), "Harri on strike", filed(another=0.8, harri=0.7), About("harri", sure=False)),
        (About(USER), "Harri on strike", filed(another=0.6, harri=0.6), About(USER)),
        (About(USER), "Harri on strike", filed(another=0.95, harri=0.3), About(UNKNOWN, sure=False)),
        (About(UNKNOWN, sure=False), "she plays the viola", filed(another=0.95, harri=0.3), About(UNKNOWN, sure=False)),
        (About("tove", sure=False), "plays the viola", OF_HARRI, About("harri", sure=False)),
        (About("tove"), "Tove says Harri is a vet", OF_HARRI, About("tove")),
        (About("fox"), "Dr Fox upped the drops", OF_USER, About(USER, sure=False)),
        (About("fox"), "Dr Fox upped the drops", filed(user=0.8), About(USER, sure=False)),
        (About(UNKNOWN, sure=False), "they offered me the viola", OF_USER, About(USER, sure=False)),
        (About(UNKNOWN, sure=False), "they want 30 for it", OF_USER, About(UNKNOWN, sure=False)),
        (About(USER), "we play the viola", OF_HARRI, About(USER)),
        (About("tove"), "she plays the viola", OF_USER, About("tove")),
        (About(UNKNOWN, sure=False), "he's at sea", OF_USER, About(UNKNOWN, sure=False)),
        (About(USER), "I play the viola", OF_HARRI, About(USER)),
        (About(USER), "and I've a cold", OF_HARRI, About(USER)),
        (About("wife"), "my wife is seventy with one bad hip", OF_USER, About("wife")),
        (About("boss"), "my boss has moved me to days", OF_USER, About(USER, sure=False)),
        (About(UNKNOWN, sure=False), "64.", OF_USER, About(UNKNOWN, sure=False)),
        (About(USER), "the parents are cross", filed(another=0.95, parents=0.9), About(USER)),
        (About(USER), "Harri on strike", None, About(USER)),
        (About(USER, sure=False), "Dr Fox upped the drops", filed(another=0.9, fox=0.9), About(USER, sure=False)),
        (About("tove", sure=False), "the doctor has started iron tablets", filed(another=0.9, doctor=0.9), About("tove", sure=False)),
        (About(USER), "left knee is bad", filed(another=0.9, knee=0.9), About(USER)),
        (About("tove", sure=False), "turns up late", OF_USER, About("tove", sure=False)),
        (About(USER, sure=False), "he is off till May", filed(another=0.95, girl=0.9), About(UNKNOWN, sure=False)),
        (About(USER, sure=False), "she is off till May", filed(another=0.95, girl=0.9), About("girl", sure=False)),
        (About("tove", sure=False), "he is off till May", filed(another=0.95, girl=0.9), About("tove", sure=False)),
        (About(USER), "the knee brace went to Harri", OF_HARRI, About(USER)),
    ],
)
def test_whom_a_model_says_that_a_statement_is_about(read: About, text: str, found: Filed | None, about: About) -> None:
    assert whose.told(read, text, found, Cast()) == about


def test_kin_are_filed_under_their_name_where_it_is_known() -> None:
    cast = Cast()
    cast.meet("Harri", "uncle")
    assert whose.told(About(USER), "uncle on strike", filed(another=0.95, uncle=0.9), cast) == About("harri", sure=False)
    assert whose.told(About(USER), "aunt on strike", filed(another=0.95, aunt=0.9), cast) == About("aunt", sure=False)


def test_family_that_heads_a_clause_is_who_it_is_about() -> None:
    cast = Cast()
    cast.meet("Harri", "uncle")
    assert whose.told(About("harri"), "Harri at sea again", OF_USER, cast) == About("harri")
    assert whose.told(About("harri"), "Harri got me the viola", OF_USER, cast) == About(USER, sure=False)


def test_no_thing_that_a_statement_is_about_is_who_he_is_in_what_comes_next() -> None:
    cast = Cast()
    cast.speak_of("harri", headed=True)
    assert whose.told(About(USER), "the mill has sent a form", filed(another=0.95, mill=0.9), cast) == About("mill", sure=False)
    assert cast.spoken_of == ("harri",)


def test_no_medicine_is_somebody() -> None:
    assert "tramadol" not in whose.named("Tramadol is bad for me. Harri said so.", Cast())
    assert [people.is_name(w) for w in ("Tramadol", "Parkinson", "Harri", "Ramipril")] == [False, True, True, False]


def test_who_is_meant_is_who_she_is_in_what_comes_next() -> None:
    cast = Cast()
    whose.told(About(USER), "Harri on strike", OF_HARRI, cast)
    assert cast.last == "harri"


def test_the_user_is_not_somebody_else_by_name() -> None:
    cast = Cast()
    cast.meet("Harri", USER)
    cast.kin[USER] = "harri"
    assert whose.told(About(USER), "Harri on strike", OF_HARRI, cast) == About(USER)


def test_a_talk_that_is_held_for_somebody_is_about_them() -> None:
    cast = Cast(topic="tove")
    assert whose.told(About("tove", sure=False), "two drops at night", OF_USER, cast) == About("tove", sure=False)


def test_who_may_be_meant_is_kin_a_role_or_a_name() -> None:
    cast = Cast(names={"grub"})
    text = "My neighbour Ishbel plays viola in Oslo with Grub, a porter. Turnip bit the Vet on Monday; wurst hid, ishbel paid."
    assert whose.named(text, cast) == ("neighbour", "grub", "porter", "vet", "ishbel", "turnip", "wurst")


@given(st.text(max_size=3_000))
def test_of_any_text_few_words_are_asked_about(text: str) -> None:
    found = whose.named(text, Cast())
    assert len(found) == len(set(found)) <= whose.MOST_NAMED
    assert all(word == word.lower() for word in found)
