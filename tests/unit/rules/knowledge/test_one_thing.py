"""Only what speaks of one thing surely enough may end what somebody said."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import MEASURED, Category, Memory
from keepsake.rules.knowledge import change_of_mind, one_thing, reconcile
from keepsake.rules.knowledge.change_of_mind import Relation
from keepsake.rules.knowledge.one_thing import Known
from keepsake.rules.knowledge.reconcile import Verdict
from tests.builders import DAY, NOW, fact, slot

LATER = NOW + 30 * DAY
NEAR, BESIDE, APART = MEASURED.about, 0.75 * MEASURED.about, 0.5 * MEASURED.about


def said(content: str, **fields: Any) -> Memory:
    memory = fact(content, **{"category": Category.ATTRIBUTE} | fields)
    return memory.model_copy(
        update={"content": memory.content.model_copy(update={"structured": {**memory.content.structured, "said_by": "Ann"}})}
    )


def later(content: str, **fields: Any) -> Memory:
    return said(content, **{"memory_id": "f_0000000000bb02", "at": LATER, "event_ids": ("m2",), "correction": True} | fields)


@pytest.mark.parametrize(
    ("new", "old", "cosine", "relation"),
    [
        ("the lift is fixed", "no lift, it is broken", NEAR, Relation.OTHER_VALUE),
        ("joined the gym on Canal street", "no gym membership", BESIDE, Relation.OTHER_VALUE),
        ("joined the gym on Canal street", "no gym membership", APART, Relation.UNRELATED),
        ("joined the gym on Canal street, and mum drove the three of us home", "in this house nobody has keys to mum's car", BESIDE,
         Relation.UNRELATED),
        ("finally my sister can sleep through thunder, rain and hail again",
         "my brother's dog, which barks all night, does not like my sister's parrot", NEAR, Relation.UNRELATED),
    ],
)  # fmt: skip
def test_a_word_that_is_said_yes_and_no_of_ends_nothing_by_itself(new: str, old: str, cosine: float, relation: Relation) -> None:
    assert change_of_mind.relate(later(new), Known(said(old), cosine)) is relation


@pytest.mark.parametrize(
    ("new", "replaces", "old", "category", "ended"),
    [
        ("forget the lengths, I want to dive", "lengths", "swim 20 lengths", Category.PLAN, True),
        ("the fig thing was wrong, the doctor tested me", "fig", "figs, got a rash as a child", Category.EVENT, True),
        ("my aunts live in Porto, not Faro", "Faro", "I flew home from Faro for the wedding", Category.EVENT, False),
        (
            "those are measured numbers of the whole barn, not guesses",
            "guesses",
            "nobody guesses what the fox eats",
            Category.ATTRIBUTE,
            False,
        ),
    ],
)
def test_what_is_replaced_is_what_the_fact_tells(new: str, replaces: str, old: str, category: Category, ended: bool) -> None:
    relation = change_of_mind.relate(later(new, replaces=replaces), Known(said(old, category=category), NEAR))
    assert (relation is Relation.OTHER_VALUE) is ended


@pytest.mark.parametrize(
    ("slip", "replaces", "old", "mended"),
    [
        ("thursday, not tuesday", "tuesday", "my class is on tuesday at ten", True),
        ("the blue one, not the green", "green", "I ordered the green kettle", True),
        ("the blue one, not the green", "green", "my aunt has a green kettle that stands on the stove behind the door", False),
    ],
)
def test_slip_is_mended_however_far_so_few_words_lie(slip: str, replaces: str, old: str, mended: bool) -> None:
    relation = change_of_mind.relate(later(slip, replaces=replaces), Known(said(old, category=Category.EVENT), 0.1))
    assert (relation is Relation.OTHER_VALUE) is mended


def test_what_is_said_again_does_not_end_itself() -> None:
    old = said("brief lists, not long letters", replaces="long letters", correction=True)
    assert change_of_mind.relate(later("brief lists, not long letters", replaces="long letters"), Known(old, 1.0)) is Relation.SAME


def test_who_did_it_instead_of_another_leaves_what_else_that_one_did() -> None:
    wrote = said("Bob Reed wrote the song about the lighthouse", subject="bob", entities=("Bob Reed",), category=Category.EVENT)
    ran = said("Bob Reed ran a marathon in Oslo", subject="bob", entities=("Bob Reed",), category=Category.EVENT)
    ann = later("Ann, not Bob Reed, wrote the song about the lighthouse", subject="bob", replaces="Bob Reed", entities=("Bob Reed",))
    assert change_of_mind.relate(ann, Known(wrote, 0.9)) is Relation.OTHER_VALUE
    assert change_of_mind.relate(ann, Known(ran, 0.6)) is Relation.UNRELATED


def test_the_name_of_whom_both_are_about_is_no_matter_of_theirs() -> None:
    one = said("Ida Holm does not sing in the choir", subject="ida", entities=("Ida Holm",))
    other = said("Ida Holm sails", subject="ida", entities=("Ida Holm",))
    assert one_thing.shares(one, other) == 0


def test_of_two_statements_of_one_message_neither_is_over() -> None:
    old = said("no gym membership")
    new = later("joined a gym", at=NOW, event_ids=("m1",))
    decision = reconcile.decide(new, [Known(old, 0.9)])
    assert decision.verdict is Verdict.REVISING


def test_what_denies_the_thing_itself_is_not_over_when_the_thing_is() -> None:
    stopped = later("I stopped eating pork", negated=True, replaces="eating pork")
    assert change_of_mind.relate(stopped, Known(said("my uncle is one who doesn't eat pork"), NEAR)) is Relation.UNRELATED


@pytest.mark.parametrize(
    ("new", "employer", "beside"),
    [
        ("I work at Acme Robotics", "Acme Robotics", True),
        ("I also work at Globex", "Globex", True),
        ("I work at Globex at night", "Globex", True),
        ("I work at Globex", "Globex", False),
    ],
)
def test_a_further_value_a_closer_one_or_one_for_another_time_ends_nothing(new: str, employer: str, beside: bool) -> None:
    old = said("I work at Acme during the day", slot=slot("employer", "Acme"))
    relation = change_of_mind.relate(later(new, correction=False, slot=slot("employer", employer)), Known(old, NEAR))
    assert relation is (Relation.UNRELATED if beside else Relation.OTHER_VALUE)


@pytest.mark.parametrize(
    ("new", "old"),
    [
        ("I prefer coffee over tea", "I prefer tea over coffee"),
        ("I dislike rowing", "I enjoy rowing"),
        ("I disagree with the new timetable", "I agree with the new timetable"),
    ],
)
def test_what_says_otherwise_of_one_thing_without_a_word_of_change_is_told_beside_it(new: str, old: str) -> None:
    assert change_of_mind.relate(later(new, correction=False), Known(said(old), 0.9)) is Relation.REVISES


TALK = st.lists(
    st.sampled_from("no not joined gym figs lift is broken ok two 3 tuesday weekly and the my love now".split()), max_size=8
).map(" ".join)


@given(TALK, TALK, st.floats(-1, 1))
def test_the_nearer_two_lie_the_surer_they_are_of_one_thing(one: str, other: str, cosine: float) -> None:
    mine, theirs = said(one or "x"), said(other or "x")
    assert 0 <= one_thing.shares(mine, theirs) <= 1
    assert one_thing.shares(mine, theirs) == one_thing.shares(theirs, mine)
    if one_thing.told(mine, Known(theirs, cosine), MEASURED):
        assert one_thing.told(mine, Known(theirs, 1.0), MEASURED)


@pytest.mark.parametrize(
    ("new", "old", "cosine", "relation"),
    [
        ("Amara's bus is six forty now, they redid the route", "her bus is at six fifty two", NEAR, Relation.OTHER_VALUE),
        ("we're at one sixty for groceries now", "I got a hundred and forty a week for groceries", NEAR, Relation.OTHER_VALUE),
        ("the exam came back, 1.7 in the end", "the exam is on March 27", NEAR, Relation.REVISES),
        ("they took me off the blood thinners on Thursday", "I take blood thinners", NEAR, Relation.REVISES),
        ("they took me off the blood thinners on Thursday", "I take blood thinners", BESIDE, Relation.UNRELATED),
        ("we also use the bus now", "the bus is always late", NEAR, Relation.UNRELATED),
        ("my sister is in Oslo now", "my sister plays the cello", NEAR, Relation.UNRELATED),
    ],
)
def test_marked_change_that_lies_near_ends_only_a_value_of_the_same_type(new: str, old: str, cosine: float, relation: Relation) -> None:
    assert change_of_mind.relate(later(new), Known(said(old), cosine)) is relation


def test_what_orders_the_assistant_changes_nothing_that_somebody_tells() -> None:
    order = said("never reboot the server between 7 and 18", subject="assistant", category=Category.CONSTRAINT)
    new = later("the server stays on 8.1 until they swap the disk", subject="unknown")
    assert change_of_mind.relate(new, Known(order, NEAR)) is Relation.UNRELATED


@pytest.mark.parametrize(
    ("old", "ended"),
    [
        ("Tove needs 3 drops in each ear", True),
        ("I am Runa, a vet in Bergen and mother of 3", False),
        ("only 3 weeks in these boots and my heel is sore", False),
    ],
)
def test_number_that_is_over_is_one_of_the_same_type(old: str, ended: bool) -> None:
    end = later("the clinic put Tove up to 5 drops in each ear, not 3 anymore", replaces="3", negated=True)
    assert (change_of_mind.relate(end, Known(said(old), NEAR)) is Relation.ENDS) is ended


@pytest.mark.parametrize(
    ("new", "replaces", "old", "ended"),
    [
        ("Fulmar is no longer at Hoylake", "Hoylake", "She lies at Hoylake on the Dee, where I pay Mr Ince 900 a year for the berth", True),
        ("Fulmar is no longer at Hoylake", "Hoylake", "I bought her at Hoylake from a man who cried", False),
        ("i am no longer at the mill", "mill", "we have tea at four and my brother brings bread from the mill shop in town", False),
    ],
)
def test_name_that_is_left_ends_what_is_there_however_little_else_they_share(new: str, replaces: str, old: str, ended: bool) -> None:
    relation = change_of_mind.relate(later(new, replaces=replaces, negated=True), Known(said(old), 0.1))
    assert (relation is Relation.ENDS) is ended


@pytest.mark.parametrize(
    ("old", "ended"), [("I work at Corvex on Fridays, so not those days", True), ("I do not work at Corvex on Fridays", False)]
)
def test_what_denies_another_thing_is_ended_all_the_same(old: str, ended: bool) -> None:
    relation = change_of_mind.relate(later("I quit Corvex", replaces="Corvex", negated=True), Known(said(old), NEAR))
    assert (relation is Relation.ENDS) is ended


@pytest.mark.parametrize(
    ("new", "replaces", "replaced"),
    [
        ("This Sunday I am at my niece's christening rather than in the choir", "in the choir", False),
        ("Just this once I am at the bakery rather than in the choir", "in the choir", False),
        ("From this Sunday I am at the bakery rather than in the choir", "in the choir", True),
    ],
)
def test_one_occasion_ends_no_habit(new: str, replaces: str, replaced: bool) -> None:
    habit = Known(said("every Sunday I sing in the choir", category=Category.PATTERN), NEAR)
    assert (change_of_mind.relate(later(new, replaces=replaces), habit) is Relation.OTHER_VALUE) is replaced


def test_version_takes_the_place_of_a_version_and_of_no_time() -> None:
    new = later("Since last wk we run Quarkbase 3.0 and half my jobs moan about it")
    assert change_of_mind.relate(new, Known(said("we run Quarkbase 2.7"), NEAR)) is Relation.OTHER_VALUE
    assert change_of_mind.relate(new, Known(said("the Quarkbase job starts at 02:00"), NEAR)) is not Relation.OTHER_VALUE


@pytest.mark.parametrize(
    ("new", "replaces", "old", "subjects"),
    [
        ("ticket's gone up from 32 to 36", "32", "my ticket is £32", ("user", "user")),
        ("Ferrodexin is 25mg a night as of Monday", None, "the GP has me on ferrodexin 10mg at night", ("ferrodexin", "user")),
        ("nan wants it quicker so it's 200 a month to her now, not 150", "150", "paying maureen back, 150 a month", ("maureen", "user")),
        ("we sail on 26 September instead of the 19th", "19th", "I am sailing to Skye with Otto on 19 September", ("user", "user")),
        ("I have come off the 16, they put me on the 49", "16", "been on the 16 route ten years", ("user", "user")),
    ],
)
def test_a_number_of_one_type_takes_the_place_of_another(new: str, replaces: str | None, old: str, subjects: tuple[str, str]) -> None:
    one, other = later(new, replaces=replaces, subject=subjects[0]), said(old, subject=subjects[1])
    assert change_of_mind.relate(one, Known(other, NEAR)) is Relation.OTHER_VALUE


def test_a_person_is_no_thing_whose_value_changes() -> None:
    seen = said("I see anna on Tuesdays with the choir")
    assert change_of_mind.relate(later("Anna has judo on Fridays now", subject="anna"), Known(seen, NEAR)) is Relation.UNRELATED


@pytest.mark.parametrize(
    ("new", "old", "ended"),
    [
        ("Otis has stopped napping altogether", "Otis naps from 1 to 3", True),
        ("Otis has stopped napping altogether", "Otis eats from 1 to 3", False),
    ],
)
def test_what_is_over_is_named_by_any_form_of_its_word(new: str, old: str, ended: bool) -> None:
    end = later(new, replaces="napping", negated=True, subject="otis")
    assert (change_of_mind.relate(end, Known(said(old, subject="otis"), NEAR)) is Relation.ENDS) is ended


@pytest.mark.parametrize(
    ("new", "old", "over"),
    [
        ("The kiosk moved to 2 Dock Road", "The kiosk is at 7 Hill Street, first floor", True),
        ("we moved the twins to Scoil Mhuire", "the twins go to St Brigid's", True),
        ("The kiosk moved to 2 Dock Road", "The office is at 7 Hill Street, first floor", False),
        ("the fair moved to 5 September", "the fair is in Ghent", False),
        ("we moved the twins to bed early", "the twins go to St Brigid's", False),
    ],
)
def test_a_thing_has_one_place(new: str, old: str, over: bool) -> None:
    assert (change_of_mind.relate(later(new), Known(said(old), NEAR)) is Relation.OTHER_VALUE) is over


@pytest.mark.parametrize(
    ("new", "whose", "old", "holder", "over"),
    [
        ("Musa is captain since September", "musa", "Jaden is captain", "jaden", True),
        ("the vet is a young fellow called Gethin now", "gethin", "the vet is Bronwen, she comes on Mondays", "bronwen", True),
        ("new dentist, Dr Osei", "osei", "my dentist is Dr Halloran", "halloran", True),
        ("Musa is waiter since September", "musa", "Jaden is waiter", "jaden", False),
        ("Musa is captain of the juniors now", "musa", "Jaden is captain of the seniors", "jaden", False),
        ("Jaden is captain now that it rains", "jaden", "Jaden is captain", "jaden", False),
    ],
)
def test_a_post_of_one_has_one_holder(new: str, whose: str, old: str, holder: str, over: bool) -> None:
    posts = {"captain": slot("job_title", "captain"), "waiter": slot("job_title", "waiter"), "dentist": slot("relation_to_user", "dentist")}
    of = lambda text: next((s for word, s in posts.items() if word in text and "new" not in text), None)  # noqa: E731
    observed, known = later(new, subject=whose, slot=of(new)), said(old, subject=holder, slot=of(old))
    assert (change_of_mind.relate(observed, Known(known, NEAR)) is Relation.ENDS) is over


def test_an_order_that_forbids_ends_the_one_that_asks() -> None:
    order = {"subject": "assistant", "category": Category.CONSTRAINT}
    asked = said("put plans in a table and km, not miles", **order)
    assert change_of_mind.relate(later("no tables from here on", **order), Known(asked, BESIDE)) is Relation.OTHER_VALUE
    assert change_of_mind.relate(later("no jokes from here on", **order), Known(asked, BESIDE)) is not Relation.OTHER_VALUE


@pytest.mark.parametrize(
    ("new", "old", "cosine", "fields", "unclear"),
    [
        ("A jar is 8.50 pounds", "I sell it at the gate for 7 pounds a jar", NEAR, {}, True),
        ("A jar is 8.50 pounds", "I sell it at the gate for 7 pounds a jar", APART, {}, False),
        ("A jar is 7 pounds", "I sell it at the gate for 7 pounds a jar", NEAR, {}, False),
        ("A jar of the dark one is 8.50 pounds too", "I sell it at the gate for 7 pounds a jar", NEAR, {}, False),
        ("A jar broke, 8.50 pounds of it", "I sell it at the gate for 7 pounds a jar", NEAR, {"category": Category.EVENT}, False),
    ],
)
def test_unmarked_value_of_one_type_is_told_before_the_other_and_ends_nothing(
    new: str, old: str, cosine: float, fields: dict[str, Any], unclear: bool
) -> None:
    relation = change_of_mind.relate(later(new, correction=False, **fields), Known(said(old), cosine))
    assert relation is (Relation.REVISES if unclear else Relation.UNRELATED)


def test_number_that_is_taken_back_of_one_thing_is_not_taken_from_another() -> None:
    rent = later("the rent is 200 a month now, not 150", replaces="150")
    assert change_of_mind.relate(rent, Known(said("the gym is 150 a month"), BESIDE)) is Relation.UNRELATED
    assert change_of_mind.relate(rent, Known(said("the rent is 150 a month"), BESIDE)) is Relation.OTHER_VALUE
    assert change_of_mind.relate(rent, Known(said("Ann pays 150 a month", subject="ann"), NEAR)) is Relation.UNRELATED
