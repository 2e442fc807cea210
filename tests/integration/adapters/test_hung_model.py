"""A model endpoint that takes the connection and never answers: recalls go on without it, and leave nothing that the next one waits for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

import openai
import pytest

from keepsake import bootstrap
from keepsake.adapters.openai import OpenAIEmbedder
from keepsake.errors import ModelUnavailable
from keepsake.flows.recall import recall
from local.stand_ins import HashEmbedder
from tests.world import World

MANY = 30
LONG_S = 60.0
"""A recall that waits for the model's thread would never end."""


@contextmanager
def hanging() -> Iterator[tuple[str, list[socket.socket]]]:
    """Its address, and who connected."""
    with socket.create_server(("127.0.0.1", 0), backlog=128) as server:
        held: list[socket.socket] = []

        def hold() -> None:
            while True:
                try:
                    held.append(server.accept()[0])
                except OSError:
                    return

        thread = threading.Thread(target=hold, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/v1", held
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join(LONG_S)
            for one in held:
                one.close()


def embedder(url: str) -> OpenAIEmbedder:
    """As recall has it."""
    client = openai.OpenAI(base_url=url, api_key="none", max_retries=0)
    return OpenAIEmbedder(client, model="m", dimension=64, timeout_s=bootstrap.RECALL_EMBED_TIMEOUT_S)


def told(url: str) -> World:
    world = World()
    world.tell("I live in Denver.")
    world.embedder = embedder(url)
    return world


def test_recalls_model_is_asked_once_and_given_up() -> None:
    with hanging() as (url, connected):
        with pytest.raises(ModelUnavailable):
            embedder(url).embed(["where?"])
        assert len(connected) == 1


def test_thirty_recalls_at_once_are_answered_without_the_model() -> None:
    with hanging() as (url, _), ThreadPoolExecutor(MANY) as pool:
        world = told(url)
        answers = [pool.submit(world.recall, "Where do I live?") for _ in range(MANY)]
        for answer in (a.result(LONG_S) for a in answers):
            assert [d.part for d in answer.degraded] == ["model"]
            assert any("Denver" in m.content for m in answer.memories)


class Forever(HashEmbedder):
    """Ends when the test does."""

    def __init__(self) -> None:
        super().__init__()
        self.over = threading.Event()

    def embed(self, texts: Sequence[str]) -> list[list[float]]:
        self.over.wait(LONG_S)
        return super().embed(texts)


def test_thirty_recalls_in_a_row_do_not_wait_for_threads_that_the_model_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "EMBED_WITHIN_S", 0.01)
    world = World()
    world.tell("I live in Denver.")
    world.embedder = forever = Forever()
    with ThreadPoolExecutor(1) as pool:
        try:
            for _ in range(MANY):
                answer = pool.submit(world.recall, "Where do I live?").result(LONG_S / 2)
                assert [d.part for d in answer.degraded] == ["model"]
        finally:
            forever.over.set()


def test_recall_waits_for_its_vectors_as_long_as_they_are_asked_for() -> None:
    assert bootstrap.RECALL_EMBED_TIMEOUT_S <= recall.EMBED_WITHIN_S < recall.FOUND_WITHIN_S < 2
