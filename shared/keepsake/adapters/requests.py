"""A tenant's rate (row V2): its requests are counted by the minute in a table of their own, and those beyond the limit refused."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from keepsake import telemetry
from keepsake.adapters.dynamodb import answering
from keepsake.errors import KeepsakeError, Throttled

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SHARE = 100
"""A process takes this part of a minute's limit at once, and writes to the table only when it has given that out."""
KEPT = timedelta(hours=1)
"""How long a minute's count stays."""


class RequestLimit:
    """At most `limit` requests a minute for each tenant, over all processes: what a process takes is counted before it gives it out.
    What it did not give out is lost with the minute, so P processes of one tenant leave up to P * (limit / 100 - 1) unused."""

    def __init__(self, client: DynamoDBClient, table: str, limit: int) -> None:
        self._client, self._table, self._limit = client, table, limit
        self._lease = max(1, limit // SHARE)
        self._held: dict[str, tuple[datetime, int]] = {}
        """Tenant > a minute, and what this process may still give out in it; -1: nobody may."""

    def take(self, tenant: str, now: datetime) -> None:
        """Counts one request. Raises Throttled with the seconds until the next minute. A table that does not answer lets it through:
        the limit keeps tenants from each other, and must not stop all of them."""
        minute = now.replace(second=0, microsecond=0)
        held, left = self._held.get(tenant, (minute, 0))
        if held != minute or left == 0:
            left = self._leased(tenant, minute)
        self._held[tenant] = (minute, left - 1 if left > 0 else -1)
        if left < 0:
            raise Throttled("The requests that your tenant may send in this minute are spent.", retry_after_s=60 - now.second)

    def _leased(self, tenant: str, minute: datetime) -> int:
        """How many requests this process may let through now; -1 where the minute's limit is reached."""
        try:
            with answering():
                reply = self._client.update_item(
                    TableName=self._table,
                    Key={"tenant": {"S": tenant}, "minute": {"S": minute.isoformat()}},
                    UpdateExpression="ADD taken :lease SET #ttl = :ttl",
                    ExpressionAttributeNames={"#ttl": "ttl"},
                    ExpressionAttributeValues={":lease": {"N": str(self._lease)}, ":ttl": {"N": str(int((minute + KEPT).timestamp()))}},
                    ReturnValues="UPDATED_NEW",
                )
        except KeepsakeError as err:
            telemetry.failure("requests not counted", err, tenant=tenant)
            return self._lease
        before = int(reply["Attributes"]["taken"]["N"]) - self._lease
        return min(self._lease, self._limit - before) if before < self._limit else -1
