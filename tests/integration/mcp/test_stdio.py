"""The tools over standard input and output, as a host that starts a program has them: the same ones, of the same service."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from keepsake.mcp.tools import TOOLS, described
from local import tools
from local.in_memory import World
from local.paths import ROOT
from tests.serving import serving

NEEDED = ("mcp==2.3.0", "httpx>=0.27", "pydantic>=2.11", "tenacity>=9", "typing-extensions>=4.12", "rich>=14", "typer>=0.29")


def asked(url: str, *steps: list[Any], key: str = "all") -> list[Any]:
    python = tools.tool_home("mcp-stdio", NEEDED) / "bin" / "python"
    script = Path(__file__).parent / "clients" / "stdio2.py"
    env = {**os.environ, "PYTHONPATH": str(ROOT / "sdk" / "python" / "src")}
    done = subprocess.run([python, script, url, key, json.dumps(steps)], env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return [json.loads(line) for line in done.stdout.splitlines()]


def test_host_that_starts_a_program_sees_and_calls_the_services_own_tools() -> None:
    with serving(World()) as url:
        listed, _, found, wrong = asked(
            url, ["add_memory", {"text": "I prefer window seats on long flights."}], ["search_memories", {"query": "Which seat?"}],
            ["get_memory", {"id": "f_none"}],
        )  # fmt: skip
    assert {t["name"]: t["inputSchema"] for t in listed} == {t.name: described(t)["inputSchema"] for t in TOOLS}
    assert "window seats" in found["content"][0]["text"]
    assert (wrong["isError"], wrong["content"][0]["text"]) == (True, "There is no such memory.")


def test_key_that_may_read_is_offered_no_tool_that_writes() -> None:
    with serving(World()) as url:
        (listed,) = asked(url, key="readonly")
    assert "add_memory" not in {t["name"] for t in listed}
