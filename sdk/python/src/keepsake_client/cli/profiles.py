"""Addresses and keys that `keepsake login` keeps, in a file that only its owner reads."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path

import typer
from pydantic import BaseModel, ValidationError

from keepsake_client import settings
from keepsake_client.errors import NotConfigured

DEFAULT = "default"


class Profile(BaseModel):
    url: str
    key: str
    user_id: str | None = None
    container: str | None = None
    operator_key: str | None = None
    """Of the local run alone."""
    source: str = ""
    """Where it was found."""


class Profiles(BaseModel):
    profiles: dict[str, Profile] = {}


def file() -> Path:
    """KEEPSAKE_CONFIG, or config.json in the system's folder for it."""
    return Path(os.environ.get("KEEPSAKE_CONFIG") or Path(typer.get_app_dir("keepsake")) / "config.json")


def chosen(name: str | None) -> Profile:
    """The profile that is named, else KEEPSAKE_URL and KEEPSAKE_KEY, else the profile `default`, else the local run. Raises
    NotConfigured."""
    kept = read()
    if name is not None and name not in kept:
        raise NotConfigured(f"There is no profile {name}: keepsake login --profile {name}")
    if name is not None or (DEFAULT in kept and not os.environ.get("KEEPSAKE_URL")):
        name = name or DEFAULT
        return kept[name].model_copy(update={"source": f"profile {name}"})
    try:
        url, key = settings.place()
    except NotConfigured as err:
        raise NotConfigured("No service is known: keepsake login, or set KEEPSAKE_URL and KEEPSAKE_KEY, or start the local run.") from err
    if os.environ.get("KEEPSAKE_URL"):
        return Profile(url=url, key=key, source="environment")
    return Profile(url=url, key=key, operator_key=settings.place(admin=True).key, source="local run")


def read() -> dict[str, Profile]:
    """By name. Raises NotConfigured where the file cannot be read."""
    try:
        return Profiles.model_validate_json(file().read_text()).profiles
    except FileNotFoundError:
        return {}
    except (OSError, ValidationError) as err:
        raise NotConfigured(f"{file()} cannot be read: {type(err).__name__}") from err


def write(profiles: dict[str, Profile]) -> None:
    """By a file beside it, which nobody else could read at any time."""
    path = file()
    path.parent.mkdir(parents=True, exist_ok=True)
    text = {"profiles": {name: p.model_dump(exclude_none=True, exclude={"source"}) for name, p in profiles.items()}}
    handle, beside = tempfile.mkstemp(dir=path.parent)  # 0600
    with os.fdopen(handle, "w") as out:
        json.dump(text, out, indent=2)
    Path(beside).replace(path)
