"""A tenant's rate (row V2): its requests, their events and bytes are counted by the minute in a table of their own, and those beyond a
limit refused. Requests alone would say little: one may hold a hundred events, each of which costs fifty times what a request does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from keepsake import telemetry
from keepsake.adapters.dynamodb import answering
from keepsake.errors import KeepsakeError, Throttled

if TYPE_CHECKING:
    from mypy_boto3_dynamodb import DynamoDBClient

SHARE = 100
"""A process takes this part of a minute's limit at once, and writes to the table only when it has given that out."""
TAKEN = {"requests": "taken", "events": "events_taken", "bytes": "bytes_taken"}
"""Attribute of each kind."""
KEPT = timedelta(hours=1)
"""How long a minute's count stays."""


class RequestLimit:
    """At most so many requests, events and bytes a minute for each tenant, over all processes; 0 sets no limit. What a process takes is
    counted before it gives it out. What it did not give out is lost with the minute, so P processes of one tenant leave up to
    P * (limit / 100 - 1) unused. A request may take more than is left, once: one that is larger than the whole limit must get through."""

    def __init__(self, client: DynamoDBClient, table: str, requests: int, events: int = 0, size: int = 0) -> None:
        self._client, self._table = client, table
        self.limits = {kind: limit for kind, limit in (("requests", requests), ("events", events), ("bytes", size)) if limit}
        self._held: dict[str, tuple[datetime, dict[str, int]]] = {}
        """Tenant > a minute, and what this process may still give out in it, by kind; -1: nobody may."""

    def take(self, tenant: str, now: datetime, *, requests: int = 0, events: int = 0, size: int = 0) -> None:
        """Counts these. Raises Throttled with the seconds until the next minute. A table that does not answer lets them through: the limit
        keeps tenants from each other, and must not stop all of them."""
        minute = now.replace(second=0, microsecond=0)
        held, left = self._held.get(tenant, (minute, {}))
        left = dict(left) if held == minute else {}
        asked = {k: n for k, n in (("requests", requests), ("events", events), ("bytes", size)) if n and k in self.limits}
        short = {k: n - left.get(k, 0) for k, n in asked.items() if 0 <= left.get(k, 0) < n}
        if short:
            for kind, got in self._leased(tenant, minute, short).items():
                left[kind] = -1 if got < 0 else left.get(kind, 0) + got
        spent = [k for k in asked if left.get(k, 0) < 0]
        if not spent:
            left |= {k: left[k] - n for k, n in asked.items()}
        self._held[tenant] = (minute, left)
        if spent:
            raise Throttled(f"The {spent[0]} that your tenant may send in this minute are spent.", retry_after_s=60 - now.second)

    def taken(self, tenant: str, now: datetime) -> dict[str, list[int]]:
        """What the tenant sent in each minute of the last hour in which it sent anything, by kind, oldest first; to a hundredth of the
        limit, for that is what a process takes at once. Raises Unavailable."""
        with answering():
            rows = self._client.query(
                TableName=self._table,
                KeyConditionExpression="tenant = :t AND #m > :m",
                ExpressionAttributeNames={"#m": "minute"},
                ExpressionAttributeValues={":t": {"S": tenant}, ":m": {"S": (now - KEPT).isoformat()}},
            )["Items"]
        return {kind: [int(r[TAKEN[kind]]["N"]) for r in rows if TAKEN[kind] in r] for kind in self.limits}

    def _leased(self, tenant: str, minute: datetime, short: Mapping[str, int]) -> dict[str, int]:
        """How much more this process may let through now, in one write for all kinds; -1 where the minute's limit is reached."""
        leases = {k: max(1, self.limits[k] // SHARE, n) for k, n in short.items()}
        try:
            with answering():
                reply = self._client.update_item(
                    TableName=self._table,
                    Key={"tenant": {"S": tenant}, "minute": {"S": minute.isoformat()}},
                    UpdateExpression=f"ADD {', '.join(f'#{k} :{k}' for k in leases)} SET #ttl = :ttl",
                    ExpressionAttributeNames={"#ttl": "ttl", **{f"#{k}": TAKEN[k] for k in leases}},
                    ExpressionAttributeValues={
                        ":ttl": {"N": str(int((minute + KEPT).timestamp()))},
                        **{f":{k}": {"N": str(n)} for k, n in leases.items()},
                    },
                    ReturnValues="UPDATED_NEW",
                )
        except KeepsakeError as err:
            telemetry.failure("requests not counted", err, tenant=tenant)
            return leases
        before = {k: int(reply["Attributes"][TAKEN[k]]["N"]) - n for k, n in leases.items()}
        return {k: max(min(n, self.limits[k] - before[k]), short[k]) if before[k] < self.limits[k] else -1 for k, n in leases.items()}
