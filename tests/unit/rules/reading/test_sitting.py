"""What was said before a message in the same sitting, and where its pieces stand (row R8)."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from keepsake.records import Event
from keepsake.rules.reading import own_words, sitting
from tests.unit.rules.reading.talk import said

NOW_ON = said("Sent it.")


def before(*messages: str, ago: timedelta = timedelta(minutes=1), **fields: Any) -> sitting.Sitting:
    events = [
        said(m).model_copy(update={"event_id": f"m{n}", "timestamp": NOW_ON.timestamp - ago} | fields) for n, m in enumerate(messages)
    ]
    return sitting.before(NOW_ON, [sitting.Said(e, own_words.read(e.content)) for e in events])


def words(read: sitting.Sitting, *messages: str) -> list[tuple[str, str]]:
    """Of each piece what is read, and what its event holds there."""
    return [(read.read[p.begin : p.end], messages[int(p.said.event_id[1:])][p.said.begin : p.said.end]) for p in read.pieces]


def test_each_piece_is_named_by_its_place_in_its_event() -> None:
    asked, told = "Marnie works with me. Can you draft a text to her?", "Ask for a lift, I pay the petrol."
    read = before(asked, told)
    assert read.read == f"{asked}\n{told}\n"
    assert words(read, asked, told)[0] == ("Marnie works with me",) * 2
    assert all(shown == stored and shown in f"{asked} {told}" for shown, stored in words(read, asked, told))
    assert {p.said.event_id for p in read.pieces} == {"m0", "m1"}


def test_what_was_said_long_before_elsewhere_or_by_somebody_else_is_of_no_sitting() -> None:
    asked = "Can you draft a text to Marnie?"
    assert before(asked, ago=sitting.GAP).pieces
    assert before(asked, ago=sitting.GAP + timedelta(seconds=1)) == sitting.NOTHING
    assert before(asked, ago=timedelta(seconds=-1)) == sitting.NOTHING
    assert before(asked, scope=NOW_ON.scope.model_copy(update={"session_id": "another"})) == sitting.NOTHING
    assert before(asked, name="Bo") == sitting.NOTHING


def test_the_last_messages_are_read_and_of_a_long_one_its_end() -> None:
    read = before("I keep bees.", "I row on Sundays.", "We sold the barn.")
    assert read.read == "I row on Sundays.\nWe sold the barn.\n"
    long = "We walked on and on. " * 60 + "I row on Sundays."
    cut = before(long)
    assert len(cut.read) == sitting.MOST_READ
    assert cut.read.endswith("I row on Sundays.\n")
    assert all(shown == stored for shown, stored in words(cut, long))


def test_pasted_words_are_no_piece() -> None:
    pasted = "I row on Sundays.\n```\nmake the boat go\n```"
    read = before(pasted)
    assert words(read, pasted) == [("I row on Sundays",) * 2]
    assert "boat" not in read.read


@given(st.lists(st.text(max_size=600), max_size=4))
def test_a_piece_is_what_stands_there_whatever_was_said(messages: list[str]) -> None:
    events = [said("x").model_copy(update={"content": m or " ", "event_id": f"m{n}"}) for n, m in enumerate(messages)]
    read = sitting.before(NOW_ON, [sitting.Said(e, own_words.read(e.content)) for e in events])
    assert len(read.read) <= sitting.MOST_READ
    held: dict[str, Event] = {e.event_id: e for e in events}
    for piece in read.pieces:
        stored = held[piece.said.event_id].content[piece.said.begin : piece.said.end]
        assert read.read[piece.begin : piece.end] == stored == piece.words
