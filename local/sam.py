"""The SAM CLI, from an environment of its own in the cache."""

import subprocess
import tempfile
from collections.abc import Mapping
from pathlib import Path

from local.console import LocalRunError, Step
from local.parts import last_lines
from local.paths import ROOT
from local.tools import SAM, Command, tool_home


def program() -> Path:
    return tool_home("sam", SAM) / "bin" / "sam"


def run(arguments: Command, env: Mapping[str, str], log: Path, shown: Step) -> None:
    """Runs sam in the checkout, its words to `log` and the latest beside the step. Raises LocalRunError when it fails."""
    log.parent.mkdir(parents=True, exist_ok=True)
    command = [str(program()), *map(str, arguments)]
    with (
        # It makes a folder for each function that it packs, and leaves it behind.
        tempfile.TemporaryDirectory(prefix="keepsake-sam-") as own,
        log.open("w") as output,
        subprocess.Popen(
            command, cwd=ROOT, env={**env, "TMPDIR": own}, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
        ) as child,
    ):
        assert child.stdout is not None
        for line in child.stdout:
            output.write(line)
            shown.detail = line.strip()[:50] or shown.detail
    shown.detail = ""
    if child.returncode != 0:
        raise LocalRunError(f"sam {arguments[0]} failed. The end of {log}:\n{last_lines(log, 25)}")
