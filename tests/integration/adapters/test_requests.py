"""Row V2: a tenant's requests are counted by the minute over all processes, and those beyond its limit are refused."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import boto3
import pytest
from moto import mock_aws

from keepsake.adapters.requests import RequestLimit
from keepsake.errors import Throttled
from local.in_memory import NOW
from tests.integration.template.reading import properties

MINUTE = timedelta(minutes=1)


@pytest.fixture
def counts() -> Iterator[Any]:
    made = ("AttributeDefinitions", "KeySchema")
    with mock_aws():
        client = boto3.client("dynamodb", region_name="us-east-1")
        client.create_table(TableName="counts", BillingMode="PAY_PER_REQUEST", **{k: properties("RequestCounts")[k] for k in made})
        yield client


def sent(process: RequestLimit, times: int, tenant: str = "acme", at: Any = NOW) -> int:
    """How many of so many requests get through."""
    through = 0
    for _ in range(times):
        try:
            process.take(tenant, at, requests=1)
        except Throttled:
            continue
        through += 1
    return through


def test_limit_is_given_out_to_the_last_and_not_beyond(counts: Any) -> None:
    assert sent(RequestLimit(counts, "counts", 250), 400) == 250


def test_no_number_of_processes_lets_more_through_than_the_limit(counts: Any) -> None:
    processes = [RequestLimit(counts, "counts", 500) for _ in range(7)]
    assert sum(sent(p, 1) for _ in range(90) for p in processes) == 500


def test_what_idle_processes_hold_is_all_that_a_tenant_may_miss(counts: Any) -> None:
    idle, busy = [RequestLimit(counts, "counts", 500) for _ in range(6)], RequestLimit(counts, "counts", 500)
    assert sum(sent(p, 1) for p in idle) == 6
    assert sent(busy, 600) == 500 - 6 * (500 // 100)


def test_tenants_do_not_count_for_each_other_and_each_minute_is_new(counts: Any) -> None:
    process = RequestLimit(counts, "counts", 3)
    assert (sent(process, 5), sent(process, 5, "globex"), sent(process, 5, at=NOW + MINUTE)) == (3, 3, 3)


def test_refusal_says_when_the_next_minute_begins(counts: Any) -> None:
    process = RequestLimit(counts, "counts", 1)
    process.take("acme", NOW, requests=1)
    with pytest.raises(Throttled) as refused:
        process.take("acme", NOW + timedelta(seconds=48, milliseconds=500), requests=1)
    assert refused.value.retry_after_s == 12


def test_table_is_written_once_for_each_hundredth_of_the_limit_and_no_more_once_it_is_spent(counts: Any) -> None:
    calls: list[str] = []
    counts.meta.events.register("before-call.dynamodb.UpdateItem", lambda **_: calls.append("write"))
    process = RequestLimit(counts, "counts", 1000)
    sent(process, 1000)
    assert len(calls) == 100
    sent(process, 50)
    assert len(calls) == 101


def test_count_goes_by_itself(counts: Any) -> None:
    RequestLimit(counts, "counts", 10).take("acme", NOW, requests=1)
    (row,) = counts.scan(TableName="counts")["Items"]
    assert int(row["ttl"]["N"]) > NOW.timestamp()


def test_table_that_does_not_answer_stops_nobody() -> None:
    client = boto3.client("dynamodb", endpoint_url="http://127.0.0.1:1", config=boto3.session.Config(retries={"total_max_attempts": 1}))
    assert sent(RequestLimit(client, "counts", 1), 3) == 3


def test_events_and_bytes_are_counted_beside_requests_and_each_has_its_own_limit(counts: Any) -> None:
    process = RequestLimit(counts, "counts", 1_000, events=250, size=100_000)
    for _ in range(2):
        process.take("acme", NOW, requests=1, size=20_000)
        process.take("acme", NOW, events=100)
    process.take("acme", NOW, events=100)  # the last request of a minute may go beyond by what it holds
    with pytest.raises(Throttled, match="events"):
        process.take("acme", NOW, events=1)
    process.take("acme", NOW, requests=1, size=59_000)
    process.take("acme", NOW, requests=1, size=5_000)
    with pytest.raises(Throttled, match="bytes"):
        process.take("acme", NOW, requests=1, size=1)
    process.take("acme", NOW, requests=1)
    process.take("acme", NOW + MINUTE, requests=1, events=100, size=20_000)


def test_no_number_of_processes_lets_more_events_through_than_the_limit_and_one_request_each(counts: Any) -> None:
    processes = [RequestLimit(counts, "counts", 0, events=1_000) for _ in range(5)]
    through = 0
    for process in processes * 10:
        try:
            process.take("acme", NOW, events=90)
        except Throttled:
            continue
        through += 90
    assert 1_000 - 5 * 10 <= through <= 1_000 + 90


def test_a_request_larger_than_its_limit_gets_through_once_a_minute(counts: Any) -> None:
    process = RequestLimit(counts, "counts", 0, events=50)
    process.take("acme", NOW, events=100)
    with pytest.raises(Throttled):
        process.take("acme", NOW, events=100)


def test_what_a_refused_request_would_have_taken_of_another_kind_is_not_taken(counts: Any) -> None:
    process = RequestLimit(counts, "counts", 3, size=100_000)
    for _ in range(3):
        process.take("acme", NOW, requests=1, size=10_000)
    for _ in range(50):
        with pytest.raises(Throttled, match="requests"):
            process.take("acme", NOW, requests=1, size=10_000)
    assert process._held["acme"][1]["bytes"] >= 0


def test_batches_of_many_events_write_no_more_often_than_requests_do(counts: Any) -> None:
    calls: list[str] = []
    counts.meta.events.register("before-call.dynamodb.UpdateItem", lambda **_: calls.append("write"))
    process = RequestLimit(counts, "counts", 6_000, events=6_000, size=30_000_000)
    for _ in range(600):
        process.take("acme", NOW, requests=1, size=2_000)
        process.take("acme", NOW, events=2)
    assert len(calls) <= 10 + 20 + 5, "requests and events by sixties, bytes by the 300 KB"


def test_what_was_sent_in_the_last_hour_is_told_by_the_minute(counts: Any) -> None:
    process = RequestLimit(counts, "counts", 500, 100)
    for back, times in ((90, 3), (30, 7), (0, 10)):
        for _ in range(times):
            process.take("acme", NOW - back * MINUTE, requests=1, events=2)
    process.take("other", NOW, requests=1)
    taken = process.taken("acme", NOW)
    assert taken["events"] == [14, 20]
    assert taken["requests"] == [10, 10]  # in leases of a hundredth of the limit
