"""What a stranger tries on every route, with its own admin key: another tenant's ids, cursors, keys and session names (row V1)."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple
from urllib.parse import quote

from keepsake.routes import ROUTES

OWNER, STRANGER = "owner-zq", "stranger-zq"
"""Two tenants whose users, containers and sessions go by the same names."""
SAID = ("I live in Zebrafinchburg.", "I love cycling near Quokkavale.")
WORDS = (OWNER, "Zebrafinch", "Quokkavale", "Wilhelmine")
"""What no stranger sends, so no answer to one may hold it."""
WHO = {"user_id": "u1", "session_id": "s-common"}


@dataclass(frozen=True)
class Probe:
    """One request. `strange` is what a stranger may be answered: 404 and 422 for what is another's, 403 for what names a tenant."""

    route: str
    path: dict[str, str] = field(default_factory=dict)
    query: dict[str, Any] = field(default_factory=dict)
    body: dict[str, Any] | None = None
    strange: tuple[int, ...] = (404,)

    @property
    def logged(self) -> str:
        """How the line begins by which the log names it: a door's operations go by their own paths."""
        return self.route.removesuffix("{proxy+}")

    @property
    def erases(self) -> bool:
        """Whether it begins an erasure, during which the user's other work is refused."""
        return self.route == "DELETE /users/{id}" or (self.route.startswith("DELETE") and "entities/user" in self.path.get("proxy", ""))


class Reply(NamedTuple):
    status: int
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


Ask = Callable[[str, Probe], Reply]
"""Sends a probe with the admin key of a tenant."""


class Held(NamedTuple):
    """What the owner has, by the ids that a stranger might have come by."""

    batch_id: str
    event_id: str
    memory_ids: tuple[str, str]
    recall_id: str
    key_id: str
    run_ids: dict[str, str]
    cursor: str
    receipt_id: str
    item_id: str
    export_id: str
    import_id: str
    row_id: str
    bank: tuple[str, str, str] = ("bank-0123456789", "0000001777716000000#0", "mem-ks-none")
    """A memory of AgentCore's door, and an event and a record in it."""
    letter_id: str = "dl_none"
    """No request makes a dead letter; where the owner has one, its test put it there."""


def seed(ask: Ask, settle: Callable[[str], None]) -> Held:
    """Fills the owner's container through the API. `settle` lets a batch be processed."""

    def done(
        route: str, body: dict[str, Any] | None = None, query: dict[str, Any] | None = None, path: dict[str, str] | None = None
    ) -> Any:
        reply = ask(OWNER, Probe(route, path or {}, query or {}, body))
        assert reply.status < 300, reply
        return reply.json

    events = [{"content": c, "name": "Wilhelmine", "timestamp": "2026-05-02T10:00:00Z"} for c in SAID]
    kept = done("POST /retain", WHO | {"events": events})
    settle(kept["batch_id"])
    recalled = done("POST /recall", WHO | {"query": "Where do I live?"})
    listed = done("GET /memories", query={"user_id": "u1", "kind": "fact", "limit": 1})
    rest = done("GET /memories", query={"user_id": "u1", "kind": "fact", "limit": 1, "cursor": listed["next_cursor"]})
    runs = {
        name: done(f"POST /admin/{name}", {"scope": {} if name == "sweeps" else {"user_id": "u1"}})["run_id"]
        for name in ("sweeps", "consolidations", "prunes")
    }
    # Of a session in which nobody says anything, so that the rest stays to be found.
    runs["quarantines"] = done("POST /admin/quarantines", {"scope": {"user_id": "u1"}, "session_id": "s-quiet"})["run_id"]
    focus = done("POST /sessions/{id}/working", {"content": f"Plan the tour of {SAID[1]}"}, {"user_id": "u1"}, {"id": "s-common"})
    return Held(
        batch_id=kept["batch_id"],
        event_id=kept["events"][0]["event_id"],
        memory_ids=(listed["memories"][0]["memory_id"], rest["memories"][0]["memory_id"]),
        recall_id=recalled["recall_id"],
        key_id=done("POST /admin/keys", {"permissions": ["read"]})["key_id"],
        run_ids=runs,
        cursor=listed["next_cursor"],
        receipt_id=done("DELETE /users/{id}", path={"id": "nobody"})["receipt_id"],
        item_id=focus["items"][0]["item_id"],
        export_id=done("POST /exports", {"user_id": "u1"})["export_id"],
        import_id=done("POST /imports", {"user_id": "u1", "bytes": 3})["import_id"],
        row_id=_kept(done),
        bank=_banked(done),
    )


