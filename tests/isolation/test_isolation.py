"""Row V1: no tenant sees, changes or hears of another's, on any route, in the index, the queues, the logs, by cursors or error texts."""

from __future__ import annotations

import ast
import inspect
import itertools
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from keepsake.adapters.opensearch import SearchIndex
from keepsake.errors import Unauthenticated
from keepsake.flows.governance import keys
from keepsake.ports import Leg, Owner
from keepsake.routes import SERVED
from tests.isolation.in_process import Service
from tests.isolation.probes import OWNER, STRANGER, WORDS, Held, Probe, probes

RUNS_OF = {"sweeps": "w1", "consolidations": "w2", "prunes": "w3", "quarantines": "w4"}
SHAPE = Held("b", "e", ("f_1", "f_2"), "r", "k", RUNS_OF, "c", "er", "i", "ex", "im", "st")
"""Ids of no matter, to count probes by."""
LEGS = [
    Leg("words", ("event",), text="tea"),
    Leg("vector", ("fact",), vector=(0.0, 1.0)),
    Leg("sentences", ("event",), vector=(0.0, 1.0), nested=True),
    Leg("entity", ("fact",), entities=("tea",)),
]
TRIED = [p.route for p in probes(SHAPE)]
SHOWN_TO_ITS_OWNER = {
    "GET /memories", "GET /memories/{id}", "GET /memories/{id}/history", "GET /memories/{id}/case", "GET /events/{id}",
    "GET /sessions/{id}/events", "GET /sessions/{id}/state", "GET /items/{namespace}/{key+}", "POST /items/batch", "POST /items/search",
    "GET /recalls/{recall_id}", "GET /profile", "POST /recall", "POST /reflect", "POST /memories/{id}/pin",
    "GET /mem0/{proxy+}", "POST /mem0/{proxy+}",
}  # fmt: skip
"""Routes whose answer to the owner holds the words, so that not finding them says something."""


@pytest.fixture(scope="module")
def full() -> Iterator[Service]:
    with pytest.MonkeyPatch.context() as patch:
        yield Service(patch)


@pytest.fixture
def service(full: Service) -> Service:
    full.rewind()
    return full


def test_every_served_route_is_tried() -> None:
    assert set(TRIED) == SERVED


@pytest.mark.parametrize("nth", range(len(TRIED)), ids=[f"{n}-{name}" for n, name in enumerate(TRIED)])
def test_stranger_gets_nothing_of_the_owners_and_changes_nothing(nth: int, service: Service) -> None:
    probe = probes(service.held)[nth]
    before, documents = service.rows_of(OWNER), dict(service.world.index.documents)
    reply = service.ask(STRANGER, probe)
    logged = service.log.getvalue()
    assert reply.status in probe.strange, reply
    ours = {w for w in WORDS if w in probe.query.values() or w in (probe.body or {}).values()}
    hidden = [w for w in WORDS if w not in ours]
    for text in (reply.text, logged, *service.queued()):
        assert [w for w in hidden if w.lower() in text.lower()] == []
    assert probe.logged in logged, "the log was looked at"
    assert service.rows_of(OWNER) == before
    assert {k: d for k, d in service.world.index.documents.items() if k in documents} == documents


@pytest.mark.parametrize("route", sorted(SHOWN_TO_ITS_OWNER))
def test_owner_gets_by_the_same_request_what_the_stranger_does_not(route: str, service: Service) -> None:
    probe = next(p for p in probes(service.held) if p.route == route)
    reply = service.ask(OWNER, probe)
    assert reply.status == 200
    assert any(w in reply.text for w in WORDS[1:])


@pytest.mark.parametrize("nth", range(len(TRIED)), ids=[f"{n}-{name}" for n, name in enumerate(TRIED)])
def test_what_is_refused_to_a_stranger_is_there_for_its_owner(nth: int, service: Service) -> None:
    probe = probes(service.held)[nth]
    if probe.strange == (404,) and "change-sets" not in probe.route:
        assert service.ask(OWNER, probe).status not in (401, 403, 404, 422)


