"""A method for every operation of the OpenAPI document, in both clients: it asks as the document says, and reads the document's answer."""

from __future__ import annotations

import asyncio
import inspect
import json
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import httpx
import pytest
from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from keepsake import openapi
from keepsake_client import AsyncKeepsake, Keepsake
from local import client_models

URL = "https://api.test/v1"
EVENT = {"content": "I moved.", "role": "user", "timestamp": "2026-05-02T10:00:00Z"}
EXCHANGE = {"user": "hello", "assistant": "hi"}
FILTER = {"field": "category", "op": "eq", "value": "preference"}

CALLS: dict[str, Callable[[Any], Any]] = {
    "retain": lambda k: k.retain([EVENT, "I like tea."], facts=[{"content": "Likes tea"}], exchange=EXCHANGE, session_id="s1"),
    "getBatch": lambda k: k.wait("b_1"),
    "recall": lambda k: k.recall(
        "q", top_k=3, token_budget=50, kinds=["fact"], filters=FILTER, as_of="2026-05-02T10:00:00Z", include=["archived"]
    ),
    "getRecall": lambda k: k.recalls.get("r_1"),
    "whyNot": lambda k: k.memories.why_not("f_1", "r_1"),
    "reflect": lambda k: k.reflect("q?", token_budget=100),
    "capture": lambda k: k.capture(exchange=EXCHANGE, session_id="s1"),
    "getEvent": lambda k: k.events.get("m-17"),
    "deleteEvent": lambda k: k.events.delete("m-17"),
    "listMemories": lambda k: k.memories.list(kind="fact", filter=FILTER, created_after="2026-05-02T10:00:00Z", limit=3),
    "addMemory": lambda k: k.memories.add("Likes tea", category="preference", slot={"feature": "drink", "value": "tea"}),
    "deleteMemories": lambda k: k.memories.delete_many(kind="fact", preview=True),
    "getMemory": lambda k: k.memories.get("f_1"),
    "updateMemory": lambda k: k.memories.update("f_1", "new", version=3, slot=None, valid_to=None),
    "deleteMemory": lambda k: k.memories.delete("f_1", purge=True),
    "getMemoryHistory": lambda k: k.memories.history("f_1"),
    "getMemoryCase": lambda k: k.memories.case("f_1"),
    "getMemoryDecay": lambda k: k.memories.decay("f_1", now="2026-05-02T10:00:00Z"),
    "getMemoryRelations": lambda k: k.memories.relations("f_1"),
    **{
        f"{act}Memory": lambda k, act=act: getattr(k.memories, act)("f_1")
        for act in ("pin", "unpin", "protect", "unprotect", "hold", "release", "archive", "restore", "approve", "reject")
    },
    "promoteMemory": lambda k: k.memories.promote("f_1", "shared", allowed_users=["bob"]),
    "handOffMemory": lambda k: k.memories.handoff("f_1", "a2"),
    "mergeMemories": lambda k: k.memories.merge("f_1", ["f_2"]),
    "giveFeedback": lambda k: k.memories.feedback("f_1", True, recall_id="r_1"),
    "listTopics": lambda k: k.topics(),
    "sendMcpMessage": lambda k: k.mcp({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}),
    "getProfile": lambda k: k.profile(subject="user"),
    "getSettings": lambda k: k.settings.get(),
    "replaceSettings": lambda k: k.settings.replace({"prune_from": 0}, version=1),
    "listUsers": lambda k: k.users.list(),
    "eraseUser": lambda k: k.users.erase("u1"),
    "getReceipt": lambda k: k.users.receipt("er_1"),
    "listSessions": lambda k: k.sessions.list(),
    "listSessionEvents": lambda k: k.sessions("s1").events(),
    "getSession": lambda k: k.sessions("s/1").get(),
    "getSessionContext": lambda k: k.sessions("s1").context(),
    "handOffSession": lambda k: k.sessions("s1").handoff("a2", items=["w_1"]),
    "listWorkingItems": lambda k: k.sessions("s1").working.list(),
    "addWorkingItem": lambda k: k.sessions("s1").working.add("buy milk", importance=0.9),
    "evictWorkingItem": lambda k: k.sessions("s1").working.evict("w_1"),
    "advanceTurn": lambda k: k.sessions("s1").working.advance(2),
    "pinWorkingItem": lambda k: k.sessions("s1").working.pin("w_1"),
    "unpinWorkingItem": lambda k: k.sessions("s1").working.unpin("w_1"),
    "refreshWorkingItem": lambda k: k.sessions("s1").working.refresh("w_1"),
    "appendStateRows": lambda k: k.sessions("s1").state.append({"step": 1}, branch="b", metadata={"a": 1}),
    "listStateRows": lambda k: k.sessions("s1").state.list(branch="b", include_data=False),
    "clearState": lambda k: k.sessions("s1").state.clear(branch="b"),
    "deleteStateRow": lambda k: k.sessions("s1").state.delete("st_1"),
    "putItem": lambda k: k.items.put(("users", "ann"), "k1", {"title": "x"}, index=["title"], ttl_minutes=5),
    "getItem": lambda k: k.items.get("users.ann", "k1", refresh_ttl=True),
    "deleteItem": lambda k: k.items.delete("users.ann", "k1"),
    "batchItems": lambda k: k.items.batch(
        gets=[{"namespace": ["users", "ann"], "key": "k1", "refresh_ttl": True}],
        puts=[{"namespace": ["users"], "key": "/k2", "value": {"title": "x"}, "index": ["title"], "ttl_minutes": 5}],
        deletes=[{"namespace": ["users"], "key": "k3"}],
    ),
    "searchItems": lambda k: k.items.search(["users"], query="x", filter={"field": "value.title", "op": "exists", "value": True}),
    "listItemNamespaces": lambda k: k.items.namespaces(prefix=("users",), max_depth=2),
    "startExport": lambda k: k.exports.start(user_id="u1"),
    "getExport": lambda k: k.exports.get("ex_1"),
    "createImport": lambda k: k.imports.create(user_id="u1", size=10),
    "startImport": lambda k: k.imports.start("im_1"),
    "getImport": lambda k: k.imports.get("im_1"),
    "createKey": lambda k: k.keys.create(["read"], tenant="acme", user_id="u1"),
    "getOwnKey": lambda k: k.keys.own(),
    "getUsage": lambda k: k.admin.usage(),
    "listKeys": lambda k: k.keys.list(),
    "rotateKey": lambda k: k.keys.rotate("k_1", overlap_s=0),
    "revokeKey": lambda k: k.keys.revoke("k_1"),
    "runSweep": lambda k: k.admin.sweep(preview=True, now="2027-05-02T10:00:00Z"),
    "getSweep": lambda k: k.admin.sweep_report("s_1"),
    "runConsolidation": lambda k: k.admin.consolidate(),
    "getConsolidation": lambda k: k.admin.consolidation("w_1"),
    "runPrune": lambda k: k.admin.prune(preview=True),
    "getPrune": lambda k: k.admin.prune_report("w_1"),
    "quarantineEvents": lambda k: k.admin.quarantine(session_id="s1", user_id="u1"),
    "getQuarantine": lambda k: k.admin.quarantine_report("w_1"),
    "releaseQuarantine": lambda k: k.admin.release_quarantine("w_1"),
    "listChangeSets": lambda k: k.admin.change_sets(),
    "getChangeSet": lambda k: k.admin.change_set(1),
    "undoChangeSet": lambda k: k.admin.undo(1),
    "listDeadLetters": lambda k: k.admin.dead_letters(limit=5),
    "redriveDeadLetter": lambda k: k.admin.redrive("dl_1"),
    "getIndex": lambda k: k.index.get(),
    "rebuildIndex": lambda k: k.index.rebuild(),
    "startMigration": lambda k: k.index.migrate("m", 8),
    "getMigration": lambda k: k.index.migration("mg_1"),
    "compareMigration": lambda k: k.index.compare("mg_1", sample=5),
    "switchMigration": lambda k: k.index.switch("mg_1"),
    "rollBackMigration": lambda k: k.index.roll_back("mg_1"),
    "finishMigration": lambda k: k.index.finish("mg_1"),
    "getHealth": lambda k: k.health(),
    "getDescription": lambda k: k.description(),
}
PAGES = {"openMcpStream", "endMcpSession"}
"""What the service refuses."""

