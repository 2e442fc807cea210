"""GET /v1/health: at once and for nothing without a key, each dependency with one, and no dependency that hangs makes it hang."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest

from functions.health import handler
from keepsake.errors import Invalid, ModelUnavailable, Unauthenticated, Unavailable
from keepsake.flows.governance.health import REMEMBERED, Probe, health, known, shallow, vectors
from keepsake.flows.indexing.project import show_owed
from keepsake.ports import Write
from keepsake.settings import Settings
from tests.builders import NOW
from tests.fakes import MemoryStore
from tests.world import World

SOON_S = 0.05


@pytest.fixture
def over() -> Iterator[threading.Event]:
    """Set when the test ends, so that what hangs ends too."""
    event = threading.Event()
    yield event
    event.set()


def told(answer: Any) -> dict[str, bool | None]:
    return {d.name: d.ok for d in answer.dependencies}


def probe(name: str, ask: Any = lambda: None, *, vital: bool = False) -> Probe:
    return Probe(name, ask, vital)


def test_without_a_key_each_dependency_is_named_and_none_is_asked() -> None:
    asked: list[str] = []
    answer = shallow([probe("table", lambda: asked.append("table"), vital=True), probe("model", lambda: asked.append("model"))])
    assert (answer.status, told(answer), asked) == ("ok", {"table": None, "model": None}, [])


def test_what_hangs_is_down_and_the_others_are_told(over: threading.Event) -> None:
    answer = health([probe("model", over.wait), probe("index"), probe("table", vital=True)], within_s=SOON_S)
    assert (answer.status, told(answer)) == ("degraded", {"model": False, "index": True, "table": True})
    assert answer.dependencies[0].detail == "does not answer within 0.05 s"


def test_without_the_table_it_is_down(over: threading.Event) -> None:
    assert health([probe("table", over.wait, vital=True), probe("model")], within_s=SOON_S).status == "down"


def test_refusal_is_told_in_its_own_words() -> None:
    def refuse() -> None:
        raise ModelUnavailable("The model endpoint refuses what it is asked: status 400, temperature.")

    (row,) = health([probe("chat", refuse)]).dependencies
    assert (row.ok, row.detail) == (False, "The model endpoint refuses what it is asked: status 400, temperature.")


def test_a_table_that_hangs_or_fails_while_the_key_is_read_is_told(over: threading.Event) -> None:
    def fail() -> None:
        raise Unavailable("The table does not answer.")

    probes = [probe("table", vital=True), probe("model")]
    for resolve in (over.wait, fail):
        answer = known(resolve, "table", probes, within_s=SOON_S)
        assert answer is not None
        assert (answer.status, told(answer)) == ("down", {"table": False, "model": None})
    assert known(lambda: None, "table", probes) is None


class Asked:
    """What the handler asks, counted."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, *_: Any) -> None:
        self.count += 1


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked()
    monkeypatch.setattr(handler.bootstrap, "store", MemoryStore)
    monkeypatch.setattr(handler.bootstrap, "index", lambda _: SimpleNamespace(describe=dict))
    monkeypatch.setattr(handler.bootstrap, "spaces", lambda: SimpleNamespace(active=None))
    monkeypatch.setattr(handler, "embedding", lambda *_: "m")
    monkeypatch.setattr(handler.bootstrap, "model_answers", asked)
    monkeypatch.setattr(handler.bootstrap, "chat_answers", asked)
    monkeypatch.setattr(handler.settings, "current", lambda: Settings(operator_secret_arn="arn"))
    monkeypatch.setattr(handler.bootstrap, "secret", lambda _: "operators-key")
    monkeypatch.setattr(handler, "_last", [])
    return asked


def call(key: str | None, at: Any = NOW) -> Any:
    return SimpleNamespace(headers={} if key is None else {"authorization": f"Bearer {key}"}, now=at)


def test_many_without_a_key_cost_nothing_and_many_with_one_share_an_answer(model: Asked) -> None:
    for _ in range(20):
        handler.get(call(None))
    assert model.count == 0
    for second in range(5):
        assert told(handler.get(call("operators-key", NOW + timedelta(seconds=second))))["model"] is True
    assert model.count == 2, "the embedding model and the chat model, once"
    handler.get(call("operators-key", NOW + REMEMBERED))
    assert model.count == 4


def test_a_key_that_is_none_is_told_nothing(model: Asked) -> None:
    with pytest.raises(Unauthenticated):
        handler.get(call("guessed"))
    assert model.count == 0


def test_health_tells_since_when_though_the_schedule_asks_every_minute() -> None:
    """Each time that it asks in vain, what waits is due anew."""
    world = World()
    world.embedder.down = True
    world.tell("I live in Denver.")
    begun = world.now
    for _ in range(90):
        world.now += timedelta(minutes=1)
        show_owed(world.store, world.kept, world.now)
    with pytest.raises(
        ModelUnavailable, match=f"documents wait for their vectors, since {begun + timedelta(minutes=1):%Y-%m-%d %H:%M} UTC"
    ):
        vectors(world.store, world.now)
    world.embedder.down = False
    show_owed(world.store, world.kept, world.now + timedelta(minutes=2))
    assert vectors(world.store, world.now) is None


def test_health_tells_of_documents_that_the_index_does_not_take(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    world.tell("I live in Denver.")

    def refuse(*_: Any, **__: Any) -> None:
        raise Invalid("A vector has another dimension than the index's.")

    monkeypatch.setattr(world.index, "write", refuse)
    (one,) = world.memories()
    again = one.model_copy(update={"labels": ("home",), "index_due": world.now, "version": one.version + 1})
    world.store.put_each([Write(again, one.version)])
    for _ in range(30):
        world.now += timedelta(minutes=1)
        show_owed(world.store, world.kept, world.now)
    with pytest.raises(ModelUnavailable, match="1 documents are not in the index, since"):
        vectors(world.store, world.now)
