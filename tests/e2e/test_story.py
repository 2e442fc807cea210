"""The acceptance story of the shoe shop, by the public API on the deployed template, with IAM enforced."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from local import demo
from tests.e2e.conftest import Run
from tests.waiting import until

STORY: dict[str, Any] = json.loads(Path(demo.STORY).read_text())


def led(run: Run) -> dict[str, Any]:
    """A recall of what leads to facts alone."""
    return run.recall("running shoes", session_id="shop-2", kinds=["summary", "topic"])


def test_two_days_in_a_shoe_shop(run: Run) -> None:
    day = STORY["days"][0]
    body = run.scope | {"session_id": day["session_id"], "events": day["events"]}
    answer = run.api.call("POST", "/retain", body)
    verdicts = {e["event_id"]: e["verdict"] for e in answer["events"]}
    assert verdicts["m1"] == "greeting"
    assert verdicts["m4"] == "secret"
    assert verdicts["m5"] == "injected"
    assert next(e["masked"] for e in answer["events"] if e["event_id"] == "m4") == 2
    assert run.settle(answer["batch_id"])["status"] == "processed"

    facts = {f["content"]: f for f in run.facts()}
    expected = {
        ("running", "daily"): {"m2"},
        ("budget", "800"): {"m2", "b2"},
        ("size", "42"): {"b3", "b4"},
        ("cushioning", "stiff"): {"m2", "b5", "b7"},
        ("park", "5 km"): {"m3"},
        ("light", "understated"): {"m3", "b6"},
        ("carbon", "not prefer"): {"b8"},
    }
    for words, evidence in expected.items():
        (found,) = [f for text, f in facts.items() if all(w in text for w in words)]
        assert evidence <= set(found["event_ids"])
    assert len(facts) == len(expected)
    told = json.dumps(list(facts.values()))
    assert not any(secret in told for secret in ("hunter2", "4111 1111", "41111111"))  # "4111" alone stands in many an id

    (topic,) = run.api.call("GET", "/topics", query=run.scope)["topics"]
    (summary,) = topic["summaries"]
    assert topic["topic"] == "running shoes"
    assert {f["topic"] for f in run.facts()} == {"running shoes"}
    assert set(summary["structured"]["source_facts"]) == {f["memory_id"] for f in facts.values()}
    assert "800" in summary["content"]
    wanted_ids = {topic["memory_id"], summary["memory_id"]}  # the index shows them within a second
    until(lambda: {m["memory_id"] for m in led(run)["memories"]} == wanted_ids)

    recalled = run.recall(STORY["question"]["query"], session_id="shop-2", now=STORY["question"]["now"])
    text = " ".join(m["content"] for m in recalled["memories"])
    for wanted in ("42", "500-800", "light-coloured", "understated", "cushioning", "carbon"):
        assert wanted in text
    assert all(m["event_ids"] and m["why"] for m in recalled["memories"])
    assert summary["memory_id"] in {line["memory_id"] for line in recalled["long_term_user_context"]}

    run.settle(run.retain(*STORY["correction"]["events"], session_id="shop-2"))
    budgets = {f["validity"]: f for f in run.facts() if (f.get("slot") or {}).get("feature") == "budget"}
    assert "1000" in budgets["active"]["content"]
    old = budgets["deprecated"]
    assert "800" in old["content"]
    assert old["valid_to"] == budgets["active"]["valid_from"]
    history = run.api.call("GET", f"/memories/{old['memory_id']}/history", query=run.scope)["versions"]
    assert next(v["verdict"] for v in history) == "superseding"
    assert len(history) >= 2
    (remade,) = run.api.call("GET", "/topics", query=run.scope)["topics"][0]["summaries"]
    assert remade["memory_id"] == summary["memory_id"]
    assert "1000" in remade["content"]
    assert "800" not in remade["content"]
    profile = run.api.call("GET", "/profile", query=run.scope)["profile"]
    budget = profile["user_profile"]["Shopping"]["budget"]
    assert [v["value"] for v in budget["values"]] == ["1000"]
    assert [(v["value"], v["valid_to"]) for v in budget["history"]] == [("under 800", budgets["active"]["valid_from"])]
    first = run.recall("What is my budget?", session_id="shop-2")["memories"][0]
    assert "1000" in first["content"]
    assert first["event_ids"] == ["m6"]


def test_sweep_preview_shows_what_would_fade(run: Run) -> None:
    run.settle(run.retain({"content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}))
    at = datetime.fromisoformat("2026-05-02T10:00:00+00:00") + timedelta(days=3650)
    answer = run.api.call("POST", "/admin/sweeps", {"scope": run.scope, "preview": True, "now": at.isoformat()})
    assert answer["changes"]
    assert all(row["reason"] for row in answer["changes"])
    assert {f["status"] for f in run.facts()} == {"active"}
