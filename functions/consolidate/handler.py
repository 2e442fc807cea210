"""Batches from the consolidate queue: their observations are decided against what is known, and their topics summarised"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows import consolidate
from keepsake.messages import BatchWork


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return worker.each_batch(event, context, bootstrap.consolidate_queue(), work)


def work(batch: BatchWork) -> None:
    summariser, rules = bootstrap.summariser(), bootstrap.rule_summariser()
    consolidate.consolidate(bootstrap.store(), bootstrap.ingest_embedder(), summariser, rules, batch, datetime.now(UTC))
