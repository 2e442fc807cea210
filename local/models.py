"""A small OpenAI-compatible model endpoint on loopback, over the offline embedders, the judge of changes and the models
of salience and of filing.

`POST /v1/embeddings`, `POST /v1/rerank`, `GET /v1/models`, `GET /health`; errors have OpenAI's shape. As a program: `python -m local.models
PORT MODEL`: that model is ready from the start, another one that is offered is loaded when it is first asked for. Any other
OpenAI-compatible endpoint takes their place by one setting (OPENAI_BASE_URL).
"""

import base64
import json
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Annotated, Any, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, Field, StringConstraints, ValidationError

from keepsake.ports import Reranker
from keepsake.rules.indexing import calibration
from local import embedder, judge, salience

Form = TypeVar("Form", bound=BaseModel)
Text = Annotated[str, StringConstraints(min_length=1)]
# A batch of OpenAI's own size; a body far over it is refused unread.
MAX_TEXTS = 2048
MAX_BODY_BYTES = 64 * 1024 * 1024
MAX_DOCUMENTS = 1000


class EmbeddingRequest(BaseModel):
    """What OpenAI's clients send. Token ids as input are not offered: they belong to another tokenizer."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    input: Text | Annotated[list[Text], Field(min_length=1, max_length=MAX_TEXTS)]
    model: str
    dimensions: Annotated[int, Field(ge=1, le=embedder.DIMENSION)] = embedder.DIMENSION
    encoding_format: Literal["float", "base64"] = "float"
    user: str | None = None


class RerankRequest(BaseModel):
    """What clients of Cohere's and Jina's reranking send."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    model: str
    query: Text
    documents: Annotated[list[Text], Field(min_length=1, max_length=MAX_DOCUMENTS)]
    top_n: Annotated[int, Field(ge=1)] | None = None


