"""The one place that builds ids and table keys.

Every key starts from the tenant. A part is percent-encoded, so no value can hold a separator and reach another partition.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote, unquote

NO_USER = "@"
"""Stands for "owned by the container": percent-encoding never yields it, so no user can be called this."""

SHARDS = 8
"""Partitions of a sparse index: one GSI partition takes 1,000 writes a second, so this many times as much."""
TENANT_SHARDS = 4
"""Partitions of one tenant's due work: the hourly sweep asks each of every tenant."""


class Key(NamedTuple):
    """Where a row lies. A tuple, since a recall looks up thousands."""

    pk: str
    sk: str


@lru_cache(8192)
def part(value: str) -> str:
    return quote(value, safe="")


def user_pk(tenant: str, container: str, user_id: str | None) -> str:
    """The partition of all records about one user of a container, or of the container itself."""
    return f"T#{part(tenant)}#C#{part(container)}#U#{NO_USER if user_id is None else part(user_id)}"


def owners(tenant: str, container: str | None = None) -> str:
    """What the partitions of all users of a tenant, or of one of its containers, begin with."""
    return f"T#{part(tenant)}#C#" + (f"{part(container)}#U#" if container is not None else "")


def owned(pk: str, namespace: str) -> str:
    """One owner's documents of a namespace in the search index."""
    return f"{pk}#N#{part(namespace)}"


def audience(tenant: str, container: str, namespace: str) -> str:
    """Documents that are shared in a container's namespace."""
    return f"{owners(tenant, container)}*#N#{part(namespace)}"


def tenant_pk(tenant: str, kind: str, name: str = "") -> str:
    """A partition of the tenant that is no user's: `BATCH`, `IDEM`, `KEYS`, `USER`."""
    return f"T#{part(tenant)}#{kind}#{part(name)}" if name else f"T#{part(tenant)}#{kind}"


def tenant_of(key: Key) -> str:
    """Its tenant, as the partition writes it."""
    return key.pk.split("#", 2)[1]


def id_key(tenant: str, record_id: str) -> str:
    """Hash key of the index `by_id`."""
    return f"T#{part(tenant)}#{part(record_id)}"


def group_id(pk: str) -> str:
    """FIFO message group of one user: 64 of SQS's 128 permitted characters."""
    return digest(pk)


def document_id(key: Key) -> str:
    """Id of a row's document in the search index; holds no readable name."""
    return digest(f"{key.pk}\n{key.sk}")[:40]


def shard_of(key: Key, shards: int = SHARDS) -> str:
    return str(int(digest(key.pk + key.sk)[:8], 16) % shards)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def derived_id(prefix: str, at: datetime, *parts: str) -> str:
    """The same parts give the same id, so work done twice writes the same row. Sorts by `at`."""
    return f"{prefix}_{int(at.timestamp() * 1000):012x}{digest(chr(31).join(parts))[:20]}"


def new_id(prefix: str) -> str:
    """Sorts by creation time: 48 bits of milliseconds, then 80 random bits."""
    return f"{prefix}_{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"


def ordered_id(prefix: str, number: int) -> str:
    """Sorts by creation time to the microsecond, then by `number`, the place among what one request makes."""
    return f"{prefix}_{time.time_ns() // 1_000:014x}{number:03x}{secrets.token_hex(6)}"


def named(key: Key) -> str:
    """The id that a key of an event or memory ends with."""
    return unquote(key.sk.rpartition("#")[2])
