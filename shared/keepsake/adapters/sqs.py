"""The queues: SQS FIFO."""

from __future__ import annotations

from typing import TYPE_CHECKING

import botocore.exceptions

from keepsake import ids, telemetry
from keepsake.errors import Unavailable
from keepsake.messages import Work

if TYPE_CHECKING:
    from mypy_boto3_sqs import SQSClient


class FifoQueue:
    """A `Queue` over one FIFO queue."""

    def __init__(self, client: SQSClient, url: str) -> None:
        self._client, self._url = client, url

    def send(self, work: Work, again: str = "") -> None:
        own = ids.digest(work.deduplication + again) if again else work.deduplication
        try:
            self._client.send_message(QueueUrl=self._url, MessageBody=work.body(), MessageGroupId=work.group, MessageDeduplicationId=own)
        except (botocore.exceptions.ClientError, botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError) as err:
            raise Unavailable("The queue does not answer.") from err

    def postpone(self, receipt: str, delay_s: int) -> None:
        try:
            self._client.change_message_visibility(QueueUrl=self._url, ReceiptHandle=receipt, VisibilityTimeout=delay_s)
        except (botocore.exceptions.ClientError, botocore.exceptions.HTTPClientError, botocore.exceptions.ConnectionError) as err:
            telemetry.failure("message not postponed", err)
