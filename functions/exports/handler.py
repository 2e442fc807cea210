"""POST /v1/exports and GET /v1/exports/{id}. An export goes on by calling itself; the schedule takes up what was left lying"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import api, bootstrap, gateway, jobs, settings, telemetry
from keepsake.flows.portability import exports
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if "httpMethod" in event:
        return gateway.serve(event, context, {"POST /exports": lambda call: post(call, context), "GET /exports/{id}": get})
    if "export_id" not in event:
        left = exports.waiting(bootstrap.store(), datetime.now(UTC))
        for export in left:
            jobs.go_on(context, export_id=export.export_id, tenant=export.tenant)
        return {"resumed": len(left)}
    return work(event, context)


def work(event: dict[str, Any], context: Any) -> dict[str, Any]:
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    signed = exports.Signed(bootstrap.secret(settings.current().signing_secret_arn), bootstrap.spaces().active, bootstrap.blobs())
    store, files = bootstrap.store(), bootstrap.files()
    export = exports.export(store, files, signed, event["tenant"], event["export_id"], datetime.now(UTC), left)
    done = export is None or export.over
    telemetry.outcome("exported", export_id=event["export_id"], tenant=event["tenant"], done=done)
    if export is not None and not done:
        jobs.go_on(context, export_id=export.export_id, tenant=export.tenant)
    return {"export_id": event["export_id"], "done": done}


def post(call: Call, context: Any) -> Answer:
    export = exports.request(bootstrap.store(), call.caller, call.body, call.now)
    jobs.go_on(context, export_id=export.export_id, tenant=export.tenant)
    return api.ExportStarted(export_id=export.export_id, status=export.stage)


def get(call: Call) -> Answer:
    return exports.report(bootstrap.store(), bootstrap.files(), call.caller, call.path["id"])
