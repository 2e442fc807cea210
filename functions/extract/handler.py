"""Batches from the extract queue: what they say becomes observations, and these become facts"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, worker
from keepsake.flows.fence import Fenced
from keepsake.flows.reading import extract
from keepsake.messages import BatchWork


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return worker.each_batch(event, context, bootstrap.extract_queue(), work)


def work(batch: BatchWork) -> None:
    now = datetime.now(UTC)
    extract.extract(
        Fenced(bootstrap.store(), now),
        bootstrap.side_of(bootstrap.spaces().active),
        bootstrap.extractor(),
        bootstrap.rule_extractor(),
        bootstrap.consolidate_queue(),
        batch,
        now,
        reconciler=bootstrap.reconciler(),
    )
