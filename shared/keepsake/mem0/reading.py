"""Memories searched, listed and shown, and whose there are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from keepsake import api, bootstrap, facade, ids
from keepsake.errors import NotFound
from keepsake.facade import Reply, Visit
from keepsake.flows.knowledge import memories
from keepsake.flows.recall import recall
from keepsake.flows.sessions import lists
from keepsake.mem0 import answers, dates, filters, owners, requests
from keepsake.records import Kind, Memory, Scope, memory_key
from keepsake.rules.governance import identity
from keepsake.rules.governance.identity import Asked
from keepsake.rules.recall.filters import compiled, said_at, wrong

MOST_LISTED = 10_000
"""Memories that one list counts and pages through, the newest: a request reads no more rows than that."""
MOST_SEARCHED = 10
"""Owners that one search asks: each is a recall of its own."""
MOST_VERSIONS, MOST_INPUTS = 100, 50
"""Of a memory's history, the newest: each of at most 8,000 characters, and 32 KB."""
MOST_ANSWER_BYTES = 5 << 20
"""Lambda answers at most 6 MB."""


def ping(visit: Visit) -> Reply:
    scope = identity.effective(visit.caller, Asked())
    return Reply({"status": "ok", "org_id": visit.caller.tenant, "project_id": scope.container})


def search(visit: Visit) -> Reply:
    rows, degraded = _found(visit)
    return Reply({"results": rows} | ({"degraded": degraded} if degraded else {}))


def search_of_v1(visit: Visit) -> Reply:
    rows, _ = _found(visit)
    return Reply({"results": rows} if visit.body.get("output_format") == "v1.1" else rows)


def _found(visit: Visit) -> tuple[list[dict[str, Any]], list[str]]:
    """One recall for each owner that is meant, the best of all of them."""
    asked = facade.memory(requests.Search, requests.served(visit.body))
    wanted, top_k = filters.read(asked.conditions, visit.caller.user_id), asked.top_k or asked.limit or 10
    scopes = owners.scopes(visit, asked, wanted, MOST_SEARCHED)
    if any(o.app_id == filters.EVERY for o in wanted.owners):
        raise wrong("filters", "app_id: a search takes named apps")
    found: list[dict[str, Any]] = []
    degraded: list[str] = []
    for scope in scopes:
        rest = filters.left(wanted.expression, {"user_id": scope.user_id, "namespace": scope.namespace})
        if rest is False:
            continue
        request = facade.memory(api.RecallRequest, _recall(asked, top_k, None if rest is True else rest))
        some, lost = _recalled(visit, scope, request)
        found, degraded = found + some, degraded + lost
    best = sorted(found, key=lambda row: -row["score"])[:top_k] if len(scopes) > 1 else found
    return [answers.some(row, asked.fields) for row in best], sorted(set(degraded))


def _recalled(visit: Visit, scope: Scope, request: api.RecallRequest) -> tuple[list[dict[str, Any]], list[str]]:
    """What one owner has of it, and the parts of the service that did not answer."""
    ports, asker = _ports(visit), recall.Asker(scope, visit.now, visit.caller.roles)
    told = recall.recall(ports, asker, request, ids.new_id("r"))
    listed = told.memories[: request.top_k]
    rows = ports.store.read([memory_key(scope, i.memory_id) for i in listed])
    pairs = ((i, rows.get(memory_key(scope, i.memory_id))) for i in listed)
    found = [answers.found(row, item.score) for item, row in pairs if isinstance(row, Memory)]
    return found, [d.part for d in told.degraded]


def _recall(asked: requests.Search, top_k: int, rest: Any) -> dict[str, Any]:
    at = asked.reference_date
    return {
        "query": asked.query, "top_k": top_k, "token_budget": api.MOST_TOKENS, "kinds": [Kind.FACT], "filters": rest,
        "now": None if at is None else dates.moment(at, "reference_date").isoformat(), "min_score": asked.threshold or 0.0,
        "include": ["deprecated"] if asked.latest_only is False else [], "rerank": "none" if asked.rerank is False else "default",
    }  # fmt: skip


def _ports(visit: Visit) -> recall.Ports:
    side = bootstrap.side()
    return recall.Ports(owners.store(visit), side.index, side.embedder, bootstrap.access_queue(), bootstrap.rerankers())


def listed(visit: Visit) -> Reply:
    asked = _listing(visit)
    return _page(asked, _all_of(visit, asked), "/v3/memories/")


