"""The dashboard shows what is measured: every metric on it is emitted by the code, with these dimensions, or by AWS."""

from __future__ import annotations

import ast
import io
import json
import re
from contextlib import redirect_stdout
from functools import cache
from typing import Any, NamedTuple

import pytest

from keepsake import telemetry
from keepsake.flows.state import items
from tests.integration.template import reading

BY_AWS = {
    ("AWS/SQS", "ApproximateAgeOfOldestMessage", ("QueueName",)),
    ("AWS/SQS", "ApproximateNumberOfMessagesVisible", ("QueueName",)),
    ("AWS/Lambda", "Duration", ("FunctionName",)),
    ("AWS/Lambda", "Errors", ("FunctionName",)),
    ("AWS/Lambda", "IteratorAge", ("FunctionName",)),
    ("AWS/Lambda", "Throttles", ("FunctionName",)),
    ("AWS/ApiGateway", "5XXError", ("ApiName", "Stage")),
    ("AWS/DynamoDB", "ReadThrottleEvents", ("TableName",)),
    ("AWS/DynamoDB", "WriteThrottleEvents", ("TableName",)),
    ("AWS/DynamoDB", "WriteThrottleEvents", ("TableName", "GlobalSecondaryIndexName")),
    ("AWS/ES", "FreeStorageSpace", ("DomainName", "ClientId")),
    ("AWS/ES", "ClusterIndexWritesBlocked", ("DomainName", "ClientId")),
    ("AWS/ES", "ClusterStatus.red", ("DomainName", "ClientId")),
    ("AWS/ES", "JVMMemoryPressure", ("DomainName", "ClientId")),
}
Metric = tuple[str, str, tuple[str, ...]]


def of_a_stack(text: str, stack: str = "keepsake-1") -> str:
    """What `Fn::Sub` makes of it; of what is no name of the stack a number, which the dashboard's sums need."""
    return re.sub(r"\${[^}]+}", "1", text.replace("${AWS::StackName}", stack))


def namespace(stack: str = "keepsake-1") -> str:
    """Of the stack's own metrics, as its functions are given it."""
    shared = reading.template()["Globals"]["Function"]["Environment"]["Variables"]
    return of_a_stack(shared["POWERTOOLS_METRICS_NAMESPACE"]["Fn::Sub"], stack)


def widgets() -> list[dict[str, Any]]:
    body = reading.properties("Dashboard")["DashboardBody"]["Fn::Sub"]
    found: list[dict[str, Any]] = json.loads(of_a_stack(body))["widgets"]
    return found


def shown(widget: dict[str, Any]) -> list[Metric]:
    """Namespace, name and dimensions of its metrics; of a search those that it looks for."""
    found = []
    for row in widget["properties"]["metrics"]:
        if isinstance(row[0], dict):
            (match,) = re.findall(r"SEARCH\('{([^}]+)} MetricName=\"(\w+)\"", row[0]["expression"])
            quoted, *dimensions = match[0].split(",")
            assert quoted.startswith('"') or re.fullmatch(r"AWS/\w+", quoted), "a search takes a hyphen in quotes alone"
            found.append((quoted.strip('"'), match[1], tuple(dimensions)))
        else:
            names = [part for part in row if isinstance(part, str)]
            found.append((names[0], names[1], tuple(names[2::2])))
    return found


class Call(NamedTuple):
    """A place in the code that counts or times something, as it is written there."""

    measure: str
    name: str
    dimensions: tuple[str, ...]


