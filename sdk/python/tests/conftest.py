"""The whole service in this process, and clients of it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from keepsake_client import AsyncKeepsake, Keepsake
from local.in_process_http import OPERATOR_KEY, URL, Service, serving

os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
os.environ.setdefault("POWERTOOLS_TRACE_DISABLED", "1")


@pytest.fixture(autouse=True)
def _no_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No address, key or profile of whoever runs the tests."""
    for name in ("KEEPSAKE_URL", "KEEPSAKE_KEY", "KEEPSAKE_PROFILE", "KEEPSAKE_USER"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("KEEPSAKE_CONFIG", str(tmp_path / "config" / "config.json"))
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def service() -> Iterator[Service]:
    with serving() as running:
        yield running


@pytest.fixture
def key(service: Service) -> str:
    return service.key("acme", "read", "write", "admin")


@pytest.fixture
def client(service: Service, key: str) -> Iterator[Keepsake]:
    with httpx.Client(transport=service) as http:
        yield Keepsake(URL, key, user_id="ann", http=http)


@pytest.fixture
def operator(service: Service) -> Iterator[Keepsake]:
    with httpx.Client(transport=service) as http:
        yield Keepsake(URL, OPERATOR_KEY, http=http)


@pytest.fixture
def async_client(service: Service, key: str) -> AsyncKeepsake:
    return AsyncKeepsake(URL, key, user_id="ann", http=httpx.AsyncClient(transport=service))
