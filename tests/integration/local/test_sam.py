"""The SAM CLI as the local run calls it."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import pytest

from local import sam
from local.console import LocalRunError, Step


def calling(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, does: str) -> Path:
    """A stand-in for the program; its log's place."""
    program = tmp_path / "sam"
    program.write_text(f"#!{sys.executable}\nimport sys, tempfile\n{does}\n")
    program.chmod(0o755)
    monkeypatch.setattr(sam, "program", lambda: program)
    return tmp_path / "logs" / "sam.log"


def test_nothing_that_it_puts_aside_is_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`sam deploy` makes a folder for each function that it packs and removes what is in it alone: forty with each deployment."""
    log = calling(monkeypatch, tmp_path, "print(tempfile.mkdtemp())")
    sam.run(["deploy"], os.environ, log, Step("Deploy"))
    made = Path(log.read_text().strip())
    assert made.is_relative_to(tempfile.gettempdir())
    assert not made.exists()
    assert not made.parent.exists()


def test_a_failure_tells_the_end_of_its_words(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    log = calling(monkeypatch, tmp_path, "print('no such stack'); sys.exit(3)")
    with pytest.raises(LocalRunError, match="no such stack"):
        sam.run(["deploy"], os.environ, log, Step("Deploy"))
