"""The whole service in this process: every handler, over a world of in-memory stand-ins, asked as over HTTP and driven to rest."""

from __future__ import annotations

import ast
import importlib
import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch
from urllib.parse import parse_qsl, quote, unquote, urlsplit

from aws_lambda_powertools import Logger

from keepsake import bootstrap, facade, gateway, telemetry
from keepsake.adapters.tokens import DailyTokens
from keepsake.records.indexing import Spaces
from keepsake.routes import BY_NAME, DOORS, ROUTES, of_door
from local.client import ApiError
from local.in_memory import World
from local.paths import ROOT

CONTEXT = SimpleNamespace(aws_request_id="q1", function_name="f", get_remaining_time_in_millis=lambda: 60_000)
TENANT = "acme"


def handlers() -> dict[str, Any]:
    """The handler of each route, by the routes that its text names."""
    found: dict[str, Any] = {}
    for path in (ROOT / "functions").glob("*/handler.py"):
        module = importlib.import_module(f"functions.{path.parent.name}.handler")
        named = of_door(path.parent.name) if path.parent.name in DOORS else [n for n in _strings(path) if n in BY_NAME]
        found |= dict.fromkeys(named, module.handler)
    return found


def _strings(path: Path) -> list[str]:
    return [n.value for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


def ports(world: World, invoked: list[Any]) -> dict[str, Any]:
    """What bootstrap would build, by its names there: the world's own. `invoked` gets what would be asked of other functions."""
    side = world.kept()[0]
    return {
        "store": world.store, "index": world.index, "embedder": world.embedder, "ingest_embedder": world.embedder,
        "extract_queue": world.extracting, "consolidate_queue": world.consolidating,
        "access_queue": world.accessed, "rule_extractor": world.rules, "extractor": world.extractor,
        "rule_distiller": world.distiller, "distiller": world.distiller, "rerankers": {}, "reflector": None, "model_answers": None,
        "files": world.files, "blobs": world.blobs, "daily_tokens": DailyTokens(None, "", 0),  # type: ignore[arg-type]
        "side": side, "spaces": Spaces(active=side.made_by), "configured": side.made_by,
        "lambda_client": SimpleNamespace(invoke=lambda **given: invoked.append(given)),
    }  # fmt: skip


def proxied(tenant: str, method: str, resource: str, path: dict[str, str], query: dict[str, Any], body: Any) -> dict[str, Any]:
    """The event that API Gateway would send for the request of the holder of an admin key."""
    return {
        "httpMethod": method, "resource": resource, "path": addressed(resource, path), "pathParameters": path,
        "queryStringParameters": {k: str(v) for k, v in query.items()} or None,
        "body": None if body is None else json.dumps(body),
        "requestContext": {"requestId": "q1", "authorizer": {"tenant": tenant, "key_id": "k-" + tenant, "permissions": "admin"}},
    }  # fmt: skip


def addressed(resource: str, path: dict[str, str]) -> str:
    """The resource with what stands for its names, percent-encoded; what stands for a door's path comes as it is asked for."""
    for name, value in path.items():
        resource = resource.replace(f"{{{name}}}", quote(value, safe="")).replace(
            f"{{{name}+}}", value if name == "proxy" else quote(value)
        )
    return resource


class InProcess:
    """Takes calls as `local.client.Client` does, each a second after the one before. What is retained is recallable before the answer
    comes. Ids and order follow from the calls alone, so that two runs of them end alike."""

    def __init__(self, world: World) -> None:
        self.world = world
        self._handlers = handlers()
        self._settled = 0

    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer's JSON. Raises ApiError for anything but a success."""
        self.world.now += timedelta(seconds=1)
        place = urlsplit(path)
        resource, given = matched(method, place.path)
        event = proxied(TENANT, method, resource, given, dict(parse_qsl(place.query)) | (query or {}), body)
        reply = self._handlers[f"{method} {resource}"](event, CONTEXT)
        answer = json.loads(reply["body"]) if reply["body"] else {}
        if reply["statusCode"] >= 300:
            raise ApiError(reply["statusCode"], answer)
        self.settle()
        return dict(answer)

    def settle(self) -> None:
        """Lets everything happen that waits in the queues."""
        for work in self.world.extracting.sent[self._settled :]:
            self._settled += 1
            self.world.extract(work)
            self.world.project()
            self.world.upkeep()
        self.world.project()
        self.world.refresh()


def matched(method: str, path: str) -> tuple[str, dict[str, str]]:
    """The route's path and what stands for its parameters; one that is spelled out comes before one with a parameter."""
    parts = path.strip("/").split("/")
    found = []
    for route in ROUTES:
        named = route.path.strip("/").split("/")
        # A greedy parameter, the last one, takes what is left.
        mine = [*parts[: len(named) - 1], "/".join(parts[len(named) - 1 :])] if named[-1].endswith("+}") else parts
        if route.method == method and len(named) == len(mine) and all(n == p or n[0] == "{" for n, p in zip(named, mine, strict=True)):
            given = {n.strip("{+}"): unquote(p) for n, p in zip(named, mine, strict=True) if n[0] == "{"}
            found.append((len(given), route.path, given))
    if not found:
        raise ApiError(404, {"detail": f"There is no route {method} {path}."})
    _, resource, given = min(found, key=lambda row: row[0])
    return resource, given


@contextmanager
def running(world: World) -> Iterator[InProcess]:
    """The service over `world` for the length of the block; one at a time in a process. Its log is not kept."""
    logger = Logger(service="in-process", stream=io.StringIO())
    made: dict[str, Any] = {name: (lambda _=None, port=port: port) for name, port in ports(world, []).items()}
    clock = SimpleNamespace(now=lambda _: world.now)
    clocks = patch.object(gateway, "datetime", clock), patch.object(facade, "datetime", clock)
    with patch.multiple(bootstrap, **made), patch.object(telemetry, "logger", lambda: logger), clocks[0], clocks[1]:
        yield InProcess(world)
