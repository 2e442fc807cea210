"""How much a tenant may import (row V2): a file of the largest size would be some 26 million rows, written at the deployment's cost."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake import api, ids
from keepsake.errors import Throttled, TooLarge
from keepsake.ports import Files, Store
from keepsake.records.portable import Import, Stage

DAY = timedelta(days=1)
AT_ONCE = 100
URL_SECONDS = 900
"""How long a file may be sent to the address that an import gives."""
MOST_LOOKED = 50
"""Imports of which it is asked whether their file came after all, the newest; others count as large as their file may be."""


class Quota(NamedTuple):
    """0 sets no limit. A day is the 24 hours before."""

    file_bytes: int = 0
    file_lines: int = 0
    day_bytes: int = 0
    day_lines: int = 0

    @property
    def most_bytes(self) -> int:
        """Of a file."""
        return min(self.file_bytes or api.MOST_FILE_BYTES, api.MOST_FILE_BYTES)


def require_bytes(store: Store, quota: Quota, tenant: str, size: int, now: datetime) -> None:
    """Raises TooLarge for a file that is never taken, Throttled for one that would be another day."""
    if size > quota.most_bytes or (quota.day_bytes and size > quota.day_bytes):
        most = min(quota.most_bytes, quota.day_bytes or quota.most_bytes)
        raise TooLarge(f"The file has {size} bytes, an import takes at most {most}.")
    begun = _begun(_of_day(store, tenant, now)) if quota.day_bytes or quota.day_lines else []
    if quota.day_bytes and sum(j.size or 0 for j in begun) + size > quota.day_bytes:
        raise Throttled(f"Your tenant may import {quota.day_bytes} bytes in 24 hours.", retry_after_s=_freed_s(begun, now))
    if quota.day_lines and sum(j.lines for j in begun) >= quota.day_lines:
        raise Throttled(f"Your tenant may import {quota.day_lines} lines in 24 hours.", retry_after_s=_freed_s(begun, now))


def require_room(store: Store, files: Files, quota: Quota, tenant: str, size: int | None, now: datetime) -> None:
    """The same where an import is asked for: files that others may still bring count too, or there would be an address for any number of
    them. One of an unknown `size` may be as large as any, and needs some room."""
    require_bytes(store, quota, tenant, size or 1, now)
    if not quota.day_bytes:
        return
    jobs = _of_day(store, tenant, now)
    spent = sum(j.size or 0 for j in _begun(jobs)) + (size or 1)
    waiting = [j for j in jobs if j.stage is Stage.WAITING]
    if spent + sum(j.size or quota.most_bytes for j in waiting) <= quota.day_bytes:
        return
    until = now - timedelta(seconds=URL_SECONDS)
    coming = [j for j in waiting if j.requested_at > until]
    late = [j for j in waiting if j.requested_at <= until]
    came = [f.size if (f := files.found(j.file)) is not None else 0 for j in late[:MOST_LOOKED]]
    held = sum(came) + sum(j.size or quota.most_bytes for j in (*coming, *late[MOST_LOOKED:]))
    if spent + held > quota.day_bytes:
        message = f"Imports of your tenant that wait for their start or their file may take {held} of {quota.day_bytes} bytes in 24 hours."
        raise Throttled(message, retry_after_s=URL_SECONDS)


def require_lines(store: Store, quota: Quota, job: Import, lines: int, now: datetime) -> None:
    """The same once the file was read through, which alone tells its lines."""
    if quota.file_lines and lines > quota.file_lines:
        raise TooLarge(f"The file has {lines} lines, an import takes at most {quota.file_lines}.")
    if not quota.day_lines:
        return
    begun = [j for j in _begun(_of_day(store, job.tenant, now)) if j.import_id != job.import_id]
    if sum(j.lines for j in begun) + lines > quota.day_lines:
        raise TooLarge(f"The file has {lines} lines, and your tenant may import {quota.day_lines} in 24 hours.")


def _begun(jobs: list[Import]) -> list[Import]:
    """Those that were started."""
    return [j for j in jobs if j.stage is not Stage.WAITING]


def _of_day(store: Store, tenant: str, now: datetime) -> list[Import]:
    """The day's imports, newest first: their ids sort by time."""
    pk, after, found = ids.tenant_pk(tenant, "IMPORTS"), None, list[Import]()
    while True:
        page = store.query(pk, Import.prefix, after=after, limit=AT_ONCE, newest_first=True, consistent=True)
        jobs = [j for j in page.records if isinstance(j, Import)]
        found += [j for j in jobs if now - j.requested_at < DAY]
        after = page.after
        if after is None or any(now - j.requested_at >= DAY for j in jobs):
            return found


def _freed_s(begun: list[Import], now: datetime) -> int:
    """Seconds until the oldest of them no longer counts."""
    return max(1, int((min(j.requested_at for j in begun) + DAY - now).total_seconds()) + 1) if begun else int(DAY.total_seconds())
