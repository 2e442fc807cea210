"""The operator's commands: each makes the request that it is named for."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from keepsake.routes import BY_NAME
from local import admin
from local.console import LocalRunError

MG = "/admin/index/migrations/mg_1"
LETTER = {"id": "dl_1", "tenant": "acme"}


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, Any]]:
    seen: list[tuple[str, str, Any]] = []

    def ask(method: str, url: str, body: Any = None, key: str = "", timeout_s: float = 10) -> tuple[int, Any]:
        assert (key, timeout_s) == ("k", 60)
        seen.append((method, url.removeprefix("https://x/v1"), body))
        return 200, {"migration_id": "mg_1", "dead_letters": [LETTER]}

    monkeypatch.setattr(admin, "ask", ask)
    monkeypatch.setenv("KEEPSAKE_URL", "https://x/v1/")
    monkeypatch.setenv("KEEPSAKE_KEY", "k")
    return seen


def test_each_command_makes_its_request(asked: list[tuple[str, str, Any]], tmp_path: Path) -> None:
    data = tmp_path / "queries.json"
    data.write_text(json.dumps({"sample": 5}))
    expected = {
        ("migrate-start", "m", "8"): ("POST", "/admin/index/migrations", {"embedding_model": "m", "embedding_dimension": 8}),
        ("migrate-status", "mg_1"): ("GET", MG, None),
        ("migrate-status",): ("GET", MG, None),
        ("migrate-compare", "mg_1"): ("POST", f"{MG}/compare", {}),
        ("migrate-compare", "", str(data)): ("POST", f"{MG}/compare", {"sample": 5}),
        ("migrate-switch",): ("POST", f"{MG}/switch", {}),
        ("migrate-rollback",): ("POST", f"{MG}/rollback", {}),
        ("migrate-finish",): ("POST", f"{MG}/finish", {}),
        ("dead-letters",): ("GET", "/admin/dead-letters", None),
        ("redrive", "dl_1"): ("POST", "/admin/dead-letters/dl_1/redrive?tenant=acme", {}),
    }
    for command, request in expected.items():
        admin.run(*command)
        assert asked[-1] == request
        path = request[1].partition("?")[0].replace("mg_1", "{id}").replace("dl_1", "{id}")
        assert f"{request[0]} {path}" in BY_NAME


def test_what_cannot_be_asked_is_refused_with_the_way_to_ask(asked: list[tuple[str, str, Any]]) -> None:
    with pytest.raises(LocalRunError, match="DIMENSION="):
        admin.run("migrate-start", "m", "")
    with pytest.raises(LocalRunError, match="make help"):
        admin.run("migrate")
    assert asked == []
