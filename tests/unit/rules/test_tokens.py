"""A text is cut where a model would take no more of it, and left as it is where it takes all."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules import tokens


@given(st.text(max_size=2_000), st.integers(64, 500))
def test_cut_text_is_a_beginning_whose_estimate_fits(text: str, most: int) -> None:
    short = tokens.cut(text, most)
    assert text.startswith(short)
    assert short == text or tokens.count(short) <= most + 1 or len(short.encode()) <= most


@given(st.text(max_size=500))
def test_text_of_no_more_bytes_than_tokens_is_left_as_it_is(text: str) -> None:
    assert tokens.cut(text, max(64, len(text.encode()))) == text


@given(st.text(max_size=500), st.integers(1, 500))
def test_sure_cut_has_no_more_bytes_than_tokens(text: str, most: int) -> None:
    short = tokens.sure_cut(text, most)
    assert text.startswith(short)
    assert len(short.encode()) <= most


@given(
    st.one_of(
        st.text(max_size=2_000), st.text("Aa \u3000", max_size=2_000), st.builds(str.__mul__, st.text(max_size=3), st.integers(0, 9_000))
    )
)
def test_no_text_is_counted_far_below_what_it_is(text: str) -> None:
    assert tokens.count(text) >= len(text.encode()) / 16


def test_ordinary_words_count_as_in_every_budget_and_a_run_of_letters_by_its_length() -> None:
    words = "I moved from Boston to Denver last month. " * 300
    assert tokens.count(tokens.cut(words, 1_000)) in range(990, 1_001)
    assert len(tokens.cut("x" * 30_000, 1_000)) <= 2_100
