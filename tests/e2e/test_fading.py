"""Rows W4, D1, D3 and D4 by the API on the deployed template, with IAM enforced: settings, and a sweep by the tenant's own key."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from local.client import ApiError, Client
from tests.e2e.conftest import Run
from tests.e2e.test_upkeep import WITHIN_S, admin_of, finished


def test_settings_go_round_and_are_kept_from_lost_updates(run: Run) -> None:
    path = f"/containers/{run.scope['container']}/settings"
    before = run.api.call("GET", path)
    assert (before["version"], before["settings"]["prune_from"]["value"]) == (0, 20)
    admin = admin_of(run)
    after = admin.call("PUT", path, {"version": 0, "settings": {"prune_from": 0, "memories_days": 400}})
    assert (after["version"], after["settings"]["prune_from"]["value"]) == (1, 0)
    assert run.api.call("GET", path) == after
    with pytest.raises(ApiError) as stale:
        admin.call("PUT", path, {"version": 0, "settings": {}})
    assert stale.value.status == 409
    with pytest.raises(ApiError) as wrong:
        admin.call("PUT", path, {"version": 1, "settings": {"episodic": False}})
    assert (wrong.value.status, wrong.value.problem["errors"][0]["field"]) == (422, "settings.semantic")


def swept(admin: Client, run: Run) -> dict[str, Any]:
    return admin.call("POST", "/admin/sweeps", {"scope": run.scope})


def test_tenants_own_key_sweeps_what_has_expired_and_tells_of_it(run: Run) -> None:
    ends_at = datetime.now(UTC) + timedelta(seconds=10)
    facts = [{"content": "Ann has a voucher.", "expires_at": ends_at.isoformat()}, {"content": "Ann lives in Denver."}]
    run.settle(str(run.api.call("POST", "/retain", run.scope | {"facts": facts})["batch_id"]))
    admin = admin_of(run)
    started = swept(admin, run)
    while not started["changed"].get("deleted"):
        assert datetime.now(UTC) < ends_at + timedelta(seconds=WITHIN_S), started
        started = swept(admin, run)
    report = finished(admin, f"/admin/sweeps/{started['run_id']}")
    assert {f["content"] for f in run.facts()} == {"Ann lives in Denver."}
    lines = admin.call("GET", f"/admin/change-sets/{report['change_set']}")["lines"]
    assert {line["what"] for line in lines} == {"deleted"}
