"""A Chromium for the tests of the inspector: the one that is there, else Debian's."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from local.console import LocalRunError, step
from local.paths import cache_dir, locked

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = tuple(
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync "
    "--disable-dev-shm-usage".split()
)
"""For a machine without a screen, and so that the browser itself asks nobody anything."""
INSTALL = (("apt-get", "update", "-qq"), ("apt-get", "install", "-y", "-qq", "--no-install-recommends", "chromium"))
ASKED = "Install Chromium (for example: apt-get install chromium) and run the command again."


def program() -> Path:
    """Where it is; installed where apt-get may. Raises LocalRunError otherwise: the tests that need it must not pass without it."""
    if (found := _found()) is not None:
        return found
    with locked(cache_dir() / "chromium.lock"):
        if (found := _found()) is not None:
            return found
        if shutil.which("apt-get") is None or os.geteuid() != 0:
            raise LocalRunError(f"There is no Chromium here, and no right to install one. {ASKED}")
        with step("Install Chromium"):
            for command in INSTALL:
                done = subprocess.run(
                    command, capture_output=True, text=True, env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"}, check=False
                )
                if done.returncode:
                    raise LocalRunError(f"Chromium could not be installed: {(done.stderr or done.stdout)[-1000:]} {ASKED}")
    if (found := _found()) is None:
        raise LocalRunError(f"apt-get brought no Chromium. {ASKED}")
    return found


def _found() -> Path | None:
    return next((Path(path) for name in NAMES if (path := shutil.which(name))), None)
