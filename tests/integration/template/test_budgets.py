"""What a function waits for its dependencies adds up to less than its own timeout: one that is cut off tells nobody why."""

from __future__ import annotations

import pytest

from keepsake import bootstrap, worker
from keepsake.flows.governance import health
from keepsake.flows.knowledge import topics
from tests.integration.template import reading

START_S = 2
"""Of a function that was not warm."""
FOR_THE_TABLE_S = 10
"""Left for reading and writing, which retries within 8 s a call."""
TOPICS_S = 2 * bootstrap.MODEL_TIMEOUT_S + topics.MODEL_CALLS * bootstrap.SUMMARY_TIMEOUT_S
"""Vectors of the labels, the summaries that a model writes, and their vectors."""
WORKERS = {
    "extract": bootstrap.MODEL_TIMEOUT_S + bootstrap.MODEL_TIMEOUT_S,
    "consolidate": bootstrap.MODEL_TIMEOUT_S + TOPICS_S,
}
"""Seconds of the model calls of one message, at most: the chat model and the vectors."""


def timeout_of(function: str) -> int:
    given = reading.functions()[function]["Timeout"]
    return int(reading.default(given["Ref"]) if isinstance(given, dict) else given)


@pytest.mark.parametrize("name", WORKERS)
def test_model_calls_of_a_message_end_before_the_worker_does(name: str) -> None:
    assert WORKERS[name] + FOR_THE_TABLE_S <= timeout_of(name)


@pytest.mark.parametrize(("name", "takes_s"), [("extract", worker.BATCH_S), ("consolidate", worker.UPKEEP_S)])
def test_no_message_is_begun_that_might_be_cut_off(name: str, takes_s: int) -> None:
    assert WORKERS[name] + FOR_THE_TABLE_S <= takes_s < timeout_of(name)


def test_health_tells_of_what_hangs_before_it_is_cut_off_itself() -> None:
    assert bootstrap.PROBE_TIMEOUT_S < health.PROBED_WITHIN_S
    assert timeout_of("health") >= health.KEY_WITHIN_S + health.PROBED_WITHIN_S + START_S


def test_unfinished_messages_stay_hidden_for_six_timeouts() -> None:
    for name in ("Worker", "Consolidate"):
        assert reading.default(f"{name}Visibility") >= 6 * reading.default(f"{name}Timeout")


def test_the_client_does_not_retry_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_BASE_URL", "http://model.test/v1")
    assert bootstrap._openai.__wrapped__().max_retries == 0


def test_a_request_with_a_model_is_answered_before_the_gateway_gives_up() -> None:
    assert bootstrap.MODEL_TIMEOUT_S < reading.template()["Globals"]["Function"]["Timeout"] <= 29
