"""Which earlier statement a new one goes on from, and how that stands beside it (row R8)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Category, Memory, Relation, Sensitivity, Trust
from keepsake.rules.knowledge import goes_on
from keepsake.rules.knowledge.goes_on import Near, Signs
from tests.builders import DAY, NOW, fact

DOSE, DOG = "started on 30 mg of vyvanse", "the dog is called Moss"


def said(words: str, **fields: Any) -> Memory:
    made = fact(words, **fields)
    return made.model_copy(
        update={"content": made.content.model_copy(update={"structured": made.content.structured | {"said_by": "user"}})}
    )


def lacking(words: str, **fields: Any) -> Memory:
    made = said(words, memory_id="o_1", event_ids=("m9",), at=NOW + 9 * DAY, **fields)
    structured = made.content.structured | {goes_on.MISSING: True}
    return made.model_copy(update={"content": made.content.model_copy(update={"structured": structured})})


NEW = lacking("he's put me up to 50")
near_ones = st.lists(
    st.builds(Near, st.text("abc ", max_size=9), st.integers(0, 9).map(lambda d: NOW + d * DAY), st.floats(-1, 1)), min_size=1, max_size=12
)


def test_what_is_nearer_or_likelier_to_be_over_is_gone_on_from() -> None:
    near = [Near(DOSE, NOW, 0.4), Near(DOG, NOW + DAY, 0.1)]
    assert goes_on.likeliest(goes_on.signs("he's put me up to 50", near, [0.6, 0.01])) == 0
    assert goes_on.likeliest(goes_on.signs("he's put me up to 50", near, [0.001, 0.9])) == 1
    assert goes_on.likeliest(goes_on.signs("he's put me up to 50", near, [0.01, 0.001])) is None


def test_of_two_as_likely_neither_is() -> None:
    near = [Near(DOSE, NOW, 0.4), Near(DOSE, NOW, 0.4)]
    assert goes_on.likeliest(goes_on.signs("up to 50", near, [0.6, 0.6])) is None
    assert goes_on.likeliest([]) is None


def test_where_little_is_known_the_only_one_is_not_gone_on_from_unless_it_has_to_do_with_it() -> None:
    assert goes_on.likeliest(goes_on.signs("he's put me up to 50", [Near(DOG, NOW, 0.1)], [0.01])) is None
    assert goes_on.likeliest(goes_on.signs("he's put me up to 50", [Near(DOSE, NOW, 0.4)], [0.4])) == 0


def test_what_was_said_since_tells_against_what_was_said_before() -> None:
    near = [Near("a", NOW, 0.0), Near("b", NOW + DAY, 0.0), Near("c", NOW + DAY, 0.0)]
    old, new, _ = goes_on.signs("d", near, [0.5] * 3)
    assert old.lately < new.lately == 0


@given(near_ones, st.data())
def test_one_that_is_told_has_more_than_half_of_all(near: list[Near], data: st.DataObject) -> None:
    odds = data.draw(st.lists(st.floats(0, 1), min_size=len(near), max_size=len(near)))
    of_each = goes_on.signs("a b", near, odds)
    place = goes_on.likeliest(of_each)
    turned = goes_on.likeliest(of_each[::-1])
    assert (place is None) == (turned is None)
    if place is not None and turned is not None:
        assert of_each[place] == of_each[::-1][turned]
        assert of_each.count(of_each[place]) == 1 or len(of_each) == 1
    assert all(isinstance(one, Signs) for one in of_each)


@pytest.mark.parametrize(
    ("known", "may"),
    [
        (said(DOSE), True),
        (said(DOSE, event_ids=("m9",)), False),
        (said(DOSE, at=NOW + 10 * DAY), False),
        (fact(DOSE), False),
        (said(DOSE, trust=Trust.UNTRUSTED), False),
        (said("no bullet points", subject="assistant", category=Category.CONSTRAINT), False),
    ],
)
def test_only_what_its_speaker_said_before_in_another_message_may_be_gone_on_from(known: Memory, may: bool) -> None:
    assert goes_on.may_precede(NEW, known) is may


def test_what_another_speaker_said_is_not_gone_on_from() -> None:
    known = said(DOSE)
    theirs = known.content.model_copy(update={"structured": known.content.structured | {"said_by": "Ann"}})
    assert not goes_on.may_precede(NEW, known.model_copy(update={"content": theirs}))


def test_words_of_before_stand_beside_it_and_it_is_as_delicate_as_they_are() -> None:
    known = said(f"{DOSE} [May 2026]", memory_id="f_1", sensitivity=Sensitivity.SENSITIVE)
    made = goes_on.beside(NEW, known)
    assert goes_on.is_missing(NEW)
    assert not goes_on.is_missing(made)
    assert made.content.context == f'before: "{DOSE}"'
    assert made.relations == (Relation(type="told_with", target="f_1"),)
    assert made.sensitivity is Sensitivity.SENSITIVE
    assert goes_on.beside(made, known).relations == made.relations
    assert made.content.summary == NEW.content.summary


def test_what_is_stored_of_it_names_what_it_goes_on_from_and_says_none_of_its_words() -> None:
    known = said(DOSE, memory_id="f_1")
    kept = goes_on.logged(goes_on.beside(NEW, known))
    assert "vyvanse" not in str(kept.model_dump())
    assert kept.relations == (Relation(type="told_with", target="f_1"),)
    assert goes_on.is_missing(kept)
    assert goes_on.beside(kept, known) == goes_on.beside(NEW, known)
    assert goes_on.still(goes_on.beside(NEW, known), {"f_1"}) == goes_on.beside(NEW, known)
    assert goes_on.still(goes_on.beside(NEW, known), {"f_2"}) == NEW.model_copy(update={"sensitivity": known.sensitivity})
    own = said(DOSE).model_copy(update={"relations": (Relation(type="told_with", target="f_1"),)})
    assert goes_on.logged(own) is goes_on.still(own, ()) is own


def test_what_has_a_context_lacks_none() -> None:
    structured = NEW.content.structured | {"context": "the doctor rang"}
    assert not goes_on.is_missing(NEW.model_copy(update={"content": NEW.content.model_copy(update={"structured": structured})}))


def test_a_long_statement_stands_there_in_part() -> None:
    made = goes_on.beside(NEW, said("word " * 900, at=NOW - timedelta(days=1)))
    assert len(made.content.context or "") == goes_on.MOST_CONTEXT
