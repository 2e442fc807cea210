"""Dead letters of one user are taken out of a FIFO queue; all others stay, and are shown at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import boto3
import pytest
from moto import mock_aws

from keepsake.adapters.dead_letters import FifoDeadLetters
from keepsake.messages import BatchWork, Work

ALWAYS = lambda: True  # noqa: E731


@pytest.fixture
def queue() -> Iterator[tuple[Any, str]]:
    with mock_aws():
        client = boto3.client("sqs", region_name="us-east-1")
        yield client, client.create_queue(QueueName="dead.fifo", Attributes={"FifoQueue": "true"})["QueueUrl"]


def dead(user_id: str, n: int) -> BatchWork:
    return BatchWork(tenant="acme", container="default", user_id=user_id, batch_id=f"b_{n}")


def put(queue: tuple[Any, str], *works: BatchWork, body: str | None = None) -> None:
    client, url = queue
    for work in works:
        client.send_message(
            QueueUrl=url, MessageBody=body or work.body(), MessageGroupId=work.group, MessageDeduplicationId=work.deduplication
        )


def of(user_id: str) -> Any:
    def mine(work: Work) -> bool:
        return work.user_id == user_id

    return mine


def held(queue: tuple[Any, str]) -> int:
    found = queue[0].get_queue_attributes(QueueUrl=queue[1], AttributeNames=["ApproximateNumberOfMessages"])
    return int(found["Attributes"]["ApproximateNumberOfMessages"])


def test_all_of_one_users_go_however_many_lie_behind_each_other(queue: tuple[Any, str]) -> None:
    put(queue, *(dead("u1", n) for n in range(25)), *(dead("u2", n) for n in range(30, 33)))
    letters = FifoDeadLetters(*queue)
    assert letters.remove(of("u1"), ALWAYS) == 25
    assert letters.remove(of("u1"), ALWAYS) == 0
    assert held(queue) == 3, "the others are visible again"


def test_message_that_nobody_understands_stays(queue: tuple[Any, str]) -> None:
    put(queue, dead("u1", 1), body="nonsense")
    assert FifoDeadLetters(*queue).remove(of("u1"), ALWAYS) == 0
    assert held(queue) == 1


def test_it_stops_when_time_is_out(queue: tuple[Any, str]) -> None:
    put(queue, *(dead("u1", n) for n in range(25)))
    turns = iter([True, False])
    assert FifoDeadLetters(*queue).remove(of("u1"), lambda: next(turns)) == 10
    assert held(queue) == 15
