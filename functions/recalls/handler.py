"""GET /v1/recalls/{recall_id}: a recall read again, and why a memory was not in it"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.recall import recalls
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /recalls/{recall_id}": get, "GET /recalls/{recall_id}/why-not/{memory_id}": why_not})


def get(call: Call) -> Answer:
    return recalls.read_again(bootstrap.store(), call.caller, call.path["recall_id"], call.query, call.now)


def why_not(call: Call) -> Answer:
    return recalls.explain(bootstrap.store(), call.caller, call.path["recall_id"], call.path["memory_id"], call.query, call.now)