def _banked(done: Callable[..., Any]) -> tuple[str, str, str]:
    def ask(path: str, **body: Any) -> Any:
        return done("POST /agentcore/{proxy+}", body, path={"proxy": path})

    strategy = {"semanticMemoryStrategy": {"name": "facts", "namespaces": ["/facts/{actorId}"]}}
    memory = ask("memories/create", name="bank", eventExpiryDuration=30, memoryStrategies=[strategy])["memory"]["id"]
    said = [{"conversational": {"content": {"text": SAID[0]}, "role": "USER"}}, {"blob": {"note": SAID[1]}}]
    event = {"actorId": "u1", "sessionId": "s-common", "eventTimestamp": 1777716000, "payload": said, "extractionMode": "SKIP"}
    record = {"requestIdentifier": "1", "namespaces": ["/facts/u1"], "content": {"text": SAID[0]}, "timestamp": 1777716000}
    made = ask(f"memories/{memory}/memoryRecords/batchCreate", records=[record])["successfulRecords"][0]["memoryRecordId"]
    return memory, ask(f"memories/{memory}/events", **event)["event"]["eventId"], made


def _kept(done: Callable[..., Any]) -> str:
    """The id of a row of state, with an item beside it."""
    done("PUT /items/{namespace}/{key+}", {"user_id": "u1", "value": {"note": SAID[0]}}, path={"namespace": "notes.ann", "key": "k1"})
    appended = done("POST /sessions/{id}/state", {"user_id": "u1", "data": {"note": SAID[1]}}, path={"id": "s-common"})
    return str(appended["rows"][0]["row_id"])


PAGES = (
    Probe("GET /openapi.json", strange=(200,)),
    Probe("GET /docs", strange=(200,)),
    Probe("GET /docs/{file}", {"file": "start.js"}, strange=(200,)),
    Probe("GET /ui", strange=(200,)),
    Probe("GET /ui/{file}", {"file": "app.js"}, strange=(200,)),
)
OPEN = (Probe("GET /health", strange=(200,)), *PAGES)


def probes(held: Held) -> list[Probe]:
    """At least one request for every route that is served."""
    return [
        *_sessions(held),
        *_state(held),
        *_knowledge(held),
        *_tools(held),
        *_mem0(held),
        *_agentcore(held),
        *_users(held),
        *_administration(held),
        *OPEN,
    ]


def _sessions(held: Held) -> list[Probe]:
    whole = {"user_id": "u1"}
    session, item = {"id": "s-common"}, {"id": "s-common", "item": held.item_id}
    return [
        Probe("GET /sessions", query=whole, strange=(200,)),
        Probe("GET /sessions", query=whole | {"cursor": held.cursor}, strange=(422,)),
        Probe("GET /sessions/{id}", session, whole),
        Probe("GET /sessions/{id}/events", session, whole, strange=(200,)),
        Probe("GET /sessions/{id}/context", session, whole),
        Probe("POST /sessions/{id}/handoff", session, whole, {"to_agent_id": "a2"}),
        Probe("GET /sessions/{id}/working", session, whole, strange=(200,)),
        Probe("POST /sessions/{id}/working", session, whole, {"content": "Plan nothing."}, strange=(200,)),
        Probe("POST /sessions/{id}/working/advance", session, whole, {}, strange=(200,)),
        *(Probe(f"POST /sessions/{{id}}/working/{{item}}/{act}", item, whole, {}) for act in ("pin", "unpin", "refresh")),
        Probe("DELETE /sessions/{id}/working/{item}", item, whole),
        Probe("POST /capture", body=WHO | {"text": "I live in Oslo."}, strange=(200,)),
    ]  # fmt: skip


