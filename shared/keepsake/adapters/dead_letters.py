"""Dead-letter queues: SQS FIFO. A message holds ids, one of them the user's."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import botocore.exceptions
from pydantic import TypeAdapter, ValidationError

from keepsake.errors import Unavailable
from keepsake.messages import Work

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient
    from mypy_boto3_sqs.type_defs import MessageTypeDef

HIDDEN_S = 120
"""How long a message that was looked at stays hidden, unless it is shown again before: as long as a call lasts."""
_MESSAGE: TypeAdapter[Work] = TypeAdapter(Work)


@contextmanager
def answering() -> Iterator[None]:
    try:
        yield
    except (botocore.exceptions.ClientError, botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError) as err:
        raise Unavailable("The queue does not answer.") from err


class FifoDeadLetters:
    """`DeadLetters` of one FIFO queue."""

    def __init__(self, client: SQSClient, url: str) -> None:
        self._client, self._url = client, url

    def remove(self, mine: Callable[[Work], bool], go_on: Callable[[], bool]) -> int:
        """A message of another user hides what lies behind it in its group, which is that user's too: a group is one user's alone."""
        removed, others = 0, []
        with answering():
            while go_on():
                found = self._client.receive_message(
                    QueueUrl=self._url, MaxNumberOfMessages=10, VisibilityTimeout=HIDDEN_S, WaitTimeSeconds=1
                ).get("Messages", [])
                if not found:
                    break
                for message in found:
                    if _is(message, mine):
                        self._client.delete_message(QueueUrl=self._url, ReceiptHandle=message["ReceiptHandle"])
                        removed += 1
                    else:
                        others.append(message["ReceiptHandle"])
            for receipt in others:
                self._client.change_message_visibility(QueueUrl=self._url, ReceiptHandle=receipt, VisibilityTimeout=0)
        return removed


def _is(message: MessageTypeDef, mine: Callable[[Work], bool]) -> bool:
    try:
        return mine(_MESSAGE.validate_json(message["Body"]))
    except ValidationError:
        return False
