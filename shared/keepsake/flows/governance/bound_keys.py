"""Keys that are bound to one user, as an erasure finds and revokes them (rows V2, V4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake import ids
from keepsake.errors import LostRace
from keepsake.ports import Store, Write
from keepsake.records import ApiKey


def of_user(store: Store, tenant: str, user_id: str) -> list[ApiKey]:
    rows = store.query(ids.tenant_pk(tenant, "KEYS"), ApiKey.prefix, consistent=True).records
    return [k for k in rows if isinstance(k, ApiKey) and k.user_id == user_id]


def revoke(store: Store, keys: Sequence[ApiKey], now: datetime) -> None:
    """Revoked ones stay so. One that somebody changed meanwhile is left to the next count."""
    for key in keys:
        if key.revoked_at is None:
            try:
                store.commit([Write(key.model_copy(update={"revoked_at": now, "version": key.version + 1}), key.version)])
            except LostRace:
                continue
