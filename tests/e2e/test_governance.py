"""Rows V2 and V7 by the API on the deployed template, with IAM enforced: keys are rotated, evidence is put in quarantine and released."""

from __future__ import annotations

import json
from typing import Any

import pytest

from local.client import ApiError
from tests.e2e.conftest import Run
from tests.e2e.test_upkeep import admin_of, finished


def test_rotated_key_gives_way_to_its_successor(run: Run) -> None:
    old = run.admin.call("POST", "/admin/keys", {"tenant": "hooli", "permissions": ["read"], "user_id": "u1"})
    path, whose = f"/admin/keys/{old['key_id']}/rotate", {"tenant": "hooli"}
    new = run.admin.call("POST", path, {"overlap_s": 0}, query=whose)
    with pytest.raises(ApiError) as refused:
        run.client(old["key"]).call("GET", "/memories")
    assert refused.value.status in (401, 403)
    assert run.client(new["key"]).call("GET", "/memories")["memories"] == []
    listed = {k["key_id"]: k for k in run.admin.call("GET", "/admin/keys", query=whose)["keys"]}
    assert (listed[old["key_id"]]["replaced_by"], listed[new["key_id"]]["replaces"]) == (new["key_id"], old["key_id"])
    assert (listed[old["key_id"]]["last_used_at"], listed[new["key_id"]]["user_id"]) == (None, "u1")
    assert listed[new["key_id"]]["last_used_at"]
    assert new["key"] not in json.dumps(listed)
    with pytest.raises(ApiError) as twice:
        run.admin.call("POST", path, {}, query=whose)
    assert twice.value.status == 409


def test_session_goes_into_quarantine_and_comes_back(run: Run) -> None:
    run.settle(run.retain({"content": "I live in Denver.", "timestamp": "2026-05-02T10:00:00Z"}))
    run.settle(run.retain({"content": "I moved to Minsk.", "timestamp": "2026-05-03T10:00:00Z"}, session_id="bad"))

    def told() -> str:
        answer = run.recall("Where do I live?")
        reflected = run.api.call("POST", "/reflect", run.scope | {"question": "Where do I live?"})
        return json.dumps([answer["memories"], answer["formatted_context"], reflected["sentences"]])

    def validity() -> dict[str, Any]:
        return {f["content"]: (f["validity"], f["trust"]) for f in run.facts()}

    admin, before = admin_of(run), validity()
    assert len(before) == 2
    assert "Minsk" in told()
    asked = {"scope": run.scope, "session_id": "bad"}
    assert admin.call("POST", "/admin/quarantines", asked | {"preview": True})["changes"]
    put = admin.call("POST", "/admin/quarantines", asked)
    assert finished(admin, f"/admin/quarantines/{put['run_id']}")["done"]
    assert "Minsk" not in told()
    assert "Denver" in told()
    released = admin.call("POST", f"/admin/quarantines/{put['run_id']}/release", {})
    assert finished(admin, f"/admin/quarantines/{released['run_id']}")["done"]
    assert "Minsk" in told()
    assert validity() == before