def test_documents_of_the_index_name_their_tenant_and_hold_no_word_of_another(service: Service) -> None:
    service.ask(STRANGER, next(p for p in probes(service.held) if p.route == "POST /retain"))
    service.settle(service.world.extracting.sent[-1].batch_id)
    documents = service.world.index.documents.values()
    assert {d.fields["tenant"] for d in documents} == {OWNER, STRANGER}
    for document in documents:
        assert document.key.pk.startswith(f"T#{document.fields['tenant']}#")
        if document.fields["tenant"] == STRANGER:
            assert not any(w.lower() in str(document.fields).lower() for w in WORDS)


def test_names_with_separators_reach_no_other_partition() -> None:
    from keepsake import ids

    assert ids.user_pk("a", "b#U#c", "d") != ids.user_pk("a", "b", "c#U#d")
    assert not ids.user_pk("a#C#b", "c", "d").startswith(ids.owners("a"))


def test_index_is_searched_by_one_function_that_needs_tenant_and_container() -> None:
    tree = ast.parse(Path(inspect.getsourcefile(SearchIndex) or "").read_text())
    calls = [
        (function.name, node.func.attr)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value).startswith("self._client")
    ]
    assert {where for where, call in calls if call in ("search", "msearch", "scroll", "get", "mget", "explain", "termvectors")} == {
        "search"
    }
    with pytest.raises(TypeError):
        Owner(namespace="default", user_id="u1")  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Owner(tenant="acme", namespace="default", user_id="u1")  # type: ignore[call-arg]


@pytest.mark.parametrize("leg", LEGS)
def test_every_search_is_filtered_by_marks_of_tenant_container_and_namespace(leg: Leg) -> None:
    """And looks at the shards of these alone. No other owner has a mark of theirs."""
    sent: list[Any] = []
    client = SimpleNamespace(msearch=lambda body, **_: sent.extend(body) or {"responses": [{"status": 200}]})
    index = SearchIndex(client, "a", model="m", dimension=2, analyzer="english")  # type: ignore[arg-type]
    owner = Owner("acme", "shop", "default", "u1")
    index.search(owner, [leg])
    place, query = sent
    assert place["routing"].split(",") == [owner.pk, owner.audience]
    assert {"terms": {"owner": list(owner.seen)}} in _filters(query["query"])
    names = ("acme", "shop", "default", "u1", "*", "@", "acme#C#shop", "shop#U#u1", "u1#N#default")
    spaces = list(itertools.product(names, repeat=3))
    marks = {Owner(*space, user).own for space in spaces for user in (*names, None)} | {Owner(*space, None).audience for space in spaces}
    assert len(marks) == len(spaces) * (len(names) + 2)
    shares = {mark for space in spaces for name in names for mark in Owner(*space, name, (name,)).seen[2:]}
    assert len(marks | shares) == len(marks) + len(spaces) * 2 * len(names)


def _filters(query: dict[str, Any]) -> list[Any]:
    """Those that stand above all else of a query."""
    (kind,) = query
    return _filters(query[kind]["query"]) if kind == "function_score" else query["bool"]["filter"]


def test_key_of_one_tenant_opens_no_other(service: Service) -> None:
    """The name in a key is no more than where its hash is looked up."""
    made = service.ask(OWNER, Probe("POST /admin/keys", body={"permissions": ["read"]})).json["key"]
    assert keys.resolve(service.world.store, made, "", service.world.now).tenant == OWNER
    for forged in (made.replace(OWNER, STRANGER), made[:-1] + ("a" if made[-1] != "a" else "b")):
        with pytest.raises(Unauthenticated) as refused:
            keys.resolve(service.world.store, forged, "", service.world.now)
        assert OWNER not in refused.value.detail
