"""What the drop-in tests of every family share: a place of their own in the service, and what docs/switching.md says to write."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import re
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from keepsake_client import AsyncKeepsake, Keepsake, turns

PAGE = Path(__file__).parents[2] / "docs" / "switching.md"
TENANT_KEY = os.environ["KEEPSAKE_KEY"]
BLOCK = r"^```(\w+) after\n(.*?)^```$"


@pytest.fixture
def hanging(monkeypatch: pytest.MonkeyPatch) -> AsyncKeepsake:
    """A client of a service that never answers, for an agent that waits a hundredth of a second."""

    async def never(_: httpx.Request) -> httpx.Response:
        await asyncio.Event().wait()
        raise AssertionError("it waits")

    monkeypatch.setattr(turns, "WITHIN_S", 0.01)
    return AsyncKeepsake("http://x/v1", "k", user_id="ann", http=httpx.AsyncClient(transport=httpx.MockTransport(never)))


@pytest.fixture
def anyio_backend() -> str:
    """For tests that are marked `anyio`."""
    return "asyncio"


@pytest.fixture
def url() -> str:
    """The service's address, with `/v1`."""
    return os.environ["KEEPSAKE_URL"]


@pytest.fixture(autouse=True)
def key(url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Bound to a container of its own, so that no test sees what another wrote; KEEPSAKE_KEY has it too."""
    with Keepsake(url, TENANT_KEY) as tenant:
        own = tenant.keys.create(permissions=["read", "write", "admin"], containers=[f"c-{uuid.uuid4().hex[:8]}"]).key
    monkeypatch.setenv("KEEPSAKE_KEY", own)
    return own


@pytest.fixture
def tenant_key(key: str, monkeypatch: pytest.MonkeyPatch) -> str:  # noqa: ARG001 - comes behind it
    """For clients that name containers themselves: reaches all of the tenant's. KEEPSAKE_KEY has it then."""
    monkeypatch.setenv("KEEPSAKE_KEY", TENANT_KEY)
    return TENANT_KEY


@pytest.fixture
def memory(url: str, key: str) -> Any:
    """The same place by Keepsake's own client."""
    with Keepsake(url, key) as client:
        yield client


@pytest.fixture
def after(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, Any]]:
    """Does what the page says under a heading behind "after": sets what `sh` blocks export, and runs `python` blocks in their order, each
    in the names that it is given and those before left. What a block prints has to be what stands behind its prints."""

    def run(heading: str, **names: Any) -> dict[str, Any]:
        found = blocks(heading)
        assert found, f"The page has no block for {heading}."
        for language, block in found:
            if language == "sh":
                for name, value in re.findall(r'^export (\w+)="?(.*?)"?$', block, re.M):
                    monkeypatch.setenv(name, os.path.expandvars(value))
            if language == "python":
                printed = io.StringIO()
                with contextlib.redirect_stdout(printed):
                    exec(compile(block, f"{PAGE.name}: {heading}", "exec"), names)
                assert printed.getvalue().splitlines() == re.findall(r"print\(.*\)  # (.*)$", block, re.M)
        return names

    return run


@pytest.fixture
def source() -> Callable[[str, str], str]:
    """The page's "after" blocks under a heading in another language, as one text."""

    def read(heading: str, language: str) -> str:
        return "\n".join(block for name, block in blocks(heading) if name == language)

    return read


def blocks(heading: str) -> list[tuple[str, str]]:
    """Language and text of each."""
    section = PAGE.read_text().partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    return re.findall(BLOCK, section, re.M | re.S)
