"""The 1.x generation of mem0's Python client, unmodified: the addresses under /v1 and /v2."""

from __future__ import annotations

import os
from typing import Any

import pytest
from waiting import until

os.environ["MEM0_TELEMETRY"] = "False"
from mem0 import MemoryClient
from mem0.exceptions import MemoryNotFoundError, ValidationError


@pytest.fixture
def client(url: str, key: str) -> MemoryClient:
    return MemoryClient(api_key=key, host=url + "/mem0")


def kept(client: MemoryClient, *lines: str, **options: Any) -> list[str]:
    messages = [{"role": "user", "content": line} for line in lines]
    return [r["id"] for r in client.add(messages, infer=False, **options)["results"]]


def test_add_queues(client: MemoryClient) -> None:
    (queued,) = client.add("I moved from Boston to Denver last month.", user_id="ann")["results"]
    assert queued["status"] == "PENDING"
    found = until(lambda: client.get_all(filters={"user_id": "ann"})["results"])
    assert any("Denver" in m["memory"] for m in found)


def test_add_and_wait(client: MemoryClient) -> None:
    made = client.add("I moved from Boston to Denver last month.", user_id="ann", async_mode=False)["results"]
    assert [(m["event"], "Denver" in m["memory"]) for m in made][:1] == [("ADD", True)]


def test_search_with_filters(client: MemoryClient) -> None:
    kept(client, "Ann loves hiking in the Alps.", user_id="ann")
    found = until(lambda: client.search("hiking", filters={"AND": [{"user_id": "ann"}]}, top_k=3)["results"])
    assert [m["memory"] for m in found] == ["Ann loves hiking in the Alps."]


def test_search_with_entities_beside_the_filters(client: MemoryClient) -> None:
    kept(client, "Ann loves hiking in the Alps.", user_id="ann", metadata={"topic": "sport"})
    found = until(lambda: client.search("hiking", user_id="ann", metadata={"topic": "sport"})["results"])
    assert [m["memory"] for m in found] == ["Ann loves hiking in the Alps."]


def test_get_all_with_pages(client: MemoryClient) -> None:
    kept(client, "One.", "Two.", "Three.", user_id="ann")
    page = client.get_all(filters={"user_id": "ann"}, page=2, page_size=2)
    assert (page["count"], len(page["results"])) == (3, 1)


def test_get_update_history_and_delete(client: MemoryClient) -> None:
    (name,) = kept(client, "Ann plays the cello.", user_id="ann")
    client.update(name, text="Ann plays the viola.")
    assert client.get(name)["memory"] == "Ann plays the viola."
    assert [row["event"] for row in client.history(name)] == ["ADD", "UPDATE"]
    client.delete(name)
    with pytest.raises(MemoryNotFoundError):
        client.get(name)


def test_delete_all_and_users(client: MemoryClient) -> None:
    kept(client, "One.", "Two.", user_id="ann", agent_id="helper")
    assert [e["name"] for e in client.users()["results"]] == ["ann"]
    client.delete_all(user_id="ann", agent_id="helper")
    until(lambda: client.get_all(filters={"user_id": "ann"})["results"], lambda found: found == [])
    client.delete_users(user_id="ann")
    until(lambda: client.users()["results"], lambda found: found == [])


def test_batches(client: MemoryClient) -> None:
    first, second = kept(client, "One.", "Two.", user_id="ann")
    client.batch_update([{"memory_id": first, "text": "Eins."}])
    client.batch_delete([{"memory_id": second}])
    found = until(lambda: client.get_all(filters={"user_id": "ann"})["results"], lambda rows: len(rows) == 1)
    assert found[0]["memory"] == "Eins."


def test_project_settings_are_refused_aloud(client: MemoryClient) -> None:
    with pytest.raises(ValidationError, match="not managed here"):
        client.project.update(custom_instructions="Keep everything.")
