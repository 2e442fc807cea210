"""The Model Context Protocol."""

from __future__ import annotations

from keepsake.operations.told import Operation

OPERATIONS: dict[str, Operation] = {
    "POST /mcp": Operation(
        "sendMcpMessage",
        "mcp",
        "Hosts of agents speak this themselves: give them the address and the key. The user is the key's, or `user_id` in the address. "
        "Each message stands alone: there is no session. Tools that write are shown to keys that may write.",
        {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "search_memories", "arguments": {"query": "shoes"}}},
        {
            "jsonrpc": "2.0",
            "id": 1,
            "result": {"content": [{"type": "text", "text": "Nothing is known."}], "isError": False},
        },
    ),
    "GET /mcp": Operation("openMcpStream", "mcp", "The protocol lets a server refuse it; this one has nothing to say unasked."),
    "DELETE /mcp": Operation("endMcpSession", "mcp", "The protocol lets a server refuse it; this one keeps no sessions."),
}
