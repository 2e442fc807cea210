"""The token budget of the model path (row R10): a row for each tenant and UTC day, to which every call adds what it used."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

from keepsake import telemetry
from keepsake.adapters.dynamodb import answering
from keepsake.errors import KeepsakeError, OverBudget
from keepsake.records import TokenCount

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

KEPT = timedelta(days=7)
"""How long a day's count stays readable."""
COUNT = "ADD tokens :n SET doc = if_not_exists(doc, :doc), version = if_not_exists(version, :one), #ttl = :ttl"
"""Atomic, so that calls side by side are all counted; the first one makes the row."""


class DailyTokens:
    """A `Budget` in the table. Calls that run side by side each see what is spent, not what the others are about to spend, so the
    last ones of a day may go beyond the limit by their own answers."""

    def __init__(self, client: DynamoDBClient, table: str, limit: int, clock: Callable[[], datetime] = lambda: datetime.now(UTC)) -> None:
        self._client, self._table, self.limit, self._clock = client, table, limit, clock

    def require(self, tenant: str) -> None:
        if not self.limit:
            return
        try:
            spent = self.spent(tenant)
        except KeepsakeError as err:
            telemetry.failure("token count not read", err, tenant=tenant)
            raise OverBudget("The count of the model's tokens could not be read.") from err
        if spent >= self.limit:
            telemetry.count("ModelCallsOverBudget", 1, tenant=tenant)
            raise OverBudget("The model's tokens of the day are spent.")

    def spend(self, tenant: str, tokens: int) -> None:
        telemetry.count("ModelTokens", tokens, tenant=tenant)
        if not self.limit:
            return
        count = self._count(tenant)
        gone_at = datetime.combine(count.day, time(), UTC) + KEPT
        try:
            with answering():
                self._client.update_item(
                    TableName=self._table,
                    Key=_key(count),
                    UpdateExpression=COUNT,
                    ExpressionAttributeNames={"#ttl": "ttl"},
                    ExpressionAttributeValues={
                        ":n": {"N": str(tokens)},
                        ":doc": {"S": count.model_dump_json(exclude_defaults=True)},
                        ":one": {"N": "1"},
                        ":ttl": {"N": str(int(gone_at.timestamp()))},
                    },
                )
        except KeepsakeError as err:
            telemetry.failure("tokens not counted", err, tenant=tenant, tokens=tokens)

    def spent(self, tenant: str) -> int:
        """Today; 0 where no limit is set, for then nothing is counted. Raises Unavailable."""
        if not self.limit:
            return 0
        wanted: Any = {self._table: {"Keys": [_key(self._count(tenant))], "ProjectionExpression": "tokens"}}
        with answering():
            rows = self._client.batch_get_item(RequestItems=wanted)["Responses"].get(self._table, [])
        return int(rows[0]["tokens"]["N"]) if rows else 0

    def _count(self, tenant: str) -> TokenCount:
        return TokenCount(tenant=tenant, day=self._clock().astimezone(UTC).date())


def _key(count: TokenCount) -> dict[str, Any]:
    return {"pk": {"S": count.key.pk}, "sk": {"S": count.key.sk}}