def listed_of_v1(visit: Visit) -> Reply:
    """A plain list, unless a page is asked for."""
    asked = _listing(visit)
    rows = _all_of(visit, asked)
    if asked.page is not None and asked.page_size is not None:
        return _page(asked, rows, "/v1/memories/")
    shapes = _fitting([answers.memory(m) for m in rows[: asked.top_k or asked.limit]], asked.fields)
    return Reply({"results": shapes} if asked.output_format == "v1.1" else shapes)


def listed_of_entity(visit: Visit) -> Reply:
    name = owners.entity_field(visit.path["type"])
    asked = facade.memory(requests.Listing, {name: visit.path["name"], **requests.of_address(visit.query)})
    return _page(asked, _all_of(visit, asked), f"/v1/memories/{visit.path['type']}/{visit.path['name']}/")


def _listing(visit: Visit) -> requests.Listing:
    return facade.memory(requests.Listing, requests.served({**visit.body, **requests.of_address(visit.query)}))


def _all_of(visit: Visit, asked: requests.Listing) -> list[Memory]:
    """What is meant, the newest first."""
    wanted = filters.read(asked.conditions, visit.caller.user_id)
    between = [filters.since(asked.start_date, "start_date")] if asked.start_date else []
    between += [filters.until(asked.end_date, "end_date")] if asked.end_date else []
    between += [filters.condition("content", "contains", asked.keywords)] if asked.keywords else []
    passes = compiled(filters.both(wanted.expression, *between))
    told = partial(answers.told, now=visit.now, expired=bool(asked.show_expired), latest_only=bool(asked.latest_only))
    found: list[Memory] = []
    read = 0
    for scope in owners.apart(owners.scopes(visit, asked, wanted, owners.MOST_USERS)):
        some, rows = memories.matching(
            bootstrap.store(), visit.caller, scope, lambda m: told(m) and passes(m), MOST_LISTED - len(found), MOST_LISTED - read
        )
        found, read = found + some, read + rows
    return sorted(found, key=lambda m: (said_at(m), m.memory_id), reverse=True)


def _page(asked: requests.Listing, rows: Sequence[Memory], address: str) -> Reply:
    number, size = asked.page or 1, asked.page_size or asked.top_k or asked.limit or requests.PAGE
    begun = (number - 1) * size
    if number > 1 and begun >= len(rows):
        raise NotFound("Invalid page.")
    shapes = _fitting([answers.memory(m) for m in rows[begun : begun + size]], asked.fields)
    return Reply(answers.page(shapes, len(rows), number, size, address))


def _fitting(rows: Sequence[dict[str, Any]], fields: Sequence[str] | None) -> list[dict[str, Any]]:
    """Raises Invalid for more than one answer takes."""
    shapes = [answers.some(row, fields) for row in rows]
    if sum(len(str(s).encode()) for s in shapes) > MOST_ANSWER_BYTES:
        raise wrong("page_size", f"so many memories are more than {MOST_ANSWER_BYTES >> 20} MB: ask for fewer with page and page_size")
    return shapes


def get(visit: Visit) -> Reply:
    return Reply(answers.memory(owners.memory(visit)))


def history(visit: Visit) -> Reply:
    memory = owners.memory(visit, deleted=True)
    told = memories.history(bootstrap.store(), memory, api.PageQuery(limit=MOST_VERSIONS))
    said = memories.said(bootstrap.store(), visit.caller, memory, MOST_INPUTS)
    inputs = {e.event_id: {"role": e.role.value, "content": e.content} for e in said}
    return Reply(answers.history(told.versions, inputs))


def entities(visit: Visit) -> Reply:
    asked = facade.memory(requests.Listing, requests.of_address(visit.query))
    number, size = asked.page or 1, asked.page_size or requests.MOST_PAGE
    count, views = lists.page_of_users(bootstrap.store(), visit.caller, asked.project_id, (number - 1) * size, size)
    if number > 1 and not views:
        raise NotFound("Invalid page.")
    return Reply(answers.page([answers.user(v) for v in views], count, number, size, "/v1/entities/") | {"total_users": count})


def entity(visit: Visit) -> Reply:
    """A user. What else there is of that name is told by its memories."""
    named = {owners.entity_field(visit.path["type"]): visit.path["name"]}
    asked = facade.memory(requests.Named, {**visit.query, **named})
    if asked.user_id is None:
        raise NotFound("Agents, apps and runs are told by their memories: list them with a filter.")
    return Reply([answers.user(lists.user(bootstrap.store(), visit.caller, asked.project_id, asked.user_id))])
