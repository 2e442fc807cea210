"""POST /v1/admin/consolidations and /v1/admin/prunes, and the reports of their runs"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.changes import ChangeKind
from keepsake.flows import maintenance
from keepsake.flows.fence import Fenced
from keepsake.gateway import Answer, Call
from keepsake.rules import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    acts = {
        "POST /admin/consolidations": lambda call: post(call, ChangeKind.CONSOLIDATION),
        "GET /admin/consolidations/{run_id}": lambda call: get(call, ChangeKind.CONSOLIDATION),
        "POST /admin/prunes": lambda call: post(call, ChangeKind.PRUNE),
        "GET /admin/prunes/{run_id}": lambda call: get(call, ChangeKind.PRUNE),
    }
    return gateway.serve(event, context, acts)


def post(call: Call, kind: ChangeKind) -> Answer:
    asked = call.body.scope
    scope = identity.effective(call.caller, identity.Asked(container=asked.container, user_id=asked.user_id))
    if call.body.preview:
        return maintenance.preview(bootstrap.store(), bootstrap.rule_distiller(), scope, kind, call.now)
    return maintenance.start(Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), scope, kind, call.caller.actor, call.now)


def get(call: Call, kind: ChangeKind) -> Answer:
    return maintenance.report(bootstrap.store(), call.caller, call.path["run_id"], kind)
