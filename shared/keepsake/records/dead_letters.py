"""What a queue gave up (row O6)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, ClassVar, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypeAliasType

from keepsake import ids
from keepsake.records.base import Due, Record, Scope
from keepsake.records.kinds import DueWork

QueueName = TypeAliasType("QueueName", Literal["extract", "consolidate", "access", "stream"])
KEPT = timedelta(days=30)
"""How long after its last failure a letter can be read."""


class DeadLetter(Record):
    """A message that failed: first with the reason of its last failure, and once the queue gave it up, to be listed and sent again. It lies
    with its user, so that an erasure takes it along, and holds ids, never content."""

    prefix: ClassVar[str] = "DEAD#"

    scope: Scope
    message_id: str
    body: str
    reason: str
    received: Annotated[int, Field(ge=1)] = 1
    """How often the queue delivered it."""
    tries: Annotated[int, Field(ge=0)] = 0
    """Deliveries that were begun and that no dependency ended: each failed by a fault of ours or of the record, or killed its worker."""
    failed_at: AwareDatetime
    queue: QueueName | None = None
    """Which queue gave it up."""
    dead_at: AwareDatetime | None = None
    redriven_at: AwareDatetime | None = None
    redriven_by: str | None = None

    @property
    def letter_id(self) -> str:
        return letter_id(self.message_id)

    @property
    def key(self) -> ids.Key:
        return dead_letter_key(self.scope, self.message_id)

    @property
    def lookup(self) -> str:
        return ids.id_key(self.scope.tenant, self.letter_id)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.DEAD_LETTER, self.dead_at) if self.dead_at and self.redriven_at is None else None

    @property
    def gone_at(self) -> datetime:
        return self.failed_at + KEPT


def letter_id(message_id: str) -> str:
    return f"dl_{ids.digest(message_id)[:24]}"


def dead_letter_key(scope: Scope, message_id: str) -> ids.Key:
    return ids.Key(scope.pk, DeadLetter.prefix + letter_id(message_id))
