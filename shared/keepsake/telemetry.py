"""Logs, traces and metrics. A log line is keys and numbers, one for each outcome, never a word of a memory."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from aws_lambda_powertools import Logger


@cache
def logger() -> Logger:
    from aws_lambda_powertools import Logger

    return Logger()


def outcome(what: str, **facts: str | int | float | bool | None) -> None:
    """One line for one thing done."""
    logger().info(what, extra={k: v for k, v in facts.items() if v is not None})


def failure(what: str, error: BaseException, **facts: str | int | float | bool | None) -> None:
    """One line for a fault of ours: the error's class and place, not its text, which may quote a user."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename.rsplit('/', 1)[-1]}:{trace.tb_lineno}" if trace is not None else None
    logger().error(what, extra={"error": type(error).__name__, "place": place} | {k: v for k, v in facts.items() if v is not None})


def count(name: str, value: int, **dimensions: str) -> None:
    """A count, as CloudWatch reads it from the log. Dimensions are few and named: each value is a metric of its own."""
    _measure(name, "Count", value, dimensions)


def duration(name: str, ms: float, **dimensions: str) -> None:
    """How long something took."""
    _measure(name, "Milliseconds", ms, dimensions)


def _measure(name: str, unit: str, value: float, dimensions: Mapping[str, str]) -> None:
    """One line of CloudWatch's embedded metric format, with these dimensions and no other: an alarm that leaves one out watches another
    metric, which never has a value. The stack gives its functions a namespace of its own. Without one nobody reads it, and it would stand
    in a bench's output."""
    namespace = os.environ.get("POWERTOOLS_METRICS_NAMESPACE")
    if namespace is None:
        return
    metric = {"Namespace": namespace, "Dimensions": [list(dimensions)], "Metrics": [{"Name": name, "Unit": unit}]}
    line = {"_aws": {"Timestamp": int(time.time() * 1000), "CloudWatchMetrics": [metric]}, **dimensions, name: value}
    print(json.dumps(line), flush=True)
