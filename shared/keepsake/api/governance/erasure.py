"""Erasing a user."""

from __future__ import annotations

from keepsake.api.base import Body, Time
from keepsake.records import Id
from keepsake.records.erasure import Backup, ErasureResult, ErasureStatus


class ErasureQuery(Body):
    container: Id | None = None
    """This one alone; without it every container that the user has records in."""


class ErasureStarted(Body):
    receipt_id: str


class ReceiptView(Body):
    receipt_id: str
    user_id: str
    containers: tuple[str, ...]
    actor: str
    requested_at: Time
    done: bool
    status: ErasureStatus
    """`held`: memories came under legal hold. It goes on when they are released; until then nothing is removed, and the service goes on."""
    result: ErasureResult | None = None
    """Of one that is done. `nothing was known`: no store held anything of a user of this name: is the name right, and the tenant?"""
    held: int = 0
    everywhere: bool = False
    """Not one container alone: keys bound to the user are revoked too."""
    before: dict[str, int] | None = None
    """What there was of the user, by kind; rows are counted as they are removed, so that it grows until all is done."""
    after: dict[str, int] | None = None
    """What every store answered at the end."""
    finished_at: Time | None = None
    digest: str | None = None
    backups: tuple[Backup, ...] = ()
    """Copies that nobody can erase from, with the date on which they lapse."""