def _state(held: Held) -> list[Probe]:
    whole, session, item = {"user_id": "u1"}, {"id": "s-common"}, {"namespace": "notes.ann", "key": "k1"}
    place = {"namespace": ["notes", "ann"], "key": "k1"}
    return [
        Probe("GET /sessions/{id}/state", session, whole, strange=(200,)),
        Probe("GET /sessions/{id}/state", session, whole | {"cursor": held.cursor}, strange=(422,)),
        Probe("POST /sessions/{id}/state", session, body=whole | {"data": {}}, strange=(201,)),
        Probe("DELETE /sessions/{id}/state/{row}", session | {"row": held.row_id}, whole),
        Probe("DELETE /sessions/{id}/state", session, whole, strange=(204,)),
        Probe("GET /items/{namespace}/{key+}", item, whole),
        Probe("GET /items", query=whole, strange=(200,)),
        Probe("POST /items/search", body=whole | {"prefix": ["notes"], "query": "a note"}, strange=(200,)),
        Probe("POST /items/batch", body=whole | {"gets": [place]}, strange=(200,)),
        Probe("POST /items/batch", body=whole | {"puts": [place | {"value": {}}]}, strange=(200,)),
        Probe("POST /items/batch", body=whole | {"deletes": [place]}, strange=(200,)),
        Probe("DELETE /items/{namespace}/{key+}", item, whole),
        Probe("PUT /items/{namespace}/{key+}", item, body=whole | {"value": {}}, strange=(200,)),
    ]  # fmt: skip


def _knowledge(held: Held) -> list[Probe]:
    whole, mine = {"user_id": "u1"}, {"id": held.memory_ids[0]}
    again = [{"content": "I live in Oslo.", "event_id": held.event_id, "timestamp": "2026-05-02T10:00:00Z"}]
    of_one = [r for r in ROUTES if r.path.startswith("/memories/{id}")]
    acts = [r for r in of_one if r.path.startswith("/memories/{id}/") and r.body is not None and r.body.__name__ == "ActRequest"]
    return [
        *(Probe(r.name, mine, whole) for r in of_one if r.method == "GET"),
        *(Probe(r.name, mine, whole, {}) for r in acts),
        Probe("POST /retain", body=WHO | {"events": again}, strange=(202,)),
        Probe("GET /batches/{batch_id}", {"batch_id": held.batch_id}),
        Probe("POST /recall", body=WHO | {"query": "Where do I live?"}, strange=(200,)),
        Probe("GET /recalls/{recall_id}", {"recall_id": held.recall_id}, whole),
        Probe(
            "GET /recalls/{recall_id}/why-not/{memory_id}", {"recall_id": held.recall_id, "memory_id": held.memory_ids[0]}, whole
        ),
        Probe("POST /reflect", body=WHO | {"question": "Where do I live?"}, strange=(200,)),
        Probe("POST /memories", query={"wait_s": 0}, body=WHO | {"content": "I live in Oslo."}, strange=(201,)),
        Probe("GET /memories", query=whole, strange=(200,)),
        Probe("GET /memories", query=whole | {"cursor": held.cursor}, strange=(422,)),
        Probe("PATCH /memories/{id}", mine, whole, {"version": 1, "content": "I live in Oslo."}),
        Probe("DELETE /memories/{id}", mine, whole | {"purge": "true"}),
        Probe("POST /memories/{id}/promote", mine, whole, {"to": "public"}),
        Probe("POST /memories/{id}/handoff", mine, whole, {"to_agent_id": "a2"}),
        Probe("POST /memories/{id}/merge", mine, whole, {"ids": [held.memory_ids[1]]}),
        Probe("POST /memories/{id}/feedback", mine, whole, {"useful": True, "recall_id": held.recall_id}),
        Probe("GET /events/{id}", {"id": held.event_id}, whole),
        Probe("DELETE /events/{id}", {"id": held.event_id}, whole),
        Probe("DELETE /memories", query=whole | {"preview": "true"}, strange=(200,)),
        Probe("DELETE /memories", query=whole, strange=(202,)),
        Probe("GET /topics", query=whole, strange=(200,)),
        Probe("GET /topics", query=whole | {"cursor": held.cursor}, strange=(422,)),
        Probe("GET /profile", query=whole, strange=(200,)),
        Probe("GET /containers/{c}/settings", {"c": "default"}, strange=(200,)),
        Probe("PUT /containers/{c}/settings", {"c": "default"}, body={"version": 0, "settings": {"prune_from": 0}}, strange=(200,)),
    ]  # fmt: skip


