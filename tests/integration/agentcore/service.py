"""AgentCore Memory's function in this process, asked by boto3, and short words for what tests do."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import boto3
import pytest
from botocore.awsrequest import AWSResponse
from botocore.config import Config
from botocore.exceptions import ClientError

from functions.agentcore.handler import handler
from local import in_process

AT = datetime(2026, 5, 2, 10, tzinfo=UTC)
STRATEGIES = [
    {"semanticMemoryStrategy": {"name": "facts", "namespaces": ["/facts/{actorId}/"]}},
    {"userPreferenceMemoryStrategy": {"name": "likes", "namespaces": ["/preferences/{actorId}/"]}},
    {"summaryMemoryStrategy": {"name": "sums", "namespaces": ["/summaries/{actorId}/{sessionId}/"]}},
]
ONCE = Config(retries={"total_max_attempts": 1})
ADMIN = {"permissions": "admin"}
SAID = "I live in Denver and I work as a pilot."
names = itertools.count()


class Raw:
    """A body as botocore reads it."""

    def __init__(self, text: str) -> None:
        self._data = text.encode()

    def read(self, *_: Any, **__: Any) -> bytes:
        return self._data

    def stream(self, *_: Any, **__: Any) -> Iterator[bytes]:
        yield self._data


class Service:
    def __init__(self, inside: in_process.InProcess) -> None:
        self.inside, self.world = inside, inside.world
        self.left_ms = 29_000

    def client(self, plane: str = "bedrock-agentcore", tenant: str = "acme", **key: str) -> Any:
        """Holds a key of these bindings."""
        made = boto3.client(
            plane, region_name="eu-west-1", endpoint_url="http://keepsake.test/v1/agentcore", config=ONCE,
            aws_access_key_id="x", aws_secret_access_key="x", aws_session_token="the key",
        )  # fmt: skip
        authorizer = {"tenant": tenant, "key_id": "k1"} | (key or ADMIN)

        def send(request: Any, **_: Any) -> AWSResponse:
            assert request.headers["X-Amz-Security-Token"] == b"the key"
            place = urlsplit(request.url)
            body = request.body.decode() if isinstance(request.body, bytes) else request.body
            event = {
                "httpMethod": request.method, "resource": "/agentcore/{proxy+}", "path": place.path.removeprefix("/v1"),
                "headers": {k: v.decode() if isinstance(v, bytes) else v for k, v in request.headers.items()},
                "queryStringParameters": dict(parse_qsl(place.query)) or None, "body": body,
                "requestContext": {"requestId": "q1", "authorizer": authorizer},
            }  # fmt: skip
            context = SimpleNamespace(aws_request_id="q1", get_remaining_time_in_millis=lambda: self.left_ms)
            self.world.now += timedelta(seconds=1)
            reply = handler(event, context)
            return AWSResponse(request.url, reply["statusCode"], reply["headers"], Raw(reply["body"]))  # type: ignore[no-untyped-call]

        made.meta.events.register("before-send", send)
        return made

    def records(self) -> list[Any]:
        store = self.world.store
        return list(store.read(list(store.rows)).values())

    def memory(self, **fields: Any) -> str:
        asked = {"name": f"memory{next(names)}", "eventExpiryDuration": 30, "memoryStrategies": STRATEGIES} | fields
        return str(self.client("bedrock-agentcore-control").create_memory(**asked)["memory"]["id"])


def message(text: str, role: str = "USER") -> dict[str, Any]:
    return {"conversational": {"content": {"text": text}, "role": role}}


def say(data: Any, memory: str, *payload: Any, actor: str = "ann", session: str = "s1", at: datetime = AT, **fields: Any) -> dict[str, Any]:
    rows = [message(p) if isinstance(p, str) else p for p in payload]
    event: dict[str, Any] = data.create_event(memoryId=memory, actorId=actor, sessionId=session, eventTimestamp=at, payload=rows, **fields)[
        "event"
    ]
    return event


def listed(data: Any, memory: str, actor: str = "ann", session: str = "s1", **fields: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = data.list_events(memoryId=memory, actorId=actor, sessionId=session, **fields)["events"]
    return rows


def texts(records: list[dict[str, Any]]) -> list[str]:
    return [r["content"]["text"] for r in records]


def found(data: Any, memory: str, query: str = "Where does the user live?", **fields: Any) -> list[dict[str, Any]]:
    criteria = {"searchQuery": query} | fields.pop("criteria", {})
    rows: list[dict[str, Any]] = data.retrieve_memory_records(memoryId=memory, searchCriteria=criteria, **fields)["memoryRecordSummaries"]
    return rows


def refused(act: Callable[[], Any]) -> tuple[str, str]:
    with pytest.raises(ClientError) as raised:
        act()
    error = raised.value.response["Error"]
    return error["Code"], error["Message"]


def created(data: Any, memory: str, *records: dict[str, Any], **fields: Any) -> list[str]:
    rows = [{"requestIdentifier": f"r{n}", "timestamp": AT} | r for n, r in enumerate(records)]
    done = data.batch_create_memory_records(memoryId=memory, records=rows, **fields)
    assert done["failedRecords"] == []
    return [r["memoryRecordId"] for r in done["successfulRecords"]]


def put(text: str, namespace: str, **fields: Any) -> dict[str, Any]:
    return {"content": {"text": text}, "namespaces": [namespace]} | fields
