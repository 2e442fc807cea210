"""A statement's kind and how long it can hold follow from its words; permanent is only what cannot change."""

from __future__ import annotations

import pytest

from keepsake.records import Category, Durability
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
        ("in my opinion cities need trees", C.BELIEF),
        ("my boat is made of oak", C.ATTRIBUTE),
        ("I bleed like a pig", C.ATTRIBUTE),
        ("I take 100 micrograms since Otto was born", C.ATTRIBUTE),
        ("my boat sounds like a tractor", C.ATTRIBUTE),
        ("we both like it salty", C.PREFERENCE),
        ("yes love, that's at 7 every Friday now", C.PATTERN),
        ("nothing with cork near my oars", C.CONSTRAINT),
        ("my barber Yusuf sings", C.RELATIONSHIP),
        ("my new line manager is Ottilie", C.RELATIONSHIP),
        ("Benedikt, that's our physio", C.RELATIONSHIP),
        ("Design lead = Ines", C.RELATIONSHIP),
        ("my raft Bella leaks", C.ATTRIBUTE),
        ("the editor is Emacs", C.ATTRIBUTE),
        ("our printer is Epson", C.ATTRIBUTE),
        ("the owner is Postgres", C.ATTRIBUTE),
        ("the worker is a process with two threads", C.ATTRIBUTE),
        ("my boat does not have vegan paint", C.ATTRIBUTE),
        ("our vet is Mondays only", C.PATTERN),
        ("rowing is tues n thurs", C.PATTERN),
        ("rowing is mon to thu", C.PATTERN),
        ("the glue works best at 180 degrees", C.ATTRIBUTE),
        ("the sauna opens at 6:30", C.PATTERN),
        ("the inventory is quarterly", C.PATTERN),
        ("im a welder down in Cork", C.PROFESSION),
        ("we specialise in oars", C.PROFESSION),
        ("I've been vegetarian since 2011", C.PREFERENCE),
        ("the vegetarian stall is blue", C.ATTRIBUTE),
        ("I intend to sand the deck", C.PLAN),
    ],
)
def test_cue_words_tell_the_kind(text: str, category: Category) -> None:
    assert only(text).category is category


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
