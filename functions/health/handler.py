"""GET /v1/health"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, gateway, ids
from keepsake.flows.governance.health import Probe, embedding, health, vectors
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /health": get})


def get(_call: Call) -> Answer:
    nothing = ids.Key(ids.tenant_pk("health", "PROBE"), "PROBE")
    return health(
        (
            Probe("table", lambda: bootstrap.store().read([nothing]), vital=True),
            Probe("index", lambda: bootstrap.index(bootstrap.spaces().active).describe(), vital=False),
            Probe("model", bootstrap.model_answers, vital=False),
            Probe("embedding", lambda: embedding(bootstrap.spaces(), bootstrap.configured()), vital=False),
            Probe("vectors", lambda: vectors(bootstrap.store(), datetime.now(UTC)), vital=False),
        )
    )
