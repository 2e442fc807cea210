"""How one memory will fade, by its container's settings (rows D2, D3)."""

from __future__ import annotations

from datetime import datetime

from keepsake import api
from keepsake.flows.container_settings import policy_of
from keepsake.ports import Store
from keepsake.records import Memory
from keepsake.rules.forgetting.course import course
from keepsake.rules.forgetting.decay import FALLING, fate, floors, strength_days


def foreseen(store: Store, memory: Memory, now: datetime) -> api.DecayAnswer:
    """What sweeps from `now` on will do with the memory if nobody touches it."""
    policy = policy_of(store, memory.scope, now)
    ahead = course(memory, now, policy)
    return api.DecayAnswer(
        memory_id=memory.memory_id,
        at=now,
        strategy=policy.decay,
        status=memory.status,
        score=fate(memory, now, policy).score,
        strength_days=round(strength_days(memory.importance, memory.reinforcements, memory.decay_factor), 2),
        keeper=ahead.keeper,
        ends_at=ahead.ends_at,
        purged_at=ahead.purged_at,
        bands={status.value: floor for status, floor in zip(FALLING, floors(policy), strict=True) if floor},
        points=tuple(api.DecayPoint(at=p.at, score=round(p.score, 4)) for p in ahead.points),
        steps=tuple(api.DecayStep(at=s.at, status=s.status, score=round(s.score, 4), reason=s.reason) for s in ahead.steps),
    )
