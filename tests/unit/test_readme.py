"""README and docs say what is so: commands, settings, paths and links exist, and no machine or registry stands in public text."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from keepsake import described, gateway, schemas
from keepsake.records import MOST_ENCODED
from keepsake.rules.reading import portion
from keepsake.rules.reading.statements import MAX_STATEMENTS
from keepsake.rules.recall import filters

ROOT = Path(__file__).parents[2]
PAGES = {path: path.read_text() for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))}
README = PAGES[ROOT / "README.md"]
ALL = "\n".join(PAGES.values())
MOST_LINES = 150
"""Of README: what it is, two commands, what you will see; the rest stands in docs."""
MAKEFILE = (ROOT / "Makefile").read_text()


def test_every_make_command_is_a_target() -> None:
    named = {name for name in re.findall(r"`make ([a-z][a-z0-9-]+)|^make ([a-z][a-z0-9-]+)", ALL, re.M) for name in name if name}
    targets = set(re.findall(r"^([a-z0-9-]+):", MAKEFILE, re.M))
    assert {"demo", "test"} <= named
    assert named <= targets


def test_every_setting_of_make_up_is_known() -> None:
    from local.settings import VARIABLES

    for line in re.findall(r"make up ([A-Z_=. ]+)", ALL):
        assert set(re.findall(r"([A-Z_]+)=", line)) <= set(VARIABLES)


def test_every_path_exists() -> None:
    paths = re.findall(r"`((?:shared|local|bench|events|tests|docs|functions|layers)/[\w./-]*)`", ALL)
    assert len(paths) > 20
    assert [p for p in paths if not (ROOT / p).exists()] == []


def test_every_module_that_readme_runs_exists() -> None:
    for module in re.findall(r"python -m ((?:local|bench|tests)[\w.]*)", ALL):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@pytest.mark.parametrize("word", ["pypi.org", "pythonhosted", "maven.org", "maven.apache.org/maven2", "/root/", "/work/", "registry.npmjs"])
def test_public_text_names_no_registry_host_and_no_machine(word: str) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    here = Path(__file__).relative_to(ROOT).as_posix()
    found = [f for f in tracked if f != here and (ROOT / f).is_file() and word in (ROOT / f).read_text(errors="replace")]
    assert found == []


def test_every_decision_has_its_date_choice_alternative_and_reason() -> None:
    rows = [line.split("|")[1:-1] for line in PAGES[ROOT / "docs/decisions.md"].splitlines() if line.startswith("| 20")]
    assert len(rows) >= 10
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row[0].strip()) and all(cell.strip() for cell in row) and len(row) == 4 for row in rows)


def test_every_document_is_linked_and_every_link_leads_somewhere() -> None:
    links = {(page, *target.partition("#")[::2]) for page, text in PAGES.items() for target in re.findall(r"\]\(([^):]+)\)", text)}
    assert [(page.name, target) for page, target, _ in links if target and not (page.parent / target).exists()] == []
    assert [
        (page.name, target, place)
        for page, target, place in links
        if place and place not in places(page.parent / target if target else page)
    ] == []
    linked = {(ROOT / target).resolve() for page, target, _ in links if page == ROOT / "README.md"}
    assert {page for page in PAGES if page.parent == ROOT / "docs"} <= linked


def places(page: Path) -> set[str]:
    """What may stand behind `#`, as GitHub makes it of headings."""
    return {re.sub(r"[^\w -]", "", h.lower()).strip().replace(" ", "-") for h in re.findall(r"^#+ (.*)$", PAGES[page.resolve()], re.M)}


def test_readme_takes_five_minutes() -> None:
    assert len(README.splitlines()) <= MOST_LINES


def test_the_map_of_rules_leads_to_files() -> None:
    """Each file of the table in docs/architecture.md, where a bare name lies beside the one before it."""
    folder, missing = Path(), []
    for name in re.findall(r"`([\w/]+\.py)`", PAGES[ROOT / "docs/architecture.md"].partition("## Where is the rule")[2].partition("##")[0]):
        path = ROOT / "shared/keepsake" / name if "/" in name else folder / name
        folder = path.parent
        missing += [] if path.is_file() else [name]
    assert missing == []


def test_document_of_the_api_has_the_bounds_that_are_held() -> None:
    said = (ROOT / "docs" / "api.md").read_text()
    bounds = (
        f"at most {filters.DEEPEST} levels, {filters.MOST_CONDITIONS} conditions, {filters.MOST_VALUES} values of an `in`, "
        f"{filters.LONGEST_VALUE:,} characters of a value; a body {gateway.MOST_NESTED} levels"
    )
    assert bounds in said
    assert bounds.partition(";")[0].lower() in schemas.filter_schemas("Filter", filters.RECORDS)["Filter"]["description"].lower()
    assert f"at most {MOST_ENCODED} when percent-encoded" in said
    assert f"at most {MOST_ENCODED} when percent-encoded" in described.NAMED
    assert f"{portion.MOST_CHARACTERS:,} characters, {MAX_STATEMENTS} statements" in said