def _tools(held: Held) -> list[Probe]:
    def call(name: str, **arguments: Any) -> Probe:
        said = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": name, "arguments": arguments}}
        return Probe("POST /mcp", query={"user_id": "u1"}, body=said, strange=(200,))

    return [
        call("search_memories", query="Where do I live?"), call("search", query="Where do I live?"), call("ask_memory", question="Where?"),
        call("get_memories"), call("get_memories", cursor=held.cursor), call("get_memory", id=held.memory_ids[0]),
        call("fetch", id=held.memory_ids[0]), call("update_memory", id=held.memory_ids[0], text="I live in Oslo."),
        call("delete_memory", id=held.memory_ids[1]), call("add_memory", text="I live in Oslo."),
        Probe("GET /mcp", strange=(405,)), Probe("DELETE /mcp", strange=(405,)),
    ]  # fmt: skip


def _agentcore(held: Held) -> list[Probe]:
    memory, event, record = held.bank
    session = f"memories/{memory}/actor/u1/sessions/s-common"

    def ask(method: str, path: str, strange: int = 404, **body: Any) -> Probe:
        return Probe(f"{method} /agentcore/{{proxy+}}", {"proxy": path}, body=body or None, strange=(strange,))

    said = {"actorId": "u1", "sessionId": "s-common", "payload": [{"blob": {}}]}
    inline = {"source": {"inline": {"payload": said["payload"]}}, "contentTimestamp": 1777716000}
    return [
        ask("POST", f"memories/{memory}/events", **said, eventTimestamp=1777716000),
        ask("POST", f"memories/{memory}/ingest", **inline, actorId="u1"),
        ask("POST", session), ask("GET", f"{session}/events/{quote(event)}"), ask("DELETE", f"{session}/events/{quote(event)}"),
        ask("POST", f"memories/{memory}/actors"), ask("POST", f"memories/{memory}/actor/u1/sessions"),
        ask("POST", f"memories/{memory}/retrieve", namespacePath="/facts/u1", searchCriteria={"searchQuery": "Where do I live?"}),
        ask("POST", f"memories/{memory}/memoryRecords", namespacePath="/"),
        ask("GET", f"memories/{memory}/memoryRecord/{record}"), ask("DELETE", f"memories/{memory}/memoryRecords/{record}"),
        *(ask("POST", f"memories/{memory}/memoryRecords/batch{act}", records=[]) for act in ("Create", "Update", "Delete")),
        ask("POST", "memories/create", 202, name="bank", eventExpiryDuration=30), ask("POST", "memories", 200),
        ask("GET", f"memories/{memory}/details"), ask("PUT", f"memories/{memory}/update", description="mine"),
        ask("DELETE", f"memories/{memory}/delete"),
    ]  # fmt: skip


def _mem0(held: Held) -> list[Probe]:
    """mem0's API, by its own paths."""
    memory, whole = f"v1/memories/{held.memory_ids[0]}/", {"user_id": "u1"}

    def at(method: str, path: str, *, strange: tuple[int, ...] = (404,), query: dict[str, Any] | None = None, **body: Any) -> Probe:
        return Probe(f"{method} /mem0/{{proxy+}}", {"proxy": path}, query or {}, body or None, strange)

    return [
        at("POST", "v3/memories/", filters={"user_id": "*"}, strange=(200,)),
        Probe("POST /mem0/{proxy+}", {"proxy": "v3/memories/search/"}, {}, {"query": "Where do I live?", "filters": whole}, (200,)),
        at("GET", memory),
        at("GET", "v1/ping/", strange=(200,)),
        at("GET", memory + "history/"),
        at("GET", "v1/memories/", query=whole, strange=(200,)),
        at("GET", "v1/memories/user/u1/", strange=(200,)),
        at("GET", "v1/entities/", strange=(200,)),
        at("GET", "v2/entities/user/u1/", strange=(200, 404)),
        at("GET", f"v1/event/{held.batch_id}/"),
        at("GET", f"v1/event/{held.receipt_id}/"),
        at("GET", "v1/events/", query=whole, strange=(200,)),
        at("POST", "v3/memories/", filters={"run_id": "s-common"}, strange=(200,)),
        at("POST", "v3/memories/add/", messages=[{"role": "user", "content": "I live in Oslo."}], user_id="u1", strange=(200,)),
        at("POST", "v1/feedback/", memory_id=held.memory_ids[0], feedback="NEGATIVE"),
        at("POST", "v1/exports/", schema={}, filters=whole, strange=(201,)),
        at("POST", "v1/exports/get/", memory_export_id=held.export_id),
        at("PUT", memory, text="Nothing."),
        at("PUT", "v1/batch/", memories=[{"memory_id": held.memory_ids[1], "text": "Nothing."}]),
        at("DELETE", memory),
        at("DELETE", "v1/memories/", query=whole, strange=(200,)),
        at("DELETE", "v1/memories/", query=dict.fromkeys(("user_id", "agent_id", "app_id", "run_id"), "*"), strange=(200,)),
        at("DELETE", "v1/batch/", memories=[{"memory_id": held.memory_ids[0]}], strange=(200,)),
        at("DELETE", "v2/entities/user/u1/", strange=(200,)),
        at("PATCH", "api/v1/orgs/organizations/owner-zq/projects/default/", custom_instructions="x", strange=(400,)),
    ]  # fmt: skip


