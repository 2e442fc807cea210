"""Every minute: takes up again what a crash left behind"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, telemetry
from keepsake.flows.fence import Fenced
from keepsake.flows.indexing import project
from keepsake.flows.intake import catch_up


def handler(_event: dict[str, Any], context: Any) -> dict[str, Any]:
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    done = catch_up.catch_up(store, bootstrap.extract_queue(), bootstrap.consolidate_queue(), bootstrap.kept_sides, now, left)
    telemetry.outcome("caught up", **done)
    for work, rows in done.items():
        if rows:
            telemetry.count("CaughtUp", rows, work=work)
    if context.get_remaining_time_in_millis() / 1000 > project.OWED_RESERVE_S:  # last: a slow model keeps nothing else waiting
        bootstrap.calibrate()
    return done
