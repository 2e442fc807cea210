"""What a query asks for: its words for each kind of leg, and whom it names."""

from __future__ import annotations

import pytest

from keepsake.records import Kind
from keepsake.rules.recall import legs, query


@pytest.mark.parametrize(
    ("asked", "known", "words"),
    [
        ("Where does Ann's brother live?", ("Ann", "Bob"), "brother live"),
        ("Where does Ann Lee live?", ("Ann Lee",), "live"),
        ("What did Rose say of the rose?", ("Rose",), "say rose"),
        ("Where does Ann live?", (), "Ann live"),
        ("Ann?", ("Ann",), "Ann"),
    ],
)
def test_words_without_the_known_names(asked: str, known: tuple[str, ...], words: str) -> None:
    assert query.unnamed(query.read(asked), known) == words


def test_events_are_searched_without_the_speakers_names_and_memories_with_them() -> None:
    found = legs.of(tuple(Kind), query.read("Where does Ann live?"), ("Ann",), None, None)
    assert {leg.name: leg.text for leg in found if leg.text} == {"event_words": "live", "keyword": "Ann live", "guide_words": "Ann live"}


@pytest.mark.parametrize("asked", ["What did you recommend?", "Remind me of our conversation about jobs", "What did we talk about?"])
def test_question_about_the_talk(asked: str) -> None:
    assert query.of_the_talk(asked)


@pytest.mark.parametrize("asked", ["What did the doctor recommend?", "Which youth club is it?", "What do we chart?"])
def test_question_about_what_was_told(asked: str) -> None:
    assert not query.of_the_talk(asked)


def test_every_possible_name_is_left_out_of_the_nameless_question() -> None:
    asked = query.read("Where is Tarnlight based?")
    assert asked.variants[query.nameless(asked)] == "Where is based?"
    plain = query.read("Where do I live?")
    assert plain.variants[query.nameless(plain)] == plain.text


@pytest.mark.parametrize(
    ("asked", "text", "words"),
    [
        ("Where does Thandeka row in winter?", "Where does row in winter?", "row winter"),
        ("What is Thandeka's winter rent?", "What is winter rent?", "winter rent"),
        ("Where does Kagiso row in winter?", "Where does Kagiso row in winter?", "Kagiso row winter"),
        ("Will May come on Sunday?", "Will come on Sunday?", "come Sunday"),
        ("Where does Thandeka work?", "Where does work?", "work"),
        ("Who is Thandeka?", "Who is Thandeka?", "Thandeka"),
    ],
)
def test_the_users_own_name_tells_nothing_in_a_question(asked: str, text: str, words: str) -> None:
    found = query.as_the_user(query.read(asked), ("thandeka", "may"))
    assert (found.text, found.words) == (text, words)
