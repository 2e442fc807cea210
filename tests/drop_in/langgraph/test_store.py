"""Graphs and code that were written for LangGraph's stores, with Keepsake's in their place."""

from __future__ import annotations

import pytest

from keepsake_client.langgraph import KeepsakeStore


@pytest.fixture
def store() -> KeepsakeStore:
    return KeepsakeStore()


def test_page(after) -> None:
    after("LangGraph")


def test_put_and_get(store: KeepsakeStore) -> None:
    assert store.get(("users", "ann"), "tea") is None
    store.put(("users", "ann"), "tea", {"kind": "green"})
    found = store.get(("users", "ann"), "tea")
    assert (found.namespace, found.key, found.value) == (("users", "ann"), "tea", {"kind": "green"})


@pytest.mark.anyio
async def test_aput_and_aget(store: KeepsakeStore) -> None:
    await store.aput(("users", "ann"), "tea", {"kind": "green"})
    assert (await store.aget(("users", "ann"), "tea")).value == {"kind": "green"}
