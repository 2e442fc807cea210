"""Runs the real clients of other memories and of agents' frameworks against the local run, and tells which of their calls pass.

    make drop-in [FAMILY='langgraph mem0']

A family is a folder of `tests/drop_in`. Its clients are pinned in its `requirements.txt` and live in an environment of their own, in the
cache; the Python client of this checkout is importable beside them.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import tomllib
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from local import stack, tools
from local.console import LocalRunError, say
from local.paths import ROOT

FOLDER = ROOT / "tests" / "drop_in"
CLIENT = ROOT / "sdk" / "python"
WITHIN_S = 540
"""Seconds that the tests of one family may take."""


class Tried(NamedTuple):
    """The calls of one file of tests."""

    name: str
    """Family and file, like `mem0: npm`."""
    clients: str
    """As they are pinned."""
    passed: int
    failing: tuple[str, ...]
    """Names of the calls that failed or were skipped."""


def families() -> tuple[str, ...]:
    return tuple(sorted(path.parent.name for path in FOLDER.glob("*/requirements.txt")))


def tried(family: str, url: str, key: str) -> list[Tried]:
    """Each of the family's files, as its tests ended with the service at `url` (with `/v1`). Raises LocalRunError with their last words
    where they did not run at all."""
    home = environment(family)
    env = {**os.environ, "PYTHONPATH": str(CLIENT / "src"), "KEEPSAKE_URL": url, "KEEPSAKE_KEY": key}
    with tempfile.TemporaryDirectory() as scratch:
        report = Path(scratch) / "report.xml"
        # pytest's own program, for `python -m` would put this checkout's folders before the packages of their name.
        command: list[str | Path] = [
            home / "bin" / "pytest", FOLDER / family, "--config-file", FOLDER / "pytest.ini", "--rootdir", ROOT,
            "--confcutdir", FOLDER, "--junit-xml", report,
        ]  # fmt: skip
        done = subprocess.run(command, cwd=scratch, env=env, capture_output=True, text=True, timeout=WITHIN_S, check=False)
        if done.returncode:
            say(done.stdout[-12_000:])
        if done.returncode not in (0, 1):
            raise LocalRunError(f"The tests of {family} did not run.\n{(done.stderr or done.stdout)[-2_000:]}")
        return read(family, report)


def environment(family: str) -> Path:
    """Where its clients are installed, made on first need. The same requirements have the same environment, in every checkout."""
    own = tomllib.loads((CLIENT / "pyproject.toml").read_text())["project"]["dependencies"]
    return tools.tool_home(f"drop-in-{family}", (*pinned(family), *own))


def pinned(family: str) -> list[str]:
    """The family's requirements, one each."""
    lines = ((FOLDER / family / "requirements.txt").read_text()).splitlines()
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def read(family: str, report: Path) -> list[Tried]:
    """What pytest's report says of each file."""
    clients = ", ".join(line.replace("==", " ") for line in pinned(family) if not line.startswith("pytest"))
    files: defaultdict[str, dict[str, bool]] = defaultdict(dict)
    for case in ElementTree.parse(report).iter("testcase"):
        file = case.get("classname", "").rpartition(".")[2].removeprefix("test_")
        files[file][case.get("name", "")] = not any(child.tag in ("failure", "error", "skipped") for child in case)
    return [
        Tried(f"{family}: {file}", clients, sum(calls.values()), tuple(name for name, passed in calls.items() if not passed))
        for file, calls in sorted(files.items())
    ]


def table(rows: Sequence[Tried]) -> str:
    """Client, calls and how many passed, with the names of those that did not below."""
    lines = [("client", "calls", "passed", "versions")]
    lines += [(r.name, str(r.passed + len(r.failing)), str(r.passed), r.clients) for r in rows]
    widths = [max(len(line[n]) for line in lines) for n in range(3)]
    shown = [f"{name:<{widths[0]}}  {calls:>{widths[1]}}  {passed:>{widths[2]}}  {clients}" for name, calls, passed, clients in lines]
    return "\n".join([*shown, *(f"failed: {r.name}: {call.removeprefix('test_')}" for r in rows for call in r.failing)])


def main(asked: Sequence[str]) -> int:
    try:
        if unknown := set(asked) - set(families()):
            raise LocalRunError(f"Unknown: {', '.join(sorted(unknown))}. There are {', '.join(families())}.")
        run = stack.load()
        rows = [row for family in asked or families() for row in tried(family, run.url, run.key)]
    except LocalRunError as err:
        say(f"\n{err}")
        return 1
    print(table(rows))
    return 1 if any(row.failing for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
