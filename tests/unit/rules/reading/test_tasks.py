"""What a message gives the assistant to work on is no fact of whoever sends it; what it tells of them beside it stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.claims import Chunk
from keepsake.rules.reading.extraction import extract, why_nothing
from keepsake.rules.reading.tasks import is_order, is_task, points_at_text, tells
from tests.unit.rules.reading.talk import asked, contents, said

MATERIAL = st.lists(
    st.sampled_from(
        [
            "The harbour of Ostwick was dug in 1702.",
            "Puffins nest in burrows.",
            "Tin melts at 232 degrees.",
            "The mayor has opened 14 bridges.",
            "Basalt is a dark rock.",
            "red kite, blue kite, kite with a tail",
            "Oskar Brandt paints ferries.",
        ]
    ),
    min_size=1,
    max_size=9,
    unique=True,
).map(" ".join)
TASK = st.sampled_from(["Rank the sentences.", "Can you shorten this?", "Give this text a title.", "Which of these is true?"])
OWN = st.sampled_from(["I keep two puffins.", "My uncle lives in Ostwick.", "we live on a houseboat"])


@given(TASK, MATERIAL)
def test_the_material_of_a_task_makes_no_fact(task: str, material: str) -> None:
    assert [c for c in contents(f"{task} {material}") if not c.startswith("Oskar")] == []


@given(TASK, st.sampled_from(["Puffins nest in burrows.", "Tin melts at 232 degrees."]), OWN)
def test_what_is_told_of_oneself_beside_a_task_stays(task: str, material: str, own: str) -> None:
    assert own.rstrip(".") in contents(f"{task} {material} {own}")


@pytest.mark.parametrize(
    "text",
    [
        "Sort the pebbles by weight.",
        "Underline and number all the verbs in it.",
        "four more riddles please",
        "I want you to act as a ship's cook. I will give you what is in the galley. I have two onions.",
        "Your task is to sell kites. I fly one each day.",
        "If I speak of rain you should answer in rhymes. I love rain.",
        "A ___ sat on the roof of my house.",
        "lets play a round of riddles",
        "other ways to say the sea is rough",
        "I need a poem in which you praise the tide",
        "gull tags\ngull rings\nrings for gulls",
    ],
)
def test_tasks_and_parts_to_play_make_no_fact(text: str) -> None:
    assert contents(text) == []
    assert why_nothing(said(text)).startswith("nothing_kept: ")


def test_a_document_makes_no_fact_where_most_of_it_does_not_speak_of_its_writer() -> None:
    page = "The pier is long. Its planks are oak. Gulls live on it. We paint it each spring. A storm took the end. The town has a fund."
    assert contents(page) == []
    assert why_nothing(said(page)).startswith("nothing_kept: what a task is about")
    assert contents(f"I live by a pier. {page}")[0] == "I live by a pier"
    assert contents("We paint the pier each spring. The town has a fund.") == ["We paint the pier each spring", "The town has a fund"]


@pytest.mark.parametrize(
    "text",
    [
        "the boiler is fixed",
        "kettle moved to the shed",
        "size 44",
        "no shellfish please",
        "piano on tuesdays",
        "swap the rye for spelt",
        "Diver by trade, potter by choice",
        "Diet: vegan",
        "been a diver for ages",
    ],
)
def test_a_short_value_is_told_though_nobody_stands_in_it(text: str) -> None:
    assert contents(text) == [text]


def test_the_material_of_a_task_that_follows_what_is_told_of_oneself_stays_by_it() -> None:
    assert contents("im building a boat shed. its 6 m long, oak frame. can you draw it?") == [
        "im building a boat shed", "its 6 m long, oak frame",
    ]  # fmt: skip


def test_an_offer_at_the_end_of_an_answer_is_no_question_that_is_answered() -> None:
    offered = Chunk(events=(asked("Here is the plan. Is there anything else I can add?"), said("I row on Fridays with that.", 2)))
    (claim,) = extract(offered)
    assert claim.context == ""


@pytest.mark.parametrize("text", ["pattern that matches 10.20.0.0/16 pls", "chowder for 4 people please"])
def test_thing_that_is_only_named_and_asked_for_is_an_order(text: str) -> None:
    assert is_order(text)
    assert contents(text) == []


@pytest.mark.parametrize(
    "text",
    ["I sort the pebbles", "dinner is at 7 please", "no gifts for the kids please", "moved the boat", "love the sea", "kept all the nets"],
)
def test_what_is_told_is_no_order(text: str) -> None:
    assert not is_order(text)


@given(st.lists(st.text(max_size=80), max_size=12))
def test_any_message_is_judged(sentences: list[str]) -> None:
    assert is_task(sentences) in (True, False)
    assert all(tells(sentence) in (True, False) for sentence in sentences)


DAY = (
    "Ruth came home late. She put her bag down. She looked at the tide table. The stove was cold. My boat needs a new rudder by June. "
    "She closed the door. The wind was up. She smiled at the dog. I love that dog. Our neighbour Olaf sold his 12 nets. She sat down. "
    "The kettle sang. She told the dog don't let me fall asleep. We walked. The lamp went out. I am allergic to walnuts."
)


def test_a_day_that_is_told_at_length_leaves_what_lasts_or_is_dated_and_no_moments() -> None:
    assert contents(DAY) == [
        "My boat needs a new rudder by June [June 2023]",
        "I love that dog",
        "Our neighbour Olaf sold his 12 nets",
        "I am allergic to walnuts",
    ]
    assert contents("Ruth came home late. My boat needs a new rudder by June")[0] == "Ruth came home late"


def test_orders_within_a_long_tale_are_not_the_assistants_but_a_list_of_them_is() -> None:
    rules = "Never touch the nets. Don't move the buoys. Always ask Olaf. "
    assert "don't let me drift" not in contents(f"{DAY} I was tired, don't let me drift.")
    assert "Don't move the buoys" in contents(
        rules * 2 + "The pier is long. Gulls live on it. We paint it. It has oak planks. The town is near."
    )


@pytest.mark.parametrize("request_", ["what do i pack", "Fix the calendar.", "Can you write the invitation?"])
def test_a_figure_or_a_date_beside_a_request_is_told_of_the_writers_world(request_: str) -> None:
    assert contents(f"regatta nov 27 in Ostwick!! {request_}") == ["regatta nov 27 [27 November 2023] in Ostwick"]
    assert contents(f"short day is the 14th, crew of 6. {request_}")
    assert contents(f"puffins nest in burrows. {request_}") == []


@pytest.mark.parametrize("request_", ["Which of these is true?", "Give this text a title.", "Sort the list."])
def test_where_a_request_points_at_its_text_no_figure_in_it_is_told_of_anybody(request_: str) -> None:
    assert contents(f"Tin melts at 232 degrees. {request_}") == []


def test_a_length_of_what_is_to_be_written_is_no_fact() -> None:
    assert contents("Puffin essay. 800 words. Write the plan.") == []


@pytest.mark.parametrize("task", ["Write that scene with dialogue.", "Can you continue the story?", "Turn it into a poem."])
def test_who_is_made_up_for_a_task_is_nobody(task: str) -> None:
    assert contents(f"Olaf goes into the lighthouse. He owns 14 lamps. {task}") == []
    assert contents(f"My uncle Olaf turns 60 on Friday. {task}") == ["My uncle Olaf turns 60 on Friday [26 May 2023]"]


def test_what_is_to_be_worked_on_is_no_word_of_its_writer() -> None:
    assert contents("Please reply to the following message: We sell 12 nets in Split. I am the owner of the pier.") == []
    assert contents("Please reply to Olaf. I am the owner of the pier.") == ["I am the owner of the pier"]


INVENTORY = (
    "Pier one and pier two: oak. The shed: 14 nets. A lamp at the north end is broken. The south end has a crane. Fuel: diesel, every "
    "Monday. Ropes go to the loft each Friday."
)


def test_an_answer_of_many_short_statements_is_no_document() -> None:
    told = extract(Chunk(events=(asked("What stands where?"), said(INVENTORY, 2))))
    assert {"Pier one and pier two: oak", "The south end has a crane", "Ropes go to the loft each Friday"} <= {c.content for c in told}
    assert contents(INVENTORY) == []
    assert [c.content for c in extract(Chunk(events=(asked("What stands where?"), said(f"{INVENTORY} Can you rank them?", 2))))] == []


@pytest.mark.parametrize("request_", ["packing list for a weekend pls", "write me a short text for the door", "three sentences to my aunt"])
def test_a_text_that_is_to_be_made_is_none_that_is_pointed_at(request_: str) -> None:
    assert not points_at_text(request_)


@pytest.mark.parametrize(
    "request_", ["shorten the text", "which of these is true", "correct sentences with a comma too many", "sort the list"]
)
def test_a_text_that_stands_beside_is_pointed_at(request_: str) -> None:
    assert points_at_text(request_)


def test_what_is_set_to_a_value_is_told() -> None:
    assert not is_order("put the deposit back to 30%")
    assert is_order("put the blue chair back to the wall")


def test_what_stands_beside_a_text_in_quotation_marks_is_told() -> None:
    assert contents("fix this line: 'the kiosk sells every stamp we have'. our lowest fare is 16") == ["our lowest fare is 16"]
    assert contents("fix this line: the kiosk sells every stamp we have") == []


def test_a_day_of_the_week_beside_a_request_is_told() -> None:
    assert contents("Can you make me a plan for the week? sprints start on Mon now") == ["sprints start on Mon now"]
