"""Content words are found in every script; a text without a word has none, which makes it equal to nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.rules import words


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The boat's moving to Cork", {"boat", "mov", "cork"}),
        ("foo_bar, 3.5mm e-mail", {"foo", "bar", "3.5mm", "e-mail"}),
        ("Ключ под синим горшком", {"ключ", "под", "синим", "горшком"}),
        ("我喜欢咖啡", {"我喜", "喜欢", "欢咖", "咖啡"}),
        ("新しいiPhone 15を買った", {"新し", "しい", "iphon", "15", "を買", "買っ", "った"}),
        ("서울에 살아요", {"서울", "울에", "살아", "아요"}),
        ("ฉันชอบ", {"ฉั", "ัน", "นช", "ชอ", "อบ"}),
        ("हिन्दी बात", {"हिन्दी", "बात"}),
        ("أنا أحب القهوة", {"أنا", "أحب", "القهوة"}),
        ("אני גר בחיפה", {"אני", "גר", "בחיפה"}),
        ("café", {"café"}),
        ("cafe\u0301", {"café"}),
        ("!!! 👍", set()),
        ("her now", set()),
    ],
)
def test_content_words_of_any_script(text: str, found: set[str]) -> None:
    assert words.content(text) == found


@given(st.text(alphabet=st.characters(categories=["Lu", "Ll", "Lo", "Nd"]), min_size=1, max_size=40))
def test_a_text_with_a_letter_has_a_word(text: str) -> None:
    assert list(words.every(text))


def test_words_of_long_texts_are_not_kept() -> None:
    before = words._kept.cache_info().currsize
    assert words.content("gull " * words.MOST_KEPT) == {"gull"}
    assert words._kept.cache_info().currsize == before
