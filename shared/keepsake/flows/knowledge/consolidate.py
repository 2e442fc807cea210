"""Keep a user's memories in order (rows K6 to K9): consolidate episodes, prune facts, and have topics follow what that changed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from keepsake.changes import Run
from keepsake.flows.knowledge import distil, prune, topics
from keepsake.messages import UserWork
from keepsake.ports import Distiller, Pruner, Side, Store, Summariser


@dataclass(frozen=True, slots=True)
class Makers:
    """Who proposes what: a model where one is configured, and the rules beside it; and where what is known is searched."""

    side: Side
    distiller: Distiller
    rule_distiller: Distiller
    summariser: Summariser
    rule_summariser: Summariser
    pruner: Pruner | None = None


def consolidate(
    store: Store, makers: Makers, work: UserWork, now: datetime, left: prune.Left = prune.forever
) -> tuple[Run | None, UserWork | None]:
    """The run that was done, if any, and what is left to do where the seconds ran out. Safe to run twice and to stop anywhere."""
    run = _run(store, makers, work, now, left)
    if run is not None and run.finished_at is None:
        return run, _again(work)
    if run is not None and run.change_set is None:
        return run, None  # what it did not change topics need not follow
    done = topics.remake(store, makers.side, makers.summariser, makers.rule_summariser, work.scope, now, left)
    return run, None if done else _again(work)


def _again(work: UserWork) -> UserWork:
    """The same work, to be gone on with by another message."""
    return work.model_copy(update={"attempt": work.attempt + 1})


def _run(store: Store, makers: Makers, work: UserWork, now: datetime, left: prune.Left) -> Run | None:
    if work.upkeep == "prune":
        return prune.prune(store, makers.side, work, now, makers.pruner, left)
    if work.upkeep == "distil":
        return distil.distil(store, makers.side, makers.distiller, makers.rule_distiller, work, now, left)
    return None
