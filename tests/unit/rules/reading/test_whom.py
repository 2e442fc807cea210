"""A statement is about who heads it; a pronoun that nobody resolves is `unknown`, and never the user."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.claims import Chunk
from keepsake.rules.reading import extraction
from keepsake.rules.reading.people import UNKNOWN, USER, Cast
from keepsake.rules.reading.whom import about
from tests.unit.rules.reading.talk import asked, claims_of, only, said


def subjects(*texts: str) -> list[str]:
    return [c.subject for c in claims_of(*texts)]


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("I keep bees", "user"),
        ("My boat leaks", "user"),
        ("we rent a barn", "user"),
        ("My wife Carla and I run a bakery", "user"),
        ("my mum has a heart condition", "mum"),
        ("wife", "user"),
        ("My neighbour Otto is deaf", "otto"),
        ("Otto is deaf", "otto"),
        ("eventually Otto sold the barn", "otto"),
        ("Suddenly Otto is deaf", "otto"),
        ("Paula's birthday is 3 March", "paula"),
        ("Doña Otilia's oven is cold", "otilia"),
        ("Paula's brother Otto is a vet", "otto"),
        ("Paula's brother is Otto", "otto"),
        ("Paula's brother is a vet", "paulas-brother"),
        ("Paula's brother says the pier is Great", "paulas-brother"),
        ("Hope Street's gone to a nurse", "user"),
        ("Mr Olsen from next door sits with the cat", "olsen"),
        ("Kasia from the bakery moved to Gdynia", "kasia"),
        ("nut allergic, so no cake", "user"),
        ("kaaru allergic to chicken", "kaaru"),
        ("Paris in the rain moved me", "user"),
        ("My employee Bo will be away in June", "bo"),
        ("wren is 8 weeks old (my baby)", "wren"),
        ("they sent me home early", "user"),
        ("St Olaf's have a wedding on", "user"),
        ("Nurse, ITU, nights", "user"),
        ("the doctor says I need glasses", "user"),
        ("Dr. Okafor has me on tablets for gout", "user"),
        ("the physio had me hopping down the corridor", "user"),
        ("it's only Marisol here I run the bakery", "user"),
        ("Mr Olsen has moved me up to first cornet", "user"),
        ("the new coach has me in goal", "user"),
        ("colege moved us to fridays", "user"),
        ("Otto told me about a barn", "otto"),
        ("the doctor says she needs glasses", "doctor"),
        ("landlord checks the boiler, Mondays", "landlord"),
        ("Dr. Umarov is my dentist", "umarov"),
        ("Don likes dawn", "don"),
        ("La Lonja is closed for us on Mondays", "user"),
        ("our dog Bella bites", "bella"),
        ("Shreya builds the kitchen", "shreya"),
        ("zbigniew does the gardens", "zbigniew"),
        ("my brother zbigniew is away", "zbigniew"),
        ("my dentist appointment is on Monday", "user"),
        ("my boy Otto is a diver", "otto"),
        ("the students are loud", "user"),
        ("Otto here, the one with the boats", "user"),
        ("Otto Quill, baker, but nobody calls me Otto", "user"),
        ("In my student days I rowed", "user"),
        ("mrs olsen is deaf", "olsen"),
        ("oscar our keeper got a cold", "oscar"),
        ("Baba is a baker", "baba"),
        ("the doctor says if I rest it heals", "user"),
        ("now my brother plays the oboe", "brother"),
        ("the GP got me on naproxen", "user"),
        ("The doctor has put my tablets up", "user"),
        ("doctor put the tablets up to ten", "user"),
        ("Dr Osei has raised the tablets to ten", "user"),
        ("Dr. Osei has seen an HbA1c of 8 and the dose has been doubled", "user"),
        ("my cardiologist Dr. Mrs. Osei has today revised bisoprolol to 5 mg", "user"),
        ("Dr Osei has started a choir", "osei"),
        ("Dr Osei put Tove on tablets", "osei"),
        ("vet's put him on half a tablet", UNKNOWN),
        ("Knee left is bad", "user"),
        ("were on the night ferry now", "user"),
        ("she plays the oboe", UNKNOWN),
        ("they never answer the phone", UNKNOWN),
        ("it leaks again", UNKNOWN),
        ("neon she cannot stand", UNKNOWN),
        ("neon i cannot stand", "user"),
    ],
)
def test_who_heads_the_clause_is_its_subject(text: str, subject: str) -> None:
    assert about(text, "", Cast()).subject == subject


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (("our cat Plum is old. PLUM CAME HOME. what now?",), ["plum", "plum"]),
        (("I have two kids (Brisa 9, Tove 6). Tove started judo on Mondays. what does she need?",), ["user", "tove"]),
        (("My mum has a heart condition. She takes her pills at noon.",), ["mum", "mum"]),
        (("Tove broke an ankle. The doctor has given ibuprofen 400 mg.",), ["tove", "tove"]),
        (("our cat Plum is ten. the vet has her on drops.",), ["plum", "plum"]),
        (("Tove broke an ankle.", "The doctor has given ibuprofen 400 mg."), ["tove", "user"]),
        (("My colleague Ruth broke her arm.", "She will be out until July."), ["ruth", "ruth"]),
        (("my brother and my cousin came over. he broke 3 lamps on Friday",), ["brother", UNKNOWN]),
        (("I live in Split and she lives in Zadar",), ["user", UNKNOWN]),
        (("We adopted a kitten, her name is Miso", "Miso hates water"), ["user", "miso", "miso"]),
        (("Paula paints. her brother Nils dives and owns 3 boats",), ["paula", "nils"]),
        (("Paula's mum has been ill since May. she is on 3 new pills",), ["paulas-mum", "paulas-mum"]),
        (("My aunt Greta farms goats. he owns 12 hens",), ["greta", UNKNOWN]),
        (("we have a cat, pesto", "pesto has a bad leg"), ["user", "pesto"]),
        (("My aunt Greta farms goats.", "dario lost his boat in May, so he works 3 nights in the pub"), ["greta", "dario", "dario"]),
        (("My uncle Rolf farms goats.", "pudding lost his boat in May, so he works 3 nights in the pub"), ["rolf", "user", UNKNOWN]),
        (("Dr Okkema retired in May and Dr Temperance Ovell took me on. She owns 12 hens",), ["okkema", UNKNOWN]),
        (("Tom told our nurse. He owns 12 hens",), ["tom", "tom"]),
        (("Tom sailed with Mr Farrow in May.", "He owns 12 hens"), ["tom", UNKNOWN]),
        (("the trainer dropped Kojo in May. He owns 12 hens",), ["trainer", UNKNOWN]),
        (("my cat toast is old. vet says thyroid. hes on 2.5mg a day",), ["toast", "vet", "toast"]),
        (("Mrs Olsen retires in May. Her successor, Mr Farrow, started on Monday",), ["olsen", "farrow"]),
        (("Pieter sold his 2 boats.", "My cook Temur must take a course, he speaks only Georgian"), ["pieter", "temur", "temur"]),
        (("my cat is called segfault. segfault died on Sunday",), ["segfault", "segfault"]),
        (("aoibhs selling her moped",), ["aoibh"]),
        (("My agent Oonagh thinks the title is bad",), ["oonagh"]),
        (("On Sunday Mr. Hafner said that everybody should put bees in styrofoam",), ["hafner"]),
        (("My assistant, Ms Daems, has booked the hall for 40",), ["daems"]),
        (("My assistant has booked the hall for 40",), ["my-assistant"]),
        (("Mr Olsen came on Friday. She sells cheese at 12 markets",), ["olsen", UNKNOWN]),
        (
            ("My aunt Greta is 80. Her doctor is Dr Ovell and he has her on 5 mg", "she rows on Tuesdays"),
            ["greta", "ovell", "greta", "greta"],
        ),
        (("My doctor is Dr Ovell. he has me on 5 mg",), ["ovell", "user"]),
        (("Otto got a raft for Paula because she has owned 12 nets since 2019",), ["otto", UNKNOWN]),
        (("our dog Otto is on a diet. vet had him at 78 now",), ["otto", "otto"]),
        (("my cook Otto is alright. turns up late every Friday. calls me sir",), ["otto", "otto", "otto"]),
        (("I row on Mondays. starts at 7 in the yard",), ["user", "user"]),
        (("My aunt Greta rows.", "he said fine on Friday if Paula takes the 12 nets. She owns 3 boats"), ["greta", UNKNOWN, "paula"]),
        (("My aunt Greta farms goats.", "I teach maths.", "She sells cheese at 12 markets every week."), ["greta", "user", UNKNOWN]),
    ],
)
def test_a_pronoun_is_the_one_person_spoken_of(texts: tuple[str, ...], expected: list[str]) -> None:
    assert subjects(*texts) == expected


@given(
    st.sampled_from(["he", "she", "they", "it", "his brother", "her boss", "their dog"]),
    st.sampled_from(["likes figs", "moved to Graz", "is allergic to nuts", "works at Contoso", "turned 40"]),
)
def test_a_pronoun_of_nobody_is_never_the_user(who: str, does: str) -> None:
    assert USER not in subjects(f"{who} {does}")


def test_a_thing_that_heads_what_the_speaker_lives_is_told_of_them_for_sure() -> None:
    assert about("the boots never fit me", "", Cast()) == (USER, True)
    assert about("size 42 wide", "", Cast()) == (USER, False)


def test_several_speakers_are_each_their_own_subject() -> None:
    talk = (said("I went to a pottery class.", 1, name="Ana Silva"), said("I sold my bike.", 2, name="Ben"))
    assert [c.subject for c in extraction.extract(Chunk(events=talk, speakers=("Ana Silva", "Ben")))] == ["ana", "ben"]
    assert [c.subject for c in extraction.extract(Chunk(events=talk[:1], speakers=("Ana Silva",)))] == ["user"]


def test_people_once_met_are_known_in_later_chunks() -> None:
    first = Chunk(events=(said("My sister Paula paints."),))
    later = Chunk(events=(said("paula sold two pictures"),), people=extraction.heard(first).people)
    assert ("paula", "sister") in later.people
    assert [c.subject for c in extraction.extract(later)] == ["paula"]


@pytest.mark.parametrize(
    ("colleague", "she"),
    [("Olga", "unknown"), ("Refilwe", "unknown"), ("Olaf", "ruth")],
)  # fmt: skip
def test_once_two_are_spoken_of_she_is_the_only_woman_or_nobody(colleague: str, she: str) -> None:
    claims = claims_of(f"My boss Ruth called me. I told her about my colleague {colleague}. She has owned 12 nets since 2019.")
    assert [c.subject for c in claims] == ["ruth", "user", she]


def test_he_is_no_woman_by_her_name() -> None:
    assert [c.subject for c in claims_of("Zdenka plays the organ. He has owned 12 nets since 2019.")] == ["zdenka", "unknown"]
    assert [c.subject for c in claims_of("My dog Zdenka is 3. He has owned 12 nets since 2019.")] == ["zdenka", "zdenka"]


@pytest.mark.parametrize(
    ("question", "answer", "subject"),
    [
        ("Is Paula still coming on Mondays?", "no, she went home to Bergen in May", "paula"),
        ("How is Otto's weight now?", "14.9 this morning", "otto"),
        ("How are Dag and Eira?", "dag gone, surf school in Bergen", "dag"),
        ("And Mrs Olsen, is she still on 710?", "She bakes 3 cakes every week", "olsen"),
        ("Do you and Paula still row?", "every Monday at 6", "user"),
        ("Is it warm?", "14.9 this morning", "user"),
    ],
)
def test_an_answer_is_of_whom_the_question_names(question: str, answer: str, subject: str) -> None:
    claims = extraction.extract(Chunk(events=(asked(question), said(answer, 2))))
    assert [c.subject for c in claims] == [subject]


def test_kin_of_kin_is_nobody_and_no_subject_grows_without_end() -> None:
    told = subjects("Paula paints.", *["her sister is 40 and works in Graz"] * 12)
    assert set(told) == {"paula", "paulas-sister", UNKNOWN}


def test_a_name_amid_a_sentence_is_known_by_its_capital() -> None:
    assert subjects("Paula is on leave until May and Zuleika is standing in") == ["paula", "zuleika"]


def test_a_place_that_is_called_like_somebody_is_nobody() -> None:
    assert subjects("I work in Douglas three days a week.", "he takes 3 pills at noon") == ["user", UNKNOWN]


def test_a_word_in_ing_heads_no_statement_as_a_name() -> None:
    assert only("Mentoring Olaf takes 3 hours a week, and I like it").subject != "mentoring"


def test_who_goes_by_their_own_name_speaks_of_themselves() -> None:
    first = Chunk(events=(said("I'm Paula, from Porto"),))
    later = Chunk(events=(said("Paula takes the bus at nine"),), people=extraction.heard(first).people)
    assert [c.subject for c in extraction.extract(later)] == [USER]


def test_a_limit_that_ends_with_somebodys_leave_is_not_theirs() -> None:
    assert subjects("my aunt Zofia looked at my knee", "no running till she is happy")[-1] == USER


def test_a_bare_value_behind_what_is_told_of_another_is_nobodys() -> None:
    assert subjects("My aunt Zofia ran the marathon. 3:41.") == ["zofia", UNKNOWN]
    assert subjects("I ran the marathon. 3:41.") == [USER, USER]


def test_who_says_what_they_are_called_is_nobody_else() -> None:
    assert subjects("I'm Halina", "she plays the oboe every Sunday") == [USER, UNKNOWN]
    assert subjects("Halina here, I bake. My wife Zofia rows.", "she plays the oboe every Sunday")[-1] == "zofia"


def test_of_several_speakers_a_name_is_whose_it_is() -> None:
    first = Chunk(events=(said("I'm Paula", name="Paula"),), speakers=("Paula", "Otto"))
    people = extraction.heard(first).people
    later = Chunk(events=(said("Paula takes the bus at nine", name="Otto"),), speakers=("Paula", "Otto"), people=people)
    assert [c.subject for c in extraction.extract(later)] == ["paula"]


@pytest.mark.parametrize(
    ("message", "she"),
    [
        ("I have a new pup. She is nine weeks old and chews ropes.", "pup"),
        ("We've adopted a rescue greyhound from Cork. She limps.", "greyhound"),
        ("I bought a pony for my daughter Ida. She has owned 12 nets since 2019.", "ida"),
        ("I have a dog and my wife walks it. She has owned 12 nets since 2019.", "wife"),
        ("I have a dog food stall in Kiel. She has owned 12 nets since 2019.", "unknown"),
    ],
)
def test_a_pet_that_somebody_has_got_is_who_she_is(message: str, she: str) -> None:
    assert claims_of(message)[-1].subject == she
