"""One message of the protocol, answered. Nothing is remembered between two of them: both eras are served by the same stateless address.

The older one (2024-11-05 to 2025-11-25) shakes hands by `initialize`. In the newer (2026-07-28) each request brings its version, and asks
`server/discover` what there is.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from pydantic import BaseModel, ValidationError

from keepsake import refusals
from keepsake.errors import KeepsakeError
from keepsake.mcp.tools import BY_NAME, TOOLS, Tool, described
from keepsake.records import Permission

HANDSHAKE = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
MODERN = "2026-07-28"
META = "io.modelcontextprotocol/"
SERVER = {"name": "keepsake", "title": "Keepsake", "version": "1"}
INSTRUCTIONS = (
    "Long-term memory of this user. Search it before you answer what may depend on the user, and add what the user says about themselves, "
    "their wishes and decisions, in their own words."
)
CAPABILITIES: dict[str, Any] = {"tools": {"listChanged": False}}
PARSE, REQUEST, METHOD, PARAMS, HEADERS, VERSION = -32700, -32600, -32601, -32602, -32020, -32022
STATUS = {PARSE: 400, REQUEST: 400, PARAMS: 400, HEADERS: 400, VERSION: 400, METHOD: 404}
"""HTTP status of an error in the newer era; in the older one an error is an answer like any other."""
LIST_KEPT_MS = 300_000


class Reply(NamedTuple):
    status: int
    body: dict[str, Any] | None
    """None: there is nothing to say."""


class Outcome(NamedTuple):
    """What a tool came to: its answer, and the words for the model where they are not the answer's JSON."""

    answer: BaseModel
    text: str | None = None


Run = Callable[[Tool, Any], Outcome]
"""Does what a tool does, with its checked arguments. Raises KeepsakeError."""


class Refused(Exception):
    def __init__(self, code: int, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.code, self.message, self.data = code, message, data


def reply(message: Mapping[str, Any], headers: Mapping[str, str], allowed: Callable[[Permission], bool], run: Run) -> Reply:
    """The answer to one message. `headers` are by their lower-case names; `allowed` says what the key may do."""
    version = headers.get("mcp-protocol-version")
    modern = version not in (None, *HANDSHAKE) or _envelope(message) is not None
    if "id" not in message:
        known = version in (None, MODERN, *HANDSHAKE)
        return Reply(202, None) if known and isinstance(message.get("method"), str) else _error(None, _unknown(version), modern)
    number = message["id"]
    try:
        if message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str) or not isinstance(number, str | int):
            raise Refused(REQUEST, "This is no request of JSON-RPC 2.0.")
        if modern:
            _require_envelope(message, headers)
        result = _result(message["method"], message.get("params") or {}, modern, allowed, run)
    except Refused as err:
        return _error(number if isinstance(number, str | int) else None, err, modern)
    return Reply(200, {"jsonrpc": "2.0", "id": number, "result": result})


def _result(method: str, params: Any, modern: bool, allowed: Callable[[Permission], bool], run: Run) -> dict[str, Any]:
    if not isinstance(params, Mapping):
        raise Refused(PARAMS, "params: has to be an object")
    if method == "ping":
        return {"resultType": "complete"} if modern else {}
    if method == "initialize" and not modern:
        asked = params.get("protocolVersion")
        version = asked if asked in HANDSHAKE else HANDSHAKE[-1]
        return {"protocolVersion": version, "capabilities": CAPABILITIES, "serverInfo": SERVER, "instructions": INSTRUCTIONS}
    if method == "server/discover":
        found = {"supportedVersions": [MODERN, *reversed(HANDSHAKE)], "capabilities": CAPABILITIES, "instructions": INSTRUCTIONS}
        return found | _cached() | {"serverInfo": SERVER}
    if method == "tools/list":
        shown = [described(t) for t in TOOLS if allowed(t.permission)]
        return {"tools": shown} | (_cached() if modern else {})
    if method == "tools/call":
        return _called(params, run) | ({"resultType": "complete"} if modern else {})
    raise Refused(METHOD, f"There is no method {method[:80]}.")


def _cached() -> dict[str, Any]:
    """What the tools are depends on the key alone."""
    return {"resultType": "complete", "ttlMs": LIST_KEPT_MS, "cacheScope": "private", "_meta": {f"{META}serverInfo": SERVER}}


def _called(params: Mapping[str, Any], run: Run) -> dict[str, Any]:
    """What went wrong within a tool is told to the model, which may mend it; an unknown tool is the host's mistake."""
    tool = BY_NAME.get(str(params.get("name")))
    if tool is None:
        raise Refused(PARAMS, f"There is no tool {str(params.get('name'))[:80]}.")
    try:
        arguments = tool.arguments.model_validate_json(json.dumps(params.get("arguments") or {}), strict=True)
        outcome = run(tool, arguments)
    except ValidationError as err:
        wrong = "; ".join(f"{e['field']}: {e['message']}" for e in refusals.told(err))
        return _content(f"{tool.name}: {wrong}", failed=True)
    except KeepsakeError as err:
        return _content(err.detail or err.title, failed=True)
    answer = outcome.answer.model_dump(mode="json")
    text = outcome.text if outcome.text is not None else json.dumps(answer, ensure_ascii=False)
    return _content(text) | {"structuredContent": answer}


def _content(text: str, *, failed: bool = False) -> dict[str, Any]:
    return {"content": [{"type": "text", "text": text}], "isError": failed}


def _envelope(message: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """What a request of the newer era brings with it."""
    params = message.get("params")
    meta = params.get("_meta") if isinstance(params, Mapping) else None
    return meta if isinstance(meta, Mapping) and f"{META}protocolVersion" in meta else None


def _require_envelope(message: Mapping[str, Any], headers: Mapping[str, str]) -> None:
    """In the order of the specification: what it brings, that its headers say the same, and the version. Raises Refused."""
    meta = _envelope(message) or {}
    missing = [k for k in ("protocolVersion", "clientCapabilities") if META + k not in meta]
    if missing and headers.get("mcp-protocol-version") == MODERN:
        raise Refused(PARAMS, f"params._meta: {', '.join(META + k for k in missing)} is missing")
    version = meta.get(f"{META}protocolVersion", headers.get("mcp-protocol-version"))
    if meta:
        said: tuple[tuple[str, Any], ...] = (("mcp-protocol-version", version), ("mcp-method", message.get("method")))
        params = message.get("params")
        if message.get("method") == "tools/call" and isinstance(params, Mapping) and params.get("name") is not None:
            said = (*said, ("mcp-name", params["name"]))
        for name, value in said:
            if _decoded(headers.get(name)) != value:
                raise Refused(HEADERS, f"The header {name} does not say what the request says.")
    if version != MODERN:
        raise _unknown(version)


def _decoded(value: str | None) -> str | None:
    """A header's value; what is no plain ASCII stands in base64 there."""
    if value is None or not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def _unknown(version: Any) -> Refused:
    return Refused(VERSION, "Unsupported protocol version", {"supported": [MODERN, *reversed(HANDSHAKE)], "requested": str(version)[:80]})


def _error(number: str | int | None, err: Refused, modern: bool) -> Reply:
    error = {"code": err.code, "message": err.message} | ({"data": err.data} if err.data is not None else {})
    return Reply(STATUS[err.code] if modern or err.code == REQUEST else 200, {"jsonrpc": "2.0", "id": number, "error": error})
