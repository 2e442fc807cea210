"""The TypeScript client against a whole deployment."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from local import tools
from local.paths import ROOT
from tests.e2e.conftest import Run

PACKAGE = ROOT / "sdk" / "typescript"
NODE = shutil.which("npm") is not None and shutil.which("node") is not None
SCRIPT = """
import { Keepsake, NotFound } from "./dist/index.js";
const memory = new Keepsake({ container: process.argv[2], userId: "ann" });
await memory.retain("I moved from Boston to Denver last month.", { session_id: "s1", wait: true });
const recalled = await memory.recall("Where does Ann live?");
if (!recalled.formatted_context.includes("Denver")) throw new Error(recalled.formatted_context);
const kept = await memory.memories.add("Prefers TypeScript");
const held = [];
for await (const one of memory.memories.list({ kind: "fact" })) held.push(one.memory_id);
if (!held.includes(kept.memory_id)) throw new Error(held.join());
await memory.memories.delete(kept.memory_id, { purge: true });
await memory.memories.get(kept.memory_id).then(
  () => { throw new Error("it is still there"); },
  (err) => { if (!(err instanceof NotFound)) throw err; },
);
console.log("done");
"""


@pytest.mark.skipif(not NODE, reason="node and npm are not installed: the TypeScript client is not tried on a deployment")
def test_client_remembers_and_forgets(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "typescript"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("node_modules", "dist", "build", "*.tgz"))
    (copy / "node_modules").symlink_to(tools.npm_locked(PACKAGE) / "node_modules")
    subprocess.run(["npm", "run", "build", "--silent"], cwd=copy, check=True, timeout=120)
    (copy / "try.mjs").write_text(SCRIPT)
    env = os.environ | {"KEEPSAKE_URL": run.stack.url, "KEEPSAKE_KEY": run.stack.key}
    done = subprocess.run(
        ["node", "try.mjs", run.scope["container"]], cwd=copy, env=env, capture_output=True, text=True, timeout=240, check=False
    )
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr[-2000:]
