"""How a memory will fade if nobody touches it: the curve of its score, and what sweeps will do when (rows D2, D3)."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake.records import Kind, Memory, Status
from keepsake.rules.forgetting.decay import ending, fate, keeper, purge_at, score, strength_days
from keepsake.rules.policy import DEFAULT, Policy

POINTS = 60
"""Of the curve."""
MOST_LOOKS = 40
"""Sweeps that are foreseen: one falls due at least once a year, so this is decades."""
LEAST_SHOWN = timedelta(days=30)
MOST_SHOWN = timedelta(days=10 * 365)
FADING = (Kind.FACT, Kind.EPISODE)


class Point(NamedTuple):
    at: datetime
    score: float


class Step(NamedTuple):
    """What a sweep will do."""

    at: datetime
    status: Status
    score: float
    reason: str


class Course(NamedTuple):
    keeper: str | None
    """Why it does not fade; None where it does."""
    ends_at: datetime | None
    """When it ends whatever its score."""
    points: tuple[Point, ...]
    """From when it was last touched; none where it does not fade."""
    steps: tuple[Step, ...]
    purged_at: datetime | None
    """When it will be gone for good."""


def course(memory: Memory, now: datetime, policy: Policy = DEFAULT) -> Course:
    """What becomes of the memory from `now` on. The score is that of its age alone; what is told or said again begins anew."""
    ends_at, _ = ending(memory, policy)
    kept = keeper(memory) if memory.kind in FADING else "stands and falls with what it is made of"
    if memory.kind not in FADING:
        return Course(kept, ends_at, (), (), None)
    steps = tuple(_steps(memory, now, policy))
    gone = next((purge_at(s.at) for s in steps if s.status is Status.DELETED), None)
    if memory.status is Status.DELETED and not memory.legal_hold and memory.purged_at is None:
        gone = memory.decay_due
    return Course(kept, ends_at, () if kept else _curve(memory, now, policy, steps), steps, gone)


def _steps(memory: Memory, now: datetime, policy: Policy) -> Iterator[Step]:
    """Each change of status, at the time of the sweep that is due then."""
    at, held = now, memory
    for _ in range(MOST_LOOKS):
        found = fate(held, at, policy)
        if found.status is not held.status:
            yield Step(at, found.status, found.score, found.reason)
        if found.status is Status.DELETED or found.next_at is None:
            return
        held = held.model_copy(update={"status": found.status})
        at = max(found.next_at, at + timedelta(seconds=1))


def _curve(memory: Memory, now: datetime, policy: Policy, steps: tuple[Step, ...]) -> tuple[Point, ...]:
    touched = max(memory.last_accessed_at, memory.reinforced_at or memory.last_accessed_at)
    strength = strength_days(memory.importance, memory.reinforcements, memory.decay_factor)
    begin = min(touched, now)
    until = min(max(steps[-1].at if steps else now, now + LEAST_SHOWN), now + MOST_SHOWN)
    step = (until - begin) / (POINTS - 1)
    times = (begin + step * i for i in range(POINTS))
    return tuple(Point(at, score((at - touched).total_seconds() / 86_400, strength, policy.decay)) for at in times)
