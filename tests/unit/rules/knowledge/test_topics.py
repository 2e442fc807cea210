"""Topics emerge from facts (row K8): few, sensible, the same in any order of the facts, and stable as they grow."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import AccessControl, Kind, Memory, Status, Thresholds, Trust, Validity, Visibility
from keepsake.rules.knowledge import topics
from tests.builders import DAY, NOW, fact, scope, slot

SHOES = (
    fact("The user is looking for daily running shoes.", memory_id="f_1", labels=("running shoes", "looking for"),
         slot=slot("looking_for", "daily running shoes", tag="Shopping")),
    fact("The user often looks at size 42.", memory_id="f_2", labels=("running shoes", "size"), slot=slot("size", "42", tag="Shopping")),
    fact("The user mostly runs in the park.", memory_id="f_3", labels=("running", "nature")),
    fact("The user does not prefer racing shoes.", memory_id="f_4", labels=("racing shoes", "avoids"),
         slot=slot("avoids", "racing shoes", tag="Shopping")),
)  # fmt: skip
PETS = (fact("The user has a dog.", memory_id="f_5", labels=("pets",)), fact("The user feeds two cats.", memory_id="f_6", labels=("pets",)))


def by_label(*facts: Memory) -> dict[str, set[str]]:
    return {t.label: {f.memory_id for f in t.facts} for t in topics.emerge(facts)}


def test_facts_about_one_thing_are_one_topic() -> None:
    assert by_label(*SHOES, *PETS) == {"running shoes": {"f_1", "f_2", "f_3", "f_4"}, "pets": {"f_5", "f_6"}}


def test_topic_names_the_labels_that_it_took_over() -> None:
    (topic,) = topics.emerge(SHOES)
    assert topic.aliases == ("racing shoes", "running")


@given(st.permutations([*SHOES, *PETS]))
def test_order_of_the_facts_changes_nothing(facts: list[Memory]) -> None:
    assert topics.emerge(facts) == topics.emerge([*SHOES, *PETS])


def test_one_fact_is_no_topic() -> None:
    assert by_label(SHOES[0]) == {}


@pytest.mark.parametrize(("one", "other"), [("running shoes", "Running Shoe"), ("colour scheme", "color schemes"), ("movies", "movie")])
def test_labels_of_one_stem_are_one(one: str, other: str) -> None:
    assert topics.key_of(one) == topics.key_of(other)
    assert len(by_label(fact("a", memory_id="f_1", labels=(one,)), fact("b", memory_id="f_2", labels=(other,)))) == 1


def test_things_that_share_only_their_last_word_stay_apart() -> None:
    tennis = [fact(f"t{i}", memory_id=f"f_t{i}", labels=("tennis lessons",)) for i in range(2)]
    piano = [fact(f"p{i}", memory_id=f"f_p{i}", labels=("piano lessons",)) for i in range(2)]
    assert set(by_label(*tennis, *piano)) == {"tennis lessons", "piano lessons"}


def test_wide_label_with_more_of_its_own_keeps_its_topic() -> None:
    own = [fact(f"The user works {i}.", memory_id=f"f_w{i}", labels=("work",)) for i in range(5)]
    shoes = [fact(f"Work shoes {i}.", memory_id=f"f_s{i}", labels=("work shoes",)) for i in range(2)]
    assert {k: len(v) for k, v in by_label(*own, *shoes).items()} == {"work": 5, "work shoes": 2}


def test_labels_with_very_near_vectors_are_one_and_the_earlier_names_it() -> None:
    films = [fact(f"f{i}", memory_id=f"f_f{i}", labels=("films",), at=NOW) for i in range(2)]
    movies = [fact(f"m{i}", memory_id=f"f_m{i}", labels=("movies",), at=NOW + DAY) for i in range(3)]
    (topic,) = topics.emerge([*films, *movies], lambda _: {"films": [1.0, 0.0], "movies": [0.96, 0.28]})
    assert (topic.label, topic.aliases, len(topic.facts)) == ("films", ("movies",), 5)
    apart = {"films": [1.0, 0.0], "movies": [0.8, 0.6]}
    assert len(topics.emerge([*films, *movies], lambda _: apart)) == 2
    assert len(topics.emerge([*films, *movies], lambda _: apart, Thresholds(one_topic=0.8))) == 1


def test_id_stays_as_the_topic_grows_and_is_the_users_own() -> None:
    (small,), (grown,) = topics.emerge(SHOES[:2]), topics.emerge(SHOES)
    assert small.id_in(scope(), Kind.TOPIC) == grown.id_in(scope(), Kind.TOPIC)
    assert grown.id_in(scope(), Kind.TOPIC) != grown.id_in(scope(user_id="u2"), Kind.TOPIC)
    assert grown.id_in(scope(), Kind.SUMMARY).startswith("s_")


def test_facts_for_other_eyes_never_share_a_topic() -> None:
    public = PETS[1].model_copy(update={"access": AccessControl(visibility=Visibility.PUBLIC)})
    for other in (public, PETS[1].model_copy(update={"agent_scope": ("a1",)}), PETS[1].model_copy(update={"assistant_visible": False})):
        assert topics.emerge([PETS[0], other]) == ()


def test_names_in_sentences_make_topics_and_capitals_at_their_start_do_not() -> None:
    named = [
        fact(t, memory_id=f"f_{i}", entities=("Lisbon",)) for i, t in enumerate(("The user flew to Lisbon.", "The user loves Lisbon."))
    ]
    assert set(by_label(*named)) == {"lisbon"}
    started = [fact(t, memory_id=f"f_{i}", entities=("Seeing",)) for i, t in enumerate(("Seeing it was fun.", "Seeing her was fun."))]
    assert by_label(*started) == {}


def test_speakers_are_no_topics() -> None:
    told = [fact(f"It made Ann laugh {i}.", memory_id=f"f_{i}", subject="ann", entities=("Ann",)) for i in range(3)]
    assert by_label(*told) == {}


def test_what_is_past_faded_or_quarantined_is_not_at_hand() -> None:
    for fields in (
        {"validity": Validity.DEPRECATED}, {"validity": Validity.REVIEW}, {"status": Status.ARCHIVED}, {"status": Status.DELETED},
        {"trust": Trust.QUARANTINED}, {"valid_to": NOW}, {"expires_at": NOW - timedelta(seconds=1)}, {"kind": Kind.EPISODE},
    ):  # fmt: skip
        assert not topics.at_hand(PETS[0].model_copy(update=fields), NOW)
    assert topics.at_hand(PETS[0].model_copy(update={"status": Status.DEPRIORITIZED, "valid_to": NOW + DAY}), NOW)


@given(st.lists(st.lists(st.sampled_from(["pets", "work", "art", "city trips", "trips", "art school"]), max_size=3), max_size=40))
def test_every_topic_has_at_least_two_facts_and_every_fact_one_topic(labels: list[list[str]]) -> None:
    facts = [fact(f"fact {i}", memory_id=f"f_{i}", labels=tuple(some)) for i, some in enumerate(labels)]
    found = topics.emerge(facts)
    placed = [f.memory_id for t in found for f in t.facts]
    assert len(placed) == len(set(placed))
    assert all(len(t.facts) >= topics.FEWEST for t in found)
    assert len({t.key for t in found}) == len(found) <= 6


@given(st.text("Ab1_. ,", min_size=1, max_size=4).filter(str.strip), st.lists(st.text("abA1_., ", max_size=4), max_size=6))
def test_a_name_stands_behind_a_word_and_ends_with_one(entity: str, parts: list[str]) -> None:
    content = entity.join(parts)
    found = re.search(rf"(?<=[a-z,;] ){re.escape(entity)}\b", content) is not None
    assert topics._is_name(entity, content) is (found and not any(c.isdigit() for c in entity))
