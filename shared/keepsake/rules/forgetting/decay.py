"""How a memory fades or ends, and what its score means (rows D2, D3).

decay_score = (1 + age_days / S) ** -0.5 with S = 2 x 20**importance x (1 + reinforcements) / decay_factor: ACT-R's power law of
forgetting (Anderson & Schooler 1991), stretched by importance and by every reinforcement.
"""

from __future__ import annotations

import math
from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake.records import Durability, Kind, Memory, Status
from keepsake.rules.policy import DEFAULT, Policy, Strategy

RECOVERABLE_DAYS = 30
"""A deleted memory can be restored this long, then it is purged."""
BROUGHT_BACK = ("restore", "undone")
"""Verdicts of an act and of an undo: retention leaves alone as long what they brought back, or the next sweep would take it again within
the hour. Who wants it for longer pins it, or says it again."""
BASE_DAYS = 2.0
IMPORTANCE_BASE = 20.0
EXPONENT = -0.5
LATEST_CHECK_DAYS = 365.0
"""A memory is looked at again within this time, so that a changed policy reaches it."""

FALLING = (Status.ACTIVE, Status.DEPRIORITIZED, Status.ARCHIVED, Status.DELETED)
"""A sweep lets fade and lifts nothing: what was recalled again fades later, and an explicit restore brings it back."""
LEANING = (Kind.TOPIC, Kind.SUMMARY, Kind.MENTAL_MODEL)
"""Kinds that stand and fall with their facts."""


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


def floors(policy: Policy = DEFAULT) -> tuple[float, ...]:
    """The score from which each status of FALLING holds."""
    return (policy.active_from, policy.deprioritized_from, policy.archived_from, 0.0)


def status_of(value: float, policy: Policy = DEFAULT) -> Status:
    return next(status for status, floor in zip(FALLING, floors(policy), strict=True) if value >= floor)


def purge_at(deleted_at: datetime) -> datetime:
    """When a memory that was deleted then is purged."""
    return deleted_at + timedelta(days=RECOVERABLE_DAYS)


def fate(memory: Memory, now: datetime, policy: Policy = DEFAULT) -> Fate:
    """Score and status at `now`, with the reason. Pinned, protected, held and permanent memories stay. Time alone brings nothing back
    from the archive: what is said again or restored is at hand again."""
    if memory.status is Status.DELETED:
        final = memory.legal_hold or memory.purged_at is not None
        return Fate(memory.decay_score, Status.DELETED, "already deleted", None if final else max(memory.decay_due or purge_at(now), now))
    ends_at, why = ending(memory, policy)
    if ends_at is not None and ends_at <= now:
        return Fate(memory.decay_score, Status.DELETED, f"{why} at {ends_at:%Y-%m-%d}", purge_at(now))
    kept = keeper(memory)
    if kept is not None:
        return Fate(memory.decay_score, memory.status, kept, ends_at)
    touched = max(memory.last_accessed_at, memory.reinforced_at or memory.last_accessed_at)
    strength = strength_days(memory.importance, memory.reinforcements, memory.decay_factor)
    value = score((now - touched).total_seconds() / 86_400, strength, policy.decay)
    status = max(memory.status, status_of(value, policy), key=FALLING.index)
    next_at = purge_at(now) if status is Status.DELETED else _next_look(touched, strength, status, ends_at, now, policy)
    days = max(0, (now - touched).days)
    return Fate(value, status, f"untouched for {days} days at importance {memory.importance:.2f}: score {value:.2f}", next_at)


def _next_look(touched: datetime, strength: float, status: Status, ends_at: datetime | None, now: datetime, policy: Policy) -> datetime:
    """When the score falls out of the band of its status, or the memory ends, or it was not looked at for long."""
    checks = [now + timedelta(days=LATEST_CHECK_DAYS)]
    floor = floors(policy)[FALLING.index(status)]
    age = age_at(floor, strength, policy.decay)
    # A fall beyond the latest check is no matter yet, and may lie beyond what a date can hold.
    if (now - touched).total_seconds() / 86_400 + LATEST_CHECK_DAYS > age:
        checks.append(touched + timedelta(days=age, seconds=1))
    if ends_at is not None:
        checks.append(ends_at)
    return max(min(checks), now)


def ending(memory: Memory, policy: Policy = DEFAULT) -> tuple[datetime | None, str]:
    """When the memory ends whatever its score, by its own expiry or by the container's retention, which counts from when it was last
    said. Retention spares what somebody wants kept, and for some days what somebody has just brought back; nothing ends under legal
    hold."""
    if memory.legal_hold or memory.kind in LEANING:
        return None, ""
    days = policy.episodes_days if memory.kind is Kind.EPISODE and policy.episodes_days else policy.memories_days
    kept = memory.pinned or memory.protected or not days
    said_at = max(memory.recorded_at, memory.reinforced_at or memory.recorded_at)
    ends = [(memory.expires_at, "expired")] if memory.expires_at is not None else []
    back = purge_at(memory.change.at) if memory.change.verdict in BROUGHT_BACK else said_at
    ends += [] if kept else [(max(said_at + timedelta(days=days), back), f"kept for {days} days, which ended")]
    return min(ends, default=(None, ""))


def scheduled(memory: Memory, now: datetime, policy: Policy = DEFAULT) -> Memory:
    """The memory, due again when its fate may change; at once where it has changed already. What is due earlier than it was lists
    itself, whatever its batch lists."""
    found = fate(memory, now, policy)
    due = found.next_at if found.status is memory.status else now
    later = memory.decay_due is not None and due is not None and due >= memory.decay_due
    return memory.model_copy(update={"decay_due": due} | ({} if later else {"fades_with": None}))


def rescheduled(memory: Memory, policy: Policy) -> Memory:
    """A memory in a new version, due again by the container's policy. The purge of a deleted one stands; observations do not fade, and
    the other kinds stand and fall with their facts."""
    fades = memory.kind in (Kind.FACT, Kind.EPISODE) and memory.status is not Status.DELETED
    return scheduled(memory, memory.updated_at, policy) if fades else memory


def keeper(memory: Memory) -> str | None:
    """Why a memory never fades, if it does not."""
    for held, reason in (
        (memory.legal_hold, "legal hold"),
        (memory.pinned, "pinned"),
        (memory.protected, "protected"),
        (memory.durability is Durability.PERMANENT, "permanent"),
        (memory.standing, "standing instruction"),
        (memory.kind in LEANING, "stands and falls with its facts"),
    ):
        if held:
            return reason
    return None
