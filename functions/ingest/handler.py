"""POST /v1/retain"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.fence import Fenced
from keepsake.flows.intake import retain
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"POST /retain": post})


def post(call: Call) -> Answer:
    scope = identity.effective(call.caller, call.body.asked)
    key = call.headers.get("idempotency-key")
    return retain.retain(Fenced(bootstrap.store(), call.now), bootstrap.extract_queue(), scope, call.body, key, call.now)
