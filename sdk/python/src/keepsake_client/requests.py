"""What an operation is before it is sent: a request, several in turn, or pages of one list. Sync and async clients send the same."""

from __future__ import annotations

import json
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Generic, TypeVar
from urllib.parse import quote

from pydantic import TypeAdapter
from pydantic_core import to_jsonable_python

T = TypeVar("T")
SAME_TWICE = ("/recall", "/reflect", "/items/search", "/items/batch")
"""What POST does there is as good done twice: it reads, or takes the place of what was there."""
PAGE = 200
"""Most rows that the service gives at once."""


@dataclass(frozen=True)
class Request(Generic[T]):
    method: str
    path: str
    """Behind `/v1`, with its parts percent-encoded."""
    answer: type[T] | None = None
    """What the JSON is read as; None: nothing, or the JSON as it is where `raw`."""
    query: Mapping[str, Any] = field(default_factory=dict)
    """What is None is left out."""
    body: Mapping[str, Any] | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    wait_s: float = 0
    """How long the service may take on purpose, beside the client's time-out."""

    @property
    def repeatable(self) -> bool:
        """Whether sending it twice is as good as once, although nobody knows what became of the first."""
        if self.method == "PUT":
            return "version" not in (self.body or {})
        return self.method in ("GET", "DELETE") or self.path in SAME_TWICE or "Idempotency-Key" in self.headers

    @property
    def parameters(self) -> dict[str, str]:
        return {k: v if isinstance(v, str) else _text(v) for k, v in self.query.items() if v is not None}

    @property
    def content(self) -> bytes | None:
        return None if self.body is None else json.dumps(to_jsonable_python(self.body), ensure_ascii=False).encode()

    def read(self, data: bytes) -> T:
        """The answer. Raises pydantic.ValidationError where it is none of this service's."""
        if self.answer is None:
            return None  # type: ignore[return-value]
        return TypeAdapter(self.answer).validate_json(data)

    def __iter__(self) -> Generator[Any, Any, T]:
        """For `yield from` in steps."""
        answer: T = yield self
        return answer


@dataclass(frozen=True)
class Pause:
    """A step: nothing, for this long."""

    seconds: float


Steps = Generator[Any, Any, T]
"""Several requests in turn: yields each, or a `Pause`, is sent each answer or thrown its KeepsakeError, returns the result."""


@dataclass(frozen=True)
class Pages(Generic[T]):
    """The rows of a list, page after page."""

    request: Request[dict[str, Any]]
    rows: str
    """The field of the answer that holds them."""
    row: type[T]
    limit: int | None = None
    """Most rows in all; None: every one."""

    def first(self) -> Request[dict[str, Any]] | None:
        return None if self.limit == 0 else self._asking(None, 0)

    def read(self, answer: dict[str, Any], had: int) -> tuple[list[T], Request[dict[str, Any]] | None]:
        """The rows of a page, and the request for the next one; None where that was the last. `had` counts those before."""
        rows = TypeAdapter(list[self.row]).validate_python(answer[self.rows])  # type: ignore[name-defined]
        had += len(rows)
        cursor = answer.get("next_cursor")
        more = cursor is not None and (self.limit is None or had < self.limit)
        return rows, self._asking(cursor, had) if more else None

    def collected(self) -> Steps[list[T]]:
        """All rows, for `yield from` in steps."""
        found: list[T] = []
        request = self.first()
        while request is not None:
            rows, request = self.read((yield from request), len(found))
            found += rows
        return found

    def _asking(self, cursor: str | None, had: int) -> Request[dict[str, Any]]:
        size = PAGE if self.limit is None else max(1, min(PAGE, self.limit - had))
        return replace(self.request, query={**self.request.query, "limit": size, "cursor": cursor})


def path(*parts: object) -> str:
    """`/memories/f_1/pin` of ("memories", "f_1", "pin"), each percent-encoded."""
    return "".join(f"/{quote(str(part), safe='')}" for part in parts)


def given(**fields: Any) -> dict[str, Any]:
    """Those that are not None: in a request a field is left out where there is nothing to say."""
    return {k: v for k, v in fields.items() if v is not None}


def _text(value: Any) -> str:
    value = to_jsonable_python(value)
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
