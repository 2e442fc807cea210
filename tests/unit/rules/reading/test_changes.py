"""Words that say that something is otherwise now, what they take the place of, and what they end."""

from __future__ import annotations

import pytest

from keepsake.rules.reading.changes import change, past_life, unsure


@pytest.mark.parametrize(
    ("text", "replaces", "ends"),
    [
        ("we switched from oat milk to soy milk", "oat milk", False),
        ("swap tacos for ramen", "tacos", False),
        ("instead of tea I drink mate now", "tea", False),
        ("the bus leaves at 23:40, not 23:10", "23:10", False),
        ("not Oslo, Bergen", "Oslo", False),
        ("the mast comes down this spring now, not next", None, False),
        ("Ida wants to quit the choir", None, False),
        ("Ida quit the choir", "choir", True),
        ("in May sold the kayak", "kayak", True),
        ("I no longer play the cello", "cello", True),
        ("I used to smoke", "smoke", True),
        ("I don't eat pork anymore", "pork", True),
        ("I quit my job at Contoso", "Contoso", True),
        ("we sold the boat", "boat", True),
        ("we sold the boat and bought a caravan", "boat", False),
        ("forget the aquarium", "aquarium", False),
        ("sold the kayak to my neighbour last week", "kayak", False),
        ("handed in my notice at Contoso", "Contoso", False),
        ("my doctor took me off the ramipril", "ramipril", True),
        ("my dog passed on Sunday morning", "dog", False),
        ("its Kiel not Kolding", "Kolding", False),
        ("my fare's gone up from 32 to 36", "32", False),
        ("I went off coffee", "coffee", True),
        ("off coffee completely since May", "coffee", True),
        ("I had to step down as captain", "captain", False),
        ("we don't live above the mill anymore, we moved to Bari", "mill", False),
        ("we shall not go to Bari after all", "Bari", False),
        ("scrap the code-first rule", "code-first", False),
        ("the shift isn't every other week any more, it's one in three", "every other week", True),
    ],
)
def test_what_is_replaced_or_over_is_named(text: str, replaces: str, ends: bool) -> None:
    found = change(text)
    assert (found.marked, found.replaces, found.ends) == (True, replaces, ends)


@pytest.mark.parametrize("text", ["actually it is blue", "the gym is closed now", "from March on I work nights", "we moved to Bari",
    "those twenty hooks, make that thirty", "its more like 1500", "it cost 90 in the end", "the course ran out in May",
    "I row at six since the 3rd"])  # fmt: skip
def test_words_of_change_mark_it(text: str) -> None:
    assert change(text).marked
    assert change(text).replaces is None


@pytest.mark.parametrize(
    "text",
    [
        "I like figs",
        "my boat is red",
        "Otto plays the oboe",
        "not only tea but coffee too",
        "I know nothing of it",
        "his hearing aid is the left ear only",
        "my left knee hurts",
        "it's really not windy",
        "my dad passed on the offer",
        "the pier is open 8.30 till 4",
        "she went off to Bari",
        "we are off on a tour",
        "I can lift up to 20 kilos",
    ],
)
def test_what_says_nothing_of_change_marks_none(text: str) -> None:
    assert change(text) == change("")


@pytest.mark.parametrize(
    "text",
    [
        "I haven't dropped the cello",
        "we have not sold the boat",
        "I never gave up tea",
        "a coat that used to be my aunt's",
        "he is not dead",
    ],
)
def test_denied_end_and_one_told_by_the_way_end_nothing(text: str) -> None:
    assert (change(text).replaces, change(text).ends) == (None, False)


@pytest.mark.parametrize("text", ["scratch that", "never mind, keep it", "actually never mind, keep the booking", "I'm back to judo"])
def test_last_change_is_taken_back(text: str) -> None:
    assert change(text).undoes


def test_doubt_and_earlier_life_are_told() -> None:
    assert unsure("maybe I'll take up pottery")
    assert unsure("if it rains we stay")
    assert not unsure("I take up pottery")
    assert past_life("when I was a child I had a parrot")
    assert not past_life("I have a parrot")


@pytest.mark.parametrize("text", ["I am thinking of selling the boat", "Ida would like to quit the choir", "we might drop the aquarium"])
def test_what_is_wished_for_or_weighed_is_not_over(text: str) -> None:
    found = change(text)
    assert (found.replaces, found.ends) == (None, False)
