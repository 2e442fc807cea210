"""Row V5: a line holds all that is known of a row, and no word of the tenant."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.errors import Invalid
from keepsake.records import Embedding, PastVersion, Record, Vectors
from keepsake.rules.indexing import documents
from keepsake.rules.portability import portable
from keepsake.rules.portability.portable import Carried
from tests.builders import NOW, event, fact, scope

TEXT = st.text(max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
UNIT = st.floats(0, 1)

MODEL, OTHER = Embedding(model="m", dimension=3), Embedding(model="n", dimension=2)


def back(row: Carried, tenant: str = "acme") -> Carried:
    made = portable.line(row)
    assert made is not None
    found = portable.read(portable.written(made))
    assert isinstance(found, portable.Line)
    return portable.carried(found, tenant, NOW)


@given(content=TEXT, metadata=st.dictionaries(TEXT, JSON, max_size=4), name=st.none() | TEXT)
def test_event_comes_back_with_all_that_it_says(content: str, metadata: dict[str, Any], name: str | None) -> None:
    said = event(content=content, metadata=metadata, name=name, version=4)
    assert back(Carried(said)).record == said.model_copy(update={"version": 1})


@given(words=TEXT, structured=st.dictionaries(TEXT, JSON, max_size=4), importance=UNIT, version=st.integers(1, 99))
def test_memory_and_its_versions_come_back_with_their_number(
    words: str, structured: dict[str, Any], importance: float, version: int
) -> None:
    known = fact(words, importance=importance, version=version, hints=structured)
    assert back(Carried(known)).record == known.model_copy(update={"index_due": NOW})
    past = PastVersion(memory=known)
    assert back(Carried(past)).record == past


@given(st.lists(st.lists(UNIT, min_size=3, max_size=3), min_size=1, max_size=4))
def test_vectors_come_back_to_the_bit(rows: list[list[float]]) -> None:
    of = fact()
    held = Vectors(of=of.key, sets=(documents.pack(MODEL, rows), documents.pack(OTHER, [[1.0, 0.0]])), version=7)
    assert back(Carried(of, held)).vectors == held.model_copy(update={"version": 1})


@pytest.mark.parametrize("record", [event(), fact(), PastVersion(memory=fact())])
def test_line_names_no_tenant_and_comes_to_the_tenant_that_asks(record: Record) -> None:
    made = portable.line(Carried(record))
    assert made is not None
    assert b"acme" not in portable.written(made)
    assert back(Carried(record), "other").record.key.pk == scope(tenant="other").pk


@given(st.binary(max_size=80) | JSON.map(lambda said: str(said).encode()))
def test_nonsense_is_refused_and_nothing_else_happens(data: bytes) -> None:
    with pytest.raises(Invalid):
        portable.read(data)


def test_vectors_of_this_model_and_dimension_alone_are_taken() -> None:
    of = fact(embedding=MODEL)
    ours, theirs = documents.pack(MODEL, [[0.0, 0.5, 1.0]]), documents.pack(OTHER, [[1.0, 0.0]])
    held = Vectors(of=of.key, sets=(ours, theirs))
    assert portable.fitted(Carried(of, held), [MODEL]) == Carried(of, Vectors(of=of.key, sets=(ours,)))
    assert portable.fitted(Carried(of, held), [MODEL, OTHER]) == Carried(of, held), "while models are changed"
    for other in (Embedding(model="m", dimension=4), Embedding(model="x", dimension=3)):
        assert portable.fitted(Carried(of, held), [other]) == Carried(of.model_copy(update={"embedding": None}))
        assert portable.fitted(Carried(event(), held), [other]) == Carried(event())
