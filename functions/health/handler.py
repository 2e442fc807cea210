"""GET /v1/health"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway, ids
from keepsake.flows.health import Probe, health
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /health": get})


def get(_call: Call) -> Answer:
    nothing = ids.Key(ids.tenant_pk("health", "PROBE"), "PROBE")
    return health(
        (
            Probe("table", lambda: bootstrap.store().read([nothing]), vital=True),
            Probe("index", lambda: bootstrap.index().describe(), vital=False),
            Probe("model", bootstrap.model_answers, vital=False),
        )
    )
