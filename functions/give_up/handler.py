"""What the queues and the table's stream gave up becomes dead letters that can be read and sent again"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, telemetry, worker
from keepsake.errors import KeepsakeError
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import dead_letters
from keepsake.records.dead_letters import QueueName


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    del context
    queues: dict[str, QueueName] = {
        os.environ["KEEPSAKE_EXTRACT_DEAD_LETTERS"]: "extract",
        os.environ["KEEPSAKE_CONSOLIDATE_DEAD_LETTERS"]: "consolidate",
        os.environ["KEEPSAKE_ACCESS_DEAD_LETTERS"]: "access",
        os.environ["KEEPSAKE_STREAM_FAILURES"]: "stream",
    }
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    failed = []
    for record in event["Records"]:
        queue = queues[record["eventSourceARN"]]
        try:
            kept = dead_letters.give_up(store, queue, worker.message(record), now)
        except KeepsakeError as err:
            telemetry.failure("dead letter waits", err, queue=queue)
            failed.append({"itemIdentifier": record["messageId"]})
            continue
        telemetry.outcome("given up", queue=queue, kept=kept)
        if kept:
            telemetry.count("DeadLetters", 1, queue=queue)
    return {"batchItemFailures": failed}
