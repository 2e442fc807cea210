"""Row R10: the tokens of a tenant and day are counted in the table, and a limit that cannot be read is taken for reached."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import boto3
import pytest

from keepsake.adapters.dynamodb import DynamoStore
from keepsake.adapters.openai import ChatExtractor
from keepsake.adapters.rules import RuleExtractor
from keepsake.adapters.tokens import KEPT, DailyTokens
from keepsake.errors import OverBudget
from keepsake.records import Kind, TokenCount
from tests.integration.adapters.test_openai import Chat, chat, claim, client
from tests.world import World

DAY = datetime(2026, 5, 2, 23, 59, tzinfo=UTC)


def tokens(table: tuple[Any, str], limit: int, at: datetime = DAY) -> DailyTokens:
    return DailyTokens(*table, limit, lambda: at)


def test_budget_is_spent_by_tenant_and_comes_back_with_the_utc_day(table: tuple[Any, str]) -> None:
    budget = tokens(table, 100)
    budget.spend("acme", 60)
    budget.require("acme")
    budget.spend("acme", 40)
    with pytest.raises(OverBudget):
        budget.require("acme")
    budget.require("globex")
    tokens(table, 100, DAY + timedelta(minutes=2)).require("acme")


def test_count_is_a_row_that_any_reader_of_the_table_understands_and_that_goes_by_itself(table: tuple[Any, str]) -> None:
    budget = tokens(table, 100)
    budget.spend("acme", 1)
    budget.spend("acme", 1)
    client_, name = table
    (row,) = client_.scan(TableName=name)["Items"]
    assert row["tokens"] == {"N": "2"}
    assert datetime.fromtimestamp(int(row["ttl"]["N"]), UTC) == datetime(2026, 5, 2, tzinfo=UTC) + KEPT
    assert isinstance(DynamoStore(client_, name).scan(None, 10)[0][0], TokenCount)


def test_no_limit_reads_and_writes_nothing() -> None:
    budget = tokens((None, "nowhere"), 0)
    budget.require("acme")
    budget.spend("acme", 1)


def test_table_that_refuses_costs_no_answer_and_lets_no_call_through() -> None:
    gone = boto3.client("dynamodb", region_name="us-east-1", endpoint_url="http://127.0.0.1:9")
    budget = tokens((gone, "keepsake"), 100)
    budget.spend("acme", 1)
    with pytest.raises(OverBudget):
        budget.require("acme")


def test_event_beyond_the_budget_is_read_by_the_rules_and_its_memory_says_why(table: tuple[Any, str]) -> None:
    """Rows R3 and R10: nothing accepted is lost, and which one made a memory is on it."""
    model = Chat(client(chat({"claims": [claim()]})), model="m", budget=tokens(table, 2))
    world = World(extractor=ChatExtractor(model))
    world.tell("I live in Denver.", event_id="m1")
    world.tell("I like tea.", event_id="m2")
    by = {f.event_ids[0]: (f.extractor, f.content.structured.get("fallback")) for f in world.memories()}
    assert by == {"m1": ("m", None), "m2": (RuleExtractor.name, OverBudget.reason)}
    assert all(o.prompt_version is None for o in world.memories(Kind.OBSERVATION) if o.extractor == "rules")


def test_metric_names_the_tenant_and_the_tokens(
    table: tuple[Any, str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", "Keepsake/test")
    budget = tokens(table, 5)
    budget.spend("acme", 7)
    with pytest.raises(OverBudget):
        budget.require("acme")
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines() if "_aws" in line]
    assert [(line["tenant"], line.get("ModelTokens"), line.get("ModelCallsOverBudget")) for line in lines] == [
        ("acme", 7, None), ("acme", None, 1),
    ]  # fmt: skip
