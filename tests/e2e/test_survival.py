"""An accepted event survives the death of OpenSearch and of the model; the index can be dropped and built again."""

from __future__ import annotations

from opensearchpy import OpenSearch

from local import stack
from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until

SAID = {"event_id": "m1", "content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}


def test_events_accepted_while_opensearch_is_killed_end_processed_and_recallable(run: Run) -> None:
    stack.kill("opensearch", run.state_dir)
    try:
        batch = run.retain(SAID)
        answer = run.recall("Where do I live?")
        assert "index" in [d["part"] for d in answer["degraded"]]
        assert "m1" in [e for m in answer["memories"] for e in m["event_ids"]]
    finally:
        stack.start("opensearch", run.state_dir)
    assert run.settle(batch)["status"] == "processed"
    found = run.recall("Where do I live?")
    assert found["degraded"] == []
    assert found["memories"][0]["content"] == "I live in Denver"
    assert not found["memories"][0]["pending"]


def test_events_accepted_while_the_model_is_killed_end_processed_and_recallable(run: Run) -> None:
    stack.kill("models", run.state_dir)
    try:
        batch = run.retain(SAID)
        answer = run.recall("Where do I live?")
        assert "model" in [d["part"] for d in answer["degraded"]]
        assert run.settle(batch)["status"] == "processed"
        assert run.recall("Where do I live?")["memories"][0]["content"] == "I live in Denver"
    finally:
        stack.start("models", run.state_dir)
    # The model owes the vectors for a minute more: a question that it can read again is answered all the same.
    found = run.recall("Where do I live?")
    assert found["degraded"] == []
    assert found["memories"][0]["content"] == "I live in Denver"


def test_dropped_index_is_built_again_from_the_table(run: Run) -> None:
    run.settle(run.retain(SAID))
    before = run.recall("Where do I live?")["memories"]
    OpenSearch(hosts=[run.stack.opensearch]).indices.delete(index="keepsake_*")
    run.admin.call("POST", "/admin/index/rebuild")
    until(lambda: rebuilt_at(run))
    found = run.recall("Where do I live?", kinds=["fact"])
    assert [m["content"] for m in found["memories"]] == [m["content"] for m in before if m["kind"] == "fact"]


def rebuilt_at(run: Run) -> str | None:
    """When the index was made anew; None before, and in the moment between two indexes."""
    try:
        found: str | None = run.admin.call("GET", "/admin/index")["rebuilt_at"]
    except ApiError as err:
        if err.status != 503:
            raise
        return None
    return found
