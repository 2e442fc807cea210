"""POST /v1/admin/consolidations, prunes and quarantines, the release of these, and the reports of their runs"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.changes import ChangeKind
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import quarantine
from keepsake.flows.knowledge import maintenance
from keepsake.gateway import Answer, Call
from keepsake.records import Selector
from keepsake.rules.governance import identity


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    acts = {
        "POST /admin/consolidations": lambda call: post(call, ChangeKind.CONSOLIDATION),
        "GET /admin/consolidations/{run_id}": lambda call: get(call, ChangeKind.CONSOLIDATION),
        "POST /admin/prunes": lambda call: post(call, ChangeKind.PRUNE),
        "GET /admin/prunes/{run_id}": lambda call: get(call, ChangeKind.PRUNE),
        "POST /admin/quarantines": put_in_quarantine,
        "GET /admin/quarantines/{run_id}": lambda call: get(call, *quarantine.KINDS),
        "POST /admin/quarantines/{id}/release": release,
    }
    return gateway.serve(event, context, acts)


def post(call: Call, kind: ChangeKind) -> Answer:
    asked = call.body.scope
    scope = identity.effective(call.caller, identity.Asked(asked.container, asked.namespace, asked.user_id))
    if call.body.preview:
        return maintenance.preview(Fenced(bootstrap.store(), call.now), bootstrap.side(), bootstrap.rule_distiller(), scope, kind, call.now)
    return maintenance.start(Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), scope, kind, call.caller.actor, call.now)


def put_in_quarantine(call: Call) -> Answer:
    asked = call.body.scope
    scope = identity.effective(call.caller, identity.Asked(asked.container, asked.namespace, asked.user_id))
    selector = Selector(namespace=scope.namespace, **call.body.selected)
    if call.body.preview:
        return quarantine.preview(bootstrap.store(), scope, selector, call.caller.actor, call.now)
    return quarantine.start(
        Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), scope, selector, call.caller.actor, call.now
    )


def release(call: Call) -> Answer:
    return quarantine.release(Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), call.caller, call.path["id"], call.now)


def get(call: Call, *kinds: ChangeKind) -> Answer:
    return maintenance.report(bootstrap.store(), call.caller, call.path["run_id"], kinds)
