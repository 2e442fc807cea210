"""GET, PUT /v1/containers/{c}/settings"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows import container_settings
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /containers/{c}/settings": get, "PUT /containers/{c}/settings": put})


def get(call: Call) -> Answer:
    return container_settings.shown(bootstrap.store(), call.caller, call.path["c"])


def put(call: Call) -> Answer:
    return container_settings.change(bootstrap.store(), call.caller, call.path["c"], call.body, call.now)
