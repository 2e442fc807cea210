"""A filter that few of a user's facts pass finds them among thousands (row Q8)."""

from __future__ import annotations

from typing import Any

import pytest

from keepsake.errors import ModelUnavailable
from keepsake.flows.recall import beyond
from keepsake.ports import Page, Write
from keepsake.records import Memory, Trust
from keepsake.rules.indexing import documents
from tests.builders import DAY, NOW, fact
from tests.world import World

WANTED = {"field": "labels", "op": "contains", "value": "camp"}
ASKED = "Which printer is broken?"
TOLD = ["The printer is new.", "Bring the tent.", "Lamps hang in the shed."]


def crowded(many: int, **first: Any) -> World:
    """A user with three facts about a camp, the oldest, and many about printers."""
    world = World()
    camp = [fact(t, labels=("camp",), memory_id=f"f_{n:014}", **first) for n, t in enumerate(TOLD)]
    crowd = [fact(f"The printer number {n} is broken.", memory_id=f"f_{n:014}") for n in range(3, many)]
    kept(world, [*camp, *crowd])
    return world


def kept(world: World, facts: list[Memory]) -> None:
    """Kept and indexed as they are."""
    side = world.kept()[0]
    vectors = world.embedder.embed([f.content.summary for f in facts])
    made = [documents.with_vectors(f, side.made_by, [v]) for f, v in zip(facts, vectors, strict=True)]
    world.store.put_each([Write(f) for f in made])
    world.index.write([documents.document(f, None, side.made_by) for f in made])


def told(world: World, **fields: Any) -> list[str]:
    return [m.content for m in world.recall(ASKED, filters=WANTED, **fields).memories]


def unread(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """No page of memories may be read from now on."""
    query = world.store.query

    def watched(pk: str, prefix: str, **fields: Any) -> Page:
        assert prefix != Memory.prefix
        return query(pk, prefix, **fields)

    monkeypatch.setattr(world.store, "query", watched)


def test_all_that_pass_are_found_the_nearest_first() -> None:
    world = crowded(1_200)
    answer = world.recall(ASKED, filters=WANTED)
    assert answer.memories[0].content == "The printer is new."
    assert sorted(m.content for m in answer.memories) == sorted(TOLD)
    assert answer.degraded == ()
    assert {leg for m in answer.memories for leg in m.legs} == {beyond.FILTER}


def test_no_more_than_top_k_are_told() -> None:
    assert told(crowded(300), top_k=2) == TOLD[:2]


def test_where_enough_passes_nothing_more_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    world = crowded(300)
    unread(world, monkeypatch)
    wanted = {"field": "content", "op": "contains", "value": "printer number"}
    assert len(world.recall(ASKED, filters=wanted, top_k=3).memories) == 3


def test_where_the_search_left_no_fact_unread_nothing_more_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    world = crowded(40)
    unread(world, monkeypatch)
    assert sorted(told(world)) == sorted(TOLD)


def test_what_time_leaves_unread_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beyond, "WITHIN_S", 0.0)
    answer = crowded(1_200).recall(ASKED, filters=WANTED)
    assert answer.memories == ()
    assert [(d.part, "newest 500 memories" in d.reason) for d in answer.degraded] == [("filters", True)]


def test_no_more_than_the_most_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(beyond, "MOST_READ", 1_000)
    answer = crowded(1_700).recall(ASKED, filters=WANTED)
    assert [d.part for d in answer.degraded] == ["filters"]
    assert "newest 1000 memories" in answer.degraded[0].reason


def test_what_passes_the_filter_meets_every_gate() -> None:
    assert told(crowded(300, trust=Trust.QUARANTINED)) == []
    assert told(crowded(300, expires_at=NOW - DAY)) == []
    assert told(crowded(300), kinds=["event"]) == []


def test_without_a_model_they_are_found_by_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    world = crowded(300)

    def down(_: object) -> list[list[float]]:
        raise ModelUnavailable("The model does not answer.")

    monkeypatch.setattr(world.embedder, "embed", down)
    answer = world.recall(ASKED, filters=WANTED)
    assert answer.memories[0].content == "The printer is new."
    assert len(answer.memories) == 3
