"""What is only named is asked for; whom a request names is told."""

from __future__ import annotations

import pytest

from keepsake.records import Category
from keepsake.rules.reading import asked_for
from keepsake.rules.reading.extraction import MOST_INTRODUCED
from tests.unit.rules.reading.talk import claims_of


@pytest.mark.parametrize(
    "text",
    [
        "regex for our parcel codes",
        "short text to my landlady",
        "now a poem about otters",
        "top 5 slowest ferries, one line each",
        "I need a speech of three minutes, with a joke",
        "need a script that renames photos",
        "a week of suppers, without fish",
        "letter to the council asking for the key",
        "120 words",
        "max two lines each",
        "short and friendly",
        "Now sign for the gate",
        "packing list for me and Odile",
        "2 line email turning down the studio",
        "4 odd otter facts go",
        "3 cold suppers, one bowl each",
        "bash oneliner, 10 oldest logs",
        "gimme games for the raft",
        "short prayer verse for the hut",
    ],
)
def test_work_that_is_only_named_is_asked_for(text: str) -> None:
    assert asked_for.is_named_work(text)


@pytest.mark.parametrize(
    "text",
    [
        "my letter to the council was lost",
        "the plan for June is Crete",
        "a note from the vet says two tablets",
        "letter to the landlord went out on Monday",
        "invoice to Pommel due 3 May",
        "text me on my work phone",
        "title is 'The Otter', 300 words max",
        "recipes are my grandmother's",
        "new plan: pool on Mondays",
        "no emojis",
        "two kids, Ada and Max",
        "I teach bread making to beginners",
        "Odile sends a note to her aunt every week",
        "short of money",
        "supper with Odile, 30 min away",
        "next session with Odile 3 may",
        "next session with Dr Okoro, 40 min",
        "5 lunches with Odile this week",
        "quick lunch with Odile at 1",
        "some games, saturday",
        "3 games on sunday",
        "3 meals a day for the goat",
    ],
)
def test_what_is_told_of_work_is_not_asked_for(text: str) -> None:
    assert not asked_for.is_named_work(text)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("write to Ines, my landlady, about the roof", [("Ines, my landlady", "landlady", "Ines")]),
        ("a card for our neighbour Osric, who turns 80?", [("our neighbour Osric", "neighbour", "Osric")]),
        ("email to Mr Tarn, Adas teacher, can he call", [("Mr Tarn, Adas teacher", "teacher", "Tarn")]),
        ("letter to Ines, our manager since Easter, about keys", [("Ines, our manager since Easter", "manager", "Ines")]),
        (
            "write to Ines Okoro shes our manager now that Mr Tarn has left.",
            [("Ines Okoro shes our manager now that Mr Tarn has left", "manager", "Ines")],
        ),
        ("msg to the manager mrs Okoro pls", [("the manager mrs Okoro", "manager", "Okoro")]),
        ("Is Ines my friend now that we talked?", []),
        ("letter to Ines, my second draft", []),
        ("message to my waiter Bruna please", [("my waiter Bruna", "waiter", "Bruna")]),
        ("a toast for my sister Ana's wedding", []),
        ("directions from my house in Paris", []),
        ("a poem about my quiet Monday", []),
        ("rota for me and Tibor our hired hand", [("Tibor our hired hand", "hired hand", "Tibor")]),
        ("a text to our Gudrun (my aunt)", [("Gudrun (my aunt)", "aunt", "Gudrun")]),
        ("card for ma'am Lourdes my mentor", [("ma'am Lourdes my mentor", "mentor", "Lourdes")]),
        ("send Tibor my address", []),
        ("repot my spider plant", []),
    ],
)
def test_who_is_named_with_a_role_is_introduced(text: str, told: list[tuple[str, str, str]]) -> None:
    assert list(asked_for.introduced(text)) == told


