"""docs/switching.md shows each client before and after, and some drop-in test runs every "after" of it."""

from __future__ import annotations

import re

import pytest

from local import drop_in
from local.paths import ROOT

PAGE = (ROOT / "docs" / "switching.md").read_text()
SECTIONS = dict(re.findall(r"^## (.+?)\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S))
TESTS = "\n".join(path.read_text() for path in sorted(drop_in.FOLDER.glob("*/test_*.py")))
OTHER_LANGUAGES = {"ts", "js"}


def blocks(section: str) -> list[tuple[str, str, str]]:
    """Language, `before` or `after`, text."""
    return re.findall(r"^```(\w+) (before|after)\n(.*?)^```$", section, re.M | re.S)


@pytest.mark.parametrize("heading", SECTIONS)
def test_a_before_has_an_after_that_a_drop_in_test_runs(heading: str) -> None:
    found = blocks(SECTIONS[heading])
    asked = set()
    for language, when, text in found:
        assert language in {"python", "sh"} | OTHER_LANGUAGES
        if language == "python":
            compile(text, heading, "exec")
        if when == "after":
            asked.add(f'source("{heading}", "{language}")' if language in OTHER_LANGUAGES else f'after("{heading}"')
    assert [call for call in asked if call not in TESTS] == []
    assert {when for _, when, _ in found} in ({"before", "after"}, set())


def test_every_heading_that_a_test_asks_for_is_on_the_page() -> None:
    assert set(re.findall(r'\b(?:after|source)\("([^"]+)"', TESTS)) <= SECTIONS.keys()


def test_every_family_has_tests_and_pins_its_clients() -> None:
    for family in drop_in.families():
        assert list((drop_in.FOLDER / family).glob("test_*.py")), family
        assert [line for line in drop_in.pinned(family) if "==" not in line] == [], family
