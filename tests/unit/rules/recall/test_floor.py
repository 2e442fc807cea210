"""Row Q4: what has nothing to do with the question stays out, where the question is for what was told."""

from __future__ import annotations

import pytest

from keepsake.records import Category, Content, Embedding, Memory, Thresholds
from keepsake.rules.indexing import documents
from keepsake.rules.recall import floor, query
from keepsake.rules.recall.floor import Floor
from keepsake.rules.recall.fusion import Candidate
from tests.builders import event, fact, slot

FLOOR = Floor(0.05, 0.40, 0.2)


@pytest.mark.parametrize(
    "question",
    ["Where do I live?", "what's my dog called?", "Which car does Ann drive?", "And how old is Rosa?", "Did we sell the boat?"],
)
def test_question_for_what_was_told_has_a_floor(question: str) -> None:
    assert floor.asked_of(question)


@pytest.mark.parametrize(
    "question",
    [
        "Which wine would suit?", "What should I cook tonight?", "Can you recommend a hotel?", "What are some ideas for my kitchen?",
        "How can I prepare for the exam?", "What do you know about me?", "Is there anything that I forgot?", "List my pets.",
        "Write a letter to the landlord.", "I am off to Rome. Where do I live?", "How do I best get there?", "Where do I live",
    ],
)  # fmt: skip
def test_advice_lists_and_tasks_have_none(question: str) -> None:
    assert not floor.asked_of(question)


def test_floor_rises_with_what_was_compared_and_no_more_than_a_leg_finds() -> None:
    wanted = [FLOOR.of(n) for n in (0, 1, 2, 10, 100, 1000)]
    assert wanted[0] == wanted[1] == 0.05
    assert wanted == sorted(wanted)
    assert wanted[-2] == wanted[-1] == 0.40


def near(question: str, *records: tuple[float | None, Memory], found: int = 100) -> floor.Nearest:
    pairs = [(Candidate(r.key, {}, cosine=c), r) for c, r in records]
    return floor.nearest(FLOOR, query.read(question), (), pairs, found)


def test_words_of_the_question_make_up_for_some_of_the_distance() -> None:
    question = "Which marathon did I run?"
    assert not near(question, (0.3, fact("The user likes tea."))).reached
    assert near(question, (0.3, fact("Will run the marathon, the user says."))).reached
    assert not near("Which marathon did I run in Oslo?", (0.1, fact("Will run the marathon, the user says."))).reached
    assert near(question, (0.1, fact("The user likes tea.")), found=1).reached


@pytest.mark.parametrize(
    ("question", "told"),
    [
        ("Which marathon did I run?", "Will run the marathon, the user says."),
        ("Where does she live?", "I moved from Boston to Denver"),
        ("Where does the user live?", "I've been based in Lyon since May"),
        ("What pets does she have?", "I have two cats named Miso and Tofu"),
        ("Does she have siblings?", "My sister Ida is a pilot"),
    ],
)
def test_what_holds_all_that_is_asked_for_has_to_do_with_it_however_far_its_vector(question: str, told: str) -> None:
    assert near(question, (-0.2, fact("The user likes tea.")), (0.0, fact(told, category=Category.EVENT))).reached
    assert not near(f"{question.removesuffix('?')} with Bob?", (0.0, fact(told, category=Category.EVENT))).reached
    assert not near(question, (0.0, fact("The user likes tea."))).reached


def test_fact_answers_by_its_kind_what_it_says_in_other_words() -> None:
    place = fact("my place is in Lisbon", category=Category.IDENTITY)
    assert near("Where do I live?", (0.3, place)).reached
    assert not near("Where do I live?", (0.3, place.model_copy(update={"category": Category.PLAN}))).reached


def test_fact_that_fills_the_feature_that_is_asked_for_has_to_do_with_it() -> None:
    between = fact("18k between us", slot=slot("budget", "18k"))
    assert near("What is the budget for the trip?", (0.0, between)).reached
    assert not near("What is the date of the trip?", (0.0, between)).reached
    assert not near("What is the name of the boat?", (0.0, fact("I'm Olaf", slot=slot("name", "Olaf")))).reached


def test_what_no_vector_found_is_as_far_away_as_can_be() -> None:
    assert not near("Where do I live?", (None, fact("I live in Lisbon"))).reached
    assert near("Where do I live?", (None, fact("x")), (0.5, fact("y"))).reached


def test_floor_follows_from_what_the_model_s_cosines_mean() -> None:
    mini = floor.by(Thresholds(answers=0.287, answers_partly=0.177))
    assert mini == pytest.approx((0.067, 0.254, 0.264))
    crowded = floor.by(Thresholds(answers=0.88, answers_partly=0.86))
    assert crowded == pytest.approx((0.84, 0.874, 0.048))


def test_no_floor_is_reached_by_anything() -> None:
    pairs = [(Candidate(e.key, {}, cosine=-0.2), e) for e in [event()]]
    assert floor.nearest(floor.NONE, query.read("Where do I live?"), (), pairs, 100).reached


def test_nothing_found_is_not_near() -> None:
    """The first question of a new user."""
    found = floor.nearest(Floor(0.1, 0.2, 0.2), query.read("Where do I live?"), (), [], 0)
    assert not found.reached


def test_what_has_no_vector_of_its_present_words_is_not_compared() -> None:
    run, tea = fact("Will run the marathon, the user says."), fact("The user likes tea.", memory_id="f_2")
    made_by = Embedding(model="m", dimension=2)
    whole = documents.with_taken(run, made_by, [[0.6, 0.8]], "")
    corrected = whole.model_copy(update={"content": Content(raw="Ran it", summary="Ran the marathon.")})
    refused = documents.with_taken(run, made_by, [None], "too long")

    def uncompared(record: Memory, cosine: float | None = None) -> frozenset[str]:
        pairs = [(Candidate(r.key, {}, cosine=cosine), r) for r in (record, tea)]
        return floor.uncompared(query.read("Which marathon did I run?"), (), pairs)

    assert uncompared(run) == uncompared(corrected) == uncompared(refused) == {run.memory_id}
    assert not uncompared(whole)
    assert not uncompared(run, 0.1)
