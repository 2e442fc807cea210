"""Row R8: a clause that no rule names gets the category that its words show."""

from __future__ import annotations

import pytest

from keepsake.records import Category
from tests.unit.rules.reading.scoring import claims_of

C = Category


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Loud restaurants drive me up the wall.", C.PREFERENCE),
        ("In my view, tipping should be abolished.", C.BELIEF),
        ("The most I'd pay is 90 euros a night.", C.CONSTRAINT),
        ("My doctor told me to avoid caffeine.", C.CONSTRAINT),
        ("I supervise six lab technicians.", C.PROFESSION),
        ("The boiler broke down this morning.", C.EVENT),
        ("My parents are visiting next weekend.", C.PLAN),
        ("I've been keeping a diary since I was twelve.", C.PATTERN),
        ("There's a piano in our living room that nobody plays.", C.ATTRIBUTE),
        ("I share the flat with two guys.", C.RELATIONSHIP),
        ("Rotterdam has been home for eleven years.", C.IDENTITY),
    ],
)
def test_words_show_the_category(text: str, category: Category) -> None:
    assert [c.category for c in claims_of(text)] == [category]
