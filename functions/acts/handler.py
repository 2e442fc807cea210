"""POST and DELETE /v1/memories, PATCH and DELETE /v1/memories/{id}, the acts on it, and DELETE /v1/events/{id}"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from keepsake import api, bootstrap, gateway
from keepsake.flows import waiting
from keepsake.flows.fence import Fenced
from keepsake.flows.governance import forget_event, purge
from keepsake.flows.knowledge import acts, correct, deletions, memories
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.reading import verbatim
from keepsake.gateway import Answer, Call
from keepsake.records import Memory, Visibility
from keepsake.rules.governance import identity
from keepsake.rules.knowledge.acts import Act, Wish


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    routes = {
        "POST /memories": keep,
        "DELETE /memories": lambda call: delete_many(call, context),
        "DELETE /events/{id}": forget,
        "PATCH /memories/{id}": patch,
        "DELETE /memories/{id}": delete,
        "POST /memories/{id}/pin": post,
        "POST /memories/{id}/unpin": post,
        "POST /memories/{id}/protect": post,
        "POST /memories/{id}/unprotect": post,
        "POST /memories/{id}/hold": post,
        "POST /memories/{id}/release": post,
        "POST /memories/{id}/archive": post,
        "POST /memories/{id}/restore": post,
        "POST /memories/{id}/approve": post,
        "POST /memories/{id}/reject": post,
        "POST /memories/{id}/promote": promote,
        "POST /memories/{id}/handoff": handoff,
        "POST /memories/{id}/merge": merge,
        "POST /memories/{id}/feedback": feedback,
    }
    return gateway.serve(event, context, routes)


def keep(call: Call) -> Answer:
    store, scope = Fenced(bootstrap.store(), call.now), identity.effective(call.caller, call.whose.asked)
    key = call.headers.get("idempotency-key")
    made = verbatim.keep(store, bootstrap.consolidate_queue(), bootstrap.embedder(), scope, call.body, key, call.now)
    return api.memory_view(verbatim.shown(store, made, waiting.within(call.query.wait_s)))


def post(call: Call) -> Answer:
    return _done(call)


def promote(call: Call) -> Answer:
    body = call.body
    shared = body.to == "shared"
    users, roles = (body.allowed_users, body.allowed_roles) if shared else ((), ())
    return _done(call, visibility=Visibility(body.to), users=users, roles=roles)


def handoff(call: Call) -> Answer:
    return _done(call, agent_id=call.body.to_agent_id)


def feedback(call: Call) -> Answer:
    return _done(call, useful=call.body.useful, recall_id=call.body.recall_id)


def merge(call: Call) -> Answer:
    return memories.shown(bootstrap.store(), _acted(call, _wish(call, Act.MERGE), call.body.ids))


def patch(call: Call) -> Answer:
    memory = correct.correct(
        Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), bootstrap.side().index, bootstrap.embedder(),
        bootstrap.rule_extractor(), _target(call), _wish(call, Act.CORRECT), call.body,
    )  # fmt: skip
    return memories.shown(bootstrap.store(), memory)


def delete(call: Call) -> Answer:
    memory = _acted(call, _wish(call, Act.DELETE))
    if call.query.purge:
        purge.purge(Fenced(bootstrap.store(), call.now), memory, call.caller.actor, call.now)
    return None


def delete_many(call: Call, context: Any) -> Answer:
    store, scope = Fenced(bootstrap.store(), call.now), identity.effective(call.caller, call.query.asked)
    if call.query.preview:
        return deletions.preview(store, call.caller, scope, call.query, call.now)
    left = lambda: context.get_remaining_time_in_millis() / 1000  # noqa: E731
    return deletions.start(store, bootstrap.consolidate_queue(), call.caller, scope, call.query, call.now, left)


def forget(call: Call) -> Answer:
    event = memories.event(bootstrap.store(), call.caller, call.path["id"], call.query)
    done = forget_event.start(Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue(), event, call.caller.actor, call.now)
    return None if done else gateway.Said(202, None)


def _done(call: Call, **fields: Any) -> Answer:
    return memories.shown(bootstrap.store(), _acted(call, _wish(call, Act(call.route.path.rpartition("/")[2]), **fields)))


def _acted(call: Call, wish: Wish, others: Sequence[str] = ()) -> Memory:
    store, queue = Fenced(bootstrap.store(), call.now), bootstrap.consolidate_queue()
    return acts.act(store, queue, bootstrap.side().index, _target(call), wish, others)


def _wish(call: Call, act: Act, **fields: Any) -> Wish:
    return Wish(act, call.caller.actor, call.now, **fields)


def _target(call: Call) -> Target:
    return Target(call.caller, call.path["id"], call.whose)
