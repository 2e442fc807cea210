"""A small client of the HTTP API over one kept connection."""

from __future__ import annotations

import http.client
import json
import time
from typing import Any, Protocol, Self
from urllib.parse import urlencode, urlsplit


class ApiError(Exception):
    """An answer that is not a success, with its problem details."""

    def __init__(self, status: int, problem: dict[str, Any]) -> None:
        super().__init__(f"{status}: {problem.get('detail') or problem}")
        self.status, self.problem = status, problem


class Api(Protocol):
    """Whatever answers calls: the client below, or a service in this process."""

    def call(self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None) -> dict[str, Any]:
        """The answer's JSON. Raises ApiError for anything but a success."""
        ...


class Client:
    """Calls as the holder of one key. Not for use by several threads at once."""

    def __init__(self, url: str, key: str, timeout_s: float = 60) -> None:
        place = urlsplit(url)
        self._path = place.path
        self._connection = http.client.HTTPConnection(place.hostname or "127.0.0.1", place.port or 80, timeout=timeout_s)
        self._headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

    def close(self) -> None:
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def call(
        self, method: str, path: str, body: Any = None, query: dict[str, Any] | None = None, headers: dict[str, str] | None = None
    ) -> dict[str, Any]:
        """The answer's JSON. Raises ApiError for anything but a success."""
        url = self._path + path + (f"?{urlencode(query)}" if query else "")
        data = None if body is None else json.dumps(body).encode()
        try:
            self._connection.request(method, url, data, self._headers | (headers or {}))
            reply = self._connection.getresponse()
            text = reply.read()
        except (http.client.HTTPException, ConnectionError):
            self._connection.close()
            raise
        answer = json.loads(text) if text else {}
        if reply.status >= 300:
            raise ApiError(reply.status, answer)
        return dict(answer)


def processed(api: Api, batch_id: str, within_s: float) -> dict[str, Any]:
    """The batch once it is processed or failed. Raises TimeoutError."""
    deadline = time.monotonic() + within_s
    while time.monotonic() < deadline:
        batch = api.call("GET", f"/batches/{batch_id}", query={"wait_s": 10})
        if batch["status"] in ("processed", "failed"):
            return batch
    raise TimeoutError(f"Batch {batch_id} was not processed within {within_s:.0f} s.")
