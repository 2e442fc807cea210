"""Delete what a filter selects (row K12): a change set that can be undone as a whole until the memories are purged.

The request does as much as it has time for; the upkeep queue goes on from there. What is deleted is not selected again, so a run may be
repeated and stopped anywhere; what was said after the request is none of its business.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime

from keepsake import api, ids
from keepsake.changes import ChangeKind, Move, Run
from keepsake.errors import LostRace
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import maintenance, memories, upkeep
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.flows.sessions import forgetting
from keepsake.messages import UserWork
from keepsake.ports import Queue, Store
from keepsake.records import Kind, Memory, Permission, Principal, Scope
from keepsake.rules.knowledge import acts, episodes, mental_models, outcome
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.knowledge.under import Under

SLICE = 100
"""Memories deleted between two looks at the time."""
RESERVE_S = 8.0
"""Seconds left at which the queue goes on."""
Left = Callable[[], float]


def forever() -> float:
    return math.inf


def preview(store: Store, principal: Principal, scope: Scope, query: api.Selection, now: datetime) -> api.UpkeepAnswer:
    """What would be deleted. Changes nothing."""
    owned = upkeep.gather(store, scope, policy_of(store, scope, now), everywhere=True)
    chosen, held = _chosen(principal, owned, query, now)
    moves = _moves(owned, chosen, principal.actor, now)
    lines = [maintenance.line(move, memory, owned) for move in moves for memory in move.changed]
    return api.UpkeepAnswer(
        kind=ChangeKind.DELETION.value, preview=True, at=now, examined=len(owned.memories), changed=_counted(moves, held),
        changes=tuple(lines[: maintenance.MOST_SHOWN]),
    )  # fmt: skip


def start(
    store: Store, queue: Queue, principal: Principal, scope: Scope, query: api.DeletionQuery, now: datetime, left: Left = forever
) -> api.UpkeepAnswer:
    """Deletes what is selected; `done` is false where the queue has the rest. Raises Unavailable where the queue refuses it."""
    own = scope.model_copy(update={"session_id": None, "agent_id": principal.agent_id})
    run = Run(
        tenant=scope.tenant, run_id=ids.new_id("w"), kind=ChangeKind.DELETION, scope=own, actor=principal.actor, forced=True,
        started_at=now, purge=query.purge,
        selection=api.Selection.model_validate(query.model_dump(include=set(api.Selection.model_fields))).model_dump_json(),
    )  # fmt: skip
    run, _ = upkeep.numbered(store, run, now)
    work = UserWork(
        tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id, upkeep="delete",
        run_id=run.run_id,
    )  # fmt: skip
    try:
        done = carry_out(store, work, now, left)
    except LostRace:  # a busy user: the queue takes its turn behind the others
        done = None
    if done is None or done.finished_at is None:
        queue.send(work)
    else:
        upkeep.send_due(store, queue, scope, policy_of(store, scope, now))
    return maintenance.answer(done or run)


def carry_out(store: Store, work: UserWork, now: datetime, left: Left = forever) -> Run | None:
    """The run: finished, or as far as it came in the seconds that are `left`. None where it was finished before. Safe to run twice."""
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None or run.selection is None:
            return None
        run, head = upkeep.numbered(store, run, now)
        owned = upkeep.gather(store, run.scope, policy_of(store, run.scope, now), everywhere=True)
        # It ran with the key that asked for it: what that key's agent may not see is not meant.
        asker = Principal(tenant=run.tenant, key_id="", permissions=(Permission.WRITE,), agent_id=run.scope.agent_id)
        chosen, held = _chosen(asker, owned, api.Selection.model_validate_json(run.selection or "{}"), run.started_at)
        try:
            for begun in range(0, len(chosen), SLICE):
                moves = _moves(owned, chosen[begun : begun + SLICE], run.actor, now, purge=run.purge)
                forgetting.in_plain_words(store, run.scope, (e for m in chosen[begun : begun + SLICE] for e in m.event_ids))
                head = upkeep.apply(store, owned, head, moves)
                run = upkeep.kept(store, run.model_copy(update={"counts": _added(run.counts, _counted(moves, 0))}))
                if left() < RESERVE_S and begun + SLICE < len(chosen):
                    return run
            counts = run.counts | ({"held": held} if held else {})
            due = tuple(dict.fromkeys([*owned.state.topics_due, *owned.state.topics_waiting]))
            finished = run.model_copy(update={"counts": counts})
            return upkeep.close(store, owned, finished, head, now, facts=upkeep.current_facts(owned), topics_due=due)
        except LostRace:
            continue
    raise LostRace("Too many writers on one user's knowledge.")


def _chosen(principal: Principal, owned: Owned, query: api.Selection, asked_at: datetime) -> tuple[list[Memory], int]:
    """What was there when it was asked for, is selected and may be deleted, the oldest first; and how many are under legal hold. Topics
    and summaries follow their facts. Without a namespace all of them are meant, as by a list."""
    wanted = memories.selecting(owned.scope, query)
    under = Under(owned.memories.values())
    own = (m for m in owned.memories.values() if m.kind in acts.OWN and memories.visible(principal, m))
    found = [m for m in own if _said_at(m) <= asked_at and wanted(under.told(m))]
    free = [m for m in found if not m.legal_hold]
    return sorted(free, key=lambda m: m.memory_id.partition("_")[2]), len(found) - len(free)


def _said_at(memory: Memory) -> datetime:
    """When it was made, or last said again or corrected: deleting it would take those words too."""
    return max(at for at in (memory.created_at, memory.reinforced_at, outcome.corrected_at(memory)) if at)


def _moves(owned: Owned, chosen: Sequence[Memory], actor: str, now: datetime, *, purge: bool = False) -> list[Move]:
    """The deletions, and what stands or falls with them."""
    wish = Wish(Act.DELETE, actor, now)
    deleted = [after for m in chosen if (after := acts.done(m, wish)) is not None]
    if purge:
        deleted = [m.model_copy(update={"decay_due": now}) for m in deleted]
    moves = [Move("deleted", "selected by a filter", (m,)) for m in deleted]
    gone = {m.memory_id: m for move in moves for m in move.changed}
    lived = [e for i, e in owned.of_kind(Kind.EPISODE).items() if i not in gone]
    moves += [Move("follows", e.change.reason, (e,)) for e in episodes.following(gone.values(), lived, now)]
    models = [m for i, m in owned.of_kind(Kind.MENTAL_MODEL).items() if i not in gone]
    facts = owned.of_kind(Kind.FACT) | {i: m for i, m in gone.items() if m.kind is Kind.FACT}
    for model in mental_models.refreshed(models, facts, now):
        new_words = model.content != owned.memories[model.memory_id].content
        vectors = ((model.memory_id, mental_models.sources(model)),) if new_words else ()
        moves.append(Move(model.change.verdict, model.change.reason, (model,), vectors))
    return moves


def _counted(moves: list[Move], held: int) -> dict[str, int]:
    return maintenance.counted(moves) | ({"held": held} if held else {})


def _added(one: dict[str, int], other: dict[str, int]) -> dict[str, int]:
    return {name: one.get(name, 0) + other.get(name, 0) for name in [*one, *(n for n in other if n not in one)]}
