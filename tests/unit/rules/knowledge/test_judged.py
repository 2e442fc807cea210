"""What a judgement of two statements leaves on the fact that it ends."""

from __future__ import annotations

import pytest

from keepsake.claims import Changes, Judgement
from keepsake.records import Category, Memory, Relation
from keepsake.rules.knowledge import change_of_mind, judged
from keepsake.rules.knowledge.change_of_mind import Relation as Change
from keepsake.rules.knowledge.one_thing import Known
from tests.builders import fact

FLAT = fact("my girlfriend Ana and I share a flat", memory_id="f_1")


def judging(text: str, changes: Changes = Changes.REPLACES, confidence: float = 0.85) -> Memory:
    """What somebody said, with a judge's word on what it does to `f_1`."""
    new = fact(text, memory_id="o_2", confidence=confidence)
    words = new.content.model_copy(update={"structured": {"said_by": "ann"}})
    said = Judgement(observation_id="o_2", fact_id="f_1", changes=changes)
    return judged.with_judgements(new.model_copy(update={"content": words}), [said], "judge", None)


def ended(changes: Changes, *, clear: bool = False) -> Memory:
    observation = judging("we split up", changes)
    relations = (Relation(type="superseded_by", target="f_2"),)
    return FLAT.model_copy(update={"content": judged.over(FLAT, observation, "f_2", clear), "relations": relations})


@pytest.mark.parametrize(("changes", "over"), [(Changes.REPLACES, True), (Changes.ENDS, True), (Changes.UNSURE, False)])
def test_what_a_judgement_ends_says_so(changes: Changes, over: bool) -> None:
    assert judged.is_over(ended(changes)) is over


def test_what_the_words_show_is_no_judgement() -> None:
    assert not judged.is_over(ended(Changes.REPLACES, clear=True))


def test_what_is_over_by_another_or_was_rejected_is_so_by_no_judgement() -> None:
    old = ended(Changes.REPLACES)
    by_another = old.model_copy(update={"relations": (Relation(type="superseded_by", target="f_3"),)})
    assert not judged.is_over(by_another)
    assert not judged.is_over(old.model_copy(update={"content": judged.unmarked(old)}))


@pytest.mark.parametrize(
    ("told", "changes"),
    [
        ("I left the choir in May", Changes.UNSURE),
        ("the fee is 12 euros now, went up in spring", Changes.REPLACES),
        ("Oda was given 5 euros of it twice a month", Changes.REPLACES),
    ],
)
def test_nothing_ends_what_happened_and_what_holds_beside_it_may_be_over(told: str, changes: Changes) -> None:
    happened = fact(told, memory_id="f_1", category=Category.EVENT)
    assert judged.of(judging("all that is different"), happened) is changes


@pytest.mark.parametrize(
    ("told", "said", "changes"),
    [
        ("I am a vegan since school", "I gave up honey", Changes.UNSURE),
        ("I am a vegan since school", "I am no vegan any more, I eat honey", Changes.REPLACES),
        ("Dr Sand put the lithium up to 20", "Dr Sand is leaving for Kiel", Changes.UNSURE),
        ("Dr Sand put the lithium up to 20", "the pills are down to 10", Changes.REPLACES),
        ("Oda has a nut allergy", "Oda is in Kiel now", Changes.UNSURE),
        ("Oda lives in Bergen", "Oda is in Kiel now", Changes.REPLACES),
    ],
)
def test_what_somebody_must_not_eat_or_has_to_take_is_over_only_by_what_speaks_of_that(told: str, said: str, changes: Changes) -> None:
    assert judged.of(judging(said), fact(told, memory_id="f_1")) is changes


@pytest.mark.parametrize(
    ("said", "relation"),
    [
        ("a card for my ex Ana please, we split up", Change.OTHER_VALUE),
        ("I should be grateful for a note that says we split up", Change.OTHER_VALUE),
        ("maybe we split up", Change.REVISES),
        ("if we split up I keep the flat", Change.REVISES),
        ("we split up years ago", Change.REVISES),
    ],
)
def test_what_a_request_tells_is_judged_and_what_is_unsure_ends_nothing(said: str, relation: Change) -> None:
    assert change_of_mind.relate(judging(said, confidence=0.45), Known(FLAT, None)) is relation
