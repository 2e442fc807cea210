"""Starts the server program as a host does, and lists and calls tools by the official client. Prints a JSON value a line."""

import asyncio
import json
import os
import sys

from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

PROGRAM = ["-c", "from keepsake_client.cli import main; main()", "mcp", "--user", "ann"]


async def main(url: str, key: str, steps: list[list]) -> None:
    env = {**os.environ, "KEEPSAKE_URL": url, "KEEPSAKE_KEY": key}
    async with Client(stdio_client(StdioServerParameters(command=sys.executable, args=PROGRAM, env=env))) as client:
        listed = await client.list_tools()
        print(json.dumps([t.model_dump(mode="json", by_alias=True, exclude_none=True) for t in listed.tools]))
        for name, arguments in steps:
            done = await client.call_tool(name, arguments)
            print(json.dumps(done.model_dump(mode="json", by_alias=True, exclude_none=True)))


asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[3])))
