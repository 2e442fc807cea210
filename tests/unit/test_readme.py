"""README says what is so: its commands, settings and paths exist, and nothing of one machine or registry stands in public text."""

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
README = (ROOT / "README.md").read_text()
MAKEFILE = (ROOT / "Makefile").read_text()


def test_every_make_command_is_a_target() -> None:
    named = set(re.findall(r"\bmake ([a-z][a-z0-9-]+)", README)) - {"a"}
    targets = set(re.findall(r"^([a-z0-9-]+):", MAKEFILE, re.M))
    assert {"demo", "test"} <= named
    assert named <= targets


def test_every_setting_of_make_up_is_known() -> None:
    from local.settings import VARIABLES

    for line in re.findall(r"make up ([A-Z_=. ]+)", README):
        assert set(re.findall(r"([A-Z_]+)=", line)) <= set(VARIABLES)


def test_every_path_exists() -> None:
    paths = re.findall(r"`((?:shared|local|bench|events|tests|docs|functions|layers)/[\w./-]*)`", README)
    assert paths
    assert [p for p in paths if not (ROOT / p).exists()] == []


def test_every_module_that_readme_runs_exists() -> None:
    for module in re.findall(r"python -m ([\w.]+)", README):
        path = ROOT / module.replace(".", "/")
        assert path.with_suffix(".py").exists() or (path / "__main__.py").exists(), module


@pytest.mark.parametrize("word", ["pypi.org", "pythonhosted", "maven.org", "maven.apache.org/maven2", "/root/", "/work/", "registry.npmjs"])
def test_public_text_names_no_registry_host_and_no_machine(word: str) -> None:
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    here = Path(__file__).relative_to(ROOT).as_posix()
    found = [f for f in tracked if f != here and (ROOT / f).is_file() and word in (ROOT / f).read_text(errors="replace")]
    assert found == []


def test_every_decision_has_its_date_choice_alternative_and_reason() -> None:
    rows = [line.split("|")[1:-1] for line in README.partition("## Decisions")[2].splitlines() if line.startswith("| 20")]
    assert len(rows) >= 10
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", row[0].strip()) and all(cell.strip() for cell in row) and len(row) == 4 for row in rows)


def test_every_document_is_linked_and_every_link_leads_somewhere() -> None:
    documents = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    links = {(page, target) for page in documents for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text())}
    assert [target for page, target in links if not (page.parent / target).exists()] == []
    linked = {(ROOT / target).resolve() for page, target in links if page.name == "README.md"}
    assert {d for d in documents if d.name != "README.md"} <= linked | {
        (ROOT / "docs" / t).resolve() for p, t in links if p.parent.name == "docs"
    }


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
