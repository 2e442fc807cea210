"""Whether this machine has the memory that a local run takes, as far as the system tells."""

import re
from pathlib import Path

from local.console import LocalRunError

MIB = 1024 * 1024
# Seen at rest: 250 MiB of OpenSearch beside its heap, 500 of the embedder, 200 of the emulator, 70 of each function.
BESIDE_HEAP_MIB = 1550


def available_mib() -> int | None:
    """Free memory of the machine or of the container around this process, the smaller one; None when unknown."""
    found = [_of_machine(), _of_container()]
    known = [size for size in found if size is not None]
    return min(known) if known else None


def require_memory(heap: str) -> None:
    """Raises LocalRunError when there is clearly too little memory for OpenSearch with this heap and the rest."""
    heap_mib = int(heap[:-1]) * (1024 if heap.endswith("g") else 1)
    free_mib = available_mib()
    if free_mib is not None and free_mib < heap_mib + BESIDE_HEAP_MIB:
        raise LocalRunError(
            f"Too little memory: {free_mib} MiB are free, the local run wants about {heap_mib + BESIDE_HEAP_MIB} MiB "
            f"({heap_mib} of them for OpenSearch).\n"
            "End other programs, or give OpenSearch less: make up OPENSEARCH_HEAP=256m"
        )


def _of_machine() -> int | None:
    table = Path("/proc/meminfo")
    match = re.search(r"MemAvailable:\s+(\d+) kB", table.read_text()) if table.is_file() else None
    return int(match.group(1)) // 1024 if match else None


def _of_container() -> int | None:
    limit, used = Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")
    if not (limit.is_file() and used.is_file()):
        return None
    most = limit.read_text().strip()
    return None if most == "max" else (int(most) - int(used.read_text())) // MIB
