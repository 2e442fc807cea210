"""GET /v1/admin/dead-letters and POST /v1/admin/dead-letters/{id}/redrive"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.governance import dead_letters
from keepsake.gateway import Answer, Call
from keepsake.ports import Queue
from keepsake.records.dead_letters import QueueName


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /admin/dead-letters": get, "POST /admin/dead-letters/{id}/redrive": redrive})


def get(call: Call) -> Answer:
    return dead_letters.listed(bootstrap.store(), call.caller, call.query)


def redrive(call: Call) -> Answer:
    queues: dict[QueueName, Queue] = {
        "extract": bootstrap.extract_queue(), "consolidate": bootstrap.consolidate_queue(),
        "access": bootstrap.access_queue(),
    }  # fmt: skip
    return dead_letters.redrive(bootstrap.store(), queues, call.caller, call.path["id"], call.query.tenant, call.now)
