"""The service behind a real address in this process, so that clients in programs of their own can call it."""

from __future__ import annotations

import io
import json
import threading
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

from aws_lambda_powertools import Logger

from keepsake import bootstrap, telemetry
from local import in_process
from local.in_memory import World

KEYS = {"all": "read,write,admin", "readonly": "read"}
"""What a key may do, by the key."""


@contextmanager
def serving(world: World) -> Iterator[str]:
    """The address of the API; what is retained is processed before the answer."""
    handlers, settle = in_process.handlers(), threading.Lock()
    service = in_process.InProcess(world)

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
            place = urlsplit(self.path)
            resource, path = in_process.matched(self.command, place.path.removeprefix("/v1"))
            event = in_process.proxied("acme", self.command, resource, path, dict(parse_qsl(place.query)), None)
            event |= {"body": body or None, "headers": dict(self.headers), "path": place.path}
            scheme, _, key = (self.headers.get("Authorization") or "").partition(" ")
            event["requestContext"]["authorizer"] = (
                {"tenant": "acme", "key_id": key, "permissions": KEYS[key]} if scheme == "Bearer" and key in KEYS else {}
            )
            with settle:
                reply = handlers[f"{self.command} {resource}"](event, in_process.CONTEXT)
                service.settle()
            said = reply["body"].encode()
            self.send_response(reply["statusCode"])
            for name, value in reply["headers"].items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _serve  # noqa: N815

        def log_message(self, *_: Any) -> None:
            """Says nothing."""

    logger = Logger(service=f"mcp-{uuid.uuid4().hex}", stream=io.StringIO())
    made: dict[str, Any] = {name: (lambda _=None, port=port: port) for name, port in in_process.ports(world, []).items()}
    with patch.multiple(bootstrap, **made), patch.object(telemetry, "logger", lambda: logger):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            server.server_close()


def lines(text: str) -> list[Any]:
    """What a client printed, a JSON value a line."""
    return [json.loads(line) for line in text.splitlines() if line.startswith(("{", "["))]
