"""Joined phrases are several statements, and one frame with another value says what changed (rows R8, K4)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules.knowledge import frames
from keepsake.rules.reading import joined

WORDS = st.text("abcdefgh", min_size=1, max_size=6)


@pytest.mark.parametrize(
    ("clause", "parts"),
    [
        ("I listen to jazz and blues", ["I listen to jazz", "I listen to blues"]),
        ("I play bowls, bridge and chess on Mondays", ["I play bowls on Mondays", "I play bridge on Mondays", "I play chess on Mondays"]),
        ("I am a nurse from Leeds", ["I am a nurse", "I am from Leeds"]),
        ("my hobbies are pottery and chess", ["my hobbies are pottery", "my hobbies are chess"]),
        ("I like mac and cheese", ["I like mac and cheese"]),
        ("I like to sing and dance", ["I like to sing and dance"]),
    ],
)
def test_each_joined_statement_has_its_own_clause(clause: str, parts: list[str]) -> None:
    assert [text for text, _ in joined.parted(clause, clause)] == parts


def test_what_is_used_now_is_parted_from_what_was_sold() -> None:
    assert joined.trailing("sold the Skoda, driving a Volvo now") == ["sold the Skoda", "I am driving a Volvo now"]


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("The user banks with Monzo now.", "The user banks with Barclays.", True),
        ("The user goes to All Saints church now.", "The user goes to St. Mark's church.", True),
        ("The user plays tennis now.", "The user plays football.", False),
        ("The user also banks with Monzo.", "The user banks with Barclays.", False),
        ("The user banks with Monzo now.", "The user lives with Anna.", False),
    ],
)
def test_only_one_value_may_differ_in_one_frame(one: str, other: str, same: bool) -> None:
    assert frames.one_frame(one, other) is same


@given(WORDS, WORDS, WORDS, WORDS)
def test_a_frame_reads_the_same_both_ways(verb: str, place: str, one: str, other: str) -> None:
    first, second = (f"The user {verb}s {place} {value}." for value in (one, other))
    assert frames.one_frame(first, second) == frames.one_frame(second, first)
