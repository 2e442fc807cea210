"""Every hour, or by POST /v1/admin/sweeps: lets what is due fade. What it does not finish it goes on with by calling itself"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from keepsake import api, bootstrap, gateway, jobs, telemetry
from keepsake.flows.fence import Fenced
from keepsake.flows.forgetting import reschedule, sweep
from keepsake.flows.state import log
from keepsake.gateway import Answer, Call
from keepsake.records import Sweep

API_SECONDS = 20.0
"""API Gateway ends at 29 s."""


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if "httpMethod" in event:
        acts = {
            "POST /admin/sweeps": lambda call: post(call, context),
            "GET /admin/sweeps/{run_id}": get,
        }
        return gateway.serve(event, context, acts)
    return work(event, context)


def work(event: dict[str, Any], context: Any) -> dict[str, Any]:
    """The schedule's tick, or a run that goes on."""
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    now = datetime.now(UTC)
    store = Fenced(bootstrap.store(), now)
    begun = sweep.find(store, event["tenant"], event["run_id"]) if "run_id" in event else None
    if begun is not None and begun.tenant != sweep.EVERYONE:
        reschedule.ahead(store, begun, now, left)
    report = sweep.sweep(store, begun or sweep.scheduled(now), now, left)
    spread = reschedule.reschedule(store, now, left)
    lapsed = log.lapse(store, bootstrap.blobs(), now, left)
    telemetry.count("Swept", report.examined)
    telemetry.outcome("swept", examined=report.examined, entries_lapsed=lapsed, run_id=report.run_id, done=report.finished_at is not None)
    if report.finished_at is None or not spread:
        jobs.go_on(context, run_id=report.run_id, tenant=report.tenant)
    return {"run_id": report.run_id, "examined": report.examined, "changed": report.changed, "done": report.finished_at is not None}


def post(call: Call, context: Any) -> Answer:
    run = sweep.asked(call.caller, call.body.scope, call.body.preview, call.now)
    started = time.monotonic()
    left = lambda: API_SECONDS - (time.monotonic() - started)  # noqa: E731
    store = Fenced(bootstrap.store(), call.now)
    if not call.caller.operator:
        reschedule.ahead(store, run, call.now, left)
    if call.body.preview:
        return sweep.preview(store, run, call.body.now or call.now, call.now)
    # Where the settings took all the time, this only begins the run: the next call has more.
    report = sweep.sweep(store, run, call.now, left)
    if report.finished_at is None:
        jobs.go_on(context, run_id=report.run_id, tenant=report.tenant)
    return _answer(call, report)


def get(call: Call) -> Answer:
    return _answer(call, sweep.report(bootstrap.store(), call.caller, call.path["run_id"]))


def _answer(call: Call, report: Sweep) -> api.SweepAnswer:
    return api.SweepAnswer(
        run_id=report.run_id,
        # A number is a tenant's own: only where one tenant was touched does a single one say enough.
        change_set=next(iter(report.change_sets.values())) if len(report.change_sets) == 1 else None,
        preview=False,
        at=report.started_at,
        examined=report.examined,
        changed=report.changed,
        changes=sweep.changes_of(bootstrap.store(), call.caller, report),
        done=report.finished_at is not None,
    )
