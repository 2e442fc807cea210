"""POST /v1/recall"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway, ids
from keepsake.flows.fence import Fenced
from keepsake.flows.recall import recall
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"POST /recall": post})


def post(call: Call) -> Answer:
    asker = recall.Asker(identity.effective(call.caller, call.body.asked), call.now, call.caller.roles)
    store = Fenced(bootstrap.store(), call.now)
    side = bootstrap.side()
    ports = recall.Ports(store, side.index, side.embedder, bootstrap.access_queue(), bootstrap.rerankers())
    return recall.recall(ports, asker, call.body, ids.new_id("r"))