def test_request_keeps_whom_it_introduces_once_and_nothing_else() -> None:
    made = claims_of("Write a text to my landlady Ines about the roof.", "Now one to my landlady Ines about the stairs, please.")
    assert [(c.content, c.subject, c.category) for c in made] == [("my landlady Ines", "ines", Category.RELATIONSHIP)]


def test_what_stands_beside_work_that_is_only_named_is_told() -> None:
    made = claims_of("cleaning rota for me and Bruna. she has had the back room since May")
    assert [c.raw for c in made] == ["she has had the back room since May"]


def test_made_up_people_are_not_introduced() -> None:
    assert claims_of("Write a story about my tenant Gorm, who can fly") == []


def test_requests_of_one_message_introduce_a_few() -> None:
    names = "Ana Bea Cleo Dora Edna Fanny Gerda Hilda".split()
    made = claims_of(" ".join(f"Write a text to my cousin {name} about the roof." for name in names))
    assert [c.subject for c in made] == [name.lower() for name in names[:MOST_INTRODUCED]]


@pytest.mark.parametrize(
    ("text", "told", "subject"),
    [
        ("msg to gudrun, she's my dispatcher now", "gudrun, she's my dispatcher now", "gudrun"),
        (
            "letter to uh Tibor Vass hes our man at the ferry office",
            "Tibor Vass hes our man at the ferry office",
            "tibor",
        ),
        ("note for dr. Okoro, she took over in June", "dr. Okoro, she took over in June", "okoro"),
        ("mail for the council, she signed it in June", None, None),
    ],
)
def test_what_is_told_of_whom_a_request_is_for_stands_with_their_name(text: str, told: str | None, subject: str | None) -> None:
    made = [(c.raw, c.subject) for c in claims_of(text)]
    assert made == [(told, subject)] if told else all(" council" not in raw for raw, _ in made)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("notice for the kiosk door: closed from 3 to 9 May", ["closed from 3 to 9 May"]),
        ("Budget sheet please: pension 1,280, coal 95 since April", ["pension 1,280", "coal 95 since April"]),
        ("Please tell her that my blood count came back at 12.9, and that the hens are sold", ["my blood count came back at 12.9"]),
        ("Would you mention that my brother Osric is coeliac?", ["my brother Osric is coeliac"]),
        ("Ask him for a later slot, as Gudrun has not driven our van since her fall", ["Gudrun has not driven our van since her fall"]),
        ("answer to the man from Tolva, they keep our books since May", ["they keep our books since May"]),
    ],
)
def test_what_a_request_tells_is_kept_without_it(text: str, told: list[str]) -> None:
    assert [c.raw for c in claims_of(text)][: len(told)] == told


@pytest.mark.parametrize(
    "text",
    [
        "translate into Dutch: we are closed on 5 May",
        "proofread: our team meets at 9",
        'put this on the board: "we are closed on 5 May"',
        "write a story about a pirate: I am the captain and my ship has 3 masts",
        "write me a python function: it takes 3 numbers and returns 2",
        "solve: 3x + 5 = 20",
        "convert: 5 miles to km",
        "classify: I love this lamp, it burns 2 days",
        "why did you say: the output is 10",
        "write an excuse saying that my aunt died",
        "write an email from my aunt to the club: I am ill until 5 May",
        "draft for my boss to send to the team: I am leaving on 5 May",
        "write to Osric as if you were me, saying that I sold the barn",
        "How do I tell my boss that I am ten minutes late?",
        "can you make a letter to practise, like to a landlord that my heating is broken",
        "how do i poach eggs, they always go stringy",
        "can you check the loop, it fails 3 times",
    ],
)
def test_what_is_made_up_or_worked_on_is_not_told_by_a_request(text: str) -> None:
    assert claims_of(text) == []


def test_what_a_request_tells_has_the_request_beside_it() -> None:
    told = claims_of("Budget sheet please: pension 1,280, coal 95 since April")
    assert told[0].context == "Budget sheet please"
