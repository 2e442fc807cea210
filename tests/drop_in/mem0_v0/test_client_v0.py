"""The 0.1 generation of mem0's Python client, unmodified: plain lists under /v1, and filters under /v2."""

from __future__ import annotations

import os
from typing import Any

import pytest
from waiting import until

os.environ["MEM0_TELEMETRY"] = "False"
from mem0 import MemoryClient


@pytest.fixture
def client(url: str, key: str) -> MemoryClient:
    return MemoryClient(api_key=key, host=url + "/mem0")


def kept(client: MemoryClient, *lines: str, **options: Any) -> list[str]:
    messages = [{"role": "user", "content": line} for line in lines]
    return [r["id"] for r in client.add(messages, infer=False, output_format="v1.1", **options)["results"]]


def test_add_waits_until_it_is_read(client: MemoryClient) -> None:
    said = [{"role": "user", "content": "I moved from Boston to Denver last month."}]
    made = client.add(said, user_id="ann", output_format="v1.1")["results"]
    assert "Denver" in made[0]["data"]["memory"]


def test_get_all_is_a_list(client: MemoryClient) -> None:
    kept(client, "One.", "Two.", user_id="ann")
    assert sorted(m["memory"] for m in client.get_all(user_id="ann")) == ["One.", "Two."]


def test_get_all_by_filters(client: MemoryClient) -> None:
    kept(client, "One.", user_id="ann", metadata={"n": 1})
    kept(client, "Two.", user_id="ann", metadata={"n": 2})
    found = client.get_all(version="v2", filters={"AND": [{"user_id": "ann"}, {"metadata": {"n": 2}}]}, page=1, page_size=10)
    assert [m["memory"] for m in found["results"]] == ["Two."]


def test_search_is_a_list(client: MemoryClient) -> None:
    kept(client, "Ann loves hiking in the Alps.", user_id="ann")
    found = until(lambda: client.search("hiking", user_id="ann"))
    assert [m["memory"] for m in found] == ["Ann loves hiking in the Alps."]


def test_search_by_filters(client: MemoryClient) -> None:
    kept(client, "Ann loves hiking in the Alps.", user_id="ann")
    found = until(lambda: client.search("hiking", version="v2", filters={"user_id": "ann"}))
    assert [m["memory"] for m in found] == ["Ann loves hiking in the Alps."]


def test_get_update_history_and_delete(client: MemoryClient) -> None:
    (name,) = kept(client, "Ann plays the cello.", user_id="ann")
    client.update(name, text="Ann plays the viola.")
    assert client.get(name)["memory"] == "Ann plays the viola."
    assert [row["event"] for row in client.history(name)] == ["ADD", "UPDATE"]
    client.delete(name)
    assert client.get_all(user_id="ann") == []


def test_users_and_delete_all(client: MemoryClient) -> None:
    kept(client, "One.", user_id="ann")
    assert [e["name"] for e in client.users()["results"]] == ["ann"]
    client.delete_all(user_id="ann")
    until(lambda: client.get_all(user_id="ann"), lambda found: found == [])
