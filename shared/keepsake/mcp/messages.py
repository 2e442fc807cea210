"""A message of JSON-RPC 2.0 and its answer, as far as the route is concerned: the protocol says more of them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, ConfigDict


class McpMessage(BaseModel):
    """A request, or a notification where it has no `id`."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)

    jsonrpc: str = "2.0"
    """`2.0`."""
    id: str | int | None = None
    """The request's number, which the answer repeats."""
    method: str = ""
    """Like `tools/call`."""
    params: dict[str, Any] | None = None
    """What the method takes."""


class McpReply(BaseModel):
    """The answer: `result` or `error`."""

    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True)

    jsonrpc: str
    """`2.0`."""
    id: str | int | None
    """The request's number."""
