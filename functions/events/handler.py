"""GET /v1/events/{id}"""

from __future__ import annotations

from typing import Any

from keepsake import api, bootstrap, gateway
from keepsake.flows.knowledge import memories
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /events/{id}": get})


def get(call: Call) -> Answer:
    return api.event_view(memories.event(bootstrap.store(), call.caller, call.path["id"], call.query))
