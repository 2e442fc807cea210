"""The real clients of other memories and of agents' frameworks, unmodified, on the deployed template."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from local import drop_in, stack

Ends = dict[str, Future[list[drop_in.Tried]]]


@pytest.fixture(scope="module")
def ends(local_run: tuple[Path, stack.Stack]) -> Iterator[Ends]:
    """Of all families, which are tried side by side."""
    _, run = local_run
    with drop_in.trying(drop_in.families(), run.url, run.key) as begun:
        yield begun


@pytest.mark.timeout(drop_in.WITHIN_S + 240)
@pytest.mark.parametrize("family", drop_in.families())
def test_every_call_of_the_family_passes(ends: Ends, family: str) -> None:
    rows = ends[family].result()
    assert rows
    assert not [row for row in rows if row.failing or not row.passed], drop_in.table(rows)
