"""The state of a session: POST, GET and DELETE /v1/sessions/{id}/state"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.fence import Fenced
from keepsake.flows.sessions import sessions
from keepsake.flows.state import rows
from keepsake.gateway import Answer, Call
from keepsake.records import Scope


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    routes = {
        "POST /sessions/{id}/state": append,
        "GET /sessions/{id}/state": listed,
        "DELETE /sessions/{id}/state": lambda call: clear(call, context),
        "DELETE /sessions/{id}/state/{row}": delete,
    }
    return gateway.serve(event, context, routes)


def append(call: Call) -> Answer:
    return rows.append(Fenced(bootstrap.store(), call.now), bootstrap.blobs(), _scope(call), call.body, call.now)


def listed(call: Call) -> Answer:
    return rows.listed(bootstrap.store(), bootstrap.blobs(), _scope(call), call.query)


def clear(call: Call, context: Any) -> Answer:
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    rows.clear(bootstrap.store(), bootstrap.blobs(), _scope(call), call.query.branch, left)
    return None


def delete(call: Call) -> Answer:
    rows.delete(bootstrap.store(), bootstrap.blobs(), _scope(call), call.path["row"])
    return None


def _scope(call: Call) -> Scope:
    return sessions.resolve(bootstrap.store(), call.caller, call.path["id"], call.whose)
