"""Ports on loopback: a free one, and who holds one that is taken."""

import os
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

from local.console import LocalRunError


def free_ports(count: int) -> list[int]:
    """Different ports on 127.0.0.1 that were free a moment ago."""
    with ExitStack() as probes:
        sockets = [probes.enter_context(socket.socket()) for _ in range(count)]
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]


def free_port() -> int:
    return free_ports(1)[0]


def is_taken(port: int) -> bool:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return True
        return False


def require_free(port: int, what: str, setting: str) -> None:
    """Raises LocalRunError, naming the holder and the way out, when `port` is taken."""
    if is_taken(port):
        raise LocalRunError(
            f"Port {port}, wanted for {what}, is taken by {_holder(port)}.\n"
            f"End that program, or choose another port: make up {setting}={port + 10000 if port < 50000 else 14566}"
        )


def _holder(port: int) -> str:
    """Which process listens on `port`, as far as /proc tells it to this user."""
    inodes = _listening_inodes(port)
    for folder in Path("/proc").glob("[0-9]*"):
        if inodes & _open_files(folder):
            command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace").strip()
            return f"process {folder.name} ({command[:90]})"
    return "another program (which one, this user may not see)"


def _open_files(process: Path) -> set[str]:
    """What a process has open; what this user may not see, or what is closed meanwhile, is left out."""
    found: set[str] = set()
    with suppress(OSError):
        for link in (process / "fd").iterdir():
            with suppress(OSError):
                found.add(os.readlink(link))
    return found


def _listening_inodes(port: int) -> set[str]:
    inodes: set[str] = set()
    for table in (Path("/proc/net/tcp"), Path("/proc/net/tcp6")):
        for line in table.read_text().splitlines()[1:] if table.is_file() else []:
            fields = line.split()
            # Field 1 is the local address in hexadecimal, field 3 the state: 0A listens.
            if fields[3] == "0A" and int(fields[1].rpartition(":")[2], 16) == port:
                inodes.add(f"socket:[{fields[9]}]")
    return inodes
