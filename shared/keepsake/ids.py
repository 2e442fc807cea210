"""The one place that builds ids and table keys.

Every key starts from the tenant. A part is percent-encoded, so no value can hold a separator and reach another partition.
"""

from __future__ import annotations

import hashlib
import re
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
MARK_SIGNS = 8
"""Of an owner's partition in an id: 32 bits. Two owners of a tenant may share a mark, so it leads to whoever has it, mostly one."""
_MARKED = re.compile(r"[a-z]{1,2}_[0-9a-f]{12}([0-9a-f]{8})[0-9a-f]{16}")
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


def shared_with(audience: str, *, user: str | None = None, role: str | None = None) -> str:
    """Documents that are shared there with one user, or with those of a role."""
    return f"{audience}#U#{part(user)}" if user is not None else f"{audience}#R#{part(role or '')}"


def tenant_pk(tenant: str, kind: str, name: str = "") -> str:
    """A partition of the tenant that is no user's: `BATCH`, `IDEM`, `KEYS`, `USER`."""
    return f"T#{part(tenant)}#{kind}#{part(name)}" if name else f"T#{part(tenant)}#{kind}"


def tenant_of(key: Key) -> str:
    """Its tenant, as the partition writes it."""
    return key.pk.split("#", 2)[1]


def id_key(tenant: str, record_id: str) -> str:
    """Hash key of the index `by_id`."""
    return f"T#{part(tenant)}#{part(record_id)}"


def stray_key(key: Key, record_id: str) -> str | None:
    """Hash key in the index `by_id` of a row whose id does not carry its owner's mark: given by a caller, or brought from elsewhere. None
    for any other, which costs no entry."""
    return None if mark_in(record_id) == mark(key.pk) else f"T#{tenant_of(key)}#{part(record_id)}"


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


def content_hash(text: str) -> str:
    """Tells one content from another under the same id: 128 bits, since it lies in every event's row."""
    return digest(text)[:32]


def derived_id(prefix: str, at: datetime, pk: str, *parts: str) -> str:
    """The same owner and parts give the same id, so work done twice writes the same row. Sorts by `at`; then come the owner's mark and 64
    bits of the digest."""
    return f"{prefix}_{moment(at)}{mark(pk)}{digest(chr(31).join((pk, *parts)))[:16]}"


def moment(at: datetime) -> str:
    """The milliseconds that ids begin with behind their prefix, in 12 hex digits."""
    return f"{int(at.timestamp() * 1000):012x}"


def new_id(prefix: str) -> str:
    """Sorts by creation time: 48 bits of milliseconds, then 80 random bits."""
    return f"{prefix}_{time.time_ns() // 1_000_000:012x}{secrets.token_hex(10)}"


def owned_id(prefix: str, pk: str) -> str:
    """As `new_id`, with the owner's mark before 64 random bits."""
    return f"{prefix}_{time.time_ns() // 1_000_000:012x}{mark(pk)}{secrets.token_hex(8)}"


@lru_cache(8192)
def mark(pk: str) -> str:
    """What ids that are made for an owner carry of its partition, so that the id alone leads to the row."""
    return digest(pk)[:MARK_SIGNS]


def mark_in(record_id: str) -> str | None:
    """The mark that an id carries; None for one that was not made here."""
    found = _MARKED.fullmatch(record_id)
    return found[1] if found else None


def ordered_id(prefix: str, number: int) -> str:
    """Sorts by creation time to the microsecond, then by `number`, the place among what one request makes."""
    return f"{prefix}_{time.time_ns() // 1_000:014x}{number:03x}{secrets.token_hex(6)}"


def named(key: Key) -> str:
    """The id that a key of an event or memory ends with."""
    return unquote(key.sk.rpartition("#")[2])
