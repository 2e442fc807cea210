"""Row V5: a line holds all that is known of a row, and no word of the tenant."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from keepsake.errors import Invalid
from keepsake.records import Embedding, PastVersion, Record
from keepsake.rules.indexing import documents
from keepsake.rules.portability import portable
from tests.builders import NOW, event, fact, scope

TEXT = st.text(max_size=60)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False) | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=8,
)
UNIT = st.floats(0, 1)

MODEL, OTHER = Embedding(model="m", dimension=3), Embedding(model="n", dimension=2)


def back(row: Record, tenant: str = "acme") -> Record:
    made = portable.line(row)
    assert made is not None
    found = portable.read(portable.written(made))
    assert isinstance(found, portable.Line)
    return portable.carried(found, tenant, NOW)


@given(content=TEXT, metadata=st.dictionaries(TEXT, JSON, max_size=4), name=st.none() | TEXT)
def test_event_comes_back_with_all_that_it_says(content: str, metadata: dict[str, Any], name: str | None) -> None:
    said = event(content=content, metadata=metadata, name=name, version=4)
    assert back(said) == said.model_copy(update={"version": 1})


@given(words=TEXT, structured=st.dictionaries(TEXT, JSON, max_size=4), importance=UNIT, version=st.integers(1, 99))
def test_memory_and_its_versions_come_back_with_their_number(
    words: str, structured: dict[str, Any], importance: float, version: int
) -> None:
    known = fact(words, importance=importance, version=version, hints=structured)
    assert back(known) == known.model_copy(update={"index_due": NOW})
    past = PastVersion(memory=known)
    assert back(past) == past


NUMBER = st.floats(-1, 1)


@given(st.lists(st.lists(NUMBER, min_size=3, max_size=3).filter(lambda row: max(map(abs, row)) > 1e-9), min_size=1, max_size=4))
def test_vectors_come_back_to_the_bit(rows: list[list[float]]) -> None:
    held = documents.with_vectors(documents.with_vectors(fact(), MODEL, rows), OTHER, [[1.0, 0.0]]).model_copy(update={"index_due": NOW})
    assert back(held.model_copy(update={"embedded": 7})) == held
    assert back(PastVersion(memory=held)) == PastVersion(memory=held.model_copy(update={"index_due": None}))


@pytest.mark.parametrize("data", [b"\x00" * 6, b"\x00\x7e" * 3, b"\x00\x7c" * 3, b"\x00\x3c" * 2, b""])
def test_vectors_that_point_nowhere_are_refused(data: bytes) -> None:
    """Zeros, not-a-number, infinity, and another dimension."""
    said = portable.VectorsLine(model="m", dimension=3, data=base64.b64encode(data).decode())
    made = portable.line(fact())
    assert made is not None
    with pytest.raises(Invalid):
        portable.carried(made.model_copy(update={"vectors": (said,)}), "acme", NOW)


@pytest.mark.parametrize("record", [event(), fact(), PastVersion(memory=fact())])
def test_line_names_no_tenant_and_comes_to_the_tenant_that_asks(record: Record) -> None:
    made = portable.line(record)
    assert made is not None
    assert b"acme" not in portable.written(made)
    assert back(record, "other").key.pk == scope(tenant="other").pk


@given(st.binary(max_size=80) | JSON.map(lambda said: str(said).encode()))
def test_nonsense_is_refused_and_nothing_else_happens(data: bytes) -> None:
    with pytest.raises(Invalid):
        portable.read(data)


def test_true_is_no_number() -> None:
    made = portable.line(fact(importance=1.0))
    assert made is not None
    said = portable.written(made)
    assert b'"importance":1.0' in said
    found = portable.read(said.replace(b'"importance":1.0', b'"importance":true'))
    assert isinstance(found, portable.Line)
    with pytest.raises(Invalid, match="importance"):
        portable.carried(found, "acme", NOW)


def test_vectors_of_this_model_and_dimension_alone_are_taken() -> None:
    held = documents.with_vectors(documents.with_vectors(fact(embedding=MODEL), OTHER, [[1.0, 0.0]]), MODEL, [[0.0, 0.5, 1.0]])
    theirs, ours = held.vectors
    assert portable.fitted(held, [MODEL]) == held.model_copy(update={"vectors": (ours,)})
    assert portable.fitted(held, [MODEL, OTHER]) == held, "while models are changed"
    assert portable.fitted(PastVersion(memory=held), [OTHER, MODEL]) == PastVersion(memory=held)
    for other in (Embedding(model="m", dimension=4), Embedding(model="x", dimension=3)):
        assert portable.fitted(held, [other]) == held.model_copy(update={"vectors": (), "embedding": None})
        assert portable.fitted(event(vectors=(ours, theirs)), [other]) == event()
