"""The Python client and the command line against a whole deployment."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from keepsake_client import AsyncKeepsake, Keepsake
from tests.e2e.conftest import DONE_WITHIN_S, Run

MOVED = "I moved from Boston to Denver last month."


def test_client_remembers_exports_erases_and_brings_back(run: Run, tmp_path: Path) -> None:
    with Keepsake(run.stack.url, run.stack.key, user_id="ann", container=run.scope["container"]) as client:
        client.retain(MOVED, session_id="s1", wait=True, timeout_s=DONE_WITHIN_S)
        assert "Denver" in client.recall("Where does Ann live?").formatted_context
        (fact,) = client.memories.list(kind="fact")
        assert client.memories.pin(fact.memory_id).pinned
        with client.remember("I like green tea.", session_id="s1") as turn:
            turn.reply("Noted.")
        assert turn.captured is not None
        client.wait(turn.captured.batch_id, timeout_s=DONE_WITHIN_S)
        assert "green tea" in client.sessions("s1").context().formatted_context
        export = client.exports.save(tmp_path / "ann.jsonl", container=run.scope["container"])
        assert export.bytes == (tmp_path / "ann.jsonl").stat().st_size
        assert client.users.erase("ann").result == "erased"
        assert list(client.memories.list()) == []
        job = client.imports.load(tmp_path / "ann.jsonl")
        assert (job.status, job.proven) == ("finished", True)
        assert client.memories.get(fact.memory_id).pinned


def test_asynchronous_client_transfers_files_too(run: Run, tmp_path: Path) -> None:
    async def there_and_back() -> None:
        async with AsyncKeepsake(run.stack.url, run.stack.key, user_id="bob", container=run.scope["container"]) as client:
            await client.retain(MOVED, wait=True, timeout_s=DONE_WITHIN_S)
            await client.exports.save(tmp_path / "bob.jsonl", container=run.scope["container"])
            assert (await client.users.erase("bob")).result == "erased"
            assert (await client.imports.load(tmp_path / "bob.jsonl")).status == "finished"
            assert [m async for m in client.memories.list(kind="fact")]

    asyncio.run(there_and_back())


def test_command_line_finds_the_local_run_by_itself(run: Run, tmp_path: Path) -> None:
    (tmp_path / ".local").mkdir()
    shutil.copy(run.state_dir / "stack.json", tmp_path / ".local" / "stack.json")
    settings = {k: v for k, v in os.environ.items() if not k.startswith("KEEPSAKE_")}
    settings |= {"KEEPSAKE_CONFIG": str(tmp_path / "none.json"), "KEEPSAKE_USER": "eve"}
    scope = ("--container", run.scope["container"])

    def keepsake(*args: str) -> str:
        program = [Path(sys.executable).parent / "keepsake", *args]
        return subprocess.run(program, cwd=tmp_path, env=settings, check=True, capture_output=True, text=True, timeout=DONE_WITHIN_S).stdout

    assert "local run" in keepsake("status")
    assert "Denver" in keepsake("add", MOVED, "--wait", *scope)
    assert "Denver" in keepsake("search", "Where does Eve live?", *scope)
    assert json.loads(keepsake("list", "--json", *scope))
    assert "documents" in keepsake("admin", "index", "show")
    assert "erased" in keepsake("erase", "eve", "--yes", *scope)
