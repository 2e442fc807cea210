"""Long-running children: started apart from the terminal, remembered by pid and start time, ended precisely."""

import json
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from local.console import LocalRunError

NOBODY = 65534


@dataclass(frozen=True)
class Process:
    """A child that leads its own process group. `born` tells it from a later process with the same pid."""

    pid: int
    born: str

    def alive(self) -> bool:
        _reap(self.pid)
        return _born(self.pid) == self.born

    def kill(self) -> None:
        """Ends the whole group at once, as `kill -9` does."""
        if self.alive():
            _signal_group(self.pid, signal.SIGKILL)
            _wait(lambda: not self.alive(), 10)

    def stop(self, grace_s: float = 30) -> None:
        """Asks the leader to end, waits, then ends whatever is left of its group."""
        if self.alive():
            os.kill(self.pid, signal.SIGTERM)
            _wait(lambda: not self.alive(), grace_s)
            _signal_group(self.pid, signal.SIGKILL)
            _wait(lambda: not self.alive(), 10)

    def save(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(asdict(self)))

    @staticmethod
    def load(path: Path) -> "Process | None":
        """The process that `save` wrote to `path`; None when nothing was written or it has ended since."""
        if not path.is_file():
            return None
        process = Process(**json.loads(path.read_text()))
        return process if process.alive() else None


def spawn(command: Sequence[str | Path], log: Path, env: Mapping[str, str], cwd: Path | None = None) -> Process:
    """Starts `command` in a session of its own, its output appended to `log`."""
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("ab") as output:
        child = subprocess.Popen(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=dict(env),
            cwd=cwd,
            start_new_session=True,
        )
    # The object would warn about a child that still runs when it is collected; from here on the pid is what counts.
    child.returncode = 0
    return Process(child.pid, _born(child.pid) or "")


def as_ordinary_user(command: Sequence[str | Path]) -> list[str | Path]:
    """The command, under another user when this one is root: OpenSearch refuses to run as root.

    The other user keeps the right to read and write root's files, because the checkout and the cache may lie in
    folders that only root can enter.
    """
    if os.geteuid() != 0:
        return list(command)
    setpriv = shutil.which("setpriv")
    if setpriv is None:
        raise LocalRunError(
            "OpenSearch refuses to run as root, and `setpriv` (package util-linux), which starts it as another user, "
            "is missing. Install it, or run this command as an ordinary user."
        )
    capability = "+dac_override"
    return [
        setpriv,
        f"--reuid={NOBODY}",
        f"--regid={NOBODY}",
        "--clear-groups",
        f"--inh-caps={capability}",
        f"--ambient-caps={capability}",
        # Without it access(2), which Java's file checks use, forgets the capability for a user who is not root.
        "--securebits=+no_setuid_fixup",
        *command,
    ]


def _born(pid: int) -> str | None:
    """When the process started, in a form that no other process with this pid has; None when there is none."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.joinpath("self").exists():
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            return None
        boot = Path("/proc/sys/kernel/random/boot_id").read_text().strip()
        # Field 3 is the state, 20 the number of threads, 22 the start time in clock ticks since boot. A leader is
        # already a zombie while its last threads end.
        ended = fields[0] == "X" or (fields[0] == "Z" and int(fields[17]) <= 1)
        return None if ended else f"{boot}:{fields[19]}"
    asked = subprocess.run(["ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False)
    return asked.stdout.strip() or None


def _reap(pid: int) -> None:
    """Collects the exit status where the process is this one's own child, so that it does not stay as a zombie."""
    try:
        os.waitpid(pid, os.WNOHANG)
    except ChildProcessError:
        return


def _signal_group(pid: int, number: signal.Signals) -> None:
    try:
        os.killpg(pid, number)
    except ProcessLookupError:
        return


def _wait(condition: Callable[[], bool], limit_s: float) -> bool:
    until_s = time.monotonic() + limit_s
    while not condition():
        if time.monotonic() > until_s:
            return False
        time.sleep(0.05)
    return True
