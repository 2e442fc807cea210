"""GET /v1/health and /v1/admin/usage. The first is open, so the key is resolved here: asking the dependencies is for those who have one"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from keepsake import bootstrap, gateway, ids, settings
from keepsake.api import HealthAnswer
from keepsake.flows.governance import keys
from keepsake.flows.governance.health import REMEMBERED, Probe, embedding, health, known, shallow, vectors
from keepsake.flows.governance.usage import used
from keepsake.gateway import Answer, Call

_last: list[tuple[datetime, HealthAnswer]] = []
"""The latest answer of this process, and when."""


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    return gateway.serve(event, context, {"GET /health": get, "GET /admin/usage": usage})


def get(call: Call) -> Answer:
    probes = _probes(call.now)
    if "authorization" not in call.headers:
        return shallow(probes)
    if (unknown := known(lambda: _resolved(call), "table", probes)) is not None:
        return unknown
    if not _last or call.now - _last[0][0] >= REMEMBERED:
        _last[:] = [(call.now, health(probes))]
    return _last[0][1]


def usage(call: Call) -> Answer:
    return used(bootstrap.request_limit(), bootstrap.daily_tokens(), call.caller.tenant, call.now)


def _resolved(call: Call) -> None:
    """Raises Unauthenticated where the key is none."""
    arn = settings.current().operator_secret_arn
    token = keys.token_of(call.headers)
    keys.resolve(bootstrap.store(), token, bootstrap.secret(arn) if arn else "", call.now, used=False)


def _probes(now: datetime) -> tuple[Probe, ...]:
    nothing = ids.Key(ids.tenant_pk("health", "PROBE"), "PROBE")
    return (
        Probe("table", lambda: bootstrap.store().read([nothing]), vital=True),
        Probe("index", lambda: bootstrap.index(bootstrap.spaces().active).describe(), vital=False),
        Probe("model", bootstrap.model_answers, vital=False),
        Probe("chat", bootstrap.chat_answers, vital=False),
        Probe("embedding", lambda: embedding(bootstrap.spaces(), bootstrap.configured()), vital=False),
        Probe("vectors", lambda: vectors(bootstrap.store(), now), vital=False),
    )
