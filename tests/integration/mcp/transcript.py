"""Prints what each official client lists and is answered, tool by tool: `make mcp-transcript`."""

from __future__ import annotations

import json
from typing import Any

from local.in_memory import World
from tests.integration.mcp.test_clients import CLIENTS, NODE, asked
from tests.serving import serving

SHOWN = 110


def main() -> None:
    for client in CLIENTS:
        if client == "typescript" and not NODE:
            print(f"\n{client}: not tried, node and npm are not installed")
            continue
        with serving(World()) as url:
            _transcript(client, f"{url}/mcp?user_id=ann")


def _transcript(client: str, address: str) -> None:
    began, listed, *_ = asked(client, address, ["add_memory", {"text": "I prefer window seats on long flights."}])
    print(f"\n{client}, protocol {began['version']}: {len(listed)} tools: {', '.join(t['name'] for t in listed)}")
    (memory,) = asked(client, address, ["get_memories", {}])[2]["structuredContent"]["memories"]
    mine = {"id": memory["id"]}
    steps: list[list[Any]] = [
        ["search_memories", {"query": "Which seat?"}], ["ask_memory", {"question": "Which seat do I like?"}], ["get_memory", mine],
        ["search", {"query": "seat"}], ["fetch", mine], ["update_memory", mine | {"text": "I prefer aisle seats"}],
        ["delete_memory", mine], ["get_memories", {}],
    ]  # fmt: skip
    for (name, arguments), answer in zip(steps, asked(client, address, *steps)[2:], strict=True):
        said = " ".join(answer["content"][0]["text"].split())
        print(f"  {name} {json.dumps(arguments)[:SHOWN]}\n    > {said[:SHOWN]}")


if __name__ == "__main__":
    main()
