"""A model endpoint that takes the connection and never answers: recalls go on without it, and leave nothing that the next one waits for."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import pytest

from keepsake import bootstrap
from keepsake.adapters.openai import Chat, OpenAIEmbedder, endpoint
from keepsake.errors import ModelUnavailable
from keepsake.flows.recall import recall
from local.stand_ins import HashEmbedder
from tests.integration.adapters.test_openai import Tally
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
    return OpenAIEmbedder(endpoint(url, "none"), model="m", dimension=64, timeout_s=bootstrap.RECALL_EMBED_TIMEOUT_S)


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


@contextmanager
def trickling() -> Iterator[str]:
    """The address of one that sends an empty line now and then, and never an answer."""
    over = threading.Event()
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

    def send(one: socket.socket) -> None:
        with one, suppress(OSError):
            one.recv(65_536)
            one.sendall(head)
            while not over.wait(0.02):
                one.sendall(b"1\r\n\n\r\n")

    with socket.create_server(("127.0.0.1", 0), backlog=8) as server, ThreadPoolExecutor(4) as pool:

        def take() -> None:
            with suppress(OSError):
                while True:
                    pool.submit(send, server.accept()[0])

        thread = threading.Thread(target=take, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.getsockname()[1]}/v1"
        finally:
            over.set()
            server.shutdown(socket.SHUT_RDWR)
            thread.join(LONG_S)


def test_endpoint_that_sends_empty_lines_while_it_queues_is_given_up_in_time() -> None:
    """Each line comes within the time for one read."""
    with ThreadPoolExecutor(2) as pool, trickling() as url:
        sdk = endpoint(url, "none")
        chat = Chat(sdk, model="m", budget=Tally(), timeout_s=0.5)
        waiting = [
            pool.submit(OpenAIEmbedder(sdk, model="m", dimension=2, timeout_s=0.5).embed, ["where?"]),
            pool.submit(chat.answers, "acme"),
        ]
        for one in waiting:
            assert isinstance(one.exception(LONG_S / 4), ModelUnavailable)


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
