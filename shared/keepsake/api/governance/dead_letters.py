"""Dead letters: what the queues gave up."""

from __future__ import annotations

from keepsake.api.base import Body, Limit, Time
from keepsake.records import Id
from keepsake.records.dead_letters import QueueName


class DeadLetterQuery(Body):
    tenant: Id | None = None
    """For the operator: one tenant's; else all are listed."""
    limit: Limit = 50


class LetterQuery(Body):
    tenant: Id | None = None
    """Whose it is, where the operator redrives it."""


class DeadLetterView(Body):
    """Ids and reasons, never content."""

    id: str
    tenant: str
    container: str
    user_id: str | None = None
    queue: QueueName
    reason: str
    """Of its last failure."""
    received: int
    """How often it was delivered."""
    failed_at: Time
    dead_at: Time
    batch_id: str | None = None
    run_id: str | None = None
    recall_id: str | None = None
    redriven_at: Time | None = None


class DeadLetterList(Body):
    dead_letters: tuple[DeadLetterView, ...]
    more: bool
    """There are more than were asked for."""
