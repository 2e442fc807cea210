"""A whole bank is held in half the room, and nobody can tell."""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterable

import pytest

from keepsake.adapters import dynamodb
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.compact import compacted
from keepsake.ports import Write
from keepsake.records import Embedding, Memory, Relation, VectorSet
from keepsake.rules.indexing import documents
from tests.builders import fact, scope
from tests.fakes import MemoryStore

MODEL = Embedding(model="m", dimension=384)
MANY = 400


def remembered(number: int) -> Memory:
    words = f"I have {number} cats in the garden of Denver."
    vector = VectorSet(made_by=MODEL, of=documents.digest(fact(content=words), None), data=number.to_bytes(2, "big") * 192)
    links = (Relation(type="derived_from", target=f"o_{number:036x}"),)
    return fact(memory_id=f"f_{number:036x}", content=words, event_ids=(f"e_{number:036x}",), vectors=(vector,), relations=links)


ROWS = [dynamodb.encode(remembered(n)) for n in range(MANY)]


def bytes_each(hold: Callable[[Iterable[Memory]], Iterable[Memory]]) -> float:
    decoded = (m for row in ROWS if isinstance(m := dynamodb.decode(row), Memory))
    gc.collect()
    tracemalloc.start()
    kept = list(hold(decoded))
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return taken / len(kept)


def test_a_memory_takes_half_the_room() -> None:
    bytes_each(compacted)  # what is made once
    assert bytes_each(compacted) < 0.65 * bytes_each(iter) < 6_000


def test_they_are_the_same_memories_and_stay_apart() -> None:
    plain, held = [remembered(n) for n in range(5)], list(compacted(remembered(n) for n in range(5)))
    assert held == plain
    assert [m.model_dump_json(exclude_unset=True) for m in held] == [m.model_dump_json(exclude_unset=True) for m in plain]
    changed = held[0].model_copy(update={"pinned": True, "reinforcements": 3})
    assert "pinned" in changed.model_fields_set
    assert all("pinned" not in m.model_fields_set for m in held)


def test_a_bank_is_read_a_page_at_a_time() -> None:
    store = MemoryStore()
    store.put_each([Write(fact(memory_id=f"f_{n:036x}")) for n in range(1_200)])
    queries = store.calls["query"]
    assert len(upkeep.gather(store, scope()).memories) == 1_200
    assert store.calls["query"] - queries == 3


def test_vectors_that_are_let_go_of_come_again_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(documents, "MOST_UNPACKED", 3)
    memories = [remembered(n) for n in range(30)]
    found = documents.comparable(memories)
    assert found is not None
    vectors = found[1]
    first = [vectors[m.key] for m in memories]
    assert isinstance(vectors, documents.Unpacked)
    assert vectors.held == 3
    assert [vectors[m.key] for m in memories] == first
