"""langmem's tools over Keepsake's store."""

from __future__ import annotations

import re

import pytest
from langgraph.func import entrypoint
from langmem import create_manage_memory_tool, create_search_memory_tool

from keepsake_client.langgraph import KeepsakeStore

NAMESPACE = ("memories", "{user}")
ANN = {"configurable": {"user": "ann"}}


@pytest.fixture
def manage():
    tool = create_manage_memory_tool(NAMESPACE)

    @entrypoint(store=KeepsakeStore())
    def run(asked: dict) -> str:
        return tool.invoke(asked)

    return run


@pytest.fixture
def search():
    tool = create_search_memory_tool(NAMESPACE)

    @entrypoint(store=KeepsakeStore())
    async def run(asked: dict) -> str:
        return await tool.ainvoke(asked)

    return run


@pytest.mark.anyio
async def test_manage_memory_and_search_memory(manage, search) -> None:
    said = manage.invoke({"content": "Ann drinks green tea"}, config=ANN)
    (made,) = re.findall(r"[0-9a-f-]{36}", said)
    assert "green tea" in str(await search.ainvoke({"query": "drinks"}, config=ANN))
    manage.invoke({"action": "update", "id": made, "content": "Ann drinks black tea"}, config=ANN)
    found = str(await search.ainvoke({"query": "drinks"}, config=ANN))
    assert "black tea" in found
    assert "green tea" not in found
    assert "tea" not in str(await search.ainvoke({"query": "drinks"}, config={"configurable": {"user": "bob"}}))
    manage.invoke({"action": "delete", "id": made}, config=ANN)
    assert "tea" not in str(await search.ainvoke({"query": "drinks"}, config=ANN))
