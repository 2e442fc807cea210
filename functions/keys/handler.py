"""POST, GET /v1/admin/keys and DELETE /v1/admin/keys/{id}"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows import keys
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"POST /admin/keys": post, "GET /admin/keys": get, "DELETE /admin/keys/{id}": delete})


def post(call: Call) -> Answer:
    return keys.create(bootstrap.store(), call.caller, call.body, call.now)


def get(call: Call) -> Answer:
    return keys.listed(bootstrap.store(), call.caller, call.query.tenant)


def delete(call: Call) -> Answer:
    keys.revoke(bootstrap.store(), call.caller, call.query.tenant, call.path["id"], call.now)
    return None
