"""Where the local run keeps its things: state in the checkout, downloads and tools in the user's cache."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def cache_dir() -> Path:
    """The cache outside the checkout: $KEEPSAKE_CACHE, else $XDG_CACHE_HOME/keepsake, else ~/.cache/keepsake."""
    chosen = os.environ.get("KEEPSAKE_CACHE")
    base = Path(chosen) if chosen else Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "keepsake"
    base.mkdir(parents=True, exist_ok=True)
    return base


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Holds an exclusive lock on `path` (made if missing), so that two commands do not fill one folder at once."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
