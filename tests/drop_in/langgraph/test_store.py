"""Graphs and code that were written for LangGraph's stores, with Keepsake's in their place."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from typing import Any, TypedDict

import pytest
from langgraph.graph import END, START, StateGraph
from langgraph.store.base import (
    BaseStore,
    GetOp,
    InvalidNamespaceError,
    ListNamespacesOp,
    MatchCondition,
    PutOp,
    SearchOp,
)

from keepsake_client import Forbidden, Unreachable
from keepsake_client.langgraph import KeepsakeStore

TEA = ("users", "ann", "drinks")
SHORT = 0.1
"""Minutes. Several times what a request takes on a busy machine."""


@pytest.fixture
def store() -> KeepsakeStore:
    return KeepsakeStore()


@pytest.fixture
def shelf(store: KeepsakeStore) -> KeepsakeStore:
    """With four books in two namespaces."""
    store.put(("shelf", "novels"), "a", {"title": "Emma", "pages": 480, "read": True, "by": {"name": "Austen"}})
    store.put(("shelf", "novels"), "b", {"title": "Ulysses", "pages": 730, "read": False, "by": {"name": "Joyce"}})
    store.put(("shelf", "maps"), "c", {"title": "Atlas", "pages": 220, "read": False})
    store.put(("shelfless",), "d", {"title": "Diary"})
    return store


def keys(found: Any) -> set[str]:
    return {item.key for item in found}


def test_page(after) -> None:
    after("LangGraph")


def test_put_and_get(store: KeepsakeStore) -> None:
    assert store.get(TEA, "tea") is None
    before = datetime.now(UTC)
    store.put(TEA, "tea", {"kind": "green", "grams": 2.5, "with": ["lemon", None]})
    found = store.get(TEA, "tea")
    assert (found.namespace, found.key, found.value) == (TEA, "tea", {"kind": "green", "grams": 2.5, "with": ["lemon", None]})
    assert abs((found.created_at - before).total_seconds()) < 60
    store.put(TEA, "tea", {"kind": "black"})
    again = store.get(TEA, "tea")
    assert (again.value, again.created_at) == ({"kind": "black"}, found.created_at)
    assert again.updated_at > found.updated_at


def test_put_in_an_invalid_namespace(store: KeepsakeStore) -> None:
    for namespace in ((), ("",), ("a.b",), ("langgraph",)):
        with pytest.raises(InvalidNamespaceError):
            store.put(namespace, "k", {"v": 1})
    with pytest.raises(InvalidNamespaceError):
        store.batch([GetOp(("a.b",), "k")])


def test_delete(store: KeepsakeStore) -> None:
    store.put(TEA, "tea", {"kind": "green"})
    store.delete(TEA, "tea")
    assert store.get(TEA, "tea") is None
    store.delete(TEA, "tea")


def test_batch_reads_see_what_stood_before_it_and_the_last_put_wins(store: KeepsakeStore) -> None:
    store.put(TEA, "tea", {"n": 0})
    done = store.batch(
        [
            PutOp(TEA, "tea", {"n": 1}),
            GetOp(TEA, "tea"),
            PutOp(TEA, "tea", {"n": 2}),
            SearchOp(("users",)),
            ListNamespacesOp(),
            GetOp(TEA, "none"),
        ]
    )
    assert done[0] is None
    assert done[1].value == {"n": 0}
    assert done[2] is None
    assert [item.value for item in done[3]] == [{"n": 0}]
    assert done[4] == [TEA]
    assert done[5] is None
    assert store.get(TEA, "tea").value == {"n": 2}


def test_search_by_prefix_of_whole_labels(shelf: KeepsakeStore) -> None:
    assert keys(shelf.search(("shelf",))) == {"a", "b", "c"}
    assert keys(shelf.search(("shelf", "novels"))) == {"a", "b"}
    assert keys(shelf.search(())) == {"a", "b", "c", "d"}
    assert shelf.search(("nowhere",)) == []


@pytest.mark.parametrize(
    ("wanted", "found"),
    [
        ({"title": "Emma"}, {"a"}),
        ({"pages": {"$gt": 220}}, {"a", "b"}),
        ({"pages": {"$gte": 220, "$lt": 700}}, {"a", "c"}),
        ({"pages": {"$lte": 220}}, {"c"}),
        ({"pages": {"$lt": float("inf")}}, {"a", "b", "c"}),
        ({"pages": {"$eq": float("nan")}}, set()),
        ({"title": {"$ne": "Emma"}}, {"b", "c"}),
        ({"by": {"name": "Joyce"}}, {"b"}),
        ({"read": False, "pages": {"$gt": 500}}, {"b"}),
        ({"by": None}, {"c"}),
    ],
)
def test_search_with_filter(shelf: KeepsakeStore, wanted: dict[str, Any], found: set[str]) -> None:
    assert keys(shelf.search(("shelf",), filter=wanted)) == found


def test_search_with_an_unknown_operator(shelf: KeepsakeStore) -> None:
    with pytest.raises(ValueError, match=r"\$regex"):
        shelf.search(("shelf",), filter={"title": {"$regex": ".*"}})


def test_search_in_pages(store: KeepsakeStore) -> None:
    store.batch([PutOp(("n",), str(n), {"n": n}) for n in range(12)])
    pages = [store.search(("n",), limit=5, offset=offset) for offset in (0, 5, 10)]
    assert [len(page) for page in pages] == [5, 5, 2]
    assert {item.key for page in pages for item in page} == {str(n) for n in range(12)}


def test_search_by_meaning(store: KeepsakeStore) -> None:
    store.put(TEA, "tea", {"text": "Ann drinks green tea"})
    store.put(TEA, "car", {"text": "The car needs new tyres"})
    first, second = store.search(("users",), query="What does she like to drink?")
    assert (first.key, second.key) == ("tea", "car")
    assert first.score > second.score


def test_search_goes_by_the_indexed_fields() -> None:
    store = KeepsakeStore(index={"dims": 3, "embed": "openai:any", "fields": ["text"]})
    store.put(TEA, "tea", {"text": "green tea", "note": "tyres"})
    store.put(TEA, "car", {"text": "tyres", "note": "green tea"})
    assert store.search(TEA, query="green tea")[0].key == "tea"
    store.put(TEA, "parts", {"parts": [{"text": "oil"}, {"text": "green tea"}]}, index=["parts[-1].text"])
    assert keys(store.search(TEA, query="green tea", limit=2)) == {"tea", "parts"}
    store.put(TEA, "hidden", {"text": "green tea"}, index=False)
    assert [item.score for item in store.search(TEA, query="green tea") if item.key == "hidden"] == [None]


def test_list_namespaces(shelf: KeepsakeStore) -> None:
    shelf.put(("shelf", "novels", "old", "v1"), "e", {"title": "Iliad"})
    assert shelf.list_namespaces() == [("shelf", "maps"), ("shelf", "novels"), ("shelf", "novels", "old", "v1"), ("shelfless",)]
    assert shelf.list_namespaces(prefix=("shelf", "novels")) == [("shelf", "novels"), ("shelf", "novels", "old", "v1")]
    assert shelf.list_namespaces(suffix=("v1",)) == [("shelf", "novels", "old", "v1")]
    assert shelf.list_namespaces(prefix=("*", "maps")) == [("shelf", "maps")]
    assert shelf.list_namespaces(max_depth=1) == [("shelf",), ("shelfless",)]
    assert shelf.list_namespaces(limit=1, offset=1) == [("shelf", "novels")]
    several = (MatchCondition("prefix", ("shelf",)), MatchCondition("prefix", ("*", "novels")), MatchCondition("suffix", ("v1",)))
    assert shelf.batch([ListNamespacesOp(several, max_depth=3)]) == [[("shelf", "novels", "old")]]


def test_put_with_ttl_that_reading_refreshes() -> None:
    store = KeepsakeStore(ttl={"default_ttl": SHORT, "refresh_on_read": False})
    store.put(TEA, "default", {"v": 1})
    store.put(TEA, "longer", {"v": 2}, ttl=60)
    store.put(TEA, "for good", {"v": 3}, ttl=None)
    store.put(TEA, "read", {"v": 4}, ttl=SHORT)
    deadline = datetime.now(UTC).timestamp() + 30
    while store.get(TEA, "default") is not None:
        assert store.get(TEA, "read", refresh_ttl=True), "reading it let its time begin anew"
        assert datetime.now(UTC).timestamp() < deadline
    assert {"longer", "for good"} <= keys(store.search(TEA)) <= {"longer", "for good", "read"}


def test_values_and_keys_of_any_kind(store: KeepsakeStore) -> None:
    names = ["with space", "a/b/c.md", "ключ", "50%", "50%25", "/begins", "a.b", "?x=1&y#z", "né", "line\n"]
    store.batch([PutOp(("ключи", "a b"), name, {"name": name}) for name in names])
    assert [store.get(("ключи", "a b"), name).value for name in names] == [{"name": name} for name in names]
    assert keys(store.search(("ключи",))) == set(names)


def test_items_of_a_user_are_that_users(store: KeepsakeStore) -> None:
    KeepsakeStore(user_id="ann").put(TEA, "tea", {"kind": "green"})
    assert KeepsakeStore(user_id="bob").get(TEA, "tea") is None
    assert store.get(TEA, "tea") is None
    assert KeepsakeStore(user_id="ann").get(TEA, "tea").value == {"kind": "green"}


def test_failures_are_raised(url: str) -> None:
    with pytest.raises(Unreachable):
        KeepsakeStore("http://127.0.0.1:9/v1", "ks_none", retries=0).put(TEA, "tea", {"v": 1})
    with pytest.raises((Forbidden, PermissionError, Exception), match=r"40[13]"):
        KeepsakeStore(url, "ks_wrong").get(TEA, "tea")


@pytest.mark.anyio
async def test_async_calls(store: KeepsakeStore) -> None:
    await store.aput(TEA, "tea", {"kind": "green"})
    assert (await store.aget(TEA, "tea")).value == {"kind": "green"}
    assert keys(await store.asearch(("users",), filter={"kind": "green"})) == {"tea"}
    assert await store.alist_namespaces() == [TEA]
    assert (await store.abatch([GetOp(TEA, "tea"), PutOp(TEA, "tea", None)]))[0].value == {"kind": "green"}
    assert await store.aget(TEA, "tea") is None
    await asyncio.gather(*(store.aput(TEA, str(n), {"n": n}) for n in range(4)))
    assert len(await store.asearch(TEA)) == 4
    await store.adelete(TEA, "3")
    assert len(await store.asearch(TEA)) == 3


class Said(TypedDict):
    text: str
    known: list[str]


def remember(state: Said, *, store: BaseStore) -> Said:
    known = [item.value["text"] for item in store.search(("memories",))]
    store.put(("memories",), state["text"][:8], {"text": state["text"]})
    return {"text": state["text"], "known": known}


def test_graph_remembers_across_its_runs() -> None:
    builder = StateGraph(Said)
    builder.add_node("remember", remember)
    builder.add_edge(START, "remember")
    builder.add_edge("remember", END)
    assert builder.compile(store=KeepsakeStore()).invoke({"text": "Ann runs", "known": []})["known"] == []
    again = builder.compile(store=KeepsakeStore())
    assert asyncio.run(again.ainvoke({"text": "Bob swims", "known": []}))["known"] == ["Ann runs"]
    assert asyncio.run(again.ainvoke({"text": "Eve", "known": []}))["known"] != []
