"""Changes of the embedding model: /v1/admin/index/migrations. A backfill goes on by calling itself; the schedule takes up what was left"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import bootstrap, gateway, jobs, telemetry
from keepsake.flows.fence import Fenced
from keepsake.flows.indexing import compare, migrate
from keepsake.gateway import Answer, Call
from keepsake.records.indexing import MigrationState
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if "httpMethod" in event:
        routes = {
            "POST /admin/index/migrations": lambda call: post(call, context),
            "GET /admin/index/migrations/{id}": get,
            "POST /admin/index/migrations/{id}/compare": post_compare,
            "POST /admin/index/migrations/{id}/switch": lambda call: turn(call, migrate.switch),
            "POST /admin/index/migrations/{id}/rollback": lambda call: turn(call, migrate.rollback),
            "POST /admin/index/migrations/{id}/finish": lambda call: turn(call, migrate.finish),
        }
        return gateway.serve(event, context, routes)
    if "migration_id" not in event:
        left = migrate.waiting(bootstrap.store(), datetime.now(UTC))
        for migration_id in left:
            jobs.go_on(context, migration_id=migration_id)
        return {"resumed": len(left)}
    return work(event["migration_id"], context)


def work(migration_id: str, context: Any) -> dict[str, Any]:
    now = datetime.now(UTC)
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    done = migrate.backfill(Fenced(bootstrap.store(), now), bootstrap.side_of, migration_id, now, left)
    telemetry.outcome("backfilled", migration_id=migration_id, state=done.state.value, done=done.done, errors=done.errors)
    if done.state is MigrationState.BACKFILLING and done.last_error is None:
        jobs.go_on(context, migration_id=migration_id)
    return {"migration_id": migration_id, "state": done.state.value, "done": done.done}


def post(call: Call, context: Any) -> Answer:
    identity.require_operator(call.caller)
    made = migrate.start(bootstrap.store(), bootstrap.side_of, bootstrap.configured(), call.caller, call.body, call.now)
    jobs.go_on(context, migration_id=made.migration_id)
    return made


def get(call: Call) -> Answer:
    identity.require_operator(call.caller)
    return migrate.report(bootstrap.store(), bootstrap.configured(), call.path["id"], call.now)


def post_compare(call: Call) -> Answer:
    identity.require_operator(call.caller)
    made = migrate.report(bootstrap.store(), bootstrap.configured(), call.path["id"], call.now)
    return compare.compare(bootstrap.store(), bootstrap.side_of(made.source), bootstrap.side_of(made.target), call.body)


def turn(call: Call, act: migrate.Turn) -> Answer:
    identity.require_operator(call.caller)
    return act(bootstrap.store(), bootstrap.side_of, bootstrap.configured(), call.path["id"], call.now)
