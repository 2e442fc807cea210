"""Row E2: the index is made anew from the table, whatever stops that in between, and nobody is told that nothing is known meanwhile."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

import pytest
from opensearchpy import OpenSearch

from keepsake import ids
from keepsake.adapters.opensearch import SearchIndex
from keepsake.errors import LostRace, Unavailable
from keepsake.flows.governance import erase, health
from keepsake.flows.indexing import rebuild as rebuilding
from keepsake.flows.indexing import spaces
from keepsake.ports import Document, Leg, Owner
from keepsake.records import Embedding, Event, Memory, Record
from keepsake.records.indexing import RETRY_AFTER, Rebuild
from local.in_memory import scope
from tests.builders import principal
from tests.world import World

PLENTY = 1_000.0


def model(world: World) -> Embedding:
    return world.kept()[0].made_by


def bank(users: int = 4) -> World:
    world = World()
    for n in range(users):
        world.tell("I live in Boston and I like jazz.", owner=scope(user_id=f"u{n}", session_id=f"s{n}"))
    return world


def rebuilt(world: World, left: float = PLENTY, told: list[float] | None = None) -> tuple[int, bool]:
    pauses = told if told is not None else []
    return rebuilding.rebuild(world.store, model(world), world.kept, world.now, lambda: left, pauses.append)


def under_way(world: World) -> Rebuild | None:
    return spaces.standing(world.store, model(world)).rebuild


def test_rebuilt_index_holds_what_it_held_and_is_emptied_only_when_everybody_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "AT_ONCE", 5)
    world = bank()
    before = dict(world.index.documents)
    drop, pauses = world.index.drop, list[float]()

    def dropped() -> None:
        assert (pauses, under_way(world) is not None) == ([rebuilding.TOLD_S], True)
        drop()

    monkeypatch.setattr(world.index, "drop", dropped)
    assert rebuilt(world, told=pauses) == (len(before), False)
    assert world.index.documents == before
    assert (world.index.rebuilt_at, under_way(world)) == (world.now, None)


def test_rebuild_that_a_fault_stops_goes_on_from_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "AT_ONCE", 5)
    world = bank()
    before = dict(world.index.documents)
    write, calls = world.index.write, [0]

    def sick(documents: Sequence[Document], *, at_once: bool = True) -> None:
        calls[0] += 1
        if calls[0] in (2, 3):
            raise Unavailable("The search index does not answer.")
        write(documents, at_once=at_once)

    monkeypatch.setattr(world.index, "write", sick)
    assert rebuilt(world)[1] is False
    found = under_way(world)
    assert found is not None
    assert (found.errors, found.last_error, found.emptied) == (1, "The search index does not answer.", True)
    assert "1 errors so far" in health.embedding(spaces.standing(world.store, model(world)), model(world))
    assert not rebuilding.waiting(world.store, model(world), world.now)
    world.now += RETRY_AFTER
    assert rebuilding.waiting(world.store, model(world), world.now)
    held = len(world.index.documents)
    assert rebuilt(world)[1] is False
    assert len(world.index.documents) >= held, "it is not emptied again"
    world.now += RETRY_AFTER
    rebuilt(world)
    assert (world.index.documents, under_way(world)) == (before, None)
    assert not rebuilding.waiting(world.store, model(world), world.now + RETRY_AFTER)


def test_rebuild_that_runs_out_of_time_asks_for_another_call(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rebuilding, "AT_ONCE", 5)
    world = bank()
    before = dict(world.index.documents)
    assert rebuilt(world, left=1.0) == (0, True)
    assert rebuilt(world)[1] is False
    assert world.index.documents == before


def test_of_two_at_work_one_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    world = bank()
    before = dict(world.index.documents)
    scan = world.store.scan

    def beside(after: ids.Key | None, limit: int) -> tuple[list[Record], ids.Key | None]:
        monkeypatch.setattr(world.store, "scan", scan)
        rebuilt(world)
        return scan(after, limit)

    monkeypatch.setattr(world.store, "scan", beside)
    with pytest.raises(LostRace):
        rebuilt(world)
    assert (world.index.documents, under_way(world)) == (before, None)


@pytest.mark.parametrize("refused", [False, True])
def test_user_erased_while_the_rebuild_holds_the_rows_does_not_come_back(monkeypatch: pytest.MonkeyPatch, refused: bool) -> None:
    """Also where the index takes the documents and refuses some of the same request."""
    world = bank()
    scan = world.store.scan
    rebuilt(world)

    def erased(after: ids.Key | None, limit: int) -> tuple[list[Record], ids.Key | None]:
        monkeypatch.setattr(world.store, "scan", scan)
        found = scan(after, limit)
        began = world.now
        world.now += timedelta(seconds=1)
        receipt = erase.request(world.store, principal(), "u1", None, world.now)
        done = erase.erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: PLENTY)
        assert done.finished_at is not None
        assert any(r.key.pk == scope(user_id="u1").pk for r in found[0] if isinstance(r, Event | Memory))
        world.now = began
        return found

    def partly(documents: Sequence[Document], *, at_once: bool = True) -> None:
        monkeypatch.undo()
        world.index.write(documents, at_once=at_once)
        raise Unavailable("The search index did not take every document.")

    monkeypatch.setattr(world.store, "scan", erased)
    if refused:
        monkeypatch.setattr(world.index, "write", partly)
    monkeypatch.setattr(rebuilding, "AT_ONCE", 1_000)
    rebuilt(world)
    if refused:
        rebuilt(world)
    assert {k.pk for k in world.index.documents} == {scope(user_id=f"u{n}").pk for n in (0, 2, 3)}


def test_index_that_is_not_whole_answers_no_search() -> None:
    """Recall then goes by the table and says so, and what is said is compared with the newest memories, as while the index is away."""
    whole = [False]
    index = SearchIndex(OpenSearch(), "keepsake", model="m", dimension=2, analyzer="english", incomplete=lambda: not whole[0])
    leg = Leg("vector", kinds=("fact",), size=1, vector=(0.0, 1.0))
    with pytest.raises(Unavailable, match="made anew"):
        index.search(Owner("t", "c", "n", "u"), [leg])


def test_process_asks_the_row_whether_the_index_is_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    from keepsake import bootstrap
    from keepsake.records.indexing import Spaces

    made = Embedding(model="m", dimension=2)
    at = datetime.fromisoformat("2026-05-02T10:00:00+00:00")
    monkeypatch.setattr(bootstrap, "spaces", lambda: Spaces(active=made, rebuild=Rebuild(started_at=at, worked_at=at)))
    monkeypatch.setattr(bootstrap, "_search", OpenSearch)
    index = bootstrap.index.__wrapped__(made)
    with pytest.raises(Unavailable, match="made anew"):
        index.search(Owner("t", "c", "n", "u"), [Leg("vector", kinds=("fact",), size=1, vector=(0.0, 1.0))])
