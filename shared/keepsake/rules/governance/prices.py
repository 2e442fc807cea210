"""About what a tenant's use costs on AWS: list prices of us-east-1 for what was measured (docs/cost.md, "Prices of a million")."""

from __future__ import annotations

EVENT_USD = 11e-6
"""Of a user with 1,000 facts, two events a batch."""
REQUEST_USD = 10e-6
"""Of a recall, the dearest of the requests that are not retained: the others cost less."""


def about_usd(events: int, requests: int) -> float:
    """Without models, the search domain, what Lambda waits, and what is kept."""
    return events * EVENT_USD + requests * REQUEST_USD
