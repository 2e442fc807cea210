"""DELETE /v1/users/{id} and GET /v1/receipts/{id}. An erasure goes on by calling itself; the schedule takes up what was left lying"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from keepsake import api, bootstrap, gateway, jobs, telemetry
from keepsake.errors import KeepsakeError, LostRace
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import banks, erase
from keepsake.gateway import Answer, Call
from keepsake.rules.governance import erasure


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    if "httpMethod" in event:
        routes = {"DELETE /users/{id}": lambda call: delete(call, context), "GET /receipts/{id}": get}
        return gateway.serve(event, context, routes)
    if "receipt_id" not in event:
        return resume(context)
    return work(event, context)


def resume(context: Any) -> dict[str, Any]:
    now = datetime.now(UTC)
    waiting = erase.waiting(bootstrap.store(), now)
    for receipt in waiting:
        jobs.go_on(context, receipt_id=receipt.receipt_id, tenant=receipt.tenant)
    store, queue = Fenced(bootstrap.store(), now), bootstrap.consolidate_queue()
    left = banks.left_lying(store, now)
    for remains in left:
        try:
            banks.clear(store, queue, remains, now, lambda: _left_s(context))
        except KeepsakeError as err:  # the next tick is its retry, and not what stops the others
            telemetry.failure("bank not cleared", err, tenant=remains.tenant, container=remains.container)
    return {"resumed": len(waiting), "banks": len(left)}


def work(event: dict[str, Any], context: Any) -> dict[str, Any]:
    left = lambda: _left_s(context)  # noqa: E731
    places = erase.Places(bootstrap.store(), bootstrap.index(), bootstrap.files(), bootstrap.blobs(), bootstrap.dead_letters())
    try:
        receipt = erase.erase(places, event["tenant"], event["receipt_id"], lambda: datetime.now(UTC), left)
    except LostRace:  # another call is at work on it; where it was somebody else who wrote, the schedule takes it up
        return {"receipt_id": event["receipt_id"], "done": False}
    telemetry.outcome("erased", receipt_id=receipt.receipt_id, tenant=receipt.tenant, status=receipt.status)
    if receipt.status == "running":  # what is held waits for the schedule
        jobs.go_on(context, receipt_id=receipt.receipt_id, tenant=receipt.tenant)
    return {"receipt_id": receipt.receipt_id, "done": receipt.finished_at is not None}


def _left_s(context: Any) -> float:
    return float(context.get_remaining_time_in_millis()) / 1000


def delete(call: Call, context: Any) -> Answer:
    receipt = erase.request(bootstrap.store(), call.caller, call.path["id"], call.query.container, call.now)
    jobs.go_on(context, receipt_id=receipt.receipt_id, tenant=receipt.tenant)
    return api.ErasureStarted(receipt_id=receipt.receipt_id)


def get(call: Call) -> Answer:
    receipt = erase.report(bootstrap.store(), call.caller, call.path["id"])
    fields = receipt.model_dump(exclude={"tenant", *erasure.WORKING})
    return api.ReceiptView(**fields, done=receipt.finished_at is not None, status=receipt.status, result=receipt.result)
