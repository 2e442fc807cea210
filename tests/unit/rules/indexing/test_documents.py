"""A vector counts while the words that it is of are its record's."""

from __future__ import annotations

from keepsake.records import Content, Embedding, Event, Memory
from keepsake.rules.indexing import documents
from tests.builders import event, fact

OLD, NEW = Embedding(model="old", dimension=2), Embedding(model="new", dimension=3)


def known() -> Memory:
    return documents.with_vectors(fact("The user likes tea."), OLD, [[0.6, 0.8]])


def said(previous: Event | None) -> Event:
    return documents.with_vectors(event(content="I like tea."), OLD, [[0.6, 0.8], [1.0, 0.0]], previous)


def test_vector_of_other_words_counts_as_missing() -> None:
    memory = known()
    assert documents.vector(memory, OLD)
    assert documents.vector(memory, NEW) is None
    reworded = memory.model_copy(update={"content": Content(raw="", summary="The user likes coffee.")})
    assert documents.vector(reworded, OLD) is None
    assert "vector" not in documents.document(reworded, None, OLD).fields
    assert documents.comparable([reworded]) is None


def test_event_has_no_vectors_once_the_one_before_it_lost_its_words() -> None:
    previous = event(event_id="m0", content="What do you drink?")
    row = said(previous)
    shown = documents.document(row, previous, OLD).fields
    assert (len(shown["vector"]), len(shown["sentences"])) == (2, 1)
    for gone in (previous.model_copy(update={"content": ""}), None):
        assert "vector" not in documents.document(row, gone, OLD).fields


def test_vectors_of_another_model_stay_beside_new_ones_where_they_are_of_the_same_words() -> None:
    both = documents.with_vectors(known(), NEW, [[1.0, 0.0, 0.0]])
    assert [s.made_by for s in both.vectors] == [OLD, NEW]
    again = documents.with_vectors(both, NEW, [[0.0, 1.0, 0.0]])
    assert [s.made_by for s in again.vectors] == [OLD, NEW]
    reworded = both.model_copy(update={"content": Content(raw="", summary="The user likes coffee.")})
    assert [s.made_by for s in documents.with_vectors(reworded, NEW, [[1.0, 0.0, 0.0]]).vectors] == [NEW]


def test_words_that_the_model_refused_are_not_asked_for_again_and_others_are() -> None:
    refused = documents.with_taken(fact("The user likes tea."), OLD, [None], "refused")
    assert documents.made(refused, None, OLD) is not None
    assert documents.vector(refused, OLD) is None
    reworded = refused.model_copy(update={"content": Content(raw="", summary="The user likes coffee.")})
    assert documents.made(reworded, None, OLD) is None


def test_a_document_with_vectors_comes_after_the_one_without_and_before_the_next_version() -> None:
    bare = fact("The user likes tea.", version=3)
    versions = [
        documents.document(row, None, OLD).version
        for row in (bare, known().model_copy(update={"version": 3, "embedded": 1}), fact("The user likes tea.", version=4))
    ]
    assert versions == sorted(set(versions))
