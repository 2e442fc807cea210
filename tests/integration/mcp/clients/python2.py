"""Lists and calls every tool by the official client of version 2; its mode says which era. Prints a JSON value a line."""

import asyncio
import json
import sys

import httpx2
from mcp import Client
from mcp.client.streamable_http import streamable_http_client


async def main(url: str, key: str, mode: str, steps: list[list]) -> None:
    http = httpx2.AsyncClient(headers={"Authorization": f"Bearer {key}"})
    async with http, Client(streamable_http_client(url, http_client=http), mode=mode) as client:
        print(json.dumps({"version": client.protocol_version}))
        listed = await client.list_tools()
        print(json.dumps([t.model_dump(mode="json", by_alias=True, exclude_none=True) for t in listed.tools]))
        for name, arguments in steps:
            done = await client.call_tool(name, arguments)
            print(json.dumps(done.model_dump(mode="json", by_alias=True, exclude_none=True)))


asyncio.run(main(sys.argv[1], sys.argv[2], sys.argv[3], json.loads(sys.argv[4])))
