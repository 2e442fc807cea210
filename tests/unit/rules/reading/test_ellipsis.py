"""Row R8: what is typed in a hurry or noted without subject and verb is read as the statement that it is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.reading.clauses import clauses
from keepsake.rules.reading.spelling import corrected


def read(text: str) -> list[str]:
    return [clause.text for clause in clauses(text)]


@pytest.mark.parametrize(
    ("noted", "meant"),
    [
        ("Vegan, based in Lyon, two cats.", ["I am vegan", "I am based in Lyon", "I have two cats"]),
        ("Name: Lucinda. Age: 52.", ["My name is Lucinda", "I am 52 years old"]),
        ("About me:\n- sail in summer", ["I sail in summer"]),
        ("tea over coffee, always", ["I prefer tea over coffee"]),
        ("Country music? No thanks.", ["I do not like country music"]),
        ("todo: descale the espresso machine", ["I need to descale the espresso machine"]),
        ("What I really like is folk dancing.", ["I really like folk dancing"]),
        ("Hi! I'm Beatriz from Faro.", ["My name is Beatriz", "I am from Faro"]),
        ("dont like horror", ["I do not like horror"]),
        ("Haven't touched alcohol since March.", ["I have not touched alcohol since March"]),
        ("Mum had her hip replaced.", ["my mum had her hip replaced"]),
    ],
)
def test_note_is_read_as_a_statement_of_the_speaker(noted: str, meant: list[str]) -> None:
    assert read(noted) == meant


@pytest.mark.parametrize(
    "text",
    [
        "If I were a millionaire I would buy an island.",
        "Suppose my friend lived on Mars.",
        'He said "I am from Kenya and I run marathons".',
        "Rewrite the second paragraph so that it sounds friendlier.",
        "Say I wanted to become a pilot, how long would that take?",
        "no that's not what I meant",
        "great answer",
    ],
)
def test_supposition_quotation_request_and_reaction_state_nothing(text: str) -> None:
    assert not [c for c in read(text) if "He said" not in c]


def test_question_leaves_the_statement_before_it() -> None:
    assert read("As someone with dyslexia, which font should I use?") == ["I have dyslexia"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("im alergic to cats", "I'm allergic to cats"),
        ("i wrok as a florist", "I work as a florist"),
        ("ima nurse", "I am a nurse"),
        ("ive got 2 kids n a mortgage", "I've got 2 kids and a mortgage"),
        ("btw im from malmo", "btw I'm from Malmo"),
        ("The IM client is fine.", "The IM client is fine."),
        ("my word is love", "my word is love"),
    ],
)
def test_hasty_spelling_is_written_out(typed: str, meant: str) -> None:
    assert corrected(typed) == meant


@given(st.text(max_size=200))
def test_no_clause_of_any_text_is_empty(text: str) -> None:
    assert all(clause.text.strip() for clause in clauses(text))