document = cache(openapi.document)


@cache
def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Method, path and description by id."""
    return {o["operationId"]: (m.upper(), path, o) for path, methods in document()["paths"].items() for m, o in methods.items()}


def followed(node: dict[str, Any]) -> dict[str, Any]:
    while "$ref" in node:
        _, _, kind, name = node["$ref"].split("/")
        node = document()["components"][kind][name]
    return node


def faults(value: Any, schema: dict[str, Any]) -> list[str]:
    """What of `value` does not fit a schema of the document."""
    registry = Registry().with_resource("urn:doc", DRAFT202012.create_resource(document()))
    absolute = json.loads(json.dumps(schema).replace('"#/', '"urn:doc#/'))
    return [f"{e.json_path}: {e.message[:200]}" for e in Draft202012Validator(absolute, registry=registry).iter_errors(value)]


def operation_of(request: httpx.Request) -> str:
    """The id; a path that is spelled out comes before one with a parameter."""
    asked = request.url.raw_path.decode().partition("?")[0].removeprefix("/v1")
    found = [
        (path.count("{"), name)
        for name, (method, path, _) in operations().items()
        if method == request.method and re.fullmatch(re.sub(r"{\w+}", "[^/]+", path), asked)
    ]
    assert found, f"{request.method} {asked} is no operation"
    return min(found)[1]


class Recorded:
    """Answers each request with the document's example, after holding it to the document."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        name = operation_of(request)
        self.asked.append(name)
        _, _, operation = operations()[name]
        self._fits(name, operation, request)
        code, answer = next((c, a) for c, a in operation["responses"].items() if c < "300")
        content = answer.get("content", {}).get("application/json", {})
        value = followed(next(iter(content.get("examples", {}).values()), {"value": {}})).get("value")
        if isinstance(value, dict) and "next_cursor" in value:
            value = value | {"next_cursor": None}
        return httpx.Response(int(code), json=value) if content else httpx.Response(int(code))

    def _fits(self, name: str, operation: dict[str, Any], request: httpx.Request) -> None:
        taken = {p["name"]: p for p in map(followed, operation["parameters"]) if p["in"] == "query"}
        sent = dict(request.url.params)
        assert sent.keys() <= taken.keys(), f"{name} takes no {sent.keys() - taken.keys()}"
        assert {n for n, p in taken.items() if p["required"]} <= sent.keys()
        body = json.loads(request.content or b"null")
        if "requestBody" not in operation:
            assert body in (None, {}), name
        else:
            assert faults(body, operation["requestBody"]["content"]["application/json"]["schema"]) == [], name
        assert request.headers["Authorization"] == "Bearer k"


