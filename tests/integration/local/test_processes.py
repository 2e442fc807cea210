"""Children of the local run are ended precisely: the whole group, and never a stranger."""

import os
import sys
from pathlib import Path

from local.processes import Process, spawn
from tests.waiting import until

# Starts a child of its own, says its pid, and waits.
PARENT = "import subprocess, time; print(subprocess.Popen(['sleep', '600']).pid, flush=True); time.sleep(600)"


def gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"


def start(tmp_path: Path) -> tuple[Process, int]:
    log = tmp_path / "log"
    process = spawn([sys.executable, "-c", PARENT], log, os.environ)
    return process, int(until(lambda: log.read_text() if log.is_file() else "", lambda text: text.endswith("\n")))


def test_stop_ends_the_children_too(tmp_path: Path) -> None:
    process, child = start(tmp_path)
    process.stop(grace_s=5)
    assert not process.alive()
    assert until(lambda: gone(child))


def test_kill_ends_the_children_too(tmp_path: Path) -> None:
    process, child = start(tmp_path)
    process.kill()
    assert not process.alive()
    assert until(lambda: gone(child))


def test_a_saved_process_is_found_again_until_it_ends(tmp_path: Path) -> None:
    process, _ = start(tmp_path)
    process.save(tmp_path / "pid.json")
    assert Process.load(tmp_path / "pid.json") == process
    process.kill()
    assert Process.load(tmp_path / "pid.json") is None


def test_another_process_with_the_same_pid_is_left_alone(tmp_path: Path) -> None:
    process, child = start(tmp_path)
    stranger = Process(process.pid, "another boot:1")
    stranger.save(tmp_path / "pid.json")
    assert Process.load(tmp_path / "pid.json") is None
    stranger.stop()
    stranger.kill()
    assert process.alive()
    process.kill()
    assert until(lambda: gone(child))
