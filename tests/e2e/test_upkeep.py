"""Rows K6, K9 and K12 by the API on the deployed template, with IAM enforced: previewed, run behind the user's batches, undone."""

from __future__ import annotations

from typing import Any

from local.client import Client
from tests.e2e.conftest import Run
from tests.waiting import until

WITHIN_S = 90


def admin_of(run: Run) -> Client:
    tenant = run.stack.key.removeprefix("ks_").partition(".")[0]
    made = run.admin.call("POST", "/admin/keys", {"tenant": tenant, "permissions": ["read", "write", "admin"]})
    return run.client(made["key"])


def finished(admin: Client, path: str) -> dict[str, Any]:
    return until(lambda: admin.call("GET", path), lambda report: bool(report["done"]))


def test_facts_that_belong_together_are_merged_and_taken_apart_again(run: Run) -> None:
    run.settle(run.retain({"content": "I was born in Maryland."}, {"content": "I was born in May."}))
    admin = admin_of(run)
    asked = {"scope": run.scope}
    preview = admin.call("POST", "/admin/prunes", asked | {"preview": True})
    assert "I was born in May in Maryland." in [c["content"] for c in preview["changes"]]
    started = admin.call("POST", "/admin/prunes", asked)
    report = finished(admin, f"/admin/prunes/{started['run_id']}")
    assert report["changed"] == {"merge": 1}
    assert [f["content"] for f in run.facts() if f["validity"] == "active"] == ["I was born in May in Maryland."]
    number = started["change_set"]
    lines = admin.call("GET", f"/admin/change-sets/{number}")["lines"]
    assert {line["what"] for line in lines} == {"merge"}
    undone = admin.call("POST", f"/admin/change-sets/{number}/undo", {})
    assert (undone["done"], undone["restored"]) == (True, 2)
    facts = {f["content"] for f in run.facts() if f["validity"] == "active"}
    assert facts == {"I was born in Maryland", "I was born in May"}


def test_episodes_are_consolidated_on_request(run: Run) -> None:
    facts = [
        {
            "content": f"The user went running in the park for {day} km.",
            "category": "event",
            "importance": 0.7,
            "valid_from": f"2026-05-0{day}T10:00:00Z",
        }
        for day in (1, 2, 3)
    ]
    run.settle(str(run.api.call("POST", "/retain", run.scope | {"facts": facts})["batch_id"]))
    admin = admin_of(run)
    started = admin.call("POST", "/admin/consolidations", {"scope": run.scope})
    report = finished(admin, f"/admin/consolidations/{started['run_id']}")
    assert report["changed"]["new"] == 1
    (pattern,) = [f for f in run.facts() if f["category"] == "pattern"]
    assert "on 3 days between 1 May 2026 and 3 May 2026" in pattern["content"]
    assert admin.call("GET", "/admin/change-sets")["change_sets"][0]["kind"] == "consolidation"
