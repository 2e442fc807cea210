"""mem0's command line, unmodified, against a running service: each command, and what it answers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from waiting import until

Mem0 = Callable[..., Any]


@pytest.fixture
def mem0(url: str, key: str, tmp_path: Path) -> Mem0:
    env = {**os.environ, "MEM0_BASE_URL": url + "/mem0", "MEM0_API_KEY": key, "MEM0_TELEMETRY": "False", "HOME": str(tmp_path)}
    program = Path(sys.executable).with_name("mem0")

    def run(*asked: str) -> Any:
        done = subprocess.run([program, "--json", *asked], cwd=tmp_path, env=env, capture_output=True, text=True, timeout=60, check=False)
        told = json.loads(done.stdout)
        assert (done.returncode, told["status"]) == (0, "success"), told
        return told["data"]

    return run


def test_add_list_and_events(mem0: Mem0) -> None:
    mem0("add", "I prefer dark mode in all apps.", "--user-id", "ann")
    assert "dark mode" in until(lambda: mem0("list", "--user-id", "ann"))[0]["memory"]
    assert until(lambda: mem0("event", "list"))[0]["status"] == "SUCCEEDED"


def test_search(mem0: Mem0) -> None:
    mem0("add", "Ann plays chess.", "--user-id", "ann", "--no-infer")
    found = until(lambda: mem0("search", "chess", "--user-id", "ann"))
    assert [m["memory"] for m in found] == ["Ann plays chess."]


def test_get_update_and_delete(mem0: Mem0) -> None:
    mem0("add", "Ann plays chess.", "--user-id", "ann", "--no-infer")
    (one,) = mem0("list", "--user-id", "ann")
    mem0("update", one["id"], "Ann plays go.")
    assert mem0("get", one["id"])["memory"] == "Ann plays go."
    mem0("delete", one["id"], "--force")
    assert mem0("list", "--user-id", "ann") == []


def test_delete_all_and_entities(mem0: Mem0) -> None:
    mem0("add", "Ann plays chess.", "--user-id", "ann", "--no-infer")
    assert [u["name"] for u in mem0("entity", "list", "users")] == ["ann"]
    mem0("delete", "--all", "--user-id", "ann", "--force")
    until(lambda: mem0("list", "--user-id", "ann"), lambda rows: rows == [])
    mem0("entity", "delete", "--user-id", "ann", "--force")
    until(lambda: mem0("entity", "list", "users"), lambda rows: rows == [])


def test_import(mem0: Mem0, tmp_path: Path) -> None:
    (tmp_path / "memories.json").write_text(json.dumps([{"memory": "I like green tea."}, {"memory": "I live in Oslo."}]))
    mem0("import", "memories.json", "--user-id", "ann")
    until(lambda: mem0("list", "--user-id", "ann"), lambda rows: len(rows) == 2)
