"""Rows R8 and R10: what people say becomes claims in their own words, one statement a claim, with what it needs beside it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.claims import Chunk
from keepsake.records import Category, Role, Source, Verdict
from keepsake.rules.reading.extraction import extract, why_nothing
from keepsake.rules.reading.making import HEDGED, STATED
from keepsake.rules.reading.own_words import own_words, plain
from tests.unit.rules.reading.talk import NOW, asked, claims_of, contents, only, said

SCRAPS = [
    *"I we my she he they sister Otto have am is moved to Ghent like not no never maybe if and but on Tuesday last month".split(),
    *"now instead of tea please always reply in German ``` { } > lol 🙂 - (a) , . ! ? ; : 12 €40 https://a.example x@y.example".split(),
    '"quoted words here"',
    "\n",
]
TALK = st.lists(st.sampled_from(SCRAPS), max_size=40).map(" ".join)


def test_a_claim_is_what_was_said_cut_to_the_statement() -> None:
    assert contents("hey! I moved to Ghent and my sister Paula still lives in Turin lol") == [
        "I moved to Ghent",
        "my sister Paula still lives in Turin",
    ]


def test_what_a_day_means_stands_in_brackets_and_what_recurs_has_none() -> None:
    assert contents("the kiln is on 1180 since monday", "I fire it on Tuesdays") == [
        "the kiln is on 1180 since monday [22 May 2023]",
        "I fire it on Tuesdays",
    ]


def test_it_holds_from_the_day_that_it_names_or_else_from_when_it_was_said() -> None:
    assert only("I moved to Denver last month").valid_from == datetime(2023, 4, 1, tzinfo=UTC)
    assert only("I'm flying to Oslo next Tuesday").valid_from == NOW
    assert only("In June I row to Oslo in a boat from 1987").valid_from == NOW
    assert "[21 May 2023]" in only("On Sunday Mr. Olsen sold me his boat").content
    assert only("I work in Oslo until Friday").valid_to == datetime(2023, 5, 27, tzinfo=UTC)


@given(TALK)
def test_every_claim_of_talk_is_a_cut_of_the_message(text: str) -> None:
    squeezed = "".join(plain(own_words(text)).split())
    for claim in claims_of(text):
        # A slip, its filler cut, is joined to what mends it by a full stop of its own.
        for part in claim.raw.split(". "):
            assert "".join(part.split()) in squeezed


@given(TALK)
def test_the_same_text_gives_the_same_claims(text: str) -> None:
    assert claims_of(text) == claims_of(text)


@given(st.text(max_size=300))
def test_any_text_is_read_without_error(text: str) -> None:
    for claim in claims_of(text or "x"):
        assert claim.content
        assert claim.subject


def test_question_that_it_answers_stands_beside_it() -> None:
    (claim,) = extract(Chunk(events=(asked("What is your budget?", 1), said("around 400 euros", 2))))
    assert (claim.content, claim.context) == ("around 400 euros", "What is your budget?")


def test_a_bare_answer_to_what_was_asked_of_oneself_is_kept_with_its_question_each() -> None:
    talk = [asked("Do you have any allergies?", 1), said("no", 2), asked("Do you row on your lake?", 3), said("No.", 4)]
    claims = extract(Chunk(events=tuple(talk)))
    assert [(c.raw, c.context) for c in claims] == [("no", "Do you have any allergies?"), ("No", "Do you row on your lake?")]
    assert all(c.slot is None for c in claims)


@pytest.mark.parametrize(
    "offer", ["Would you like me to book it?", "Do you want to see your chart?", "Is that okay with you?", "Is it deep?"]
)
def test_a_bare_answer_to_an_offer_is_no_fact(offer: str) -> None:
    assert extract(Chunk(events=(asked(offer, 1), said("yes", 2)))) == []
    assert claims_of("no") == []


def test_what_a_pronoun_leans_on_stands_beside_it_and_is_not_put_in() -> None:
    first, second = claims_of("I bought a kayak. It leaks 2 litres every Friday on my way to work.")
    assert (first.context, second.context) == ("", "I bought a kayak")
    assert second.content == "It leaks 2 litres every Friday on my way to work"


def test_what_comes_next_leans_on_the_nearest_that_names_its_thing() -> None:
    *_, masts = claims_of("We rent a barn. The boat, too, is sold. It had two masts and slept six of us.")
    assert masts.context == "The boat, too, is sold"
    *_, stalls = claims_of("We rent a barn. Could you draw a chart? We sleep above them.")
    assert stalls.context == "We rent a barn"


def test_what_is_told_on_in_a_tale_stands_beside_what_it_is_told_of() -> None:
    course, paid = claims_of("I took a course in splicing at Kiel. I paid 20 euros to attend.")
    assert (course.context, paid.context) == ("", "I took a course in splicing at Kiel")


def test_an_answer_in_the_words_of_its_question_stands_beside_it() -> None:
    question = "How long does one prepare for a regatta like this?"
    (claim,) = extract(Chunk(events=(asked(question, 1), said("We usually have two months to prepare", 2))))
    assert claim.context == question


def test_an_answer_that_repeats_all_of_its_question_stands_alone() -> None:
    (claim,) = extract(Chunk(events=(asked("What's your favourite boat?", 1), said("My favourite boat is the old green ketch", 2))))
    assert claim.context == ""


def test_what_is_said_in_pieces_stands_beside_them() -> None:
    claims = claims_of("Girl. Ailsa. 11 July, 3.4 kg")
    assert [(c.raw, c.context) for c in claims] == [("11 July", "Girl. Ailsa"), ("3.4 kg", "Girl. Ailsa. 11 July")]
    assert [c.context for c in claims_of("my boss is called Ailsa. shes strict. she has a whistle for 12")][-1] == "my boss is called Ailsa"


def test_a_statement_leans_on_one_that_names_its_thing_though_with_his() -> None:
    claims = claims_of("My boat is for sale. The trailer lost his wheel on the road. I bought a new one in Kiel for 900.")
    assert claims[-1].context == "The trailer lost his wheel on the road"


@pytest.mark.parametrize(
    ("said_at_once", "contexts"),
    [
        ("I have never rowed to Iceland, but I want to try", ["", "I have never rowed to Iceland"]),
        ("We bought an old ferry on the Elbe, so the club can row there", ["", "We bought an old ferry on the Elbe"]),
        ("I moved to Ghent in March and my sister works at an old mill near Turin", ["", ""]),
        ("always use metres, I have a Danish map", ["", ""]),
    ],
)
def test_a_later_part_that_says_little_stands_beside_the_first(said_at_once: str, contexts: list[str]) -> None:
    assert [c.context for c in claims_of(said_at_once)] == contexts


def test_an_answer_to_an_offer_tells_nothing_of_its_speaker() -> None:
    offered = Chunk(events=(asked("Shall we begin with the boat or the barn?", 1), said("The barn", 2)))
    assert extract(offered) == []


def test_what_was_said_in_an_earlier_chunk_is_heard_and_not_told_again() -> None:
    before = (said("My colleague Ruth broke her arm.", 1),)
    (claim,) = extract(Chunk(events=(said("She will be out until July.", 2),), before=before))
    assert (claim.subject, claim.event_ids) == ("ruth", ("e2",))


def test_a_question_takes_nothing_from_its_message() -> None:
    assert contents("I moved to Denver, can you recommend a gym?") == ["I moved to Denver"]


@pytest.mark.parametrize("text", ["maybe I'll move to Porto", "I think I'm allergic to figs", "my brother thinks we should sell the van"])
def test_hedged_statement_is_kept_and_fills_nothing(text: str) -> None:
    assert (only(text).content, only(text).confidence, only(text).slot) == (text, HEDGED, None)
    assert only("I am moving to Porto").confidence == STATED


def test_story_of_the_running_shoes_in_the_users_words() -> None:
    claims = claims_of(
        "I want daily running shoes, not too stiff, budget under 800.",
        "I mostly run in the park, about 5 km each time, and I prefer something not too flashy.",
    )
    assert [(c.content, c.slot and (c.slot.feature, c.slot.value)) for c in claims] == [
        ("I want daily running shoes", ("looking_for", "daily running shoes")),
        ("not too stiff", ("feel", "soft")),
        ("budget under 800", ("budget", "under 800")),
        ("I mostly run in the park, about 5 km each time", None),
        ("I prefer something not too flashy", ("look", "understated")),
    ]
    assert all("running shoes" in c.labels or "running" in c.labels for c in claims)


def test_change_of_mind_is_marked_with_what_it_replaces() -> None:
    claim = only("we switched from oat milk to soy milk")
    assert (claim.correction, claim.replaces, claim.negated) == (True, "oat milk", False)
    ended = only("I no longer play the cello")
    assert (ended.correction, ended.replaces, ended.negated) == (True, "cello", True)


def test_standing_instruction_is_a_constraint_of_the_assistant() -> None:
    (claim,) = claims_of("Never touch the invoices folder. Can you sort my mail?")
    assert (claim.content, claim.subject, claim.category) == ("Never touch the invoices folder", "assistant", Category.CONSTRAINT)


def test_entities_and_anchors_are_named() -> None:
    assert only("My order number is A1234-99.").anchors == ("A1234-99",)
    assert set(only("I bought a Pixel 8 from Contoso for 500 euros.").entities) >= {"Pixel 8", "Contoso", "500 euros"}


@pytest.mark.parametrize("role", [Role.ASSISTANT, Role.TOOL, Role.SYSTEM])
def test_what_others_than_the_user_say_makes_no_claim(role: Role) -> None:
    assert extract(Chunk(events=(said("You live in Lisbon and love jazz.", role=role),))) == []


def test_junk_and_behaviour_are_not_read() -> None:
    junk = said("I live in Lisbon.", 1, verdict=Verdict.TEST_ROW)
    off = said("I live in Lisbon.", 3, extract=False)
    assert extract(Chunk(events=(junk, said("size = 42", 2, event_type="filter"), off))) == []


def test_same_statement_twice_is_one_claim_with_both_events() -> None:
    (claim,) = claims_of("I live in Lisbon.", "I live in Lisbon!")
    assert claim.event_ids == ("e1", "e2")


def test_correction_by_api_is_a_corrected_memory() -> None:
    (claim,) = extract(Chunk(events=(said("My budget is 1000.", event_type="correction"),)))
    assert (claim.source, claim.correction) == (Source.CORRECTED, True)


@pytest.mark.parametrize(
    ("text", "fields", "why"),
    [
        ("What is the tallest tree?", {}, "a question"),
        ("I sold my car to a clown, just kidding", {}, "a jest"),
        ("What if I moved to Oslo", {}, "a supposition"),
        ("please write a limerick", {}, "a request"),
        ("Thanks a lot! That's really helpful. What else?", {}, "small talk, a question"),
        ('{"city": "Rome"}', {}, "pasted text"),
        ("I live in Rome", {"role": Role.TOOL}, "said by the tool, not by the user"),
        ("I live in Rome", {"extract": False}, "sent to be kept as an event alone"),
        ("size = 42", {"event_type": "filter"}, "behaviour counts together with what else is done"),
    ],
)
def test_an_event_of_which_nothing_is_kept_says_why(text: str, fields: dict[str, object], why: str) -> None:
    event = said(text, **fields)
    assert extract(Chunk(events=(event,))) == []
    assert why_nothing(event) == f"nothing_kept: {why}"


def test_going_back_to_the_topic_of_a_question_changes_nothing() -> None:
    assert contents("I own two boats. Anyway, back to the trip - which harbour is best?") == ["I own two boats"]
    assert [c.undoes for c in claims_of("back to the blue boat")] == [True]


def test_what_is_denied_dates_nothing() -> None:
    told = only("Otto didn't start on May 2, he started on May 9")
    assert told.valid_from == datetime(2023, 5, 9, tzinfo=UTC)
    assert only("I haven't eaten meat since May 2").valid_from == datetime(2023, 5, 2, tzinfo=UTC)


def test_what_is_told_of_somebody_just_named_is_kept_beside_a_question() -> None:
    told = claims_of("Amara went for her towel. Wednesdays she plays chess at the library. Is there a chess joke she'd like?")
    assert [(c.raw, c.subject) for c in told][-1] == ("Wednesdays she plays chess at the library", "amara")


@pytest.mark.parametrize(
    ("text", "kept"), [("I row at dawn. metrocard", False), ("I row at dawn. vegan", True), ("I row at dawn. divorced", True)]
)
def test_a_word_alone_tells_what_somebody_is_or_nothing(text: str, kept: bool) -> None:
    assert (text.split()[-1] in contents(text)) is kept
