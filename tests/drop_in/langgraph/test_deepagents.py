"""The files of deep agents, which their StoreBackend keeps in a store."""

from __future__ import annotations

import asyncio

import pytest
from deepagents import create_deep_agent
from deepagents.backends import StoreBackend
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from keepsake_client.langgraph import KeepsakeStore


@pytest.fixture
def files() -> StoreBackend:
    return StoreBackend(store=KeepsakeStore(index=False), namespace=lambda _: ("files", "ann"))


def test_write_read_and_edit(files: StoreBackend) -> None:
    assert files.write("/notes/plan.md", "first line\nsecond line").error is None
    assert files.edit("/notes/plan.md", "second", "last").error is None
    assert files.read("/notes/plan.md").file_data["content"] == "first line\nlast line"
    assert files.read("/none.md").error


def test_ls_glob_and_grep(files: StoreBackend) -> None:
    for name in ("/a.md", "/notes/b.md", "/notes/old/c.txt", "/50%.md", "/50%25.md"):
        files.write(name, f"This is {name}.")
    assert {entry["path"] for entry in files.ls("/").entries} == {"/a.md", "/notes/", "/50%.md", "/50%25.md"}
    assert {entry["path"] for entry in files.glob("**/*.md", "/notes").matches} == {"/notes/b.md"}
    assert [match["path"] for match in files.grep("50%25").matches] == ["/50%25.md"]


def test_delete_of_a_folder_of_many_files(files: StoreBackend) -> None:
    for n in range(30):
        files.write(f"/many/{n}.md", "x" * 100)
    files.write("/kept.md", "x")
    assert files.delete("/many").error is None
    assert {entry["path"] for entry in files.ls("/").entries} == {"/kept.md"}


def test_deep_agent_finds_the_file_that_another_run_wrote() -> None:
    def agent(*messages: AIMessage):
        model = Scripted(messages=iter(messages))
        return create_deep_agent(model=model, backend=StoreBackend(namespace=lambda _: ("files", "ann")), store=KeepsakeStore(index=False))

    called = {"name": "write_file", "args": {"file_path": "/seat.md", "content": "Ann sits at the window."}, "id": "1"}
    agent(AIMessage("", tool_calls=[called]), AIMessage("Noted.")).invoke({"messages": "I like windows."})
    called = {"name": "read_file", "args": {"file_path": "/seat.md"}, "id": "2"}
    asked = {"messages": "Where do I sit?"}
    told = asyncio.run(agent(AIMessage("", tool_calls=[called]), AIMessage("At the window.")).ainvoke(asked))
    assert "Ann sits at the window." in next(m.text for m in told["messages"] if m.type == "tool")


class Scripted(GenericFakeChatModel):
    def bind_tools(self, *_: object, **__: object) -> Scripted:
        return self