class Refusal(Exception):
    """An answer in the shape of OpenAI's errors."""

    def __init__(self, status: int, message: str, param: str | None = None, code: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        error = {"message": message, "type": "invalid_request_error", "param": param, "code": code}
        self.body = {"error": error}


READERS: dict[str, Callable[[], Reranker]] = {
    judge.NAME: judge.Judge,
    salience.NAME: salience.Salience,
    salience.FILING: salience.Filing,
}


class Models:
    """What is offered, each loaded once, when it is first asked: the embedders, and those that read two texts at once."""

    def __init__(self, ready: str = embedder.DEFAULT, remembered: int = embedder.REMEMBERED) -> None:
        self.ready, self._remembered = ready, remembered
        self._loading, self._loading_reader = threading.Lock(), threading.Lock()
        self._readers: dict[str, Reranker] = {}
        self._loaded = {ready: embedder.Embedder(ready, remembered)}

    def get(self, name: str) -> embedder.Embedder:
        """Raises Refusal for one that is not offered."""
        if name not in embedder.OFFERED:
            message = f"The model `{name}` does not exist here; this endpoint has `{'`, `'.join(embedder.OFFERED)}`."
            raise Refusal(400, message, "model", "model_not_found")
        with self._loading:
            if name not in self._loaded:
                self._loaded[name] = embedder.Embedder(name, self._remembered)
        return self._loaded[name]

    def reader(self, name: str) -> Reranker:
        """Raises Refusal for another one."""
        if name not in READERS:
            message = f"The model `{name}` does not rerank here; this endpoint has `{'`, `'.join(READERS)}`."
            raise Refusal(400, message, "model", "model_not_found")
        with self._loading_reader:  # a recall waits for its vector meanwhile
            if name not in self._readers:
                self._readers[name] = READERS[name]()
        return self._readers[name]


def answer_embeddings(body: bytes, models: Models) -> dict[str, Any]:
    """The answer of `POST /v1/embeddings`: unit vectors in the order of the input. Raises Refusal."""
    request = _valid(EmbeddingRequest, body)
    model = models.get(request.model)
    texts = [request.input] if isinstance(request.input, str) else request.input
    rows = model.embed(texts)
    if request.dimensions < embedder.DIMENSION:
        rows = embedder.unit(rows[:, : request.dimensions])
    packed = request.encoding_format == "base64"
    data = [
        {
            "object": "embedding",
            "index": index,
            "embedding": base64.b64encode(row.astype("<f4").tobytes()).decode() if packed else row.tolist(),
        }
        for index, row in enumerate(rows)
    ]
    tokens = model.count_tokens(texts)
    usage = {"prompt_tokens": tokens, "total_tokens": tokens}
    return {"object": "list", "model": model.name, "data": data, "usage": usage}


def answer_rerank(body: bytes, models: Models) -> dict[str, Any]:
    """The answer of `POST /v1/rerank`: what the model that is asked tells of the query and each document (local/judge.py,
    local/salience.py), the highest first. Raises Refusal."""
    request = _valid(RerankRequest, body)
    scores = models.reader(request.model).rerank("", request.query, request.documents)
    ranked = sorted(enumerate(scores), key=lambda one: -one[1])[: request.top_n]
    return {"model": request.model, "results": [{"index": index, "relevance_score": score} for index, score in ranked]}


def _valid(form: type[Form], body: bytes) -> Form:
    """Raises Refusal."""
    try:
        return form.model_validate_json(body)
    except ValidationError as err:
        first = err.errors(include_url=False, include_input=False)[0]
        field = ".".join(str(part) for part in first["loc"] if part in form.model_fields) or None
        raise Refusal(400, f"{field or 'The body'}: {first['msg']}", field) from err


ANSWERS = {"/v1/embeddings": answer_embeddings, "/v1/rerank": answer_rerank}


class Endpoint(ThreadingHTTPServer):
    daemon_threads = True
    # Twenty functions may start at once; the default of 5 would make some of them wait a second for a retry.
    request_queue_size = 128

    def __init__(self, port: int, models: Models) -> None:
        super().__init__(("127.0.0.1", port), Exchange)
        self.models = models

    @property
    def base_url(self) -> str:
        """What OPENAI_BASE_URL has to be, ending in /v1."""
        return f"http://127.0.0.1:{self.server_address[1]}/v1"


class Exchange(BaseHTTPRequestHandler):
    server: Endpoint
    protocol_version = "HTTP/1.1"
    # Headers and body leave in one write and at once; else a kept connection waits 40 ms for the client's delayed ACK.
    wbufsize = 1 << 20
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        if self.path == "/health":
            self._send(200, {"status": "ok", "model": self.server.models.ready, "dimension": embedder.DIMENSION})
        elif self.path == "/v1/models":
            models = [{"id": name, "object": "model", "created": 0, "owned_by": "keepsake"} for name in (*embedder.OFFERED, *READERS)]
            self._send(200, {"object": "list", "data": models})
        else:
            self._send_refusal(Refusal(404, f"Unknown request: GET {self.path}"))

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        try:
            if not length.isdigit() or int(length) > MAX_BODY_BYTES:
                self.close_connection = True
                raise Refusal(400, f"A Content-Length of at most {MAX_BODY_BYTES} is needed.")
            body = self.rfile.read(int(length))
            answer = ANSWERS.get(self.path)
            if answer is None:
                raise Refusal(404, f"Unknown request: POST {self.path} (chat is not offered here)")
            self._send(200, answer(body, self.server.models))
        except Refusal as refusal:
            self._send_refusal(refusal)

    def _send_refusal(self, refusal: Refusal) -> None:
        self._send(refusal.status, refusal.body)

    def _send(self, status: int, answer: dict[str, Any]) -> None:
        body = json.dumps(answer, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: a line per embedding helps nobody."""


@contextmanager
def running(port: int = 0, remembered: int = embedder.REMEMBERED) -> Iterator[Endpoint]:
    """The endpoint in a thread of this process for the length of the block, on `port` (0: a free one)."""
    with Endpoint(port, Models(remembered=remembered)) as endpoint:
        thread = threading.Thread(target=endpoint.serve_forever, daemon=True)
        thread.start()
        try:
            yield endpoint
        finally:
            endpoint.shutdown()
            thread.join()


if __name__ == "__main__":
    with Endpoint(int(sys.argv[1]), Models(sys.argv[2])) as program:
        # By these a model is calibrated before its first text, for which somebody may wait; the index takes longer to start. What reads two
        # texts at once is loaded when it is first asked: no recall waits for that.
        threading.Thread(target=program.models.get(sys.argv[2]).embed, args=(calibration.texts(),), daemon=True).start()
        program.serve_forever()
