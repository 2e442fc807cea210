"""The real clients of other memories and of agents' frameworks, unmodified, on the deployed template."""

from __future__ import annotations

import pytest

from local import drop_in
from tests.e2e.conftest import Run


@pytest.mark.timeout(drop_in.WITHIN_S + 240)
@pytest.mark.parametrize("family", drop_in.families())
def test_every_call_of_the_family_passes(run: Run, family: str) -> None:
    rows = drop_in.tried(family, run.stack.url, run.stack.key)
    assert rows
    assert not [row for row in rows if row.failing or not row.passed], drop_in.table(rows)
