"""Bare answers are read with the question that they answer (row R8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.reading import answers


@pytest.mark.parametrize(
    ("question", "said", "statement"),
    [
        ("Any food allergies?", "Just shellfish.", "I am allergic to shellfish."),
        ("Noted. Where are you based?", "Tallinn, for now.", "I live in Tallinn."),
        ("Which editor do you use?", "Neovim", "My editor is Neovim."),
        ("Which instrument do you play?", "the cello", "I play the cello."),
        ("How do you get to work?", "by tram", "I get to work by tram."),
        ("What is your dog called?", "Bramble", "My dog is called Bramble."),
        ("Do you smoke?", "No.", "I do not smoke."),
        ("Do you eat fish?", "Yes", "I eat fish."),
        ("Do you prefer tea or coffee?", "Tea", "I prefer Tea."),
    ],
)
def test_fragment_becomes_a_statement_of_what_was_asked(question: str, said: str, statement: str) -> None:
    assert answers.answer(question, said) == statement


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("Do you want me to book it?", "Yes please."),
        ("Shall I go on?", "Sure"),
        ("I am glad that it helped.", "Oslo"),
        ("Where do you live?", "I live in Oslo."),
        ("Where do you live?", "Why?"),
        ("Anything else?", "Thanks"),
    ],
)
def test_what_needs_no_question_or_answers_an_offer_is_left_alone(question: str, said: str) -> None:
    assert answers.answer(question, said) is None


@given(st.text(max_size=80), st.text(max_size=80))
def test_without_a_question_nothing_is_answered(said_before: str, said: str) -> None:
    assert answers.answer(said_before.rstrip("? \n\t") + ".", said) is None
