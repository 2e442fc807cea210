"""What one does with a run that is up: read its logs, call one function, make the index anew."""

import os
import subprocess
import time
from pathlib import Path
from typing import Any

from local import emulator, parts, sam, stack
from local.console import LocalRunError, step
from local.http import ask
from local.paths import ROOT
from local.tools import Command

REBUILD_LIMIT_S = 600
BETWEEN = 503
"""What the API answers in the moment between two indexes."""


def logs(state_dir: Path) -> None:
    """Follows the logs of OpenSearch, the model endpoint and the emulator (whose log has the functions' lines)."""
    settings = stack.required(state_dir)
    files = [str(parts.log_file(settings, part)) for part in parts.PARTS if parts.log_file(settings, part).is_file()]
    if not files:
        raise LocalRunError("There are no logs yet. Start the local run: make up")
    subprocess.run(["tail", "-n", "40", "-F", *files], check=False)


def invoke(state_dir: Path, function: str) -> None:
    """Calls one deployed function with its sample event, by `sam remote invoke`."""
    settings = stack.required(state_dir)
    samples = sorted(path.stem for path in (ROOT / "events").glob("*.json"))
    if function not in samples:
        raise LocalRunError(f"Say which function: make invoke F=recall (samples: {', '.join(samples) or 'none'})")
    logical_id = "".join(word.title() for word in function.split("_")) + "Function"
    command: Command = [sam.program(), "remote", "invoke", logical_id, "--stack-name", settings.stack_name]
    event: Command = ["--event-file", ROOT / "events" / f"{function}.json"]
    done = subprocess.run([*command, *event], cwd=ROOT, env=emulator.client_env(settings), check=False)
    print()
    if done.returncode:
        raise LocalRunError("sam remote invoke failed; `make logs` shows what the function said.")


def rebuild_index(state_dir: Path) -> None:
    """Makes the search index anew from the table, and returns once it holds everything again."""
    found = stack.load(state_dir)
    before = _admin(found, "GET", "/admin/index")["rebuilt_at"]
    _admin(found, "POST", "/admin/index/rebuild")
    with step("Make the index anew from the table") as shown:
        until_s = time.monotonic() + REBUILD_LIMIT_S
        while (state := _admin(found, "GET", "/admin/index", BETWEEN)).get("rebuilt_at") in (None, before):
            shown.detail = f"{state.get('documents', 0)} documents so far"
            if time.monotonic() > until_s:
                raise LocalRunError(f"The index is not complete after {REBUILD_LIMIT_S} s; it goes on. See: make logs")
            time.sleep(1)
        shown.detail = f"{state['documents']} documents"


def _admin(found: stack.Stack, method: str, path: str, between: int | None = None) -> dict[str, Any]:
    """The answer; an empty one for the status `between`, which only means: ask again."""
    body: dict[str, Any] | None = {} if method == "POST" else None
    status, answer = ask(method, found.url + path, body, key=found.admin_key, timeout_s=60)
    if status == between:
        return {}
    if status >= 300:
        raise LocalRunError(f"The API refused {method} {path} (status {status}): {answer}")
    return dict(answer)


def state_dir() -> Path:
    """The folder of the run that the commands are about."""
    return Path(os.environ.get("KEEPSAKE_STATE_DIR") or ROOT / ".local")
