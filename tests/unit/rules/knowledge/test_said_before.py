"""What a fact goes on from in its sitting: told by its place in its event, never copied (rows R8, D2)."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake.ids import Key
from keepsake.records import Embedding, Event, Memory, Record, Role, Status, memory_key
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import said_before
from keepsake.rules.recall import lineage
from tests.builders import fact
from tests.unit.rules.reading.talk import said

ASKED = said("Marnie works with me. Can you draft a text to her?").model_copy(update={"event_id": "m1"})
WORDS = "Can you draft a text to her?"


def sent(structure: object = None, **structured: Any) -> Memory:
    begin = ASKED.content.index(WORDS)
    place = {"event_id": "m1", "begin": begin, "end": begin + len(WORDS)} if structure is None else structure
    made = fact("sent it").model_copy(update={"scope": ASKED.scope})
    held = made.content.structured | {said_before.NAME: place} | structured
    return made.model_copy(update={"content": made.content.model_copy(update={"structured": held})})


def rows(event: Event = ASKED, *others: Memory) -> dict[Key, Record]:
    return {event.key: event, **{m.key: m for m in others}}


def nobody(_: Event | Memory) -> bool:
    return False


def test_the_words_are_told_beside_it_and_held_by_their_event_alone() -> None:
    assert "draft" not in sent().model_dump_json()
    assert said_before.told(sent(), rows(), nobody).content.context == f'before: "{WORDS}"'


def test_without_their_event_or_its_words_they_are_told_nowhere() -> None:
    assert said_before.told(sent(), {}, nobody) == sent()
    gone = ASKED.model_copy(update={"content": "", "lapsed_at": ASKED.timestamp})
    assert said_before.told(sent(), rows(gone), nobody) == sent()
    assert said_before.told(sent(), rows(ASKED.model_copy(update={"role": Role.TOOL})), nobody) == sent()
    elsewhere = ASKED.model_copy(update={"scope": ASKED.scope.model_copy(update={"namespace": "work"})})
    assert said_before.told(sent(), rows(elsewhere), nobody) == sent()
    assert said_before.told(sent(), rows(), lambda record: isinstance(record, Event)) == sent()


def test_nor_where_what_was_made_of_their_event_is_hidden_or_not_at_hand() -> None:
    made = fact("Marnie works with me").model_copy(update={"scope": ASKED.scope, "memory_id": "f_1"})
    named = ASKED.model_copy(update={"memory_ids": ("f_1", "p_2")})
    assert said_before.told(sent(), rows(named, made), nobody).content.context
    assert said_before.told(sent(), rows(named), nobody) == sent()
    deleted = made.model_copy(update={"status": Status.DELETED})
    hidden = said_before.told(sent(), rows(named, deleted), lambda r: isinstance(r, Memory) and r.status is Status.DELETED)
    assert hidden == sent()


def test_of_an_event_of_which_much_was_made_nothing_is_read_or_told() -> None:
    made = [fact(f"bee {n}").model_copy(update={"scope": ASKED.scope, "memory_id": f"f_{n}"}) for n in range(said_before.MOST_MADE + 1)]
    few = ASKED.model_copy(update={"memory_ids": tuple(m.memory_id for m in made[1:])})
    assert said_before.told(sent(), rows(few, *made), nobody).content.context
    assert len(said_before.facts_of(few)) == said_before.MOST_MADE
    much = ASKED.model_copy(update={"memory_ids": tuple(m.memory_id for m in made)})
    assert said_before.told(sent(), rows(much, *made), nobody) == sent()
    assert said_before.facts_of(much) == []


@pytest.mark.parametrize("written", ["free", {"event_id": "m1"}, {"event_id": "m1", "begin": -1, "end": 4}, ["m1", 0, 4]])
def test_what_a_caller_writes_there_is_no_place(written: object) -> None:
    assert said_before.of(sent(written)) is None
    assert said_before.told(sent(written), rows(), nobody) == sent(written)


def test_who_has_other_words_beside_it_is_told_with_those() -> None:
    other = sent(context="the lift")
    assert said_before.event_of(other) is None
    assert said_before.told(other, rows(), nobody) == other


def test_its_document_names_the_event_that_is_read_with_it_and_then_what_was_made_of_that() -> None:
    document = documents.document(sent(), None, Embedding(model="m", dimension=4))
    assert document.fields is not None
    assert document.fields["memory_ids"] == [ASKED.key.sk]
    named = ASKED.model_copy(update={"memory_ids": ("f_1", "p_2")})
    assert lineage.behind([sent()]) == [ASKED.key]
    assert lineage.astray(rows(named, sent())) == [memory_key(ASKED.scope, "f_1")]
