"""The consolidate queue: batches, whose observations are decided and topics summarised"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows.fence import Fenced
from keepsake.flows.knowledge import consolidate
from keepsake.messages import BatchWork


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return worker.each_batch(event, context, bootstrap.consolidate_queue(), work)


def work(batch: BatchWork) -> None:
    now = datetime.now(UTC)
    consolidate.consolidate(
        Fenced(bootstrap.store(), now),
        bootstrap.upkeep_queue(),
        bootstrap.ingest_embedder(),
        bootstrap.summariser(),
        bootstrap.rule_summariser(),
        batch,
        now,
    )
