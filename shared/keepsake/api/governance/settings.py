"""The settings of a container."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from keepsake.api.base import Body, Time
from keepsake.rules.policy import Policy


class SettingsRequest(Body):
    """All settings that differ from their defaults. `version` is the one that was read; 0 where none were ever set."""

    version: Annotated[int, Field(ge=0)]
    settings: Policy


class Setting(Body):
    value: bool | int | float | str
    default: bool | int | float | str
    means: str


class SettingsAnswer(Body):
    container: str
    version: int
    settings: dict[str, Setting]
    updated_at: Time | None = None
    updated_by: str | None = None
