"""As python2.py, by the official client of version 1."""

import asyncio
import json
import sys

from mcp import ClientSession
from mcp.client.streamable_http import streamablehttp_client


async def main(url: str, key: str, steps: list[list]) -> None:
    headers = {"Authorization": f"Bearer {key}"}
    async with streamablehttp_client(url, headers=headers) as (read, write, _), ClientSession(read, write) as client:
        begun = await client.initialize()
        print(json.dumps({"version": begun.protocolVersion}))
        listed = await client.list_tools()
        print(json.dumps([t.model_dump(mode="json", exclude_none=True) for t in listed.tools]))
        for name, arguments in steps:
            done = await client.call_tool(name, arguments)
            print(json.dumps(done.model_dump(mode="json", exclude_none=True)))


asyncio.run(main(sys.argv[1], sys.argv[2], json.loads(sys.argv[4])))