def calls() -> set[Call]:
    files = [p for folder in ("shared/keepsake", "functions") for p in sorted((reading.ROOT / folder).rglob("*.py"))]
    found = set()
    for node in (n for p in files for n in ast.walk(ast.parse(p.read_text()))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("telemetry.count", "telemetry.duration"):
            name = ast.literal_eval(node.args[0])
            found.add(Call(node.func.attr, name, tuple(k.arg or "**" for k in node.keywords)))  # type: ignore[attr-defined]
    return found


@cache
def emitted() -> frozenset[Metric]:
    """What CloudWatch reads from the lines that such calls write in a Lambda."""
    lines = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(lines):
        patch.setenv("POWERTOOLS_METRICS_NAMESPACE", namespace())
        for call in calls():
            getattr(telemetry, call.measure)(call.name, 1, **dict.fromkeys(call.dimensions, "some"))
    found: set[Metric] = set()
    for line in map(json.loads, lines.getvalue().splitlines()):
        for directive in line["_aws"]["CloudWatchMetrics"]:
            for dimensions in directive["Dimensions"]:
                assert all(isinstance(line[d], str) for d in dimensions)
                found |= {(directive["Namespace"], m["Name"], tuple(dimensions)) for m in directive["Metrics"] if line[m["Name"]] == 1}
    return frozenset(found)


def test_one_call_gives_one_metric_and_nothing_but_names_and_numbers(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("POWERTOOLS_METRICS_NAMESPACE", namespace())
    telemetry.count("DeadLetters", 3, queue="extract")
    (line,) = capsys.readouterr().out.splitlines()
    assert set(json.loads(line)) == {"_aws", "queue", "DeadLetters"}
    assert len(emitted()) == len(calls())


@pytest.mark.parametrize("widget", widgets(), ids=lambda w: w["properties"]["title"])
def test_every_metric_on_the_dashboard_is_emitted(widget: dict[str, Any]) -> None:
    metrics = shown(widget)
    assert metrics
    assert [m for m in metrics if m not in BY_AWS | emitted()] == []


def test_everything_that_is_measured_is_on_the_dashboard() -> None:
    assert emitted() - {m for w in widgets() for m in shown(w)} == set()
    assert len(emitted()) >= 9, "or this test sees nothing"


def degraded_parts() -> set[str]:
    """What `degraded` of a recall, an answer or a search of items may name, as the code writes it there."""
    trees = [ast.parse(p.read_text()) for p in sorted((reading.ROOT / "shared/keepsake").rglob("*.py"))]
    made = [n for t in trees for n in ast.walk(t) if isinstance(n, ast.Call) and ast.unparse(n.func) == "api.Degraded"]
    named = [next(k.value for k in n.keywords if k.arg == "part") for n in made]
    fresh = [ast.literal_eval(n) for n in named if ast.unparse(n) != "part"]  # that of a recall that is read again
    return {*fresh, items.MISSING}


def test_every_part_that_may_be_degraded_has_its_line() -> None:
    lines = [row for w in widgets() for row in w["properties"]["metrics"] if row[1:2] == ["RecallsDegraded"]]
    assert sorted(row[3] for row in lines) == sorted(degraded_parts())
    assert len(degraded_parts()) >= 9, "or this test sees nothing"


def test_alarms_watch_metrics_that_there_are() -> None:
    for alarm in reading.resources("AWS::CloudWatch::Alarm").values():
        own = alarm["Properties"]
        parts = [m["MetricStat"]["Metric"] for m in own["Metrics"] if "MetricStat" in m] if "Metrics" in own else [own]
        for part in parts:
            watched = part["Namespace"]
            watched = of_a_stack(watched["Fn::Sub"]) if isinstance(watched, dict) else watched
            assert (watched, part["MetricName"], tuple(d["Name"] for d in part.get("Dimensions", []))) in BY_AWS | emitted()


def test_two_stacks_of_an_account_share_no_metric_of_their_own() -> None:
    """A dead letter in one would else raise the other's alarm."""
    assert namespace("keepsake") != namespace("keepsake-test")
    assert {m[0] for m in emitted()} == {namespace()}


def test_every_queue_with_work_has_its_age_and_depth_shown() -> None:
    body = reading.properties("Dashboard")["DashboardBody"]["Fn::Sub"]
    for name, queue in reading.resources("AWS::SQS::Queue").items():
        if "RedrivePolicy" in queue["Properties"]:
            assert body.count(f"${{{name}.QueueName}}") == 2


def test_failures_are_shown_of_this_stacks_functions_and_of_each() -> None:
    """A search would take what begins alike for the same stack, or in quotes find nothing."""
    (widget,) = [w for w in widgets() if w["properties"]["title"] == "Failures by function"]
    shown_of = [row[3] for row in widget["properties"]["metrics"]]
    assert sorted(shown_of) == sorted(of_a_stack(f["FunctionName"]["Fn::Sub"]) for f in reading.functions().values())
