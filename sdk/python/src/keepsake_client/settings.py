"""Which service is meant, and by which key: what is given, else the environment, else the local run."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NamedTuple

from keepsake_client.errors import NotConfigured

LOCAL_RUN = Path(".local") / "stack.json"


class Place(NamedTuple):
    url: str
    """With `/v1`."""
    key: str


def place(url: str | None = None, key: str | None = None, *, admin: bool = False) -> Place:
    """`url` and `key`, each from KEEPSAKE_URL and KEEPSAKE_KEY unless given. Where no address is named at all it is the local run, found in
    the working directory or above it, with `key` or its own: its admin key if asked for. Raises NotConfigured."""
    asked = url or os.environ.get("KEEPSAKE_URL")
    if asked:
        held = key or os.environ.get("KEEPSAKE_KEY")
        if not held:
            raise NotConfigured(f"There is no key for {asked}: give it, or set KEEPSAKE_KEY.")
        return Place(asked.rstrip("/"), held)
    found = local_run()
    if found is None:
        raise NotConfigured(
            "There is no address of a service: give url and key, set KEEPSAKE_URL and KEEPSAKE_KEY, or start the local run (make up)."
        )
    return Place(str(found["url"]).rstrip("/"), key or str(found["admin_key" if admin else "key"]))


def local_run() -> dict[str, str] | None:
    """What `make up` wrote, from the nearest checkout upward of the working directory. Raises NotConfigured where it cannot be read."""
    here = Path.cwd()
    for folder in (here, *here.parents):
        path = folder / LOCAL_RUN
        if path.is_file():
            try:
                found: dict[str, str] = json.loads(path.read_text())
            except (OSError, ValueError) as err:
                raise NotConfigured(f"{path} cannot be read: {err}") from err
            return found
    return None
