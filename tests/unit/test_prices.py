"""What use is said to cost is what docs/cost.md says of a million."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from keepsake.flows.governance import usage
from keepsake.rules.governance import prices

COST = (Path(__file__).parents[2] / "docs/cost.md").read_text()


def test_prices_are_those_of_the_document() -> None:
    event = re.search(r"^\| 1,000 \| 2 \|.*?\*\*\$(\d+)\*\*", COST, re.M)
    recall = re.search(r"^\| 1,000 \| \$[\d.]+ \| \$[\d.]+ \| \$[\d.]+ \| \*\*\$(\d+)\*\*", COST, re.M)
    assert event is not None
    assert recall is not None
    assert pytest.approx(float(event[1]) / 1e6) == prices.EVENT_USD
    assert pytest.approx(float(recall[1]) / 1e6) == prices.REQUEST_USD


class Counted:
    def __init__(self) -> None:
        self.limits = {"requests": 6000, "events": 6000}

    def taken(self, _tenant: str, _now: datetime) -> dict[str, list[int]]:
        return {"requests": [60, 40], "events": [1000]}


class Tokens:
    limit = 0

    def spent(self, _tenant: str) -> int:
        return 0


def test_the_last_hour_is_priced() -> None:
    told = usage.used(Counted(), Tokens(), "acme", datetime.now(UTC))
    assert told.cost_usd == pytest.approx(1000 * prices.EVENT_USD + 100 * prices.REQUEST_USD)
    assert [(r.what, r.last_hour, r.most_in_a_minute) for r in told.rates] == [("requests", 100, 60), ("events", 1000, 1000)]


def test_what_is_not_counted_costs_nothing_that_is_known() -> None:
    assert usage.used(None, Tokens(), "acme", datetime.now(UTC)).cost_usd == 0
