"""GET /v1/admin/change-sets, one of them, and its undoing"""

from __future__ import annotations

import time
from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.fence import Fenced
from keepsake.flows.knowledge import change_sets
from keepsake.gateway import Answer, Call

API_SECONDS = 20.0
"""API Gateway ends at 29 s."""


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    acts = {
        "GET /admin/change-sets": listed,
        "GET /admin/change-sets/{n}": one,
        "POST /admin/change-sets/{n}/undo": undo,
    }
    return gateway.serve(event, context, acts)


def listed(call: Call) -> Answer:
    return change_sets.listed(bootstrap.store(), call.caller, call.query)


def one(call: Call) -> Answer:
    return change_sets.one(bootstrap.store(), call.caller, call.path["n"])


def undo(call: Call) -> Answer:
    started = time.monotonic()
    left = lambda: API_SECONDS - (time.monotonic() - started)  # noqa: E731
    return change_sets.undo(Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), call.caller, call.path["n"], call.now, left)
