"""Items: PUT, GET and DELETE /v1/items/{namespace}/{key+}, POST /v1/items/batch and /v1/items/search, and GET /v1/items"""

from __future__ import annotations

from typing import Any, TypeVar

from keepsake import api, bootstrap, gateway
from keepsake.flows.fence import Fenced
from keepsake.flows.state import items
from keepsake.gateway import Answer, Call
from keepsake.records import Permission, Scope
from keepsake.rules.governance import identity

Asked = TypeVar("Asked", api.ItemQuery, api.ItemToGet, api.ItemSearch)


def handler(event: dict[str, Any], context: Any) -> dict[str, Any]:
    routes = {
        "PUT /items/{namespace}/{key+}": put,
        "GET /items/{namespace}/{key+}": get,
        "DELETE /items/{namespace}/{key+}": delete,
        "POST /items/batch": batch,
        "POST /items/search": search,
        "GET /items": namespaces,
    }
    return gateway.serve(event, context, routes)


def put(call: Call) -> Answer:
    labels, name = _place(call)
    return items.view(
        items.put(Fenced(bootstrap.store(), call.now), bootstrap.embedder(), _scope(call, call.body), labels, name, call.body, call.now)
    )


def get(call: Call) -> Answer:
    labels, name = _place(call)
    store = Fenced(bootstrap.store(), call.now)
    return items.view(items.get(store, _scope(call, call.query), labels, name, _refreshing(call, call.query).refresh_ttl, call.now))


def delete(call: Call) -> Answer:
    labels, name = _place(call)
    items.delete(bootstrap.store(), _scope(call, call.query), labels, name, call.now)
    return None


def batch(call: Call) -> Answer:
    if call.body.puts or call.body.deletes:
        identity.require(call.caller, Permission.WRITE)
    store = Fenced(bootstrap.store(), call.now)
    asked = call.body.model_copy(update={"gets": tuple(_refreshing(call, get) for get in call.body.gets)})
    return items.batch(store, bootstrap.embedder(), _scope(call, call.body), asked, call.now)


def search(call: Call) -> Answer:
    store = Fenced(bootstrap.store(), call.now)
    return items.search(store, bootstrap.embedder(), _scope(call, call.body), _refreshing(call, call.body), call.now)


def namespaces(call: Call) -> Answer:
    return items.listed(bootstrap.store(), _scope(call, call.query), call.query, call.now)


def _refreshing(call: Call, asked: Asked) -> Asked:
    """The same, but that reading with a key that may only read writes nothing. It is no error: clients ask for it with every read."""
    return asked if Permission.WRITE in call.caller.permissions else asked.model_copy(update={"refresh_ttl": False})


def _place(call: Call) -> tuple[tuple[str, ...], str]:
    return items.labels_of(call.path["namespace"]), call.path["key"]


def _scope(call: Call, asked: Any) -> Scope:
    """Of an owner: items belong to no session."""
    return identity.effective(call.caller, asked.asked._replace(session_id=None, agent_id=call.caller.agent_id))
