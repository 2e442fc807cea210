"""The whole service behind a real address in this process, so that clients in programs of their own can call it."""

from __future__ import annotations

import importlib
import io
import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

from aws_lambda_powertools import Logger

from functions.authorize import handler as authorizer
from functions.imports import handler as imports
from keepsake import bootstrap, settings, telemetry
from keepsake.flows import waiting
from local import in_process
from local.client import ApiError
from local.in_memory import World

KEYS = {"all": "read,write,admin", "readonly": "read"}
"""What a key may do, by the key; those that `POST /admin/keys` makes work too."""
OPERATOR_KEY = "the-operators-own-key"
CONTINUES = {"export_id": "exports", "import_id": "imports", "receipt_id": "erase"}
"""Which function goes on with what a payload names."""


class Service:
    def __init__(self, world: World, invoked: list[dict[str, Any]]) -> None:
        self.world = world
        self.address = ""
        self._invoked = invoked
        self._handlers = in_process.handlers()
        self._queues = in_process.InProcess(world)
        self._one_at_a_time = threading.Lock()

    def answer(self, method: str, address: str, headers: dict[str, str], body: bytes) -> tuple[int, dict[str, str], bytes]:
        """Status, headers and body; what the request leaves for later is done before."""
        place = urlsplit(address)
        with self._one_at_a_time:
            if place.path.startswith("/files/"):
                return self._file(method, place.path.removeprefix("/files/"), body)
            self.world.now = datetime.now(UTC)
            reply = self._reply(method, place.path, place.query, headers, body.decode())
            self._settle()
        said = (reply.get("body") or "").replace('"memory:', f'"{self.address}/files/')
        return reply["statusCode"], {k: str(v) for k, v in reply.get("headers", {}).items()}, said.encode()

    def _reply(self, method: str, path: str, query: str, headers: dict[str, str], body: str) -> dict[str, Any]:
        try:
            resource, named = in_process.matched(method, path.removeprefix("/v1"))
        except ApiError:
            return {"statusCode": 403, "body": json.dumps({"message": "Missing Authentication Token"})}
        event = in_process.proxied("acme", method, resource, named, dict(parse_qsl(query)), None)
        event |= {"body": body or None, "headers": headers, "path": path}
        event["requestContext"]["authorizer"] = _principal(headers)
        reply: dict[str, Any] = self._handlers[f"{method} {resource}"](event, in_process.CONTEXT)
        return reply

    def _settle(self) -> None:
        self._queues.settle()
        while self._invoked:
            event = json.loads(self._invoked.pop(0)["Payload"])
            for function in (CONTINUES[name] for name in CONTINUES if name in event):
                importlib.import_module(f"functions.{function}.handler").handler(event, in_process.CONTEXT)
                self.world.project()

    def _file(self, method: str, name: str, body: bytes) -> tuple[int, dict[str, str], bytes]:
        """What a presigned address of the bucket would do."""
        if method == "PUT":
            self.world.files.files[name] = body
            return 200, {}, b""
        found = self.world.files.files.get(name)
        return (404, {}, b"") if found is None else (200, {}, found)


def _principal(headers: dict[str, str]) -> dict[str, Any]:
    scheme, _, key = (headers.get("Authorization") or "").partition(" ")
    if scheme == "Bearer" and key in KEYS:
        return {"tenant": "acme", "key_id": key, "permissions": KEYS[key]}
    try:
        return dict(authorizer.handler({"headers": headers, "methodArn": "arn/stage/x"}, None)["context"])
    except Exception as err:  # API Gateway's own protocol
        if str(err) != "Unauthorized":
            raise
        return {}


@contextmanager
def serving(world: World) -> Iterator[str]:
    """The address of the API; what is retained is processed before the answer."""
    invoked: list[dict[str, Any]] = []
    service = Service(world, invoked)

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            asked = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            status, headers, said = service.answer(self.command, self.path, dict(self.headers), asked)
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    logger = Logger(service=f"serving-{uuid.uuid4().hex}", stream=io.StringIO())
    made: dict[str, Any] = {name: (lambda _=None, port=port: port) for name, port in in_process.ports(world, invoked).items()}
    made |= {"dead_letters": lambda: (world.dead,), "request_limit": lambda: None, "chat_answers": lambda: None}
    made["secret"] = lambda arn: OPERATOR_KEY if arn == "operator" else "signing"
    current = settings.Settings(operator_secret_arn="operator", signing_secret_arn="signing", embedding_model="hash")
    passing = SimpleNamespace(sleep=lambda _: world.project())  # whoever waits for the index waits for its projector
    soon = partial(waiting.within, pause=passing.sleep)
    with (
        patch.multiple(bootstrap, **made),
        patch.object(imports, "time", passing),
        patch.object(waiting, "within", soon),
        patch.object(telemetry, "logger", lambda: logger),
        patch.object(settings, "current", lambda: current),
    ):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        service.address = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"{service.address}/v1"
        finally:
            server.shutdown()
            server.server_close()
