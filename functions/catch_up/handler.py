"""Every minute: takes up again what a crash left behind"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, telemetry
from keepsake.flows import catch_up


def handler(_event: dict[str, Any], _context: Any) -> dict[str, Any]:
    done = catch_up.catch_up(
        bootstrap.store(),
        bootstrap.extract_queue(),
        bootstrap.consolidate_queue(),
        bootstrap.index(),
        bootstrap.ingest_embedder(),
        datetime.now(UTC),
    )
    telemetry.outcome("caught up", **done)
    return done
