"""GET /v1/batches/{batch_id}"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows import waiting
from keepsake.flows.intake import batches
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /batches/{batch_id}": get})


def get(call: Call) -> Answer:
    return batches.progress(bootstrap.store(), call.caller, call.path["batch_id"], waiting.within(call.query.wait_s))
