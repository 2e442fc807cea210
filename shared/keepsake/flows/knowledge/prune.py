"""Prune a full set of facts (row K9): what is new with what lies around it, a page at a time."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime

from keepsake.changes import Move, Run
from keepsake.errors import LostRace, ModelUnavailable
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import surroundings, upkeep
from keepsake.flows.knowledge.surroundings import Surroundings
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.messages import UserWork
from keepsake.ports import Pruner, Side, Store
from keepsake.records import Kind, Memory, Status, Trust
from keepsake.rules.knowledge import episodes, looked, mental_models, pruning, reconcile, trimming
from keepsake.rules.knowledge.blocking import Blocks
from keepsake.rules.knowledge.looked import START

RESERVE_S = 30.0
"""Seconds left at which a run stops for now. A page takes a second; where a chat model prunes, up to its timeout of 20."""
MOST_TRIES = 5
"""Times that what a page changed is looked at again: each time it is less."""
MOST_SHOWN = 200
"""Facts that a chat model is shown at once: the new ones and what could say the same."""


Left = Callable[[], float]
"""Seconds that the caller still has."""


def forever() -> float:
    return math.inf


def prune(
    store: Store, side: Side, work: UserWork, now: datetime, pruner: Pruner | None = None, left: Left = forever
) -> Run | None:  # fmt: skip
    """The run: finished, or with a cursor where the seconds that are `left` ran out, to be gone on with by the same message. None where it
    was finished before. Safe to run twice and to stop anywhere."""
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None:
            return None
        policy = policy_of(store, work.scope, now)
        stated = upkeep.read_state(store, work.scope)
        allowed = pruning.guard(stated[0].facts, looked.of(stated[0], work.namespace).new_facts, policy.prune_from)
        if not (allowed.holds or run.forced or run.cursor):
            return run.model_copy(update={"finished_at": now, "reason": allowed.reason})
        try:
            return _work_off(surroundings.around(store, side, work.scope, policy, stated), run, pruner, now, left)
        except LostRace:
            continue
    raise LostRace("Too many writers on one user's knowledge.")


def _work_off(around: Surroundings, run: Run, pruner: Pruner | None, now: datetime, left: Left) -> Run:
    """Compares what is new, a page at a time, and keeps after each how far it came: another writer of the user costs that much work and
    no more."""
    owned, store, mine = around.owned, around.store, around.scope.namespace
    place = START if run.forced and run.cursor is None else looked.of(owned.state, mine).prune
    around.contested(run.run_id)
    while True:
        rows, place, last = around.page(place)
        fresh = _uncompared(owned, run, rows)
        for _ in range(MOST_TRIES):
            moves, how = generate(around, now, pruner, fresh)
            run = run.model_copy(update={"reason": how, "counts": counted(run.counts, moves)})
            if moves:
                run, head = upkeep.numbered(store, run, now)
                upkeep.apply(store, owned, head, moves)
            # What took others over says more than before, or stands alone now where it did not.
            fresh = [m for move in moves for m in move.changed if _comparable(m)]
            if not fresh or pruner is not None:
                break
        if last:
            numbered = upkeep.read_head(store, run.tenant, run.change_set) if run.change_set is not None else None
            seen = looked.at(owned.state, mine, prune=place, pruned_at=now, new_facts=0)
            return upkeep.close(store, owned, run, numbered, now, looked=seen)
        seen = looked.at(owned.state, mine, prune=place)
        run = upkeep.kept(store, run.model_copy(update={"cursor": place}), owned, looked=seen)
        if left() < RESERVE_S:
            return run
        around.let_go()


def _uncompared(owned: Owned, run: Run, rows: Sequence[Memory]) -> list[Memory]:
    """The facts among these that the run has to compare: all of them where a person asked for it, else those made since the last prune."""
    pruned = looked.of(owned.state, owned.scope.namespace).pruned_at
    since = None if run.forced or pruned is None else pruned - upkeep.SLACK
    return [f for f in rows if _comparable(f) and (since is None or f.created_at > since)]


def _comparable(fact: Memory) -> bool:
    at_hand = fact.status is not Status.DELETED and fact.trust is not Trust.QUARANTINED
    return fact.kind is Kind.FACT and fact.validity in reconcile.CONCERNED and at_hand


def foreseen(around: Surroundings, now: datetime) -> tuple[list[Move], str | None]:
    """What a run that a person asks for would change first."""
    around.contested("")
    rows, _, _ = around.page(START)
    return generate(around, now, fresh=[f for f in rows if _comparable(f)])


def generate(
    around: Surroundings, now: datetime, pruner: Pruner | None = None, fresh: Sequence[Memory] = ()
) -> tuple[list[Move], str | None]:
    """What a run would change, and who proposed it where a model is configured. Changes nothing. `fresh` are the facts to compare with
    what lies around them."""
    owned = around.owned
    around.repetitions(fresh, shown=pruner is not None)
    facts = [f for f in owned.memories.values() if _comparable(f)]
    standing = {f.memory_id: f for f in facts}
    # What an earlier page of the run took away stands no more.
    compared = [standing[f.memory_id] for f in fresh if f.memory_id in standing]
    blocks = Blocks(facts)
    concerned = {f.memory_id: f for one in compared for f in (one, *blocks.beside(one))}
    around.vectors(list(concerned.values()))
    moves, how = _proposed(facts, list(concerned.values()), {f.memory_id for f in compared}, owned, pruner, now)
    around.leaning(moves)
    changed = [m for move in moves for m in move.changed]
    after = owned.of_kind(Kind.FACT) | {m.memory_id: m for m in changed}
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
    shown = sorted(concerned, key=lambda f: (f.memory_id not in fresh, f.key))[:MOST_SHOWN]
    try:
        trims = pruner.prune(shown)
    except ModelUnavailable as err:
        return pruning.propose(facts, owned.vectors, now, fresh, owned.thresholds), f"by the rules: {err.reason}"
    by = (pruner.name, pruner.prompt_version)
    return trimming.moves(trims, shown, by, now), f"by {pruner.name}, {pruner.prompt_version}"


def counted(counts: Mapping[str, int], moves: Sequence[Move]) -> dict[str, int]:
    """Moves by what they do, with those that were counted before."""
    return dict(Counter(counts) + Counter(move.what for move in moves))
