"""GET /v1/admin/index and POST /v1/admin/index/rebuild"""

from __future__ import annotations

import json
import os
from datetime import timedelta
from typing import Any

from keepsake import api, bootstrap, gateway
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /admin/index": get, "POST /admin/index/rebuild": rebuild})


def get(call: Call) -> Answer:
    identity.require_operator(call.caller)
    spaces = bootstrap.spaces()
    waiting = len(bootstrap.store().behind(call.now + timedelta(minutes=1), 1000))
    return api.IndexAnswer(**bootstrap.index(spaces.active).describe(), migration_id=spaces.migration_id, waiting=waiting)


def rebuild(call: Call) -> Answer:
    """Only starts it: the projector does the work and goes on by itself."""
    identity.require_operator(call.caller)
    bootstrap.lambda_client().invoke(
        FunctionName=os.environ["KEEPSAKE_PROJECT_FUNCTION"], InvocationType="Event", Payload=json.dumps({"rebuild": True}).encode()
    )
    return api.RebuildAnswer()
