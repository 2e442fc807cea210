"""A statement's kind and how long it can hold follow from its words; permanent is only what cannot change."""

from __future__ import annotations

import pytest

from keepsake.records import Category, Durability
from keepsake.rules.reading import kinds
from tests.unit.rules.reading.talk import only

C = Category


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("I was born in Oaxaca", C.IDENTITY),
        ("my sister is called Paula", C.RELATIONSHIP),
        ("I work as a baker", C.PROFESSION),
        ("I love fig jam", C.PREFERENCE),
        ("I can't eat gluten", C.CONSTRAINT),
        ("our budget is 900 euros", C.CONSTRAINT),
        ("I'm planning to walk to Rome", C.PLAN),
        ("I need to renew my passport", C.TASK),
        ("I swim every morning", C.PATTERN),
        ("I bought a kayak", C.EVENT),
        ("I think small towns are kinder", C.BELIEF),
        ("we split up in June", C.EVENT),
        ("she teaches chemistry at a school", C.PROFESSION),
        ("the form is due on Friday", C.TASK),
        ("I'd rather sit by the window", C.PREFERENCE),
        ("staging runs on k3s", C.ATTRIBUTE),
        ("I take 20 mg every night", C.PATTERN),
        ("we've booked a cabin for next summer", C.PLAN),
        ("my boat is made of oak", C.ATTRIBUTE),
        ("I take 100 micrograms since Otto was born", C.ATTRIBUTE),
        ("my boat sounds like a tractor", C.ATTRIBUTE),
        ("yes love, that's at 7 every Friday now", C.PATTERN),
        ("nothing with cork near my oars", C.CONSTRAINT),
        ("my barber Yusuf sings", C.RELATIONSHIP),
        ("my new line manager is Ottilie", C.RELATIONSHIP),
        ("Benedikt, that's our physio", C.RELATIONSHIP),
        ("my raft Bella leaks", C.ATTRIBUTE),
        ("the editor is Emacs", C.ATTRIBUTE),
        ("our printer is Epson", C.ATTRIBUTE),
        ("the owner is Postgres", C.ATTRIBUTE),
        ("the worker is a process with two threads", C.ATTRIBUTE),
        ("my boat does not have vegan paint", C.ATTRIBUTE),
        ("our vet is Mondays only", C.PATTERN),
        ("rowing is mon to thu", C.PATTERN),
        ("the glue works best at 180 degrees", C.ATTRIBUTE),
        ("the sauna opens at 6:30", C.PATTERN),
        ("im a welder down in Cork", C.PROFESSION),
        ("I intend to sand the deck", C.PLAN),
    ],
)
def test_cue_words_tell_the_kind(text: str, category: Category) -> None:
    assert only(text).category is category


def test_columns_of_the_weights_are_the_categories() -> None:
    head = kinds.WEIGHTS.read_text(encoding="utf-8").split("\n", 1)[0]
    assert head.split("\t")[1:] == list(kinds.CATEGORIES)


@pytest.mark.parametrize("text", ["", "...", "我住在上海", "zxqv qvzx"])
def test_what_has_no_known_sign_is_an_attribute(text: str) -> None:
    assert kinds.kind(text, ahead=False, dated=False) == (C.ATTRIBUTE, Durability.PERSISTENT)


def test_what_is_said_in_another_language_is_filed_by_no_english_word() -> None:
    assert only("Ich arbeite in Kiel als Lehrer und segle gern").category is C.ATTRIBUTE


@pytest.mark.parametrize(
    ("text", "durability"),
    [
        ("I was born in Oaxaca", Durability.PERMANENT),
        ("my grandfather died in 1990", Durability.PERMANENT),
        ("I live in Oaxaca", Durability.PERSISTENT),
        ("my boat is red", Durability.PERSISTENT),
        ("right now I'm peeling potatoes", Durability.SESSION),
        ("I have a headache today", Durability.TRANSIENT),
    ],
)
def test_only_what_cannot_change_is_permanent_and_what_passes_is_brief(text: str, durability: Durability) -> None:
    assert only(text).durability is durability


def test_a_day_ahead_makes_a_plan_and_one_behind_an_event() -> None:
    assert only("the choir sings on Friday").category is C.PLAN
    assert only("the choir sang last Friday").category is C.EVENT
