"""POST /v1/imports, its start and its report. An import goes on by calling itself; the schedule takes up what was left lying"""

from __future__ import annotations

import time
from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, gateway, jobs, settings, telemetry
from keepsake.flows.portability import imports
from keepsake.flows.portability.quota import Quota
from keepsake.gateway import Answer, Call


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if "httpMethod" in event:
        routes = {"POST /imports": post, "POST /imports/{id}/start": lambda call: start(call, context), "GET /imports/{id}": get}
        return gateway.serve(event, context, routes)
    if "import_id" not in event:
        left = imports.waiting(bootstrap.store(), datetime.now(UTC))
        for job in left:
            jobs.go_on(context, import_id=job.import_id, tenant=job.tenant)
        return {"resumed": len(left)}
    return work(event, context)


def work(event: dict[str, Any], context: Any) -> dict[str, Any]:
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    kept = bootstrap.spaces().kept
    secret, now = bootstrap.secret(settings.current().signing_secret_arn), datetime.now(UTC)
    means = imports.Means(bootstrap.store(), bootstrap.files(), bootstrap.blobs(), secret, kept, quota(), time.sleep)
    job = imports.bring_in(means, event["tenant"], event["import_id"], now, left)
    done = job is None or job.over
    telemetry.outcome("imported", import_id=event["import_id"], tenant=event["tenant"], done=done)
    if job is not None and not done:
        jobs.go_on(context, import_id=job.import_id, tenant=job.tenant)
    return {"import_id": event["import_id"], "done": done}


def quota() -> Quota:
    s = settings.current()
    return Quota(s.import_bytes, s.import_lines, s.import_bytes_per_day, s.import_lines_per_day)


def post(call: Call) -> Answer:
    return imports.request(bootstrap.store(), bootstrap.files(), call.caller, call.body, call.now, quota())


def start(call: Call, context: Any) -> Answer:
    job = imports.start(bootstrap.store(), bootstrap.files(), call.caller, call.path["id"], call.now, quota())
    if not job.over:
        jobs.go_on(context, import_id=job.import_id, tenant=job.tenant)
    return get(call)


def get(call: Call) -> Answer:
    return imports.report(bootstrap.store(), call.caller, call.path["id"])
