"""A whole local run, with the real template: brought up, taken down, and brought up again."""

import os
import stat
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from local import emulator, parts, settings, stack
from local.console import LocalRunError
from local.http import ask
from tests.waiting import until


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[settings.Settings]:
    chosen = settings.separate(tmp_path_factory.mktemp("run"), heap="256m")
    try:
        stack.up(chosen)
        yield chosen
    finally:
        stack.clean(chosen.state_dir)


def pids(run: settings.Settings) -> dict[str, int]:
    found = {part: parts.process(run, part) for part in parts.PARTS}
    return {part: process.pid for part, process in found.items() if process is not None}


def members(groups: set[int]) -> list[int]:
    """Every living process of these process groups."""
    found: list[int] = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, _, group = entry.read_text().rpartition(")")[2].split()[:3]
        except OSError:
            continue
        if state != "Z" and int(group) in groups:
            found.append(int(entry.parent.name))
    return found


def remember(found: stack.Stack, text: str) -> str:
    """Retains one message, waits until it is processed, and returns its user."""
    user = f"u-{uuid.uuid4().hex[:8]}"
    events = [{"role": "user", "content": text, "timestamp": "2026-05-02T10:00:00Z"}]
    body = {"user_id": user, "session_id": "s1", "events": events}
    status, answer = ask("POST", f"{found.url}/retain", body, key=found.key, timeout_s=30)
    assert status == 202, answer
    for _ in range(6):
        _, batch = ask("GET", f"{found.url}/batches/{answer['batch_id']}?wait_s=20", key=found.key, timeout_s=30)
        if batch["status"] not in ("pending", "processing"):
            break
    assert batch["status"] == "processed", batch
    return user


def recalled(found: stack.Stack, user: str, query: str) -> str:
    """By all parts: one that has just started may be slower at first than a recall waits, which says so."""
    body = {"user_id": user, "query": query}
    status, answer = until(
        lambda: ask("POST", f"{found.url}/recall", body, key=found.key, timeout_s=30), lambda got: got[1].get("degraded") == []
    )
    assert status == 200
    return str(answer["formatted_context"])


def test_keys_are_readable_by_their_owner_alone(run: settings.Settings) -> None:
    for name in ("stack.json", "run.json"):
        assert stat.S_IMODE((run.state_dir / name).stat().st_mode) == 0o600


def test_every_dependency_is_healthy(run: settings.Settings) -> None:
    found = stack.load(run.state_dir)
    status, health = ask("GET", f"{found.url}/health", key=found.key, timeout_s=30)
    assert (status, health["status"], {d["ok"] for d in health["dependencies"]}) == (200, "ok", {True})


def test_up_again_changes_nothing(run: settings.Settings) -> None:
    before, processes = stack.load(run.state_dir), pids(run)
    assert stack.up(run) == before
    assert pids(run) == processes


def test_data_and_keys_outlive_down_and_up(run: settings.Settings) -> None:
    before = stack.load(run.state_dir)
    user = remember(before, "I moved from Boston to Denver.")
    groups = set(pids(run).values())
    assert len(groups) == 3

    assert stack.down(run.state_dir)
    assert members(groups) == []
    assert not stack.down(run.state_dir)

    assert stack.up(run) == before
    assert "Denver" in recalled(before, user, "Where do I live?")


def test_data_of_another_form_is_refused_in_words_and_left_alone(run: settings.Settings) -> None:
    held = run.data_dir / "format"
    form = held.read_text()
    held.write_text("0")
    try:
        with pytest.raises(LocalRunError, match="make clean"):
            stack.up(run)
        assert held.read_text() == "0"
    finally:
        held.write_text(form)
    assert stack.up(run) == stack.load(run.state_dir)


def test_one_part_can_die_and_come_back(run: settings.Settings) -> None:
    found = stack.load(run.state_dir)
    user = remember(found, "My favourite drink is green tea.")
    others = {part: pid for part, pid in pids(run).items() if part != "opensearch"}

    stack.kill("opensearch", run.state_dir)
    assert pids(run) == others
    stack.start("opensearch", run.state_dir)

    assert "green tea" in recalled(found, user, "What do I like to drink?")


def test_the_environment_of_clients_knows_no_real_account(run: settings.Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AWS_PROFILE", "production")
    monkeypatch.setenv("AWS_SESSION_TOKEN", "real")
    env = emulator.client_env(run)
    assert not {"AWS_PROFILE", "AWS_SESSION_TOKEN"} & env.keys()
    assert (env["AWS_ENDPOINT_URL"], env["AWS_CONFIG_FILE"]) == (run.aws_endpoint, os.devnull)
