"""Keep a user's memories in order (rows K6 to K9): what consolidates episodes, prunes facts and makes topics looks at all that is known.
That is read once for all of them: where it is read for one, the others go along that are due soon."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from keepsake.changes import Run
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import distil, prune, topics, upkeep
from keepsake.flows.knowledge.upkeep import Bank
from keepsake.messages import UserWork
from keepsake.ports import Distiller, Embedder, Pruner, Store, Summariser
from keepsake.records import UserState
from keepsake.rules.knowledge import distillation, pruning
from keepsake.rules.policy import Policy

SOON = 0.5
"""Share of what makes a run due at which it goes along with another."""


@dataclass(frozen=True, slots=True)
class Makers:
    """Who proposes what: a model where one is configured, and the rules beside it."""

    distiller: Distiller
    rule_distiller: Distiller
    embedder: Embedder
    summariser: Summariser
    rule_summariser: Summariser
    pruner: Pruner | None = None


def consolidate(
    store: Store, makers: Makers, work: UserWork, now: datetime, left: prune.Left = prune.forever
) -> tuple[list[Run], UserWork | None]:
    """The runs that were done, and what is left of the last one where the seconds ran out. Topics follow what they changed. Safe to run
    twice and to stop anywhere."""
    bank, runs = Bank(store, work.scope), list[Run]()
    todo: list[UserWork | None] = [work, None]
    for place, one in enumerate(todo):
        if one is None:
            continue
        run = _run(store, makers, one, now, left, bank, along=place > 0)
        runs += [run] if run is not None else []
        if run is not None and run.finished_at is None:
            return runs, one.model_copy(update={"attempt": one.attempt + 1})
        if place == 0 and run is not None and not run.forced and bank.owned is not None:
            todo[1] = _soon(bank.owned.state, work, policy_of(store, work.scope, now))
    topics.remake(store, makers.embedder, makers.summariser, makers.rule_summariser, work.scope, now, bank)
    return runs, None


def _run(store: Store, makers: Makers, work: UserWork, now: datetime, left: prune.Left, bank: Bank, *, along: bool) -> Run | None:
    if work.upkeep == "prune":
        return prune.prune(store, work, now, makers.pruner, left, bank, along=along)
    if work.upkeep == "distil":
        return distil.distil(store, makers.distiller, makers.rule_distiller, work, now, bank, along=along)
    return None


def _soon(state: UserState, work: UserWork, policy: Policy) -> UserWork | None:
    """The other run, where it would be due soon."""
    if work.upkeep == "prune":
        return upkeep.work_of(work.scope, "distil", work.namespace, state.runs) if distillation.guard(state, policy, SOON).holds else None
    due = pruning.guard(state.facts, state.new_facts, policy.prune_from, SOON).holds
    return upkeep.work_of(work.scope, "prune", work.namespace, state.runs) if due else None
