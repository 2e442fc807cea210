"""What a tenant used of its limits (row V2), for who pays."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from keepsake import api
from keepsake.rules.governance import prices


class Counted(Protocol):
    """A rate that is counted by the minute."""

    limits: dict[str, int]

    def taken(self, tenant: str, now: datetime) -> dict[str, list[int]]:
        """Of each minute of the last hour."""


class Tokens(Protocol):
    limit: int

    def spent(self, tenant: str) -> int:
        """Today."""


def used(counted: Counted | None, tokens: Tokens, tenant: str, now: datetime) -> api.UsageAnswer:
    """Raises Unavailable where the counts cannot be read."""
    minutes, limits = (counted.taken(tenant, now), counted.limits) if counted is not None else ({}, {})
    rates = tuple(
        api.Rate.model_validate({"what": kind, "last_hour": sum(taken), "most_in_a_minute": max(taken, default=0), "limit": limits[kind]})
        for kind, taken in minutes.items()
    )
    hour = {rate.what: rate.last_hour for rate in rates}
    cost = prices.about_usd(hour.get("events", 0), hour.get("requests", 0))
    return api.UsageAnswer(rates=rates, cost_usd=round(cost, 6), model_tokens_today=tokens.spent(tenant), model_tokens_limit=tokens.limit)
