"""The whole service in this process behind an httpx transport: authorizer, routes and functions as API Gateway would call them.

Clients are tested with it, sync and async, without a server. What a call leaves for later (queues, the stream, functions that call
themselves) is done before its answer is given.
"""

from __future__ import annotations

import importlib
import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, urlsplit

import httpx
from aws_lambda_powertools import Logger

from functions.authorize import handler as authorizer
from functions.imports import handler as imports
from keepsake import bootstrap, settings, telemetry
from keepsake.flows import waiting
from keepsake.flows.indexing import spaces
from keepsake.ports import Side
from keepsake.records import Embedding
from local.client import ApiError
from local.in_memory import World
from local.in_process import CONTEXT, handlers, matched, ports
from local.stand_ins import HashEmbedder, MemoryIndex

URL = "http://keepsake.test/v1"
FILES = "http://files.test/"
"""Where the bucket's presigned addresses lead."""
OPERATOR_KEY = "the-operators-own-key"
FUNCTIONS = {"export_id": "exports", "import_id": "imports", "receipt_id": "erase", "migration_id": "migrations"}
"""Which function goes on with what a payload names."""


class Indexed(World):
    """With an index for each embedding model that is kept."""

    def __init__(self) -> None:
        super().__init__()
        (own,) = super().kept()
        self.sides, self.configured = {own.made_by: own}, own.made_by

    def side_of(self, made_by: Embedding) -> Side:
        if made_by not in self.sides:
            self.sides[made_by] = Side(MemoryIndex(made_by.dimension), HashEmbedder(made_by.dimension, made_by.model))
        return self.sides[made_by]

    def kept(self) -> list[Side]:
        return [self.side_of(made_by) for made_by in spaces.settled(self.store, self.configured).kept]


class Service(httpx.BaseTransport, httpx.AsyncBaseTransport):
    def __init__(self, world: World, invoked: list[dict[str, Any]]) -> None:
        self.world = world
        self._invoked = invoked
        self._handlers = handlers()
        self._settled = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        request.read()
        return self._answered(request)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        await request.aread()
        return self._answered(request)

    def key(self, tenant: str, *permissions: str, **bound: Any) -> str:
        """A new key of the tenant."""
        body = {"tenant": tenant, "permissions": permissions, **bound}
        headers = {"Authorization": f"Bearer {OPERATOR_KEY}"}
        return str(self.handle_request(httpx.Request("POST", f"{URL}/admin/keys", json=body, headers=headers)).json()["key"])

    def settle(self) -> None:
        """Lets everything happen that waits."""
        world = self.world
        for work in world.extracting.sent[self._settled :]:
            self._settled += 1
            world.extract(work)
        world.upkeep()
        world.project()
        world.refresh()
        while self._invoked:
            event = json.loads(self._invoked.pop(0)["Payload"])
            name = next((function for key, function in FUNCTIONS.items() if key in event), None)
            if name is not None:
                importlib.import_module(f"functions.{name}.handler").handler(event, CONTEXT)
                world.project()

    def _answered(self, request: httpx.Request) -> httpx.Response:
        if str(request.url).startswith(FILES):
            return self._file(request)
        self.world.now = datetime.now(UTC)
        reply = self._reply(request)
        self.settle()
        headers = {k: str(v) for k, v in reply.get("headers", {}).items()}
        return httpx.Response(reply["statusCode"], headers=headers, content=(reply.get("body") or "").replace('"memory:', f'"{FILES}'))

    def _reply(self, request: httpx.Request) -> dict[str, Any]:
        place = urlsplit(str(request.url))
        path = place.path.removeprefix("/v1")
        try:
            resource, named = matched(request.method, path)
        except ApiError:
            return {"statusCode": 403, "body": json.dumps({"message": "Missing Authentication Token"})}
        try:
            principal = authorizer.handler({"headers": dict(request.headers), "methodArn": "arn/stage/x"}, None)["context"]
        except Exception as err:  # API Gateway's own protocol
            if str(err) != "Unauthorized":
                raise
            principal = {}
        event = {
            "httpMethod": request.method, "resource": resource, "path": path, "pathParameters": named,
            "queryStringParameters": dict(parse_qsl(place.query, keep_blank_values=True)) or None, "headers": dict(request.headers),
            "body": request.content.decode() or None,
            "requestContext": {"requestId": "q1", "path": place.path, "authorizer": principal},
        }  # fmt: skip
        reply: dict[str, Any] = self._handlers[f"{request.method} {resource}"](event, CONTEXT)
        return reply

    def _file(self, request: httpx.Request) -> httpx.Response:
        """What a presigned address of the bucket would do."""
        files, name = self.world.files.files, request.url.path[1:]
        if request.method == "PUT":
            files[name] = request.content
            return httpx.Response(200)
        return httpx.Response(200, content=files[name]) if name in files else httpx.Response(404)


@contextmanager
def serving() -> Iterator[Service]:
    """The service for the length of the block; one at a time in a process. Its log is not kept."""
    world = Indexed()
    invoked: list[dict[str, Any]] = []
    logger = Logger(service="in-process", stream=io.StringIO())
    made: dict[str, Any] = {name: (lambda _=None, port=port: port) for name, port in ports(world, invoked).items()}
    made |= {"dead_letters": lambda: (world.dead,), "secret": lambda arn: OPERATOR_KEY if arn == "operator" else "signing"}
    made |= {"request_limit": lambda: None, "chat_answers": lambda: None, "side_of": world.side_of}
    made |= {"index": lambda made_by=None: world.side_of(made_by or world.configured).index}
    made |= {"spaces": lambda: spaces.standing(world.store, world.configured)}
    current = settings.Settings(operator_secret_arn="operator", signing_secret_arn="signing", embedding_model="hash")
    with (
        patch.multiple(bootstrap, **made),
        patch.object(telemetry, "logger", lambda: logger),
        patch.object(settings, "current", lambda: current),
        patch.dict(os.environ, KEEPSAKE_PROJECT_FUNCTION="project"),
        # What waits for the index.
        patch.object(imports, "time", SimpleNamespace(sleep=lambda _: world.project())),
        patch.object(waiting, "within", partial(waiting.within, pause=lambda _: world.project())),
    ):
        yield Service(world, invoked)
