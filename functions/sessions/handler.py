"""GET /v1/users and /v1/sessions, one session, its events and context, hand-offs, and the acts on its working items"""

from __future__ import annotations

from typing import Any

from keepsake import bootstrap, gateway
from keepsake.flows.fence import Fenced
from keepsake.flows.sessions import lists, sessions, working
from keepsake.gateway import Answer, Call
from keepsake.records import Scope
from keepsake.rules.sessions.working import Changed


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    routes = {
        "GET /users": users,
        "GET /sessions": every,
        "GET /sessions/{id}": get,
        "GET /sessions/{id}/events": events,
        "GET /sessions/{id}/context": context_of,
        "POST /sessions/{id}/handoff": handoff,
        "GET /sessions/{id}/working": listed,
        "POST /sessions/{id}/working": add,
        "POST /sessions/{id}/working/advance": advance,
        "DELETE /sessions/{id}/working/{item}": evict,
        "POST /sessions/{id}/working/{item}/pin": lambda call: act(call, "pin"),
        "POST /sessions/{id}/working/{item}/unpin": lambda call: act(call, "unpin"),
        "POST /sessions/{id}/working/{item}/refresh": lambda call: act(call, "refresh"),
    }
    return gateway.serve(event, context, routes)


def users(call: Call) -> Answer:
    return lists.users(bootstrap.store(), call.caller, call.query)


def every(call: Call) -> Answer:
    return lists.sessions(bootstrap.store(), call.caller, call.query)


def events(call: Call) -> Answer:
    return lists.events(bootstrap.store(), call.caller, _scope(call), call.query)


def get(call: Call) -> Answer:
    return sessions.view(bootstrap.store(), _scope(call), call.now)


def context_of(call: Call) -> Answer:
    return sessions.context(bootstrap.store(), _scope(call), call.now)


def handoff(call: Call) -> Answer:
    return sessions.hand_over(Fenced(bootstrap.store(), call.now), _scope(call), call.body, call.caller.actor, call.now)


def listed(call: Call) -> Answer:
    scope = _scope(call)
    return _view(Changed(working.read(bootstrap.store(), scope, call.now)[0]), scope, call)


def add(call: Call) -> Answer:
    scope = _scope(call)
    return _view(working.put(Fenced(bootstrap.store(), call.now), scope, call.body, call.now), scope, call)


def advance(call: Call) -> Answer:
    scope = _scope(call)
    return _view(working.advance(Fenced(bootstrap.store(), call.now), scope, call.body.turns, call.now), scope, call)


def evict(call: Call) -> Answer:
    working.evict(Fenced(bootstrap.store(), call.now), _scope(call), call.path["item"], call.now)
    return None


def act(call: Call, wish: working.Wish) -> Answer:
    scope = _scope(call)
    return _view(working.act(Fenced(bootstrap.store(), call.now), scope, call.path["item"], wish, call.now), scope, call)


def _view(changed: Changed, scope: Scope, call: Call) -> Answer:
    return sessions.working_view(bootstrap.store(), scope, changed, call.now)


def _scope(call: Call) -> Scope:
    return sessions.resolve(bootstrap.store(), call.caller, call.path["id"], call.whose)
