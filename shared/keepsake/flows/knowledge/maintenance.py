"""Ask for a consolidation or a prune of one user's memories, preview it, and read its report (rows K6, K9, K12)."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime

from keepsake import api, ids
from keepsake.changes import ChangeKind, Move, Run, run_key
from keepsake.errors import NotFound, Unavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import distil, prune, surroundings, upkeep
from keepsake.messages import UserWork
from keepsake.ports import Distiller, Queue, Side, Store
from keepsake.records import Memory, Principal, Scope
from keepsake.rules.governance import identity

MOST_SHOWN = 500


def preview(store: Store, side: Side, rules: Distiller, scope: Scope, kind: ChangeKind, now: datetime) -> api.UpkeepAnswer:
    """What a run would change and why, by the rules: of more than one page looks at, the first one. Changes nothing."""
    around = surroundings.around(store, side, scope, policy_of(store, scope, now))
    moves, _ = distil.foreseen(around, rules, now) if kind is ChangeKind.CONSOLIDATION else prune.foreseen(around, now)
    lines = [line(move, memory, around.owned) for move in moves for memory in move.changed]
    return api.UpkeepAnswer(
        kind=kind, preview=True, at=now, examined=len(around.owned.memories), changed=counted(moves), changes=tuple(lines[:MOST_SHOWN])
    )


def start(store: Store, queue: Queue, scope: Scope, kind: ChangeKind, actor: str, now: datetime) -> api.UpkeepAnswer:
    """Numbers the change set and queues the run behind the user's batches. Raises Unavailable with the run closed, if the queue
    refuses."""
    run = Run(
        tenant=scope.tenant, run_id=ids.new_id("w"), kind=kind, scope=scope.model_copy(update={"session_id": None}), actor=actor,
        forced=True, started_at=now,
    )  # fmt: skip
    run, head = upkeep.numbered(store, run, now)
    work = UserWork(
        tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id,
        upkeep=upkeep.UPKEEP[kind], run_id=run.run_id,
    )  # fmt: skip
    try:
        queue.send(work)
    except Unavailable:
        owned = upkeep.Owned(scope, *upkeep.read_state(store, scope), {}, policy=policy_of(store, scope, now))
        upkeep.close(store, owned, run.model_copy(update={"reason": "the queue refused it"}), head, now)
        raise
    return answer(run)


def report(store: Store, principal: Principal, run_id: str, kinds: Collection[ChangeKind]) -> api.UpkeepAnswer:
    run = store.read([run_key(principal.tenant, run_id)], consistent=True).get(run_key(principal.tenant, run_id))
    if not isinstance(run, Run) or run.kind not in kinds or not identity.may_see(principal, run.scope):
        raise NotFound("There is no such run.")
    return answer(run)


def answer(run: Run) -> api.UpkeepAnswer:
    return api.UpkeepAnswer(
        kind=run.kind, run_id=run.run_id, change_set=run.change_set, preview=False, at=run.started_at,
        changed=run.counts, done=run.finished_at is not None, reason=run.reason,
    )  # fmt: skip


def counted(moves: list[Move]) -> dict[str, int]:
    counts: dict[str, int] = {}
    for move in moves:
        counts[move.what] = counts.get(move.what, 0) + 1
    return counts


def line(move: Move, memory: Memory, owned: upkeep.Owned) -> api.PlannedChange:
    before = owned.memories.get(memory.memory_id)
    return api.PlannedChange(
        memory_id=memory.memory_id, kind=memory.kind, what=move.what, why=move.why,
        content_before=before.content.summary if before else None, content=memory.content.summary,
        validity=memory.validity, status=memory.status, trust=memory.trust,
    )  # fmt: skip
