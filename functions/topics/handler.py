"""GET /v1/topics"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows import waiting
from keepsake.flows.knowledge import topic_pages
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import identity

WAIT_S = 4
"""For topics that lag behind their facts; longer than a consumer of the queue usually takes."""


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /topics": get})


def get(call: Call) -> Answer:
    scope = identity.effective(call.caller, call.query.asked)
    topic_pages.follow(bootstrap.store(), bootstrap.consolidate_queue(), scope, waiting.within(WAIT_S))
    return topic_pages.listed(bootstrap.store(), scope, call.query, call.now)
