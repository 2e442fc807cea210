"""Rows K4, V3 and D2 by the API on the deployed template, with IAM enforced: corrected, shown in history, deleted, restored, purged."""

from __future__ import annotations

import pytest

from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until


def recalled(run: Run, query: str) -> list[str]:
    return [m["content"] for m in run.recall(query, kinds=["fact", "summary", "topic"])["memories"]]


def await_word(run: Run, query: str, word: str, there: bool) -> None:
    """The index and the topics follow an act within seconds."""
    until(lambda: recalled(run, query), lambda texts: any(word in text for text in texts) is there)


def test_fact_is_corrected_deleted_restored_and_purged(run: Run) -> None:
    run.settle(run.retain({"content": "I live in Denver."}))
    (fact,) = [f for f in run.facts() if "Denver" in f["content"]]
    path, mine = f"/memories/{fact['memory_id']}", run.scope
    corrected = run.api.call("PATCH", path, {"version": fact["version"], "content": "The user lives in Boulder."}, query=mine)
    assert corrected["source"] == "corrected_memory"
    event = run.api.call("GET", f"/events/{corrected['event_ids'][-1]}", query=mine)
    assert (event["event_type"], event["memory_ids"]) == ("correction", [fact["memory_id"]])
    versions = run.api.call("GET", f"{path}/history", query=mine)["versions"]
    assert [v["content"] for v in versions[:2]] == ["The user lives in Boulder.", fact["content"]]
    await_word(run, "Where does the user live?", "Boulder", there=True)
    assert run.api.call("POST", f"{path}/pin", {}, query=mine)["pinned"] is True
    run.api.call("DELETE", path, query=mine)
    await_word(run, "Where does the user live?", "Boulder", there=False)
    assert run.api.call("POST", f"{path}/restore", {}, query=mine)["status"] == "active"
    await_word(run, "Where does the user live?", "Boulder", there=True)
    run.api.call("DELETE", path, query=mine | {"purge": "true"})
    with pytest.raises(ApiError) as refused:
        run.api.call("GET", path, query=mine)
    assert refused.value.status == 404
