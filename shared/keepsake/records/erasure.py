"""What is left of an erased user: the receipt (row V4)."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Annotated, ClassVar, Literal

from pydantic import AwareDatetime, Field
from typing_extensions import TypeAliasType

from keepsake import ids
from keepsake.records.base import Due, Frozen, Name, Place, Record, Scope
from keepsake.records.kinds import DueWork

TABLE_BACKUP_DAYS = 35
"""DynamoDB's point-in-time recovery reaches back this far."""
INDEX_BACKUP_DAYS = 14
"""OpenSearch Service keeps its hourly snapshots this long."""
RETRY_AFTER = timedelta(minutes=5)
"""When an erasure that nobody finished is taken up again; longer than a call of its function lasts."""
HELD_FOR = timedelta(hours=1)
"""After which it is asked again whether the memories that stop it were released: that reads all of the user's."""

ErasureStatus = TypeAliasType("ErasureStatus", Literal["running", "held", "done"])
ErasureResult = TypeAliasType("ErasureResult", Literal["erased", "nothing was known"])


class Backup(Frozen):
    """A copy that nobody can erase from, and when it lapses by itself."""

    name: str
    lapses_at: AwareDatetime


class Receipt(Record):
    """An erasure from its request to its proof. It names the user and holds counts, never content."""

    prefix: ClassVar[str] = "RECEIPT"

    tenant: Name
    receipt_id: str
    user_id: Name
    containers: tuple[Name, ...]
    everywhere: bool = False
    """No container was named: keys that are bound to the user are revoked too."""
    actor: str
    requested_at: AwareDatetime
    work_at: AwareDatetime | None = None
    """When the schedule takes it up: each call moves it on, so that no other begins beside it. None: at its time after the request."""
    looked_until: Place | None = None
    """How far the look for legal holds came that precedes all else."""
    removing: bool = False
    """That look found none: the user's writers are stopped, and what there is is removed."""
    held: Annotated[int, Field(ge=0)] = 0
    """Memories that came under legal hold since: it waits for their release, and nothing is removed meanwhile."""
    before: dict[str, int] | None = None
    """What there was when writing had been stopped: rows by kind, counted with their removal, and what was elsewhere. None until then."""
    after: dict[str, int] | None = None
    """The same stores, asked again at the end."""
    finished_at: AwareDatetime | None = None
    digest: str | None = None
    """SHA-256 of the receipt's other fields, as JSON with sorted keys."""
    backups: Annotated[tuple[Backup, ...], Field(max_length=10)] = ()

    @property
    def key(self) -> ids.Key:
        return receipt_key(self.tenant, self.receipt_id)

    @property
    def status(self) -> ErasureStatus:
        if self.finished_at is not None:
            return "done"
        return "held" if self.held else "running"

    @property
    def result(self) -> ErasureResult | None:
        """What a finished one proves: that there was something and is no more, or that no store knew the user."""
        if self.finished_at is None:
            return None
        return "erased" if any((self.before or {}).values()) else "nothing was known"

    @property
    def scopes(self) -> tuple[Scope, ...]:
        return tuple(Scope(tenant=self.tenant, container=c, user_id=self.user_id) for c in self.containers)

    @property
    def due(self) -> Due | None:
        return None if self.finished_at else Due(DueWork.ERASURE, self.work_at or self.requested_at + RETRY_AFTER)


def receipt_key(tenant: str, receipt_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "RECEIPT", receipt_id), Receipt.prefix)


def backups_of(finished_at: datetime) -> tuple[Backup, ...]:
    return (
        Backup(name="DynamoDB point-in-time recovery", lapses_at=finished_at + timedelta(days=TABLE_BACKUP_DAYS)),
        Backup(name="OpenSearch Service snapshots", lapses_at=finished_at + timedelta(days=INDEX_BACKUP_DAYS)),
    )
