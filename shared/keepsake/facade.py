"""A door for another system's clients: one function behind `/{door}/{proxy+}` that checks, counts and logs as the native routes do, and
answers in that system's own shape.

A door is a table of operations by `METHOD /path/{name}`. The path is split before its parts are decoded, so that a name may hold a slash.
What a door makes of a request for a flow goes through `memory` (masked, as everything that is remembered) or `verbatim` (state).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, NamedTuple, TypeVar
from urllib.parse import unquote

from pydantic import BaseModel

from keepsake import gateway
from keepsake.api import MOST_REQUEST_BYTES
from keepsake.errors import Forbidden, KeepsakeError, NotFound, Unavailable, UnknownOperation
from keepsake.gateway import Event
from keepsake.ids import part
from keepsake.records import MOST_ENCODED, Permission, Principal
from keepsake.rules.governance import identity

Model = TypeVar("Model", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Visit:
    """One checked request at a door."""

    caller: Principal
    path: Mapping[str, str]
    """What stands for the names of the operation's path, decoded."""
    query: Mapping[str, str]
    body: dict[str, Any]
    """The object that was sent, unmasked; empty where nothing was."""
    headers: Mapping[str, str]
    """By names in small letters."""
    request_id: str
    now: datetime
    context: Any
    """Lambda's own."""

    def left_s(self) -> float:
        """Seconds until the function is cut off."""
        return float(self.context.get_remaining_time_in_millis()) / 1000

    def asking(self, body: dict[str, Any]) -> Visit:
        """The same request with another body."""
        return replace(self, body=body)

    def count(self, events: int) -> None:
        """Counts events against the tenant's rate. Raises Throttled."""
        gateway.within_rate(self.caller, self.now, events=events)


class Reply(NamedTuple):
    body: Any = None
    """JSON, or None for no body."""
    status: int = 200
    headers: Mapping[str, str] = {}


class Operation(NamedTuple):
    permission: Permission
    act: Callable[[Visit], Reply]
    most_bytes: int = MOST_REQUEST_BYTES
    """Of a request's body."""
    bodiless: bool = False
    """It takes nothing from a body: one with something in it is refused."""


class Door(NamedTuple):
    name: str
    """The first part of its addresses behind /v1."""
    operations: Mapping[str, Operation]
    """By `METHOD /path/{name}`, without the door's name. A slash at the end does not count."""
    refusal: Callable[[KeepsakeError, str], Reply]
    """The answer to an error, of the error and of the request's id, in the shape that the door's clients read."""


def serve(event: Event, context: Any, door: Door) -> Event:
    """Answers an API Gateway proxy event by one of the door's operations."""
    method = str(event.get("httpMethod"))
    found = named(door, method, str(event.get("path") or ""))
    name = f"{method} /{door.name}" + (found[0].partition(" ")[2] if found else "/{proxy+}")

    def run(request_id: str, noted: dict[str, Any]) -> Event:
        now = datetime.now(UTC)
        caller = gateway.principal_of(event, now)
        noted["tenant"] = caller.tenant
        gateway.within_rate(caller, now, requests=1, size=len(event.get("body") or ""))
        if caller.operator:
            raise Forbidden("The operator's key belongs to no tenant: make a key for one with POST /admin/keys.")
        if found is None:
            raise UnknownOperation("There is no such operation.")
        operation, path = door.operations[found[0]], found[1]
        identity.require(caller, operation.permission)
        if any(len(part(value)) > MOST_ENCODED for value in path.values()):
            raise NotFound("No id is as long as that.")
        headers = {k.lower(): v for k, v in (event.get("headers") or {}).items()}
        body = gateway.read_json(event, operation.most_bytes)
        if operation.bodiless:
            gateway.refuse_body(body)
        query = event.get("queryStringParameters") or {}
        return _answer(operation.act(Visit(caller, path, query, body, headers, request_id, now, context)), request_id)

    def told(err: KeepsakeError, _: Event, request_id: str) -> Event:
        reply = door.refusal(err, request_id)
        wait = {"Retry-After": str(err.retry_after_s or 1)} if err.retry_after_s is not None or isinstance(err, Unavailable) else {}
        return _answer(reply._replace(headers={**wait, **reply.headers}), request_id)

    return gateway.edge(event, context, name, run, told)


def named(door: Door, method: str, path: str) -> tuple[str, dict[str, str]] | None:
    """The operation that a request asks for, with its path's names decoded; None where there is none. A part that is spelled out comes
    before one with a name, the earlier in the path the more. `path` as API Gateway hands it on: percent-encoded, with whatever a custom
    domain puts before the door's name."""
    parts = path.partition(f"/{door.name}/")[2].removesuffix("/").split("/")
    best: tuple[list[bool], str, dict[str, str]] | None = None
    for name in door.operations:
        asked, _, pattern = name.partition(" ")
        wanted = pattern.strip("/").split("/")
        if asked != method or len(wanted) != len(parts) or not all(parts):
            continue
        spelled = [not w.startswith("{") for w in wanted]
        if all(w == p for w, p, same in zip(wanted, parts, spelled, strict=True) if same) and (best is None or spelled > best[0]):
            given = {w.strip("{}"): unquote(p) for w, p, same in zip(wanted, parts, spelled, strict=True) if not same}
            best = (spelled, name, given)
    return None if best is None else best[1:]


def memory(model: type[Model], fields: dict[str, Any]) -> Model:
    """A flow's request with the secrets of every text masked. Raises Invalid."""
    return gateway.checked(model, gateway.masked(fields))


def verbatim(model: type[Model], fields: dict[str, Any]) -> Model:
    """A flow's request kept byte for byte: only its names are looked at. Raises Invalid."""
    return gateway.checked(model, gateway.names_masked(fields))


def _answer(reply: Reply, request_id: str) -> Event:
    headers = {"X-Request-Id": request_id, "Cache-Control": "no-store", **reply.headers}
    if reply.body is None:
        return {"statusCode": reply.status, "headers": headers, "body": ""}
    body = json.dumps(reply.body, ensure_ascii=False, separators=(",", ":"))
    return {"statusCode": reply.status, "headers": {"Content-Type": "application/json", **headers}, "body": body}
