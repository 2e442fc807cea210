"""The official clients, each in a program of its own, list and call every tool."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from keepsake.mcp.tools import TOOLS
from local import tools
from local.in_memory import World
from tests.serving import serving

HERE = Path(__file__).parent / "clients"
INSPECTOR = "@modelcontextprotocol/inspector@0.18.0"
NODE = shutil.which("npm") is not None and shutil.which("node") is not None
needs_node = pytest.mark.skipif(not NODE, reason="node and npm are not installed: the TypeScript clients are not tried")
MODERN, OLDER = "2026-07-28", "2025-11-25"


@cache
def _python(version: str) -> str:
    return str(tools.tool_home("mcp", (f"mcp=={version}",)) / "bin" / "python")


@cache
def _node(*packages: str) -> Path:
    return tools.npm_home("mcp", packages)


def _typescript() -> list[str]:
    home = _node("@modelcontextprotocol/sdk@1.32.2")
    shutil.copy(HERE / "client.mjs", home)
    return ["node", str(home / "client.mjs")]


CLIENTS: dict[str, tuple[Callable[[], list[str]], str, str]] = {
    "python-2": (lambda: [_python("2.3.0"), str(HERE / "python2.py")], "auto", MODERN),
    "python-2-older-era": (lambda: [_python("2.3.0"), str(HERE / "python2.py")], "legacy", OLDER),
    "python-1": (lambda: [_python("1.30.0"), str(HERE / "python1.py")], "", OLDER),
    "typescript": (_typescript, "", OLDER),
}


@pytest.fixture
def address() -> Iterator[str]:
    with serving(World()) as url:
        yield f"{url}/mcp?user_id=ann"


def asked(client: str, address: str, *steps: list[Any], key: str = "all") -> list[Any]:
    command, mode, _ = CLIENTS[client]
    done = subprocess.run([*command(), address, key, mode, json.dumps(steps)], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "onerror" not in done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.startswith(("{", "["))]


@pytest.mark.parametrize("client", [pytest.param(c, marks=needs_node) if c == "typescript" else c for c in CLIENTS])
def test_client_lists_and_calls_every_tool(client: str, address: str) -> None:
    said, listed, *_ = asked(client, address, ["add_memory", {"text": "I prefer window seats on long flights."}])
    assert said == {"version": CLIENTS[client][2]}
    assert {t["name"] for t in listed} == {t.name for t in TOOLS}
    assert {t["name"]: t["annotations"]["readOnlyHint"] for t in listed}["delete_memory"] is False
    _, _, searched, every = asked(client, address, ["search_memories", {"query": "Which seat?"}], ["get_memories", {}])
    assert "window seats" in searched["content"][0]["text"]
    (memory,) = every["structuredContent"]["memories"]
    mine = {"id": memory["id"]}
    _, _, one, answer, search, fetched, updated, deleted, gone = asked(
        client, address, ["get_memory", mine], ["ask_memory", {"question": "Which seat do I like?"}], ["search", {"query": "seat"}],
        ["fetch", mine], ["update_memory", mine | {"text": "I prefer aisle seats"}], ["delete_memory", mine], ["get_memories", {}],
    )  # fmt: skip
    assert one["structuredContent"]["said"] == ["I prefer window seats on long flights."]
    assert "window" in answer["structuredContent"]["answer"]
    assert json.loads(search["content"][0]["text"])["results"][0]["id"] == memory["id"]
    assert fetched["structuredContent"]["text"] == "I prefer window seats on long flights"
    assert updated["structuredContent"]["memory"] == "I prefer aisle seats"
    assert deleted["structuredContent"] == mine | {"done": True}
    assert gone["structuredContent"]["memories"] == []


@pytest.mark.parametrize("client", ["python-2", "python-1"])
def test_key_that_may_read_sees_no_tool_that_writes_and_is_told_so(client: str, address: str) -> None:
    _, listed, refused = asked(client, address, ["add_memory", {"text": "I live in Oslo."}], key="readonly")
    assert "add_memory" not in {t["name"] for t in listed}
    assert refused["isError"] is True
    assert "permission" in refused["content"][0]["text"]


@needs_node
def test_inspector_lists_and_calls_tools(address: str) -> None:
    program = _node(INSPECTOR) / "node_modules/@modelcontextprotocol/inspector/cli/build/index.js"

    def inspect(*given: str) -> Any:
        command = ["node", str(program), address, *given, "--transport", "http", "--header", "Authorization: Bearer all"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
        return json.loads(done.stdout)

    assert len(inspect("--method", "tools/list")["tools"]) == len(TOOLS)
    inspect("--method", "tools/call", "--tool-name", "add_memory", "--tool-arg", "text=My dog is Rex.")
    found = inspect("--method", "tools/call", "--tool-name", "search_memories", "--tool-arg", "query=dog")
    assert "Rex" in found["content"][0]["text"]
