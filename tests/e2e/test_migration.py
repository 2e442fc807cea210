"""The embedding model is changed over HTTP with every function's IAM policy enforced (rows E1, E2, O4)."""

from __future__ import annotations

import itertools
from typing import Any

from local.client import ApiError
from tests.e2e.conftest import Run
from tests.waiting import until

SAID = {"event_id": "m1", "content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}


def test_model_is_changed_and_changed_back_while_the_service_runs(run: Run) -> None:
    run.settle(run.retain(SAID))
    target = {"embedding_model": "all-minilm-l6-v2", "embedding_dimension": 128}
    started = until(lambda: unless_busy(run, "/admin/index/migrations", target, "is being calibrated"))
    path = f"/admin/index/migrations/{started['migration_id']}"
    state = ready(run, path)
    assert (state["state"], state["errors"]) == ("ready", 0), state
    assert state["done"] >= state["total"] > 0
    compared = run.admin.call("POST", path + "/compare", {"sample": 5})
    assert 0 < compared["mean_overlap_at_10"] <= 1
    for act, dimension, town in (("switch", 128, "Oslo"), ("rollback", 384, "Bergen"), ("switch", 128, "Riga")):
        turned = until(lambda act=act: unless_busy(run, f"{path}/{act}", {}, "wait for a vector"))
        assert turned["active"]["dimension"] == dimension
        run.settle(run.retain(SAID | {"event_id": town, "content": f"I once visited {town}."}))
        found = run.recall(f"Have I been to {town}?", kinds=["event"])
        assert found["degraded"] == []
        assert town in [m["memory_id"] for m in found["memories"]]
    assert len(run.admin.call("GET", "/admin/index")["indices"]) == 2
    health = {d["name"]: d for d in run.admin.call("GET", "/health")["dependencies"]}
    assert "is open" in health["embedding"]["detail"]
    run.admin.call("POST", path + "/rollback", {})
    # A switch reaches every function within seconds; the tests behind this one want one model.
    visits = itertools.count()
    until(lambda: dimension_of_a_new_fact(run, next(visits)), lambda dimension: dimension == 384)


def unless_busy(run: Run, path: str, body: dict[str, Any], busy: str) -> dict[str, Any]:
    """{} where the answer is a conflict that says so: a slow machine calibrates a model by and by, and its first texts wait for vectors."""
    try:
        return run.admin.call("POST", path, body)
    except ApiError as err:
        if busy not in str(err):
            raise
        return {}


def dimension_of_a_new_fact(run: Run, visit: int) -> int:
    said = SAID | {"event_id": f"v{visit}", "content": f"My dog number {visit} is called Ana.", "timestamp": "2026-05-03T10:00:00Z"}
    batch = run.settle(run.retain(said))
    (fact, *_) = (m for m in batch["events"][0]["memory_ids"] if m.startswith("f_"))
    return int(run.api.call("GET", f"/memories/{fact}", query=run.scope)["embedding"]["dimension"])


def ready(run: Run, path: str) -> dict[str, Any]:
    return until(lambda: run.admin.call("GET", path), lambda m: m["state"] != "backfilling" or bool(m["errors"]))
