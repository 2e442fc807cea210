"""Every minute: takes up again what a crash left behind"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, telemetry
from keepsake.flows.fence import Fenced
from keepsake.flows.intake import catch_up


def handler(_event: dict[str, Any], _context: Any) -> dict[str, Any]:
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    bootstrap.calibrate()
    done = catch_up.catch_up(store, bootstrap.extract_queue(), bootstrap.consolidate_queue(), bootstrap.kept_sides, now)
    telemetry.outcome("caught up", **done)
    for work, rows in done.items():
        if rows:
            telemetry.count("CaughtUp", rows, work=work)
    return done
