"""A slot is filled only by a value of its type that the words give firmly, of the speaker or of somebody named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.claims import Chunk
from keepsake.rules import slots
from keepsake.rules.reading import extraction, typed, wanted
from tests.unit.rules.reading.talk import asked, claims_of, only, said


def filled(text: str) -> tuple[str, str] | None:
    slot = only(text).slot
    return (slot.feature, slot.value) if slot else None


@pytest.mark.parametrize(
    ("text", "slot"),
    [
        ("I'm 37", ("age", "37")),
        ("my son is 12 years old", ("age", "12")),
        ("I moved to Ghent", ("residence", "Ghent")),
        ("I work at Contoso", ("employer", "Contoso")),
        ("I'm a nurse", ("job_title", "nurse")),
        ("I'm allergic to sesame", ("allergies", "sesame")),
        ("I'm vegan", ("diet", "vegan")),
        ("I weigh 71 kilos", ("weight", "71 kilos")),
        ("I was born on 7 November 1989", ("birthday", "7 November 1989")),
        ("my budget is under 200 euros", ("budget", "under 200 euros")),
        ("my wife is called Carla", ("relation_to_user", "wife")),
        ("our standup is at 9:30", ("standup_time", "9:30")),
        ("piano moved to thursday", ("piano_day", "thursday")),
        ("the kiln is at 1180", ("kiln_number", "1180")),
        ("the mooring costs 300", ("mooring_number", "300")),
        ("rent 1,240 a month", ("rent_number", "1,240")),
        ("the yard has 15 employees now", ("team_size", "15")),
        ("I want a red bicycle", ("looking_for", "red bicycle")),
        ("Wangari here", ("name", "Wangari")),
        ("koidu here", ("name", "koidu")),
        ("hey this is wangari", ("name", "wangari")),
        ("the drawings are in /srv/plans", ("drawings_location", "/srv/plans")),
    ],
)
def test_value_of_its_type_fills_the_slot(text: str, slot: tuple[str, str]) -> None:
    assert filled(text) == slot


@pytest.mark.parametrize(
    "text",
    [
        "after dark $55",
        "lock out £90",
        "I want my tea",
        "joke idea: open on may 8 anyway",
        "maybe I'm 37",
        "she'll be 80 in March",
        "hell be 9 in May",
        "I'm turning 40 next month",
        "Otto turns 10 on Saturday",
        "I'm not vegan",
        "I'm no nurse",
        "I don't speak German",
        "I might move to Ghent",
        "the house is 120 years old",
        "I was a nurse in my old life",
        "Otto thinks I weigh 71 kilos",
        "my team moved to Kanban",
        "the shed has 21 windows",
        "my phone is broken",
        "4.1 kg",
        "60 people came",
        "I hired the barn for 60 people",
        "travel 30p/mile",
        "nothing before 9am",
        "nobody here",
        "Otto again, what a day",
        "bravo 2",
        "stew for 6",
        "shelf 0",
        "homework to 8",
        "the shift is 20 minutes",
        "the harbour is 8 min from here",
        "they turn 3 soon",
        "he delivers on the 1st",
        "choir is on sunday just this once",
        "15 ppl",
        "2 of us only in the cabin",
        "the tent is out by 5.45",
        "the lamp is on till 10",
        "I need an announcement for the shop",
        "I want 500 signatures by June",
        "Her dentist is Dr Okoye",
        "no egg Tue/Sat",
        "the paper for 2nd engineer",
        "my brother, he thinks he is director",
        "I went back down to 35",
        "1.35m",
        "I moved to Hudson 4.1",
        "abt 31/hr",
        "best dog I've had, best of all",
        "Brisa son Otto, 15, sweeps here",
    ],
)
def test_what_is_hedged_denied_or_of_another_type_fills_nothing(text: str) -> None:
    assert filled(text) is None


@pytest.mark.parametrize(
    ("question", "answer", "slot"),
    [
        ("What is your budget?", "around 400 euros", ("budget", "around 400 euros")),
        ("Are you allergic to anything?", "just hazelnuts", ("allergies", "hazelnuts")),
        ("How old are you?", "52", ("age", "52")),
        ("Where do you live?", "Denver", ("residence", "Denver")),
        ("What is your favourite season?", "Denver", None),
    ],
)
def test_answer_fills_the_slot_that_the_question_asks_for(question: str, answer: str, slot: tuple[str, str] | None) -> None:
    (claim,) = extraction.extract(Chunk(events=(asked(question, 1), said(answer, 2))))
    assert (claim.slot and (claim.slot.feature, claim.slot.value), claim.content) == (slot, answer)


def test_somebody_elses_value_is_never_the_users() -> None:
    claims = claims_of("My aunt Greta is 81.", "She is allergic to celery.", "he lives in Graz")
    assert [c.subject for c in claims if c.slot] == ["greta", "greta", "unknown"]


@pytest.mark.parametrize(
    "said", ["tove's allergic to walnuts", "Tove's allergic to walnuts", "tove is allergic to walnuts", "tove allergic to walnuts"]
)
def test_somebodys_allergy_is_never_the_users(said: str) -> None:
    claim = only(said)
    assert (claim.subject, claim.slot and claim.slot.feature) == ("tove", "allergies")


@pytest.mark.parametrize(
    "said", ["allergic to walnuts", "also allergic to walnuts", "I'm allergic to walnuts", "severely allergic to walnuts"]
)
def test_an_allergy_of_nobody_else_is_the_users(said: str) -> None:
    claim = only(said)
    assert (claim.subject, claim.slot and claim.slot.value) == ("user", "walnuts")


def test_an_allergy_of_one_whom_nobody_names_fills_nothing_of_the_user() -> None:
    assert filled("we found out that the little one is allergic to walnuts") is None
    assert filled("we found out that I'm allergic to walnuts") == ("allergies", "walnuts")


def test_instruction_sets_how_answers_are() -> None:
    assert filled("call me Mrs Okafor from now on") == ("user_name", "mrs okafor")
    assert filled("answer in German from now on") == ("answer_language", "german")
    assert filled("keep replies under 80 words") == ("answer_length", "under 80 words")
    assert filled("never use tables") is None
    assert filled("you can drop the tables now") is None
    assert typed.of_assistant("You shall not use tables") is None
    assert typed.of_assistant("Write in prose, not tables") is not None
    assert typed.of_assistant("two lines of prose at most") is None
    assert typed.of_assistant("Comments in English") is None
    assert typed.of_assistant("answers: tables first, prose after") is None


@given(
    st.lists(
        st.sampled_from(
            "I'm my age budget weight is 12 40 400€ $30 turned live in Graz work at Contoso as nurse vegan allergic to nuts on May".split()
        ),
        min_size=1,
        max_size=9,
    ).map(" ".join)
)
def test_a_slots_value_stands_in_the_words_and_fits_its_feature(text: str) -> None:
    for claim in claims_of(text):
        if claim.slot:
            assert claim.slot.value.lower() in claim.raw.lower()
            assert slots.fits(claim.slot), claim.slot


def test_long_statements_fill_nothing() -> None:
    assert typed.slot("I'm 37 " + "and I sew " * 30, "user") is None


@pytest.mark.parametrize("lead", ["", "Actually, ", "Actually ", "So now ", "turns out ", "since last year "])
def test_words_before_a_statement_hide_no_value(lead: str) -> None:
    found = typed.slot(f"{lead}I moved to Lisbon", "user")
    assert found is not None
    assert (found.feature, found.value) == ("residence", "Lisbon")


@pytest.mark.parametrize(
    ("said", "thing"),
    [
        ("I'm looking for a canvas tent", "canvas tent"),
        ("I'm looking for something that floats", None),
        ("these boats are not what I'm looking for today", None),
        ("I want that tent mended", None),
    ],
)
def test_only_a_thing_with_a_name_is_looked_for(said: str, thing: str | None) -> None:
    assert wanted.sought(said) == thing


@pytest.mark.parametrize(
    ("said", "number"), [("my number is 07700 900123", "07700 900123"), ("I paid the bill with the receipt number 55512345", None)]
)
def test_only_a_number_that_one_is_called_at_is_a_phone_number(said: str, number: str | None) -> None:
    assert filled(said) == (("phone_number", number) if number else None)


def test_a_kind_of_plant_is_no_pet_and_people_are_no_product() -> None:
    assert only("I'm waiting for my Snake Plant").slot is None
    assert only("I want people to see my boats").slot is None


@pytest.mark.parametrize("text", ["I have a wooden boat, it's about 12 years old", "I watched how the angles of a sail add up to 180"])
def test_what_is_said_of_a_thing_is_no_slot_of_its_owner(text: str) -> None:
    assert only(text).slot is None


def test_people_who_do_something_are_no_team() -> None:
    (claim,) = claims_of("We lost 6 people at sea this month")
    assert claim.slot is None or claim.slot.feature != "team_size"


@pytest.mark.parametrize("said", ["my cousin Ida sings", "my cousin Ida's choir sang in May"])
def test_somebodys_name_ends_before_what_is_theirs(said: str) -> None:
    found = typed.relation(said, "user")
    assert found is not None
    assert (found.feature, found.value) == ("relative", "Ida")


@pytest.mark.parametrize("text", ["invoice 2026-014 for the hull", "my budget is 5-6k", "the berth is 25-30 m"])
def test_number_that_is_the_beginning_of_more_fills_no_slot(text: str) -> None:
    assert [c.slot for c in claims_of(text)] == [None]


@pytest.mark.parametrize("text", ["their mum is Denise", "her boss is Tom", "his aunt is Ida"])
def test_others_kin_are_not_the_users(text: str) -> None:
    assert [c.slot for c in claims_of(text)] == [None]


def test_what_another_is_in_a_sentence_of_ones_own_is_not_ones_own() -> None:
    assert filled("I nearly cried, so as far as we know he's allergic to sesame") is None
    assert filled("I told the vet that she is allergic to sesame") is None


def test_a_format_of_dates_is_no_unit() -> None:
    assert typed.of_assistant("Dates in the form DD-MM-YYYY") is None
    assert typed.of_assistant("sizes in mm please") is not None


def test_grams_of_food_are_nobodys_weight() -> None:
    assert [c.slot for c in claims_of("we are down to 140 grams")] == [None]
    assert only("I'm down to 84 kilos").slot == slots.slot("weight", "84 kilos")


def test_what_is_to_be_weighed_is_nobodys_weight() -> None:
    assert [c.slot for c in claims_of("I want to weigh the hives, 32 of them", "I weigh in with ESP32 cells")] == [None, None]


@pytest.mark.parametrize("text", ["my boss Annika talks", "I like my neighbour Gary", "I owe my flatmate Jade 12 euro"])
def test_a_boss_is_no_colleague_and_a_neighbour_no_friend(text: str) -> None:
    assert typed.relation(text, "user") is None
    assert typed.relation("my friend Gary rows", "user") == slots.slot("friend", "Gary")


@pytest.mark.parametrize("text", ["Lectures are Mon 10-1, Tues 9-11", "Exams are 11th, 13th and 20th"])
def test_what_is_on_several_days_has_no_one_day(text: str) -> None:
    assert [c.slot for c in claims_of(text)] == [None]
    assert only("training is weds n fri").slot == slots.slot("training_day", "weds n fri", tag="Things")


def test_time_is_nothing_that_is_looked_for() -> None:
    assert only("I need until the 17th to answer").slot is None
    assert only("I need a new boat").slot == slots.slot("looking_for", "new boat")


@pytest.mark.parametrize(
    "text",
    [
        "The regatta has been moved from 9 May to 4 June",
        "the fee went up from 18 to 20",
        "my cousin ida is 8",
        "my old dog tar is 11 and stiff",
    ],
)
def test_what_it_was_and_how_old_somebody_is_is_no_things_value(text: str) -> None:
    assert typed.slot(text, "user") is None
    assert typed.slot("The regatta has been moved to 4 June", "user") == slots.slot("regatta_date", "4 June", tag="Things")


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("metres always, sometimes you give me yards", "metres"),
        ("kilos please, you gave me ounces before", "kilos"),
        ("every quote in pounds, please", None),
        ("weights in pounds, please", "pounds"),
    ],
)
def test_what_was_done_wrongly_and_money_are_no_unit(text: str, units: str | None) -> None:
    assert typed.of_assistant(text) == (units and slots.slot("units", units, tag="Answers"))


def test_whose_kid_somebody_is_a_my_tells() -> None:
    assert typed.relation("kid called Odd, my neighbour's, can splice", "odd") is None
    assert typed.relation("my kid Odd can splice", "odd") == slots.slot("relation_to_user", "kid", tag="Relationships")
    assert typed.relation("our tutor Professor Sand rows", "user") == slots.slot("professional", "Sand")


@pytest.mark.parametrize(
    "said",
    [
        "I need a C to stay on",
        "we need resin for the hull",
        "we want fourteen thousand for her",
        "I need now a loan",
        "I want both oars 3 m long",
    ],
)
def test_marks_sums_and_what_is_counted_are_not_looked_for(said: str) -> None:
    assert wanted.sought(said) is None


def test_no_fish_is_no_pet_and_what_there_is_to_be_no_more_of_is_no_format() -> None:
    assert typed.relation("No fish, Ida is ill", "user") is None
    assert typed.relation("dog is Tar", "user") == slots.slot("pet", "Tar")
    assert typed.of_assistant("pls no more bullets or long lists") is None
    assert typed.of_assistant("bullets, no tables") == slots.slot("answer_format", "bullets", tag="Answers")
    assert wanted.sought("I need a chart I can hang over the helm") is None


@pytest.mark.parametrize("text", ["my laptop is crying", "tap drill 3/8-16", "say Thursday"])
def test_no_jest_fraction_or_word_to_the_reader_fills_a_slot(text: str) -> None:
    assert typed.slot(text, "user") is None
    assert typed.of_assistant("put no initials unless they are CM") is None