OF_EVERY_NAMESPACE = ("startExport", "getExport", "createImport", "startImport", "getImport", "runSweep", "getSweep")
"""A client of one namespace refuses to ask these."""
SCOPES = ({}, {"user_id": "u1", "container": "c", "namespace": "n", "agent_id": "a"}, {"tenant": "acme", "user_id": "u1"})


@pytest.mark.parametrize("scope", SCOPES, ids=["none", "whole", "tenant"])
@pytest.mark.parametrize("name", CALLS)
def test_it_asks_as_the_document_says_and_reads_its_answer(name: str, scope: dict[str, Any]) -> None:
    if name in OF_EVERY_NAMESPACE:
        scope = scope | {"namespace": None}
    recorded = Recorded()
    with httpx.Client(transport=httpx.MockTransport(recorded)) as http:
        answer = CALLS[name](Keepsake(URL, "k", http=http, **scope))
        rows = list(answer) if inspect.isgenerator(answer) else None
    assert name in recorded.asked
    assert rows is None or rows, "the example has a row, which is read"


@pytest.mark.parametrize("name", CALLS)
def test_asynchronous_client_asks_the_same(name: str) -> None:
    recorded = Recorded()

    async def run() -> None:
        async with httpx.AsyncClient(transport=httpx.MockTransport(recorded)) as http:
            answer = CALLS[name](AsyncKeepsake(URL, "k", http=http))
            if hasattr(answer, "__aiter__"):
                assert [row async for row in answer]
            else:
                assert await answer is not answer

    asyncio.run(run())
    assert name in recorded.asked


def test_every_operation_has_a_method() -> None:
    assert operations().keys() - CALLS.keys() == PAGES
    assert CALLS.keys() <= operations().keys()


def test_every_method_serves_an_operation() -> None:
    """Each public method of the client and of what hangs on it is called above."""
    source = inspect.getsource(__import__("test_client_operations"))
    client = Keepsake(URL, "k")
    groups = {"k": client, **{f"k.{n}": g for n, g in vars(client).items() if not n.startswith("_")}}
    session = client.sessions("s1")
    groups |= {'k.sessions("s1")': session, 'k.sessions("s1").working': session.working, 'k.sessions("s1").state': session.state}
    helpers = {"scoped", "close", "remember", "batch", "append_many", "save", "load"}
    acts = {"pin", "unpin", "protect", "unprotect", "hold", "release", "archive", "restore", "approve", "reject"}
    named = {f"{path}.{n}" for path, g in groups.items() for n in dir(type(g)) if not n.startswith("_") and callable(getattr(g, n))}
    called = {n for n in named if f"{n}(" in source or n.rpartition(".")[2] in helpers or (n.startswith("k.memories.") and n[11:] in acts)}
    assert named - called == {'k.sessions("s1").get'}, "which is called for a name with a slash"


def test_path_parts_are_percent_encoded() -> None:
    asked: list[bytes] = []

    def answer(request: httpx.Request) -> httpx.Response:
        asked.append(request.url.raw_path)
        return httpx.Response(204)

    with httpx.Client(transport=httpx.MockTransport(answer)) as http:
        Keepsake(URL, "k", http=http).memories.delete("a/b c%é?x")
    assert asked == [b"/v1/memories/a%2Fb%20c%25%C3%A9%3Fx?purge=false"]
    assert unquote("a%2Fb%20c%25%C3%A9%3Fx") == "a/b c%é?x"


def test_models_are_those_of_the_document() -> None:
    assert Path(client_models.FILE).read_text() == client_models.text(), "stale: python -m local.client_models"
