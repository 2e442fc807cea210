"""The consolidate queue: batches, whose observations are decided and topics summarised, and upkeep of one user's memories and sessions"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import quarantine
from keepsake.flows.knowledge import consolidate, distil, prune, topics
from keepsake.flows.sessions import fold
from keepsake.messages import BatchWork, UserWork


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return worker.each_batch(event, context, bootstrap.consolidate_queue(), work, upkeep)


def work(batch: BatchWork) -> None:
    now = datetime.now(UTC)
    consolidate.consolidate(
        Fenced(bootstrap.store(), now),
        bootstrap.consolidate_queue(),
        bootstrap.ingest_embedder(),
        bootstrap.summariser(),
        bootstrap.rule_summariser(),
        batch,
        now,
    )


def upkeep(user: UserWork) -> None:
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    if user.upkeep == "fold":
        fold.fold(store, bootstrap.folder(), user, now)
        return
    if user.upkeep == "prune":
        prune.prune(store, user, now, bootstrap.pruner())
    elif user.upkeep == "quarantine":
        quarantine.carry_out(store, user, now)
    elif user.upkeep == "distil":
        distil.distil(store, bootstrap.distiller(), bootstrap.rule_distiller(), user, now)
    ground = topics.read_ground(store, user.scope)
    topics.remake(store, bootstrap.ingest_embedder(), bootstrap.summariser(), bootstrap.rule_summariser(), ground, now)
