"""What the read path asks models for: good answers, refusals, nonsense and silence, over a mock transport and a real HTTP server."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
import pytest
import urllib3

from keepsake.adapters.reading import ChatFolder, ChatReflector, ChatReranker, HttpReranker
from keepsake.errors import ModelUnavailable
from tests.integration.adapters.test_openai import chat, model

TEXTS = ["tea", "coffee"]


def test_model_reflects_with_its_citations() -> None:
    said = {"sentences": [{"text": "The user drinks tea.", "evidence_indexes": [0]}], "missing": ["the brand"]}
    answer = ChatReflector(model(chat(said))).reflect("acme", "What do I drink?", TEXTS)
    assert answer.sentences == (("The user drinks tea.", (0,)),)
    assert answer.missing == ("the brand",)


def test_model_folds_the_turns_that_it_is_given() -> None:
    """Row W1."""
    asked: list[str] = []

    def folding(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.content.decode())
        return chat({"message": " The user likes tea. "})(request)

    assert ChatFolder(model(folding)).fold("acme", "The user lives in Bern.", ["user: I like tea."]) == "The user likes tea."
    assert "The user lives in Bern." in asked[0]
    assert "user: I like tea." in asked[0]


@pytest.mark.parametrize("said", ["no JSON at all", {"other": 1}])
def test_unusable_folding_is_a_model_failure(said: Any) -> None:
    with pytest.raises(ModelUnavailable):
        ChatFolder(model(chat(said))).fold("acme", "", ["user: I like tea."])


def test_model_judges_every_text() -> None:
    said = {"judgements": [{"index": 1, "score": 10}, {"index": 0, "score": 2.5}]}
    assert ChatReranker(model(chat(said))).rerank("acme", "q", TEXTS) == [0.25, 1.0]


@pytest.mark.parametrize(
    "said", [{"judgements": [{"index": 0, "score": 3}]}, {"judgements": [{"index": 0, "score": 99}]}, "no JSON at all", {"other": 1}]
)
def test_unusable_judgement_is_a_model_failure(said: Any) -> None:
    with pytest.raises(ModelUnavailable):
        ChatReranker(model(chat(said))).rerank("acme", "q", TEXTS)


@pytest.mark.parametrize("status", [429, 500, 503, 401])
def test_refused_reflection_is_a_model_failure(status: int) -> None:
    def refusing(_: httpx2.Request) -> httpx2.Response:
        return httpx2.Response(status, json={"error": {"message": "no"}})

    with pytest.raises(ModelUnavailable):
        ChatReflector(model(refusing)).reflect("acme", "q", TEXTS)


@contextmanager
def serving(status: int, answer: Any) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """A server on this machine that gives one answer, and what it was asked."""
    asked: list[dict[str, Any]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append({"body": body, "authorization": self.headers.get("Authorization")})
            reply = json.dumps(answer).encode() if not isinstance(answer, bytes) else answer
            self.send_response(status)
            self.send_header("Content-Length", str(len(reply)))
            self.end_headers()
            self.wfile.write(reply)

        def log_message(self, *_: Any) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/rerank", asked
    finally:
        server.shutdown()
        server.server_close()


def test_cross_encoder_in_coheres_form() -> None:
    answer = {"results": [{"index": 1, "relevance_score": 0.9}, {"index": 0, "relevance_score": 0.1}]}
    with serving(200, answer) as (url, asked):
        scores = HttpReranker(urllib3.PoolManager(), url, key=lambda: "k", model="rerank-3").rerank("acme", "q", TEXTS)
    assert scores == [0.1, 0.9]
    assert asked == [{"body": {"model": "rerank-3", "query": "q", "documents": TEXTS, "top_n": 2}, "authorization": "Bearer k"}]


def test_cross_encoder_in_the_form_of_text_embeddings_inference() -> None:
    with serving(200, [{"index": 1, "score": 0.9}, {"index": 0, "score": 0.1}]) as (url, asked):
        assert HttpReranker(urllib3.PoolManager(), url, style="tei").rerank("acme", "q", TEXTS) == [0.1, 0.9]
    assert asked[0]["body"] == {"query": "q", "texts": TEXTS}


def scored(*scores: str, first: int = 0) -> bytes:
    """Scores as they are written, in an answer of their own."""
    return ("[" + ", ".join(f'{{"index": {n}, "score": {score}}}' for n, score in enumerate(scores, first)) + "]").encode()


@pytest.mark.parametrize(
    ("status", "answer"),
    [
        (503, {}),
        (200, b"nonsense"),
        (200, {"results": [{"index": 0, "relevance_score": 1}]}),
        (200, {"x": 1}),
        (200, b"[" * 100_000),
        (200, scored("0.5", "NaN")),
        (200, scored("Infinity", "0.5")),
        (200, scored("1e999", "0.5")),
        (200, scored("1" + "0" * 400, "0.5")),
        (200, scored("0.5", '"nan"')),
        (200, scored("0.5")),
        (200, scored("0.5", "0.5", "0.5")),
        (200, scored("0.5", "0.5", first=1)),
        (200, [{"index": 0, "score": 0.1}, {"index": 1, "score": 0.2}, {"index": 1, "score": 0.9}]),
    ],
)
def test_cross_encoder_that_fails_is_a_model_failure(status: int, answer: Any) -> None:
    with serving(status, answer) as (url, _), pytest.raises(ModelUnavailable):
        HttpReranker(urllib3.PoolManager(), url).rerank("acme", "q", TEXTS)


def test_silent_cross_encoder_is_a_model_failure() -> None:
    with pytest.raises(ModelUnavailable):
        HttpReranker(urllib3.PoolManager(), "http://127.0.0.1:9/rerank", timeout_s=0.2).rerank("acme", "q", TEXTS)
