"""What the drop-in runner makes of pytest's reports."""

from __future__ import annotations

from pathlib import Path

import pytest

from local import drop_in

REPORT = """<testsuites><testsuite>
<testcase classname="tests.drop_in.langgraph.test_store" name="test_put"/>
<testcase classname="tests.drop_in.langgraph.test_store" name="test_get"><failure message="no"/></testcase>
<testcase classname="tests.drop_in.langgraph.test_graph" name="test_run"><error message="no"/></testcase>
<testcase classname="tests.drop_in.langgraph.test_graph" name="test_wait"><skipped message="no"/></testcase>
</testsuite></testsuites>"""


@pytest.fixture
def rows(tmp_path: Path) -> list[drop_in.Tried]:
    (tmp_path / "report.xml").write_text(REPORT)
    return drop_in.read("langgraph", tmp_path / "report.xml")


def test_failed_and_skipped_calls_have_not_passed(rows: list[drop_in.Tried]) -> None:
    assert [(r.name, r.passed, r.failing) for r in rows] == [
        ("langgraph: graph", 0, ("test_run", "test_wait")),
        ("langgraph: store", 1, ("test_get",)),
    ]


def test_table_counts_calls_and_names_those_that_failed(rows: list[drop_in.Tried]) -> None:
    head, *lines = drop_in.table(rows).splitlines()
    assert head.split() == ["client", "calls", "passed", "versions"]
    assert lines[1].startswith("langgraph: store      2       1  langgraph ")
    assert lines[2:] == ["failed: langgraph: graph: run", "failed: langgraph: graph: wait", "failed: langgraph: store: get"]


def test_family_that_is_none_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert drop_in.main(["nobody"]) == 1
    assert "Unknown: nobody. There are" in capsys.readouterr().err
