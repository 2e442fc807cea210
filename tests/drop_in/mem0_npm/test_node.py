"""mem0's client for Node, unmodified, against a running service: each call, and what it answers."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from waiting import until

HERE = Path(__file__).parent
Calls = Callable[..., list[dict[str, Any]]]


@pytest.fixture(scope="session")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client with what it needs. None of its dependencies' own install scripts is of use to it."""
    home = tmp_path_factory.mktemp("node")
    for name in ("package.json", "call.mjs"):
        shutil.copy(HERE / name, home)
    command = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--ignore-scripts", "--legacy-peer-deps"]
    subprocess.run(command, cwd=home, check=True, timeout=300)
    return home


@pytest.fixture
def calls(package: Path, url: str, key: str) -> Calls:
    def make(*asked: tuple[Any, ...]) -> list[dict[str, Any]]:
        env = {**os.environ, "KEEPSAKE_URL": url, "KEEPSAKE_KEY": key, "MEM0_TELEMETRY": "False"}
        told = json.dumps([[name, args] for name, *args in asked])
        done = subprocess.run(["node", "call.mjs"], cwd=package, env=env, input=told, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        answers: list[dict[str, Any]] = json.loads(done.stdout.splitlines()[-1])
        return answers

    return make


def answer(calls: Calls, *call: Any) -> Any:
    (made,) = calls(call)
    assert "answer" in made, made
    return made["answer"]


def kept(calls: Calls, *lines: str, **options: Any) -> list[str]:
    messages = [{"role": "user", "content": line} for line in lines]
    return [r["id"] for r in answer(calls, "add", messages, {"userId": "ann", "infer": False, **options})["results"]]


def test_add(calls: Calls) -> None:
    said = [{"role": "user", "content": "I moved from Boston to Denver last month."}]
    added = answer(calls, "add", said, {"userId": "ann", "metadata": {"topic": "home"}})
    assert added["status"] == "PENDING"
    assert added["eventId"]
    listed = until(lambda: answer(calls, "getAll", {"filters": {"user_id": "ann"}}), lambda page: page["count"] > 0)
    assert any("Denver" in m["memory"] and m["metadata"] == {"topic": "home"} for m in listed["results"])


def test_search_with_filters(calls: Calls) -> None:
    kept(calls, "Ann loves hiking in the Alps.", metadata={"topic": "sport"})
    kept(calls, "Ann is allergic to peanuts.", metadata={"topic": "food"})
    asked = {"filters": {"AND": [{"user_id": "ann"}, {"metadata": {"topic": "food"}}]}, "topK": 5, "threshold": 0}
    found = until(lambda: answer(calls, "search", "What may Ann eat?", asked)["results"])
    assert [(m["memory"], m["userId"]) for m in found] == [("Ann is allergic to peanuts.", "ann")]


def test_get_all_with_pages(calls: Calls) -> None:
    kept(calls, "One.", "Two.", "Three.")
    page = answer(calls, "getAll", {"filters": {"user_id": "ann"}, "page": 2, "pageSize": 2})
    assert (page["count"], len(page["results"]), page["next"]) == (3, 1, None)


def test_get_update_and_history(calls: Calls) -> None:
    (name,) = kept(calls, "Ann plays the cello.")
    update, get, history = calls(
        ("update", name, {"text": "Ann plays the viola.", "expirationDate": "2999-01-01"}), ("get", name), ("history", name)
    )
    assert update["answer"]["memory"] == get["answer"]["memory"] == "Ann plays the viola."
    assert get["answer"]["expirationDate"] == "2999-01-01"
    assert [row["event"] for row in history["answer"]] == ["ADD", "UPDATE"]


def test_delete(calls: Calls) -> None:
    (name,) = kept(calls, "Ann plays the cello.")
    deleted, gone = calls(("delete", name), ("get", name))
    assert "message" in deleted["answer"]
    assert gone["error"] == "MemoryNotFoundError"


def test_delete_all(calls: Calls) -> None:
    kept(calls, "One.", "Two.")
    answer(calls, "deleteAll", {"userId": "ann"})
    until(lambda: answer(calls, "getAll", {"filters": {"user_id": "ann"}})["count"], lambda n: n == 0)


def test_users_and_delete_users(calls: Calls) -> None:
    kept(calls, "One.")
    assert [u["name"] for u in answer(calls, "users")["results"]] == ["ann"]
    answer(calls, "deleteUsers", {"userId": "ann"})
    until(lambda: answer(calls, "users")["results"], lambda found: found == [])


def test_batch_update_and_delete(calls: Calls) -> None:
    first, second = kept(calls, "One.", "Two.")
    calls(("batchUpdate", [{"memoryId": first, "text": "Eins."}]), ("batchDelete", [second]))
    found = until(lambda: answer(calls, "getAll", {"filters": {"user_id": "ann"}})["results"], lambda rows: len(rows) == 1)
    assert found[0]["memory"] == "Eins."


def test_feedback(calls: Calls) -> None:
    (name,) = kept(calls, "Ann plays the cello.")
    assert answer(calls, "feedback", {"memoryId": name, "feedback": "POSITIVE"})["feedback"] == "POSITIVE"


def test_export(calls: Calls) -> None:
    kept(calls, "Ann plays the cello.")
    asked = answer(calls, "createMemoryExport", {"schema": {}, "filters": {"AND": [{"user_id": "ann"}]}})
    done = until(lambda: answer(calls, "getMemoryExport", {"memoryExportId": asked["id"]}), lambda export: export["status"] == "finished")
    assert done["downloadUrl"].startswith("http")


def test_errors_are_the_clients_own(calls: Calls) -> None:
    wrong, webhooks, refused = calls(
        ("get", "no id at all"),
        ("getWebhooks", {}),
        ("add", [{"role": "user", "content": "Hi."}], {"userId": "a", "customInstructions": "x"}),
    )
    assert (wrong["error"], refused["error"]) == ("ValidationError", "ValidationError")
    assert "not served" in refused["message"]
    assert "Webhooks are not served" in webhooks["message"]


def test_page_on_switching(package: Path, url: str, key: str, source: Callable[[str, str], str]) -> None:
    (package / "after.mjs").write_text(source("mem0", "js") + "\nprocess.exit(0);\n")
    env = {**os.environ, "KEEPSAKE_URL": url, "KEEPSAKE_KEY": key, "MEM0_TELEMETRY": "False"}
    done = subprocess.run(["node", "after.mjs"], cwd=package, env=env, capture_output=True, text=True, timeout=120, check=True)
    assert "Ann drinks green tea." in done.stdout.splitlines()
