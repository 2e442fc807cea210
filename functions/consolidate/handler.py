"""The consolidate queue: what keeps one user's memories and sessions in order, so that no batch ever waits behind it"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import forget_event, quarantine
from keepsake.flows.knowledge import consolidate, deletions, prune
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
    if user.upkeep == "forget":
        forget_event.carry_out(store, bootstrap.consolidate_queue(), user, now)
        return
    if user.upkeep == "delete":
        run = deletions.carry_out(store, user, now, left)
        if run is not None and run.finished_at is None:
            bootstrap.consolidate_queue().send(user.model_copy(update={"attempt": user.attempt + 1}))
            return
    elif user.upkeep == "quarantine":
        quarantine.carry_out(store, user, now)
    makers = consolidate.Makers(
        bootstrap.side_of(bootstrap.spaces().active), bootstrap.distiller(), bootstrap.rule_distiller(), bootstrap.summariser(),
        bootstrap.rule_summariser(), bootstrap.pruner(),
    )  # fmt: skip
    _, rest = consolidate.consolidate(store, makers, user, now, left)
    if rest is not None:
        bootstrap.consolidate_queue().send(rest)
