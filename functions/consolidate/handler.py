"""The consolidate queue: what keeps one user's memories and sessions in order, so that no batch ever waits behind it"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import quarantine
from keepsake.flows.knowledge import deletions, distil, prune, topics
from keepsake.flows.sessions import fold
from keepsake.messages import UserWork


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    return worker.each_upkeep(event, context, bootstrap.consolidate_queue(), lambda user: work(user, left))


def work(user: UserWork, left: prune.Left = prune.forever) -> None:
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    if user.upkeep == "fold":
        fold.fold(store, bootstrap.folder(), user, now)
        return
    if user.upkeep == "prune":
        run = prune.prune(store, user, now, bootstrap.pruner(), left)
        if run is not None and run.finished_at is None:
            bootstrap.consolidate_queue().send(user.model_copy(update={"attempt": user.attempt + 1}))
            return
    elif user.upkeep == "delete":
        run = deletions.carry_out(store, user, now, left)
        if run is not None and run.finished_at is None:
            bootstrap.consolidate_queue().send(user.model_copy(update={"attempt": user.attempt + 1}))
            return
    elif user.upkeep == "quarantine":
        quarantine.carry_out(store, user, now)
    elif user.upkeep == "distil":
        distil.distil(store, bootstrap.distiller(), bootstrap.rule_distiller(), user, now)
    topics.remake(store, bootstrap.ingest_embedder(), bootstrap.summariser(), bootstrap.rule_summariser(), user.scope, now)
