"""What is kept as a fact: what tells something that is of use later, and neither frames a request nor passes with the moment."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.claims import Chunk, Claim
from keepsake.records import Durability, Role, Useful
from keepsake.rules.reading import extraction, usefulness
from keepsake.rules.reading.extraction import why_nothing
from tests.unit.rules.reading.talk import NOW, claims_of, contents, only, said

LONG = "The pier is long. Gulls live on it. We paint it. It has oak planks. The town is near. "
"""Behind it a message tells a tale."""


@pytest.mark.parametrize(
    "text",
    [
        "I'm trying to understand how tides work",
        "I also think night trains are a great idea",
        "I really appreciate your patience with boats",
        "I think these knots are great for beginners",
        "I'm so proud of you",
        "I'd love to see it",
        "I'm a bit worried about the weather",
        "I'm trying to prove that the hull floats, is that the right solution?",
        "All I did was what you suggested above",
        "Resting between trips is key",
        "I'm interested in learning more about harbours, can you tell me more?",
        "I'm hoping to make it better",
        "I've been putting it off",
        "It would expand our understanding of the sea",
    ],
)
def test_what_frames_passes_or_praises_is_no_fact(text: str) -> None:
    assert contents(text) == []


@pytest.mark.parametrize(
    "text",
    [
        "I avoid synthetic nets in my boat",
        "I don't like exercise",
        "I can't drive",
        "We don't eat pork in this house",
        "I refuse noisy cabins",
        "My sister Ines sails",
        "I'm trying to save 300 euros for a mast",
        "I'm planning a trip to Asia",
        "I've been mending nets for 12 years",
        "I work at a shipyard in Split",
        "I'd rather row than sail",
        "I'm thinking of getting a new lens for my camera",
        "Olives are disgusting",
        "I have one daughter",
        "I want to learn the ukulele",
        "I'm interested in astronomy",
        "I'm afraid of flying",
        "I feel anxious in crowds",
        "I might be pregnant",
        "I hope to have children",
        "they diagnosed me with asthma",
    ],
)
def test_what_lasts_or_is_told_precisely_is_one(text: str) -> None:
    assert only(text).raw == text


def test_no_word_decides_alone() -> None:
    assert contents("I'm hoping to find something similar") == []
    assert contents("I'm hoping to find a mooring in Split because my boat is old") != []


def test_what_ends_something_is_kept_however_little_it_says() -> None:
    assert only("I no longer need that").negated


def test_what_somebody_is_busy_with_is_kept_for_its_session() -> None:
    assert only("I'm mending the nets right now.").durability is Durability.SESSION


def test_scenery_of_a_tale_is_no_fact_and_what_is_of_its_teller_is() -> None:
    assert "The town is near" not in contents(LONG * 3 + "I am allergic to walnuts.")
    assert "I am allergic to walnuts" in contents(LONG * 3 + "I am allergic to walnuts.")


def test_what_was_not_kept_still_roots_what_stands_beside_it() -> None:
    assert contents("We are building something similar. The mast costs 90 euros. Can you draw it?") == ["The mast costs 90 euros"]
    assert contents("The mast has a crack. Can you draw it?") == []


NO, YES = Useful(direction=(1.0, 0.0), least=0.5), Useful(direction=(1.0, 0.0), least=-0.5)
"""For the vector of `HERE`, which lies half way away from the useful, or as far towards them."""
HERE = [0.0, 1.0]


def test_what_lies_away_from_the_useful_needs_the_more_weight() -> None:
    told = only("I painted the shed")
    assert told.weight is not None
    assert 0 <= told.weight < usefulness.TOWARDS / 2 - usefulness.LENT
    assert [usefulness.is_useful(told, HERE, useful) for useful in (NO, YES, None)] == [False, True, True]
    assert usefulness.is_useful(told, None, NO), "while the model is down"
    heavy = told.model_copy(update={"weight": usefulness.TOWARDS / 2 - usefulness.LENT + 0.25})
    assert usefulness.is_useful(heavy, HERE, NO)


def test_lying_near_the_useful_makes_no_fact_of_what_weighs_nothing() -> None:
    told = only("I painted the shed").model_copy(update={"weight": -0.25})
    assert not usefulness.is_useful(told, HERE, YES)


@pytest.mark.parametrize(
    "text",
    [
        "the shed is still locked",
        "Actually my boat is blue now",
        "keep it under 20 words",
        "I'm 41",
        "I quit rowing",
        "no salt for me, I must avoid it",
        "I think of suicide",
        "Ich wohne in Kiel und segle gern",
    ],
)
def test_what_changes_limits_or_has_a_value_goes_by_its_words_alone(text: str) -> None:
    claims = claims_of(text)
    assert claims
    assert all(usefulness.is_useful(c, HERE, NO) for c in claims)


def test_short_answer_goes_by_its_words_since_the_question_is_not_in_its_vector() -> None:
    said_to = only("I painted the shed").model_copy(update={"raw": "usa", "context": "What country are you in?", "weight": 0.5})
    assert usefulness.is_useful(said_to, HERE, NO)
    assert not usefulness.is_useful(said_to.model_copy(update={"context": ""}), HERE, NO)
    assert not usefulness.is_useful(said_to.model_copy(update={"raw": "I am in some place here"}), HERE, NO)


@given(st.floats(-1, 1), st.floats(-5, 5))
def test_the_nearer_to_the_useful_the_sooner_it_is_kept(along: float, weight: float) -> None:
    told = only("I painted the shed").model_copy(update={"weight": weight})
    useful = Useful(direction=(1.0,), least=0.0)
    if usefulness.is_useful(told, [along], useful):
        assert usefulness.is_useful(told, [min(1.0, along + 0.1)], useful)


def test_an_event_of_no_use_later_says_so() -> None:
    assert why_nothing(said("I've been putting it off")) == "nothing_kept: of no use later"


@given(st.text(max_size=300), st.integers(0, 200))
def test_any_words_have_a_bounded_weight(text: str, statements: int) -> None:
    made = Claim(content=text or "x", raw=text, event_ids=("e1",), valid_from=NOW)
    assert -9 <= usefulness.weight(made, statements) <= 9


@given(st.sampled_from(["I avoid nets", "I'm trying to learn it", "The pier is long"]))
def test_the_more_it_tells_the_more_it_weighs(text: str) -> None:
    def weight(words: str) -> float:
        return usefulness.weight(Claim(content=words, raw=words, event_ids=("e1",), valid_from=NOW), 1)

    assert weight(f"{text} every week in Split for 30 euros because I must") > weight(text)


def test_orders_to_ask_first_are_the_assistants_only_where_it_is_told() -> None:
    assert only("never restart the pump without asking me").subject == "assistant"
    assert all(c.subject != "assistant" for c in claims_of("She is always giving them money without telling her husband"))


def test_a_change_with_a_value_is_kept_whatever_it_weighs() -> None:
    assert "its more like 1500" in contents("we counted it all twice. its more like 1500")
    assert contents("those forty oars, make that fifty-five") == ["those forty oars, make that fifty-five"]


def test_a_person_of_whom_nobody_knows_who_it_is_is_told_of() -> None:
    assert "he works from home now" in contents("Ida and Otto came over. he works from home now")


def test_a_delicate_fragment_in_a_conversation_tells_on() -> None:
    said_on = extraction.extract(Chunk(events=(said("Ten minutes a mile, then.", 1, role=Role.ASSISTANT), said("Asthma, mild.", 2))))
    assert [c.content for c in said_on] == ["Asthma, mild"]
