"""POST /v1/recall"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway, ids
from keepsake.flows import recall
from keepsake.gateway import Answer, Call
from keepsake.rules import identity
from keepsake.rules.gates import Reader


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"POST /recall": post})


def post(call: Call) -> Answer:
    body = call.body
    reader = Reader(
        scope=identity.effective(call.caller, body.asked),
        now=body.now or call.now,
        roles=call.caller.roles,
        as_of=body.as_of,
        known_at=body.known_at,
        include=body.include,
        kinds=body.kinds,
    )
    return recall.recall(bootstrap.store(), bootstrap.index(), bootstrap.embedder(), reader, body, ids.new_id("r"))
