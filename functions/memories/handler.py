"""GET /v1/memories and what hangs on one memory"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.forgetting.foreseen import foreseen
from keepsake.flows.knowledge import memories
from keepsake.gateway import Answer, Call
from keepsake.records import Memory


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    acts = {
        "GET /memories": listed,
        "GET /memories/{id}": one,
        "GET /memories/{id}/history": history,
        "GET /memories/{id}/case": case,
        "GET /memories/{id}/relations": relations,
        "GET /memories/{id}/decay": decay,
    }
    return gateway.serve(event, context, acts)


def listed(call: Call) -> Answer:
    return memories.listed(bootstrap.store(), call.caller, call.query)


def one(call: Call) -> Answer:
    return memories.shown(bootstrap.store(), _named(call))


def history(call: Call) -> Answer:
    return memories.history(bootstrap.store(), _named(call), call.query)


def case(call: Call) -> Answer:
    return memories.case(bootstrap.store(), call.caller, _named(call), call.query)


def relations(call: Call) -> Answer:
    return memories.relations(bootstrap.store(), bootstrap.index(bootstrap.spaces().active), call.caller, _named(call), call.query)


def decay(call: Call) -> Answer:
    return foreseen(bootstrap.store(), _named(call), call.query.now or call.now)


def _named(call: Call) -> Memory:
    return memories.one(bootstrap.store(), call.caller, call.path["id"], call.query)
