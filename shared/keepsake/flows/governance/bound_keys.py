"""Keys that are bound to one user, as an erasure finds and revokes them (rows V2, V4)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake import ids
from keepsake.errors import LostRace
from keepsake.ports import Delete, Store, Write
from keepsake.records import ApiKey, BoundKey, api_key_key


def of_user(store: Store, tenant: str, user_id: str) -> list[ApiKey]:
    """Those that are not revoked."""
    listed = store.query(ids.tenant_pk(tenant, "USER", user_id), BoundKey.prefix, consistent=True).records
    rows = store.read([api_key_key(tenant, b.key_id) for b in listed if isinstance(b, BoundKey)], consistent=True).values()
    return [k for k in rows if isinstance(k, ApiKey)]


def listed(key: ApiKey) -> list[Write]:
    """What lists a new key."""
    return [Write(b) for b in _listing(key)]


def revoked(key: ApiKey, now: datetime) -> list[Write | Delete]:
    """The key in its next version, and no longer listed."""
    after = key.model_copy(update={"revoked_at": now, "version": key.version + 1})
    return [Write(after, key.version), *(Delete(b.key) for b in _listing(key))]


def revoke(store: Store, keys: Sequence[ApiKey], now: datetime) -> None:
    """One that somebody changed meanwhile is left to the next count."""
    for key in keys:
        if key.revoked_at is None:
            try:
                store.commit(revoked(key, now))
            except LostRace:
                continue


def _listing(key: ApiKey) -> list[BoundKey]:
    return [BoundKey(tenant=key.tenant, user_id=key.user_id, key_id=key.key_id)] if key.user_id is not None else []
