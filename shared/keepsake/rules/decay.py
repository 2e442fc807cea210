"""How a memory fades, and what its score means (row D2).

decay_score = (1 + age_days / S) ** -0.5 with S = 2 x 20**importance x (1 + reinforcements) / decay_factor: ACT-R's power law of
forgetting (Anderson & Schooler 1991), stretched by importance and by every reinforcement.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from keepsake.records import Durability, Kind, Memory, Status

Strategy = Literal["power-law", "exponential", "none"]

ACTIVE_FROM = 0.4
DEPRIORITIZED_FROM = 0.3
ARCHIVED_FROM = 0.2
"""Bands of the score; below the last a memory is deleted."""
RECOVERABLE_DAYS = 30
"""A deleted memory can be restored this long, then it is purged."""
BASE_DAYS = 2.0
IMPORTANCE_BASE = 20.0
EXPONENT = -0.5
LATEST_CHECK_DAYS = 365.0
"""A memory is looked at again within this time, so that a changed policy reaches it."""

BANDS: tuple[tuple[float, Status], ...] = (
    (ACTIVE_FROM, Status.ACTIVE),
    (DEPRIORITIZED_FROM, Status.DEPRIORITIZED),
    (ARCHIVED_FROM, Status.ARCHIVED),
    (0.0, Status.DELETED),
)


_FALLING = [status for _, status in BANDS]
"""A sweep lets fade and lifts nothing: what was recalled again fades later, and an explicit restore brings it back."""


class Fate(NamedTuple):
    """What a sweep makes of a memory at one time."""

    score: float
    status: Status
    reason: str
    next_at: datetime | None
    """When to look again; None: never."""


def strength_days(importance: float, reinforcements: int, decay_factor: float) -> float:
    """S: the age at which the score of a power law falls to 0.71."""
    return float(BASE_DAYS * IMPORTANCE_BASE**importance * (1 + reinforcements) / decay_factor)


def score(age_days: float, strength: float, strategy: Strategy = "power-law") -> float:
    """From 1 at age 0 towards 0; never rises with age."""
    age = max(0.0, age_days)
    if strategy == "none":
        return 1.0
    return math.exp(-age / strength) if strategy == "exponential" else float((1 + age / strength) ** EXPONENT)


def age_at(wanted: float, strength: float, strategy: Strategy = "power-law") -> float:
    """The age in days at which the score falls to `wanted`."""
    if strategy == "none":
        return math.inf
    return -math.log(wanted) * strength if strategy == "exponential" else float((wanted ** (1 / EXPONENT) - 1) * strength)


def status_of(value: float) -> Status:
    return next(status for floor, status in BANDS if value >= floor)


def purge_at(deleted_at: datetime) -> datetime:
    """When a memory that was deleted then is purged."""
    return deleted_at + timedelta(days=RECOVERABLE_DAYS)


def fate(memory: Memory, now: datetime, strategy: Strategy = "power-law") -> Fate:
    """Score and status at `now`, with the reason. Pinned, protected, held and permanent memories stay. Time alone brings nothing back
    from the archive: what is said again or restored is at hand again."""
    if memory.status is Status.DELETED:
        held = memory.legal_hold or memory.purged_at is not None
        return Fate(memory.decay_score, Status.DELETED, "already deleted", None if held else memory.decay_due or purge_at(now))
    kept = keeper(memory)
    if memory.expires_at is not None and memory.expires_at <= now and kept not in ("legal hold",):
        return Fate(memory.decay_score, Status.DELETED, f"expired at {memory.expires_at:%Y-%m-%d}", purge_at(now))
    if kept is not None:
        return Fate(memory.decay_score, memory.status, kept, memory.expires_at)
    touched = max(memory.last_accessed_at, memory.reinforced_at or memory.last_accessed_at)
    strength = strength_days(memory.importance, memory.reinforcements, memory.decay_factor)
    value = score((now - touched).total_seconds() / 86_400, strength, strategy)
    status = max(memory.status, status_of(value), key=_FALLING.index)
    floor = next(f for f, band in BANDS if band is status)
    checks = [now + timedelta(days=LATEST_CHECK_DAYS)]
    if floor and strategy != "none":
        checks.append(touched + timedelta(days=age_at(floor, strength, strategy), seconds=1))
    if memory.expires_at is not None:
        checks.append(memory.expires_at)
    next_at = purge_at(now) if status is Status.DELETED else max(min(checks), now)
    days = max(0, (now - touched).days)
    return Fate(value, status, f"untouched for {days} days at importance {memory.importance:.2f}: score {value:.2f}", next_at)


def keeper(memory: Memory) -> str | None:
    """Why a memory never fades, if it does not."""
    for held, reason in (
        (memory.legal_hold, "legal hold"),
        (memory.pinned, "pinned"),
        (memory.protected, "protected"),
        (memory.durability is Durability.PERMANENT, "permanent"),
        (memory.kind in (Kind.TOPIC, Kind.SUMMARY), "made anew from its facts"),
    ):
        if held:
            return reason
    return None
