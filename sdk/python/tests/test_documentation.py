"""docs/sdk.md says what is so: its snippets run in their order, print what stands behind them, and its tables name everything."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
from typer.testing import CliRunner

from keepsake_client import Keepsake
from keepsake_client.cli.app import app
from local.in_process_http import OPERATOR_KEY, URL, Service

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "sdk.md").read_text()
PYTHON, _, REST = PAGE.partition("## Command line")
COMMANDS = REST.partition("\n## ")[0]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.M | re.S)


@pytest.fixture
def local_run(service: Service, key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The working directory is that of a checkout with a local run, which any httpx client reaches."""
    (tmp_path / ".local").mkdir()
    (tmp_path / ".local" / "stack.json").write_text(json.dumps({"url": URL, "key": key, "admin_key": OPERATOR_KEY}))
    with monkeypatch.context() as patch:
        for kind in (httpx.Client, httpx.AsyncClient):
            plain = kind.__init__
            patch.setattr(kind, "__init__", lambda self, plain=plain, **given: plain(self, **{"transport": service, **given}))
        yield


@pytest.mark.usefixtures("local_run")
def test_python_runs_and_prints_what_stands_behind_it() -> None:
    names: dict[str, Any] = {}
    for block in blocks(PYTHON, "python"):
        expected = re.findall(r"print\(.*\)  # (.*)$|^# (.*)$", block, re.M)
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(block, "docs/sdk.md", "exec"), names)
        assert printed.getvalue().splitlines() == [inline or below for inline, below in expected], block


@pytest.mark.usefixtures("local_run")
def test_readme_shows_what_a_recall_answers() -> None:
    (block,) = blocks((ROOT / "README.md").read_text(), "python")
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(compile(block, "README.md", "exec"), {})
    assert "I moved from Boston to Denver" in printed.getvalue()


@pytest.mark.usefixtures("local_run")
def test_commands_run(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [line for block in blocks(COMMANDS, "sh") for line in block.splitlines()]
    assert len(lines) > 10
    for line in lines:
        if line.startswith("export "):
            monkeypatch.setenv(*line.removeprefix("export ").split("=", 1))
            continue
        said, _, command = line.rpartition(" | ")
        program, *arguments = shlex.split(command)
        assert program == "keepsake"
        done = CliRunner().invoke(app, arguments, input=" ".join(shlex.split(said)[1:]) or None)
        assert done.exit_code == 0, (line, done.output, done.exception)
        assert done.stdout.strip(), line


def test_every_snippet_is_run_and_what_is_installed_exists() -> None:
    ran = [*blocks(PYTHON, "python"), *blocks(COMMANDS, "sh")]
    installs = blocks(PYTHON, "sh")
    own = PYTHON + "## Command line" + COMMANDS
    assert own.count("```") == 2 * (len(ran) + len(installs))
    for line in "\n".join(installs).splitlines():
        assert (ROOT / re.fullmatch(r"pip install '\./(.*)\[cli\]'", line)[1] / "pyproject.toml").exists()  # type: ignore[index]


def test_table_names_every_method() -> None:
    client = Keepsake("http://x/v1", "k")
    session = client.sessions("s")
    groups = {"": client, "session": session, "working": session.working, "state": session.state}
    groups |= {n: g for n, g in vars(client).items() if not n.startswith("_")}
    methods = {n for g in groups.values() for n in dir(type(g)) if not n.startswith("_") and n not in ("url", "id")}
    told = set(re.findall(r"`([a-z_]+)`", PYTHON.partition("### All of it")[2]))
    assert methods <= told
    assert {n for n in told - methods if n not in ("memory", "keepsake_client", "progress")} == set()


def test_table_names_every_command() -> None:
    found = typer.main.get_command(app)
    names = {name for name, _ in found.commands.items()}
    names |= {name for group in ("keys", "admin") for name in found.commands[group].commands}
    names |= set(found.commands["admin"].commands["index"].commands)
    told = {word for words in re.findall(r"`([a-z][a-z -]*)`", COMMANDS) for word in words.split() if word[0] != "-"}
    assert names <= told
    assert told - names <= {"keepsake"}


def test_environment_that_the_page_names_is_read() -> None:
    named = set(re.findall(r"KEEPSAKE_[A-Z]+", PAGE))
    source = "".join(p.read_text() for p in (ROOT / "sdk" / "python" / "src").rglob("*.py"))
    assert named >= {"KEEPSAKE_URL", "KEEPSAKE_KEY", "KEEPSAKE_USER"}
    assert all(name in source for name in named)
    assert not named & os.environ.keys()
