"""The dashboard shows what is measured: every metric on it is emitted by the code, with these dimensions, or by AWS."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from keepsake.telemetry import NAMESPACE
from tests.integration.template import reading

BY_AWS = {
    ("AWS/SQS", "ApproximateAgeOfOldestMessage", ("QueueName",)),
    ("AWS/SQS", "ApproximateNumberOfMessagesVisible", ("QueueName",)),
    ("AWS/Lambda", "Duration", ("FunctionName",)),
    ("AWS/Lambda", "Errors", ("FunctionName",)),
    ("AWS/Lambda", "IteratorAge", ("FunctionName",)),
    ("AWS/ApiGateway", "5XXError", ("ApiName", "Stage")),
}
Metric = tuple[str, str, tuple[str, ...]]


def widgets() -> list[dict[str, Any]]:
    body = reading.properties("Dashboard")["DashboardBody"]["Fn::Sub"]
    found: list[dict[str, Any]] = json.loads(re.sub(r"\${[^}]+}", "1", body))["widgets"]
    return found


def shown(widget: dict[str, Any]) -> list[Metric]:
    """Namespace, name and dimensions of its metrics; of a search those that it looks for."""
    found = []
    for row in widget["properties"]["metrics"]:
        if isinstance(row[0], dict):
            (match,) = re.findall(r"SEARCH\('{([^}]+)} MetricName=\"(\w+)\"", row[0]["expression"])
            namespace, *dimensions = match[0].split(",")
            found.append((namespace, match[1], tuple(dimensions)))
        else:
            names = [part for part in row if isinstance(part, str)]
            found.append((names[0], names[1], tuple(names[2::2])))
    return found


def emitted() -> set[Metric]:
    text = "".join(p.read_text() for folder in ("shared/keepsake", "functions") for p in sorted((reading.ROOT / folder).rglob("*.py")))
    calls = re.findall(r"telemetry\.(?:count|duration)\(\s*\"(\w+)\",(.*)\)\n", text)
    return {(NAMESPACE, name, tuple(re.findall(r"(\w+)=(?!=)", rest))) for name, rest in calls}


@pytest.mark.parametrize("widget", widgets(), ids=lambda w: w["properties"]["title"])
def test_every_metric_on_the_dashboard_is_emitted(widget: dict[str, Any]) -> None:
    metrics = shown(widget)
    assert metrics
    assert [m for m in metrics if m not in BY_AWS | emitted()] == []


def test_everything_that_is_measured_is_on_the_dashboard() -> None:
    assert emitted() - {m for w in widgets() for m in shown(w)} == set()
    assert len(emitted()) >= 9, "or this test sees nothing"


def test_alarms_watch_metrics_that_there_are() -> None:
    for alarm in reading.resources("AWS::CloudWatch::Alarm").values():
        own = alarm["Properties"]
        assert (own["Namespace"], own["MetricName"], tuple(d["Name"] for d in own["Dimensions"])) in BY_AWS | emitted()


def test_every_queue_with_work_has_its_age_and_depth_shown() -> None:
    body = reading.properties("Dashboard")["DashboardBody"]["Fn::Sub"]
    for name, queue in reading.resources("AWS::SQS::Queue").items():
        if "RedrivePolicy" in queue["Properties"]:
            assert body.count(f"${{{name}.QueueName}}") == 2