def _users(held: Held) -> list[Probe]:
    return [
        Probe("GET /users", strange=(200,)),
        Probe("DELETE /users/{id}", {"id": "u1"}, strange=(202,)),
        Probe("GET /receipts/{id}", {"id": held.receipt_id}),
        Probe("POST /exports", body={"user_id": "u1"}, strange=(202,)),
        Probe("GET /exports/{id}", {"id": held.export_id}),
        Probe("POST /imports", body={"user_id": "u1", "bytes": 3}, strange=(201,)),
        Probe("GET /imports/{id}", {"id": held.import_id}),
        Probe("POST /imports/{id}/start", {"id": held.import_id}, body={}),
    ]  # fmt: skip


def _administration(held: Held) -> list[Probe]:
    whole = {"user_id": "u1"}
    return [
        *(Probe(f"GET /admin/{name}/{{run_id}}", {"run_id": run}) for name, run in held.run_ids.items()),
        Probe("POST /admin/keys", body={"permissions": ["read"], "tenant": OWNER}, strange=(403,)),
        Probe("GET /key", strange=(200,)),
        Probe("GET /admin/usage", strange=(200,)),
        Probe("GET /admin/keys", strange=(200,)),
        Probe("GET /admin/keys", query={"tenant": OWNER}, strange=(403,)),
        Probe("GET /admin/keys", query={"cursor": held.cursor}, strange=(422,)),
        Probe("POST /admin/keys/{id}/rotate", {"id": held.key_id}, body={}),
        Probe("POST /admin/keys/{id}/rotate", {"id": held.key_id}, {"tenant": OWNER}, {}, strange=(403,)),
        Probe("DELETE /admin/keys/{id}", {"id": held.key_id}),
        Probe("DELETE /admin/keys/{id}", {"id": held.key_id}, {"tenant": OWNER}, strange=(403,)),
        *(Probe(f"POST /admin/{name}", body={"scope": whole}, strange=(202,)) for name in held.run_ids if name != "quarantines"),
        Probe("POST /admin/quarantines", body={"scope": whole, "session_id": "s-common"}, strange=(202,)),
        Probe("POST /admin/quarantines", body={"scope": whole, "session_id": "s-common", "preview": True}, strange=(200,)),
        Probe("POST /admin/quarantines/{id}/release", {"id": held.run_ids["quarantines"]}, body={}),
        Probe("GET /admin/change-sets", strange=(200,)),
        Probe("GET /admin/change-sets/{n}", {"n": "1"}),
        Probe("POST /admin/change-sets/{n}/undo", {"n": "1"}, body={}),
        Probe("GET /admin/dead-letters", strange=(200,)),
        Probe("GET /admin/dead-letters", query={"tenant": OWNER}, strange=(403,)),
        Probe("POST /admin/dead-letters/{id}/redrive", {"id": held.letter_id}, body={}),
        Probe("POST /admin/dead-letters/{id}/redrive", {"id": held.letter_id}, {"tenant": OWNER}, {}, strange=(403,)),
        Probe("GET /admin/index", strange=(200, 403)),
        Probe("POST /admin/index/rebuild", strange=(202, 403)),
        Probe("POST /admin/index/migrations", body={"embedding_model": "m", "embedding_dimension": 8}, strange=(403,)),
        Probe("GET /admin/index/migrations/{id}", {"id": "mg_1"}, strange=(403,)),
        *(
            Probe(f"POST /admin/index/migrations/{{id}}/{act}", {"id": "mg_1"}, body={}, strange=(403,))
            for act in ("compare", "switch", "rollback", "finish")
        ),
    ]  # fmt: skip
