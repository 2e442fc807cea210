"""Rows Q7, Q9 and F1 to F3 over HTTP: a recall read again, why not, and a grounded answer, on the deployed template."""

from __future__ import annotations

from typing import Any

import pytest

from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until


def kept(run: Run, recall_id: str) -> dict[str, Any]:
    """The recall as soon as it can be read again."""

    def read() -> dict[str, Any] | None:
        try:
            return run.api.call("GET", f"/recalls/{recall_id}", query=run.scope)
        except ApiError as err:
            if err.status != 404:
                raise
            return None

    return until(read) or {}


def test_recall_is_read_again_and_says_why_not(run: Run) -> None:
    run.settle(run.retain({"event_id": "m1", "content": "I live in Boston.", "timestamp": "2026-05-02T10:00:00Z"}))
    run.settle(run.retain({"event_id": "m2", "content": "I moved to Denver.", "timestamp": "2026-05-03T10:00:00Z"}))
    given = run.recall("Where do I live, Boston or Denver?", kinds=["fact"])
    again = kept(run, given["recall_id"])
    assert [(m["memory_id"], m["content"], m["score"]) for m in again["memories"]] == [
        (m["memory_id"], m["content"], m["score"]) for m in given["memories"]
    ]
    old = next(f for f in run.facts() if "Boston" in f["content"])
    path = f"/recalls/{given['recall_id']}/why-not/{old['memory_id']}"
    assert run.api.call("GET", path, query=run.scope)["gate"] == "validity"
    with pytest.raises(ApiError) as unknown:
        run.api.call("GET", f"/recalls/{given['recall_id']}/why-not/f_none", query=run.scope)
    assert unknown.value.status == 404
    with pytest.raises(ApiError) as foreign:
        run.api.call("GET", f"/recalls/{given['recall_id']}", query=run.scope | {"user_id": "u2"})
    assert foreign.value.status == 404


def test_reflection_cites_what_it_says_and_names_what_is_missing(run: Run) -> None:
    run.settle(run.retain({"event_id": "m1", "content": "I work at Acme as a designer.", "timestamp": "2026-05-02T10:00:00Z"}))
    answer = run.api.call("POST", "/reflect", run.scope | {"question": "Where do I work?"})
    assert "Acme" in answer["answer"]
    assert {i for s in answer["sentences"] for i in s["memory_ids"]} <= {f["memory_id"] for f in run.facts()}
    nothing = run.api.call("POST", "/reflect", run.scope | {"question": "Which helicopter did we fly?"})
    assert (nothing["sentences"], bool(nothing["missing"])) == ([], True)
