"""Prune a full set of facts (row K9): guard, generate, persist."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.changes import Move, Run
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.messages import UserWork
from keepsake.ports import Pruner, Store
from keepsake.records import Kind, Memory, Status, Trust
from keepsake.rules.knowledge import episodes, mental_models, pruning, reconcile, trimming


def prune(store: Store, work: UserWork, now: datetime, pruner: Pruner | None = None) -> Run | None:
    """The finished run; None where it was finished before. Safe to run twice and to stop anywhere."""
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None:
            return None
        owned = upkeep.gather(store, work.scope, policy_of(store, work.scope, now))
        allowed = pruning.guard(upkeep.current_facts(owned), owned.state.new_facts, owned.policy.prune_from)
        if not (allowed.holds or run.forced):
            return run.model_copy(update={"finished_at": now, "reason": allowed.reason})
        try:
            moves, how = generate(store, owned, now, pruner)
            return _persist(store, owned, run.model_copy(update={"reason": how}), moves, now)
        except LostRace:
            continue
    raise LostRace("Too many writers on one user's knowledge.")


def generate(store: Store, owned: Owned, now: datetime, pruner: Pruner | None = None) -> tuple[list[Move], str | None]:
    """What a run would change, and who proposed it where a model is configured. Changes nothing."""
    known = owned.of_kind(Kind.FACT)
    facts = [
        f
        for f in known.values()
        if f.validity in reconcile.CONCERNED and f.status is not Status.DELETED and f.trust is not Trust.QUARANTINED
    ]
    upkeep.fetch_vectors(store, owned, facts)
    moves, how = _proposed(facts, owned, pruner, now)
    changed = [m for move in moves for m in move.changed]
    after = known | {m.memory_id: m for m in changed}
    shown = owned.of_kind(Kind.EPISODE).values()
    # What was merged is still true: its episodes go on standing for it.
    untrue = [m for m in changed if not any(r.type == pruning.MERGED for r in m.relations)]
    moves += [Move("follows", e.change.reason, (e,)) for e in episodes.following(untrue, shown, now)]
    turned = mental_models.refreshed(owned.of_kind(Kind.MENTAL_MODEL).values(), after, now)
    return moves + [Move(m.change.verdict, m.change.reason, (m,)) for m in turned], how


def _proposed(facts: Sequence[Memory], owned: Owned, pruner: Pruner | None, now: datetime) -> tuple[list[Move], str | None]:
    """By the model where it answers, by the rules otherwise."""
    if pruner is None:
        return pruning.propose(facts, owned.vectors, now), None
    try:
        trims = pruner.prune(facts)
    except ModelUnavailable as err:
        return pruning.propose(facts, owned.vectors, now), f"by the rules: {err.reason}"
    by = (pruner.name, pruner.prompt_version)
    return trimming.moves(trims, facts, by, now), f"by {pruner.name}, {pruner.prompt_version}"


def _persist(store: Store, owned: Owned, run: Run, moves: Sequence[Move], now: datetime) -> Run:
    head = None
    if moves or run.change_set is not None:
        run, head = upkeep.numbered(store, run, now)
        head = upkeep.apply(store, owned, head, moves)
    counts: dict[str, int] = {}
    for move in moves:
        counts[move.what] = counts.get(move.what, 0) + 1
    done = run.model_copy(update={"counts": counts})
    return upkeep.close(store, owned, done, head, now, new_facts=0, facts=upkeep.current_facts(owned))
