"""Rows W1 to W3, Q6 and R12 by the API on the deployed template, with IAM enforced: one session's life."""

from __future__ import annotations

import pytest

from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until

TOLD = [
    "I like green tea.", "My sister is called Jennifer.", "I work at Stripe.", "I play chess.", "I own a dog.", "I run every morning.",
    "I am allergic to peanuts.", "I speak Spanish.", "I love jazz.", "I hate early meetings.", "I was born in May.",
]  # fmt: skip


def test_session_is_captured_kept_in_focus_folded_and_handed_over(run: Run) -> None:
    mine = run.scope | {"session_id": "s1"}
    captured = run.api.call("POST", "/capture", mine | {"text": "I live in Denver."})
    assert [o["routed"][:2] for o in captured["observations"]] == [["working", "fact"]]
    focus = run.api.call("GET", "/sessions/s1/working", query=run.scope)
    assert [(i["content"], i["turn"]) for i in focus["items"]] == [("I live in Denver", 0)]
    run.settle(captured["batch_id"])
    (fact,) = run.facts()
    assert fact["memory_id"][1:] == captured["observations"][0]["observation_id"][1:]
    assert run.api.call("GET", "/sessions/s1/working", query=run.scope) == focus

    item = run.api.call("POST", "/sessions/s1/working", {"content": "Choosing wide running shoes"}, query=run.scope)["items"]
    shoes = next(i["item_id"] for i in item if "shoes" in i["content"])
    run.api.call("POST", f"/sessions/s1/working/{shoes}/pin", {}, query=run.scope)
    run.settle(run.retain(*({"content": c} for c in TOLD)))
    session = until(lambda: run.api.call("GET", "/sessions/s1", query=run.scope), lambda s: s["system_message"] is not None)
    assert [t["content"] for t in session["turns"]] == TOLD[-5:]
    assert "Denver" in session["system_message"]["content"]
    assert (session["system_message"]["turns"], session["counters"]["turns"]) == (7, 12)
    focus = run.api.call("GET", "/sessions/s1/working", query=run.scope)
    assert (len(focus["items"]), focus["turn"]) == (7, 12)
    assert shoes in {i["item_id"] for i in focus["items"]}

    recalled = run.recall("Which shoes should I look at?", session_id="s1")
    assert recalled["short_term_context"][0]["content"] == session["system_message"]["content"]
    assert "- Choosing wide running shoes" in recalled["formatted_context"].partition("Current focus:")[2]
    assert recalled["degraded"] == []
    context = run.api.call("GET", "/sessions/s1/context", query=run.scope)["formatted_context"]
    assert "- Choosing wide running shoes" in context
    said = run.settle(run.retain({"content": context}, session_id="s2"))
    assert [e["reason"] for e in said["events"]] == ["junk: injected"]

    run.api.call("POST", "/sessions/s1/handoff", {"to_agent_id": "buyer", "items": [shoes]}, query=run.scope)
    theirs = run.api.call("GET", "/sessions/s1/working", query=run.scope | {"agent_id": "buyer"})["items"]
    assert [i["content"] for i in theirs if i["agent_id"] == "buyer"] == ["Choosing wide running shoes"]
    run.api.call("DELETE", f"/sessions/s1/working/{theirs[0]['item_id']}", query=run.scope | {"agent_id": "buyer"})
    with pytest.raises(ApiError) as refused:
        run.api.call("POST", f"/sessions/s1/working/{shoes}/pin", {}, query=run.scope)
    assert refused.value.status == 404
