"""GET /v1/topics"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.knowledge import topics
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /topics": get})


def get(call: Call) -> Answer:
    return topics.listed(bootstrap.store(), identity.effective(call.caller, call.query.asked), call.query, call.now)
