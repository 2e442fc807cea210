"""POST /v1/capture"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.fence import Fenced
from keepsake.flows.sessions import capture
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"POST /capture": post})


def post(call: Call) -> Answer:
    scope = identity.effective(call.caller, call.body.asked)
    store = Fenced(bootstrap.store(), call.now)
    ports = capture.Ports(store, bootstrap.extract_queue(), bootstrap.brief_embedder(), bootstrap.rule_extractor())
    return capture.capture(ports, scope, call.body, call.headers.get("idempotency-key"), call.now)
