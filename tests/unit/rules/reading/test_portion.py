"""A long mail is read whole, a hostile text up to a bound."""

from __future__ import annotations

import pytest

from bench.attacks import ATTACKS
from keepsake.claims import Chunk
from keepsake.records import Role
from keepsake.rules.dates import temporal
from keepsake.rules.reading import extraction, portion
from keepsake.rules.reading.statements import MAX_SENTENCE, MAX_STATEMENTS, statements
from tests.builders import NOW, event

PLACES = "Rome Oslo Bern Graz Lyon Bath Cork Kiel Linz Metz Nice Pisa Riga Turin York Ghent Delft Siena Porto Leeds".split()
MAIL = "\n\n".join(
    f"On my trip I stayed in {place} with my old friends, and we walked along the river until it was late. "
    f"I bought a small painting in {place} for my office, because the gallery there was closing down."
    for place in PLACES[:26]
)


def test_long_mail_is_read_whole() -> None:
    mail = event(content=MAIL + "\n\nI am allergic to walnuts.")
    assert 3_500 < len(mail.content) < 5_500
    assert extraction.unread(mail) is None
    assert any("walnuts" in c.content for c in extraction.extract(Chunk(events=(mail,))))


def test_what_lies_beyond_the_bound_is_not_read_and_said_so() -> None:
    long = event(content="The weather was grey and the river was high " * 400 + ". I am allergic to walnuts.")
    assert extraction.unread(long) == f"read in part: the first 7,998 of {len(long.content):,} characters"
    assert not any("walnuts" in c.content for c in extraction.extract(Chunk(events=(long,))))


def test_more_statements_than_are_taken_are_said_so() -> None:
    many = event(content=" ".join(f"I own {n} red cars." for n in range(2, MAX_STATEMENTS + 20)))
    assert len(statements(many.content)) == MAX_STATEMENTS
    assert extraction.unread(many) == f"read in part: the first {MAX_STATEMENTS} statements"


@pytest.mark.parametrize("fields", [{"role": Role.ASSISTANT}, {"event_type": "view"}, {"extract": False}])
def test_what_is_not_read_for_statements_is_not_told_as_read_in_part(fields: dict[str, object]) -> None:
    assert extraction.unread(event(content="x " * 9_000, **fields)) is None


def test_text_ends_at_a_word_and_after_its_marks() -> None:
    assert portion.portion("word " * 3_000).text.endswith("word")
    assert portion.portion("a, " * 1_000).text == "a, " * (portion.MOST_MARKS - 1) + "a,"
    assert portion.portion("x" * 10_000) == ("x" * portion.MOST_CHARACTERS, False)
    assert portion.portion("short") == ("short", True)


def test_sentence_without_end_is_read_in_pieces_and_nothing_of_it_lost() -> None:
    text = " ".join(f"we planted {n} trees along the old road to the river and then" for n in range(70))
    assert len(text) > 3 * MAX_SENTENCE
    assert all(any(f"{n} trees" in c.text for c in statements(text)) for n in (0, 30, 69))


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda a: a.name)
def test_of_a_hostile_text_no_more_is_looked_at_than_the_bounds(attack) -> None:  # type: ignore[no-untyped-def]
    read = portion.portion(attack.text(32 * 1024))
    assert len(read.text) <= portion.MOST_CHARACTERS
    assert len(statements(read.text)) <= MAX_STATEMENTS
    assert len(temporal.phrases(attack.text(4 * 1024), NOW)) <= temporal.MAX_PHRASES
