"""Every hour, or by POST /v1/admin/sweeps: lets what is due fade"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from keepsake import api, bootstrap, gateway, telemetry
from keepsake.errors import Forbidden, NotFound
from keepsake.flows import sweep
from keepsake.gateway import Answer, Call
from keepsake.records import Sweep

API_SECONDS = 20.0
"""API Gateway ends at 29 s."""


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if "httpMethod" in event:
        return gateway.serve(event, context, {"POST /admin/sweeps": post, "GET /admin/sweeps/{run_id}": get})
    report = sweep.sweep(bootstrap.store(), datetime.now(UTC), lambda: context.get_remaining_time_in_millis() / 1000)
    telemetry.outcome("swept", examined=report.examined, run_id=report.run_id)
    return {"run_id": report.run_id, "examined": report.examined, "changed": report.changed}


def post(call: Call) -> Answer:
    if call.body.preview:
        return sweep.preview(bootstrap.store(), call.caller, call.body, call.now)
    if not call.caller.operator:
        raise Forbidden("Only the operator's key may sweep every tenant; a preview is open to the tenant's own admin key.")
    started = time.monotonic()
    return _answer(sweep.sweep(bootstrap.store(), call.now, lambda: API_SECONDS - (time.monotonic() - started)))


def get(call: Call) -> Answer:
    key = sweep.report_key(call.path["run_id"])
    report = bootstrap.store().read([key], consistent=True).get(key)
    if not isinstance(report, Sweep) or not call.caller.operator:
        raise NotFound("There is no such run.")
    return _answer(report)


def _answer(report: Sweep) -> api.SweepAnswer:
    return api.SweepAnswer(
        run_id=report.run_id,
        # A number is a tenant's own: only where one tenant was touched does a single one say enough.
        change_set=next(iter(report.change_sets.values())) if len(report.change_sets) == 1 else None,
        preview=False,
        at=report.started_at,
        examined=report.examined,
        changed=report.changed,
        done=report.finished_at is not None,
    )
