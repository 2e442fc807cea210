"""A change of the embedding model on real OpenSearch, while somebody talks and recalls all the time (rows E1, E2)."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from opensearchpy import OpenSearch

from keepsake import api
from keepsake.adapters.opensearch import SearchIndex
from keepsake.errors import Invalid
from keepsake.flows.indexing import compare, migrate, spaces
from keepsake.flows.recall.recall import Ports
from keepsake.ports import Document, Side
from keepsake.records import Embedding
from keepsake.records.indexing import MigrationState
from tests.builders import event, principal
from tests.fakes import HashEmbedder
from tests.world import World

OLD, NEW = Embedding(model="hash-old", dimension=64), Embedding(model="hash/new", dimension=48)
TOWNS = "Oslo Bergen Vienna Lisbon Porto Turin Verona Lyon Nantes Ghent Bruges Krakow Gdansk Riga Vilnius Malmo Aarhus Tartu Graz".split()
PLENTY = 100.0


class Live(World):
    """The world over real indexes: writers and readers go by the row that says which models there are."""

    def __init__(self, url: str) -> None:
        self.client, self.alias = OpenSearch(hosts=[url], timeout=20), f"test-{uuid.uuid4().hex[:8]}"
        self._sides: dict[Embedding, Side] = {}
        super().__init__(embedder=HashEmbedder(OLD.dimension, OLD.model))
        self._towns = iter(TOWNS)
        self.said: list[str] = []

    def side_of(self, made_by: Embedding) -> Side:
        if made_by not in self._sides:
            index = SearchIndex(self.client, self.alias, model=made_by.model, dimension=made_by.dimension, analyzer="english")
            self._sides[made_by] = Side(index, HashEmbedder(made_by.dimension, made_by.model))
        return self._sides[made_by]

    def kept(self) -> list[Side]:
        return [self.side_of(made_by) for made_by in spaces.settled(self.store, OLD).kept]

    def reading(self) -> Ports:
        active = self.side_of(spaces.standing(self.store, OLD).active)
        return Ports(self.store, active.index, active.embedder, self.accessed)

    def talk(self) -> float:
        """Says something new, and finds it and all that was said before. Returns the time that is left, which is plenty."""
        town = next(self._towns, None)
        if town is not None:
            self.embedder = self.side_of(spaces.standing(self.store, OLD).active).embedder
            self.tell(f"I once visited {town}.", event_id=f"m-{town}")
            self.said.append(town)
        for name in {self.said[0], self.said[-1]}:
            found = self.recall(f"Did I visit {name}?", kinds=["event"])
            assert found.degraded == ()
            assert any(name in m.content and {"event_window", "event_words"} <= set(m.legs) for m in found.memories), name
        return PLENTY

    def dimensions(self, made_by: Embedding) -> tuple[int, set[int]]:
        """Documents of an index that have a vector, and the dimension of its vectors."""
        name = f"{self.alias}_*-{made_by.dimension}-*"
        count = int(self.client.count(index=name, body={"query": {"exists": {"field": "vector"}}})["count"])
        mappings = self.client.indices.get_mapping(index=name).values()
        return count, {m["mappings"]["properties"]["vector"]["dimension"] for m in mappings}

    def alias_of_people(self) -> str:
        (name,) = self.client.indices.get_alias(name=self.alias)
        return str(name)


@pytest.fixture
def live(opensearch_url: str) -> Iterator[Live]:
    world = Live(opensearch_url)
    yield world
    world.client.indices.delete(index=f"{world.alias}_*")


def started(live: Live) -> str:
    request = api.MigrationRequest(embedding_model=NEW.model, embedding_dimension=NEW.dimension)
    return migrate.start(live.store, live.side_of, OLD, principal(operator=True), request, live.now).migration_id


def test_who_talks_and_recalls_all_the_time_notices_no_change_of_the_model(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(migrate, "AT_ONCE", 20)
    for _ in range(6):
        live.talk()
    first = live.alias_of_people()
    mg = started(live)
    live.talk()
    steps = migrate.backfill(live.store, live.side_of, mg, live.now, live.talk)
    assert (steps.state, steps.errors) == (MigrationState.READY, 0)
    assert steps.done >= steps.total
    both = [live.dimensions(m) for m in (OLD, NEW)]
    assert both[0][0] == both[1][0] > 6
    assert [d for _, d in both] == [{64}, {48}]
    answer = compare.compare(live.store, live.side_of(OLD), live.side_of(NEW), api.CompareRequest(sample=10))
    assert 0.3 < answer.mean_overlap_at_10 <= 1.0
    live.talk()
    switched = migrate.switch(live.store, live.side_of, OLD, mg, live.now)
    assert (switched.state, switched.active, switched.waiting) == (MigrationState.SWITCHED, NEW, 0)
    assert live.alias_of_people() != first
    old_calls = live.side_of(OLD).embedder.calls  # type: ignore[attr-defined]
    live.recall("Oslo")
    assert live.side_of(OLD).embedder.calls == old_calls, "the query is embedded by the active model alone"  # type: ignore[attr-defined]
    live.talk()
    live.talk()
    back = migrate.rollback(live.store, live.side_of, OLD, mg, live.now)
    assert (back.state, back.active) == (MigrationState.READY, OLD)
    assert live.alias_of_people() == first
    live.talk()
    migrate.switch(live.store, live.side_of, OLD, mg, live.now)
    live.talk()
    later = live.now + timedelta(minutes=2)
    assert migrate.finish(live.store, live.side_of, OLD, mg, later).state is MigrationState.FINISHED
    live.talk()
    count, dimensions = live.dimensions(NEW)
    assert (count > both[1][0], dimensions) == (True, {48})
    assert len(live.side_of(NEW).index.describe()["indices"]) == 1
    for town in live.said:
        assert any(town in m.content for m in live.recall(f"Did I visit {town}?", kinds=["event"]).memories), town


def test_index_is_rebuilt_and_rolled_back_without_asking_a_model(live: Live) -> None:
    from keepsake.flows.indexing.rebuild import rebuild

    live.talk()
    mg = started(live)
    migrate.backfill(live.store, live.side_of, mg, live.now, live.talk)
    migrate.switch(live.store, live.side_of, OLD, mg, live.now)
    for made_by in (OLD, NEW):
        live.side_of(made_by).embedder.down = True  # type: ignore[attr-defined]
    before = [live.dimensions(m) for m in (OLD, NEW)]
    assert [live.side_of(m).index.describe()["rebuilt_at"] for m in (OLD, NEW)] == [None, None]
    count, more = rebuild(live.store, OLD, live.kept, live.now, lambda: PLENTY, lambda _: None)
    assert (count > 0, more) == (True, False)
    assert [live.side_of(m).index.describe()["rebuilt_at"] for m in (OLD, NEW)] == [live.now.isoformat()] * 2
    assert [live.dimensions(m) for m in (OLD, NEW)] == before
    assert migrate.rollback(live.store, live.side_of, OLD, mg, live.now).active == OLD
    live.side_of(OLD).embedder.down = False  # type: ignore[attr-defined]
    live.talk()


def test_erased_user_is_in_neither_index(live: Live) -> None:
    """Row V4."""
    live.talk()
    migrate.backfill(live.store, live.side_of, started(live), live.now, lambda: PLENTY)
    index = live.side_of(OLD).index
    assert index.held("acme", "default", "u1") == 2 * live.dimensions(OLD)[0] > 0
    index.forget_user("acme", "default", "u1")
    assert index.held("acme", "default", "u1") == 0
    assert [live.dimensions(m)[0] for m in (OLD, NEW)] == [0, 0]


def test_index_refuses_another_models_vectors_and_says_so(live: Live) -> None:
    live.talk()
    old: Any = live.side_of(OLD).index
    with pytest.raises(Invalid, match="another dimension than the index's 64"):
        old.write([Document(event().key, 1, {"vector": [0.1] * NEW.dimension})])


def test_labelled_questions_have_their_recall_under_both_models(live: Live) -> None:
    for _ in range(3):
        live.talk()
    mg = started(live)
    migrate.backfill(live.store, live.side_of, mg, live.now, lambda: PLENTY)
    asked = {"tenant": "acme", "user_id": "u1", "query": "I once visited Bergen", "relevant": ["m-Bergen", "m-nowhere"]}
    request = api.CompareRequest.model_validate({"queries": [asked, asked | {"relevant": []}]})
    answer = compare.compare(live.store, live.side_of(OLD), live.side_of(NEW), request)
    assert answer.mean_recall_at_10 == {"source": 0.5, "target": 0.5}
    assert [q.query for q in answer.queries] == ["0", "1"]
    assert answer.queries[1].recall_at_10 is None
