"""What one does with a run that is up: read its logs, call one function, make the index anew."""

import os
import subprocess
from pathlib import Path

from local import parts, sam, stack
from local.console import LocalRunError, say
from local.http import ask
from local.paths import ROOT
from local.tools import Command


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
    done = subprocess.run([*command, *event], cwd=ROOT, env=parts.client_env(settings), check=False)
    print()
    if done.returncode:
        raise LocalRunError("sam remote invoke failed; `make logs` shows what the function said.")


def rebuild_index(state_dir: Path) -> None:
    """Asks the API to make the search index anew from the table."""
    found = stack.load(state_dir)
    status, answer = ask("POST", f"{found.url}/admin/index/rebuild", {}, key=found.admin_key, timeout_s=60)
    if status >= 300:
        raise LocalRunError(f"The API refused (status {status}): {answer}")
    say(f"The index is being made anew from the table: {answer}")


def state_dir() -> Path:
    """The folder of the run that the commands are about."""
    return Path(os.environ.get("KEEPSAKE_STATE_DIR") or ROOT / ".local")
