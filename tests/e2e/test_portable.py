"""Rows V4 and V5 on the deployed template, with IAM enforced: exported, erased, imported, exported again."""

from __future__ import annotations

import hashlib
import json
import urllib.request
from typing import Any

from local.client import Client
from local.http import DIRECTLY
from tests.e2e.conftest import Run
from tests.waiting import until


def exported(api: Client, **scope: Any) -> bytes:
    made = api.call("POST", "/exports", scope)
    view = until(lambda: api.call("GET", f"/exports/{made['export_id']}"), lambda v: v["status"] in ("finished", "failed"))
    assert view["status"] == "finished"
    with DIRECTLY.open(view["download_url"], timeout=30) as answer:
        said: bytes = answer.read()
    assert (len(said), hashlib.sha256(said).hexdigest()) == (view["bytes"], view["sha256"])
    return said


def imported(api: Client, said: bytes, **scope: Any) -> dict[str, Any]:
    made = api.call("POST", "/imports", scope | {"bytes": len(said)})
    with DIRECTLY.open(urllib.request.Request(made["upload_url"], data=said, method="PUT"), timeout=30) as answer:
        assert answer.status == 200
    api.call("POST", f"/imports/{made['import_id']}/start", {})
    return until(lambda: api.call("GET", f"/imports/{made['import_id']}"), lambda v: v["status"] in ("finished", "failed"))


def rows(said: bytes) -> list[bytes]:
    return said.splitlines()[1:-1]


def test_user_is_exported_erased_and_brought_back_as_it_was(run: Run) -> None:
    run.settle(run.retain({"content": "I live in Zebrafinchburg.", "timestamp": "2026-05-02T10:00:00Z"}))
    run.settle(run.retain({"content": "Actually, I moved to Narwhalton.", "timestamp": "2026-05-03T10:00:00Z"}))
    until(lambda: run.recall("Where do I live?"), lambda a: "Narwhalton" in a["formatted_context"])
    before = exported(run.api, **run.scope)
    assert {json.loads(line)["kind"] for line in rows(before)} >= {"event", "memory", "version", "session"}
    started = run.api.call("DELETE", f"/users/{run.scope['user_id']}", query={"container": run.scope["container"]})
    receipt = until(lambda: run.api.call("GET", f"/receipts/{started['receipt_id']}"), lambda r: bool(r["done"]))
    assert receipt["status"] == "done"
    assert (receipt["before"]["exports"], receipt["before"]["files"]) == (1, 1)
    assert set(receipt["after"].values()) == {0}
    assert rows(exported(run.api, **run.scope)) == []
    done = imported(run.api, before, **run.scope)
    assert (done["proven"], done["counts"], done["refusals"]) == (True, {"written": len(rows(before))}, [])
    assert sorted(rows(exported(run.api, **run.scope))) == sorted(rows(before))
    until(lambda: run.recall("Where do I live?"), lambda a: "Narwhalton" in a["formatted_context"])
    again = imported(run.api, before, **run.scope)
    assert set(again["counts"]) <= {"equal", "conflict"}
    assert "written" not in again["counts"]


def test_altered_bank_is_quoted_and_believed_by_nobody(run: Run) -> None:
    run.settle(run.retain({"content": "I live in Zebrafinchburg.", "timestamp": "2026-05-02T10:00:00Z"}))
    said = exported(run.api, **run.scope).replace(b"Zebrafinchburg", b"Quokkavale")
    other = run.scope | {"user_id": "u2"}
    done = imported(run.api, said.replace(b'"user_id":"u1"', b'"user_id":"u2"'), **other)
    assert done["proven"] is False
    assert done["counts"]["written"] >= 2
    asked = other | {"query": "Where does the user live?", "kinds": ["fact"]}
    answer = until(lambda: run.api.call("POST", "/recall", asked), lambda a: bool(a["memories"]))
    assert '(quoted, untrusted) "' in answer["formatted_context"]
    told = run.api.call("POST", "/reflect", other | {"question": "Where does the user live?"})
    assert "Quokkavale" not in told["answer"]
