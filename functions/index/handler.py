"""GET /v1/admin/index and POST /v1/admin/index/rebuild"""

from __future__ import annotations

import json
import os
from typing import Any

from keepsake import api, bootstrap, gateway
from keepsake.gateway import Answer, Call
from keepsake.records import DueWork
from keepsake.rules.governance import identity
from keepsake.rules.indexing import owing


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /admin/index": get, "POST /admin/index/rebuild": rebuild})


def get(call: Call) -> Answer:
    identity.require_operator(call.caller)
    spaces = bootstrap.spaces()
    later = call.now + 2 * owing.PATIENCE
    waiting = sum(len(bootstrap.store().due(work, later, 1000)) for work in (DueWork.OWED, DueWork.VECTORS, DueWork.BATCH))
    return api.IndexAnswer(**bootstrap.index(spaces.active).describe(), migration_id=spaces.migration_id, waiting=waiting)


def rebuild(call: Call) -> Answer:
    """Only starts it: the projector does the work and goes on by itself."""
    identity.require_operator(call.caller)
    bootstrap.lambda_client().invoke(
        FunctionName=os.environ["KEEPSAKE_PROJECT_FUNCTION"], InvocationType="Event", Payload=json.dumps({"rebuild": True}).encode()
    )
    return api.RebuildAnswer()
