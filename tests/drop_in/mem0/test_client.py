"""mem0's Python client, unmodified, against a running service: each call, and what it answers."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from waiting import until

os.environ["MEM0_TELEMETRY"] = "False"
from mem0 import AsyncMemoryClient, MemoryClient
from mem0.exceptions import AuthenticationError, MemoryNotFoundError, ValidationError


@pytest.fixture
def host(url: str) -> str:
    return url + "/mem0"


@pytest.fixture
def client(host: str, key: str) -> MemoryClient:
    return MemoryClient(api_key=key, host=host)


@pytest.fixture
def user() -> str:
    """With signs that an address has to write otherwise."""
    return "ann+1@example.com ü"


def texts(answer: dict[str, Any]) -> list[str]:
    return [m["memory"] for m in answer["results"]]


def kept(client: MemoryClient, user: str, *lines: str, **options: Any) -> list[str]:
    messages = [{"role": "user", "content": line} for line in lines]
    return [r["id"] for r in client.add(messages, user_id=user, infer=False, **options)["results"]]


def test_wrong_key(host: str) -> None:
    with pytest.raises(ValueError, match="key"):
        MemoryClient(api_key="wrong", host=host)


def test_add_and_its_event(client: MemoryClient, user: str) -> None:
    said = [{"role": "user", "content": "I moved from Boston to Denver last month."}, {"role": "assistant", "content": "Noted!"}]
    added = client.add(said, user_id=user, metadata={"topic": "home"})
    assert added["status"] == "PENDING"

    def ask():
        return client.client.get(f"/v1/event/{added['event_id']}/").json()

    event = until(ask, lambda e: e["status"] not in ("PENDING", "RUNNING"))
    assert event["status"] == "SUCCEEDED"
    assert any("Denver" in r["memory"] for r in event["results"])
    listed = client.get_all(filters={"user_id": user})
    assert any("Denver" in text for text in texts(listed))
    assert all(m["metadata"] == {"topic": "home"} and m["user_id"] == user for m in listed["results"])


def test_add_without_inferring_keeps_every_line(client: MemoryClient, user: str) -> None:
    lines = ["ok", "asdf qwer", "What time is it?"]
    added = client.add([{"role": "user", "content": x} for x in lines], user_id=user, infer=False, metadata={"n": 1})
    assert (added["status"], [r["data"]["memory"] for r in added["results"]]) == ("SUCCEEDED", lines)
    assert sorted(texts(client.get_all(filters={"user_id": user}))) == sorted(lines)


def test_add_masks_secrets(client: MemoryClient, user: str) -> None:
    (name,) = kept(client, user, "My password is hunter2-Xk9!pq and my card is 4111 1111 1111 1111.")
    assert "4111" not in client.get(name)["memory"]


def test_search_with_filters(client: MemoryClient, user: str) -> None:
    kept(client, user, "Ann loves hiking in the Alps.", metadata={"topic": "sport"})
    kept(client, user, "Ann is allergic to peanuts.", metadata={"topic": "food"})

    def ask(**more):
        return client.search("What about food and sport?", filters={"user_id": user} | more)

    until(lambda: texts(ask()), lambda found: len(found) == 2)
    assert texts(ask(metadata={"topic": "food"})) == ["Ann is allergic to peanuts."]
    assert texts(ask(NOT=[{"metadata": {"topic": "food"}}])) == ["Ann loves hiking in the Alps."]
    either = {"OR": [{"metadata": {"topic": "food"}}, {"metadata": {"topic": "sport"}}]}
    assert len(texts(client.search("food", filters={"AND": [{"user_id": user}, either]}))) == 2
    (first,) = client.search("hiking", filters={"user_id": user}, top_k=1)["results"]
    assert first["memory"] == "Ann loves hiking in the Alps."
    assert 0 < first["score"] <= 1
    assert first["user_id"] == user


def test_search_with_threshold(client: MemoryClient, user: str) -> None:
    kept(client, user, "Ann loves hiking in the Alps.", "The printer is on the second floor.")
    every = until(lambda: client.search("hiking", filters={"user_id": user})["results"], lambda found: len(found) == 2)
    least = every[0]["score"]
    assert [m["id"] for m in client.search("hiking", filters={"user_id": user}, threshold=least)["results"]] == [every[0]["id"]]


def test_search_over_two_users(client: MemoryClient, user: str) -> None:
    other = user + "-b"
    kept(client, user, "Ann's cat is called Miso.")
    kept(client, other, "Bob's dog is called Rex.")
    both = {"OR": [{"user_id": user}, {"user_id": other}]}
    found = until(lambda: client.search("What are the pets called?", filters=both)["results"], lambda rows: len(rows) == 2)
    assert {m["user_id"] for m in found} == {user, other}


def test_search_in_a_run(client: MemoryClient, user: str) -> None:
    run = f"run-{user}"
    kept(client, user, "The deadline is Friday.", run_id=run)
    kept(client, user, "The deadline is Monday.")
    found = until(lambda: client.search("deadline", filters={"AND": [{"user_id": user}, {"run_id": run}]})["results"])
    assert [(m["memory"], m["run_id"]) for m in found] == [("The deadline is Friday.", run)]
    assert texts(client.get_all(filters={"run_id": run})) == ["The deadline is Friday."]


def test_get_all_with_pages(client: MemoryClient, user: str) -> None:
    kept(client, user, *(f"Note number {n}." for n in range(5)))
    pages = [client.get_all(filters={"user_id": user}, page=n, page_size=2) for n in (1, 2, 3)]
    assert [p["count"] for p in pages] == [5, 5, 5]
    assert [len(p["results"]) for p in pages] == [2, 2, 1]
    assert (pages[0]["previous"], pages[2]["next"]) == (None, None)
    assert pages[0]["next"]
    assert sorted(t for p in pages for t in texts(p)) == [f"Note number {n}." for n in range(5)]


def test_get_all_by_time_and_keywords(client: MemoryClient, user: str) -> None:
    kept(client, user, "An old invoice.", timestamp=int(datetime(2024, 1, 15, tzinfo=UTC).timestamp()))
    kept(client, user, "A new invoice.", "A letter.")
    assert texts(client.get_all(filters={"user_id": user}, start_date="2024-01-01", end_date="2024-01-31")) == ["An old invoice."]
    before = {"AND": [{"user_id": user}, {"created_at": {"lt": "2024-02-01"}}]}
    assert texts(client.get_all(filters=before)) == ["An old invoice."]
    words = {"AND": [{"user_id": user}, {"keywords": {"icontains": "INVOICE"}}]}
    assert sorted(texts(client.get_all(filters=words))) == ["A new invoice.", "An old invoice."]


def test_expired_memories_are_hidden(client: MemoryClient, user: str) -> None:
    today = datetime.now(UTC).date()
    kept(client, user, "A voucher that has ended.", expiration_date=(today - timedelta(days=1)).isoformat())
    kept(client, user, "A voucher for today.", expiration_date=today.isoformat())
    assert texts(client.get_all(filters={"user_id": user})) == ["A voucher for today."]
    assert len(texts(client.get_all(filters={"user_id": user}, show_expired=True))) == 2
    (m,) = client.get_all(filters={"user_id": user})["results"]
    assert m["expiration_date"] == today.isoformat()


def test_get(client: MemoryClient, user: str) -> None:
    (name,) = kept(client, user, "Ann plays the cello.", metadata={"a": [1, {"b": None}]})
    m = client.get(name)
    assert (m["id"], m["memory"], m["user_id"], m["metadata"]) == (name, "Ann plays the cello.", user, {"a": [1, {"b": None}]})
    with pytest.raises(MemoryNotFoundError):
        client.get("00000000-0000-0000-0000-000000000000")
    with pytest.raises(ValidationError):
        client.get("no id at all")


def test_update_and_history(client: MemoryClient, user: str) -> None:
    (name,) = kept(client, user, "Ann plays the cello.")
    client.update(name, text="Ann plays the viola.", metadata={"sure": True})
    m = client.update(name, expiration_date="2999-01-01")
    assert (m["memory"], m["metadata"], m["expiration_date"]) == ("Ann plays the viola.", {"sure": True}, "2999-01-01")
    assert client.update(name, expiration_date=None)["expiration_date"] is None
    rows = client.history(name)
    assert [(r["event"], r["old_memory"], r["new_memory"]) for r in rows] == [
        ("ADD", None, "Ann plays the cello."), ("UPDATE", "Ann plays the cello.", "Ann plays the viola."),
    ]  # fmt: skip


def test_delete(client: MemoryClient, user: str) -> None:
    gone, stays = kept(client, user, "Ann owns a boat.", "Ann owns a bike.")
    client.delete(gone)
    with pytest.raises(MemoryNotFoundError):
        client.get(gone)
    assert [m["id"] for m in client.get_all(filters={"user_id": user})["results"]] == [stays]
    assert until(lambda: texts(client.search("What does Ann own?", filters={"user_id": user}))) == ["Ann owns a bike."]


def test_delete_all(client: MemoryClient, user: str) -> None:
    kept(client, user, "One.", "Two.", run_id="r1")
    kept(client, user, "Three.")
    assert "message" in client.delete_all(user_id=user, run_id="r1")
    assert until(lambda: texts(client.get_all(filters={"user_id": user})), lambda found: len(found) == 1) == ["Three."]
    client.delete_all(user_id=user)
    assert until(lambda: client.get_all(filters={"user_id": user})["count"], lambda n: n == 0) == 0


def test_batch_update_and_delete(client: MemoryClient, user: str) -> None:
    first, second, third = kept(client, user, "One.", "Two.", "Three.")
    client.batch_update([{"memory_id": first, "text": "Eins."}, {"memory_id": second, "text": "Zwei.", "metadata": {"k": "v"}}])
    assert (client.get(first)["memory"], client.get(second)["metadata"]) == ("Eins.", {"k": "v"})
    client.batch_delete([{"memory_id": first}, {"memory_id": third}])
    assert until(lambda: texts(client.get_all(filters={"user_id": user})), lambda found: len(found) == 1) == ["Zwei."]


def test_users_and_delete_users(client: MemoryClient, user: str) -> None:
    kept(client, user, "Ann was here.")
    assert ("user", user) in {(e["type"], e["name"]) for e in client.users()["results"]}
    client.delete_users(user_id=user)
    until(lambda: user in {e["name"] for e in client.users()["results"]}, lambda there: not there)


def test_feedback(client: MemoryClient, user: str) -> None:
    (name,) = kept(client, user, "Ann plays the cello.")
    assert client.feedback(name, "VERY_NEGATIVE", "she never did")["feedback"] == "VERY_NEGATIVE"


def test_export(client: MemoryClient, user: str) -> None:
    kept(client, user, "Ann plays the cello.")
    asked = client.create_memory_export(schema={}, filters={"user_id": user})
    done = until(lambda: client.get_memory_export(memory_export_id=asked["id"]), lambda e: e["status"] == "finished")
    assert done["counts"]["memory"] == 1
    assert done["download_url"].startswith("http")


def test_what_is_not_served_says_what_to_use_instead(client: MemoryClient, user: str) -> None:
    for options in ({"custom_instructions": "x"}, {"custom_categories": [{"a": "b"}]}, {"immutable": True}, {"includes": "cars"}):
        with pytest.raises(ValidationError, match="not served"):
            client.add("Hello there.", user_id=user, **options)
    with pytest.raises(ValidationError, match="Webhooks"):
        client.get_webhooks("p1")
    with pytest.raises(ValidationError, match="managed"):
        client.project.get()


def test_unknown_filter_and_operator_are_refused(client: MemoryClient, user: str) -> None:
    for wrong in ({"bogus": 1}, {"categories": {"eq": "x"}}, {"metadata": {"k": {"gt": 1}}}, {"created_at": {"eq": "2026-01-01"}}):
        with pytest.raises(ValidationError):
            client.get_all(filters={"AND": [{"user_id": user}, wrong]})
    with pytest.raises(ValidationError, match="user_id"):
        client.get_all(filters={})


def test_all_users_with_an_admins_key_alone(client: MemoryClient, memory: Any, host: str, user: str) -> None:
    kept(client, user, "Ann was here.")
    kept(client, "bob", "Bob was here.")
    assert sorted(texts(client.get_all(filters={"user_id": "*"}))) == ["Ann was here.", "Bob was here."]
    container = client.client.get("/v1/ping/").json()["project_id"]
    other = memory.keys.create(permissions=["read", "write"], containers=[container]).key
    with pytest.raises(AuthenticationError):
        MemoryClient(api_key=other, host=host).get_all(filters={"user_id": "*"})


def test_reset(client: MemoryClient, user: str) -> None:
    kept(client, user, "Ann was here.")
    kept(client, "bob", "Bob was here.")
    client.delete_all(user_id="*", agent_id="*", app_id="*", run_id="*")
    until(lambda: client.get_all(filters={"user_id": "*"})["count"], lambda n: n == 0)
    client.reset()
    until(lambda: client.users()["count"], lambda n: n == 0)


def test_async_client(host: str, key: str, user: str) -> None:
    async def calls() -> list[str]:
        async with AsyncMemoryClient(api_key=key, host=host) as client:
            await client.add("Ann plays the cello.", user_id=user, infer=False)
            return texts(await client.get_all(filters={"user_id": user}))

    assert asyncio.run(calls()) == ["Ann plays the cello."]


def test_page_on_switching(after: Callable[..., Any]) -> None:
    after("mem0")
