"""POST, GET /v1/admin/keys, their rotation and revocation; GET /v1/key"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from keepsake import api, bootstrap, gateway, settings
from keepsake.flows.governance import keys
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    acts = {
        "GET /key": own,
        "POST /admin/keys": post,
        "GET /admin/keys": get,
        "POST /admin/keys/{id}/rotate": rotate,
        "DELETE /admin/keys/{id}": delete,
    }
    return gateway.serve(event, context, acts)


def own(call: Call) -> Answer:
    return api.OwnKey.model_validate(call.caller.model_dump())


def post(call: Call) -> Answer:
    return keys.create(bootstrap.store(), call.caller, call.body, call.now)


def get(call: Call) -> Answer:
    return keys.listed(bootstrap.store(), call.caller, call.query)


def rotate(call: Call) -> Answer:
    overlap, remembered = timedelta(seconds=call.body.overlap_s), timedelta(seconds=settings.current().authorizer_ttl)
    return keys.rotate(bootstrap.store(), call.caller, call.query.tenant, call.path["id"], overlap, call.now, remembered)


def delete(call: Call) -> Answer:
    keys.revoke(bootstrap.store(), call.caller, call.query.tenant, call.path["id"], call.now)
    return None
