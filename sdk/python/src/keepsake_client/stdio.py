"""The memory's tools for hosts that start a program: the Model Context Protocol over standard input and output.

What the tools are and do the service says; this hands messages on, so that every host sees the same ones. Needs `keepsake-client[mcp]`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import mcp_types as types
from mcp.server.lowlevel import Server
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError

from keepsake_client.client import AsyncKeepsake
from keepsake_client.errors import KeepsakeError


def server(client: AsyncKeepsake) -> Server[Any]:
    """Serves the tools of this client's user."""

    async def listed(_context: Any, _params: Any) -> types.ListToolsResult:
        return types.ListToolsResult.model_validate(await _answer(client, "tools/list", {}))

    async def called(_context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        try:
            answer = await _answer(client, "tools/call", {"name": params.name, "arguments": params.arguments or {}})
        except KeepsakeError as err:  # the model may say so, or try again
            return types.CallToolResult(content=[types.TextContent(type="text", text=str(err))], is_error=True)
        return types.CallToolResult.model_validate(answer)

    return Server("keepsake", title="Keepsake", on_list_tools=listed, on_call_tool=called)


async def serve(client: AsyncKeepsake) -> None:
    """Until the host closes the input."""
    made = server(client)
    async with stdio_server() as (read, write):
        await made.run(read, write, made.create_initialization_options())


async def _answer(client: AsyncKeepsake, method: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """Raises KeepsakeError, and MCPError for what the service refuses by the protocol."""
    reply = await client.mcp({"jsonrpc": "2.0", "id": 1, "method": method, "params": dict(params)})
    if (error := reply.get("error")) is not None:
        raise MCPError(error["code"], error["message"], error.get("data"))
    result: dict[str, Any] = reply["result"]
    return result
