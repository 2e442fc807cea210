"""Prune a full set of facts (row K9): guard, generate, persist."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime

from keepsake.changes import Move, Run
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.upkeep import Bank, Owned
from keepsake.messages import UserWork
from keepsake.ports import Pruner, Store
from keepsake.records import Kind, Memory, Status, Trust
from keepsake.rules.knowledge import episodes, mental_models, pruning, reconcile, trimming
from keepsake.rules.knowledge.blocking import Blocks

SLICE = 200
"""New facts that are compared, and whose moves are written, before the clock is looked at again."""
RESERVE_S = 30.0
"""Seconds left at which a run stops for now. A slice takes a second; where a chat model prunes, up to its timeout of 20."""
MOST_SHOWN = 200
"""Facts that a chat model is shown at once: the new ones and what could say the same."""


Left = Callable[[], float]
"""Seconds that the caller still has."""


def forever() -> float:
    return math.inf


def prune(
    store: Store, work: UserWork, now: datetime, pruner: Pruner | None = None, left: Left = forever, bank: Bank | None = None,
    *, along: bool = False,
) -> Run | None:  # fmt: skip
    """The run: finished, or with a cursor where the seconds that are `left` ran out, to be gone on with by the same message. None where it
    was finished before. `along`: with another run, whether it is due or not. Safe to run twice and to stop anywhere."""
    bank = bank or Bank(store, work.scope)
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None:
            return None
        bank.policy = policy_of(store, work.scope, now)
        stated = upkeep.read_state(store, work.scope)
        allowed = pruning.guard(stated[0].facts, stated[0].new_facts, bank.policy.prune_from)
        if not (allowed.holds or run.forced or run.cursor or along):
            return run.model_copy(update={"finished_at": now, "reason": allowed.reason})
        try:
            return _work_off(store, bank.gather(stated), run, pruner, now, left)
        except LostRace:
            bank.owned = None
    raise LostRace("Too many writers on one user's knowledge.")


def _work_off(store: Store, owned: Owned, run: Run, pruner: Pruner | None, now: datetime, left: Left) -> Run:
    """Compares what is new, some facts at a time, and keeps after each how far it came: another writer of the user costs that much work
    and no more."""
    waiting = _uncompared(owned, run)
    while True:
        some, waiting = waiting[:SLICE], waiting[SLICE:]
        moves, how = generate(store, owned, now, pruner, some)
        run = run.model_copy(update={"reason": how, "counts": _counted(run.counts, moves)})
        if moves:
            run, head = upkeep.numbered(store, run, now)
            upkeep.apply(store, owned, head, moves)
        if not waiting:
            numbered = upkeep.read_head(store, run.tenant, run.change_set) if run.change_set is not None else None
            return upkeep.close(store, owned, run, numbered, now, new_facts=0, pruned_at=now)
        run = upkeep.kept(store, run.model_copy(update={"cursor": _place(some[-1])}))
        if left() < RESERVE_S:
            return run


def _uncompared(owned: Owned, run: Run) -> list[Memory]:
    """The facts that the run has to compare, the oldest first: all of them where a person asked for it, else those made since the last
    prune."""
    since = None if run.forced or owned.state.pruned_at is None else owned.state.pruned_at - upkeep.SLACK
    facts = [f for f in _comparable(owned) if since is None or f.created_at > since]
    return sorted((f for f in facts if run.cursor is None or _place(f) > run.cursor), key=_place)


def _place(fact: Memory) -> str:
    return f"{fact.created_at.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}#{fact.memory_id}"


def _comparable(owned: Owned) -> list[Memory]:
    known = owned.of_kind(Kind.FACT).values()
    return [f for f in known if f.validity in reconcile.CONCERNED and f.status is not Status.DELETED and f.trust is not Trust.QUARANTINED]


def generate(
    store: Store, owned: Owned, now: datetime, pruner: Pruner | None = None, fresh: Sequence[Memory] | None = None
) -> tuple[list[Move], str | None]:
    """What a run would change, and who proposed it where a model is configured. Changes nothing. `fresh` are the facts to compare with the
    others; None: all."""
    known = owned.of_kind(Kind.FACT)
    facts = _comparable(owned)
    standing = {f.memory_id: f for f in facts}
    # What an earlier slice of the run took away stands no more.
    compared = facts if fresh is None else [standing[f.memory_id] for f in fresh if f.memory_id in standing]
    blocks = Blocks(facts)
    concerned = {f.memory_id: f for one in compared for f in (one, *blocks.beside(one))}
    upkeep.fetch_vectors(store, owned, list(concerned.values()))
    moves, how = _proposed(facts, list(concerned.values()), {f.memory_id for f in compared}, owned, pruner, now)
    changed = [m for move in moves for m in move.changed]
    after = known | {m.memory_id: m for m in changed}
    shown = owned.of_kind(Kind.EPISODE).values()
    # What was merged is still true: its episodes go on standing for it.
    untrue = [m for m in changed if not any(r.type == pruning.MERGED for r in m.relations)]
    moves += [Move("follows", e.change.reason, (e,)) for e in episodes.following(untrue, shown, now)]
    turned = mental_models.refreshed(owned.of_kind(Kind.MENTAL_MODEL).values(), after, now)
    return moves + [Move(m.change.verdict, m.change.reason, (m,)) for m in turned], how


def _proposed(
    facts: Sequence[Memory], concerned: Sequence[Memory], fresh: Collection[str], owned: Owned, pruner: Pruner | None, now: datetime,
) -> tuple[list[Move], str | None]:  # fmt: skip
    """By the model where it answers, by the rules otherwise."""
    if pruner is None:
        return pruning.propose(facts, owned.vectors, now, fresh, owned.thresholds), None
    shown = sorted(concerned, key=lambda f: (f.memory_id not in fresh, _place(f)))[:MOST_SHOWN]
    try:
        trims = pruner.prune(shown)
    except ModelUnavailable as err:
        return pruning.propose(facts, owned.vectors, now, fresh, owned.thresholds), f"by the rules: {err.reason}"
    by = (pruner.name, pruner.prompt_version)
    return trimming.moves(trims, shown, by, now), f"by {pruner.name}, {pruner.prompt_version}"


def _counted(counts: Mapping[str, int], moves: Sequence[Move]) -> dict[str, int]:
    return dict(Counter(counts) + Counter(move.what for move in moves))
