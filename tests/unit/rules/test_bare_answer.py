"""Row R8: a yes or no that says nothing without its question."""

from __future__ import annotations

import pytest

from keepsake.rules import bare_answer


@pytest.mark.parametrize(("text", "denies"), [("no", True), ("Nope.", True), ("not really", True), ("No, never!", True), ("Yes", False)])
def test_it_is_known_with_what_it_denies(text: str, denies: bool) -> None:
    assert bare_answer.is_bare(text)
    assert bare_answer.denies(text) is denies


@pytest.mark.parametrize("text", ["", "!", "no milk", "yes, oat milk", "nothing", "我住在柏林", "noon", "no " * 9])
def test_what_says_more_or_nothing_is_none(text: str) -> None:
    assert not bare_answer.is_bare(text)
    assert not bare_answer.denies(text)
