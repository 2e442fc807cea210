"""Who may erase a user, and what a finished receipt says (row V4)."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime

from keepsake import ids
from keepsake.errors import Forbidden
from keepsake.records import Permission, Principal
from keepsake.records.erasure import Receipt, backups_of


def require(principal: Principal, user_id: str) -> None:
    """An admin's key, or one that is bound to this user. Raises Forbidden."""
    if principal.user_id != user_id and (principal.user_id is not None or Permission.ADMIN not in principal.permissions):
        raise Forbidden("Only an admin's key or the user's own may erase a user.")


def containers(principal: Principal, asked: str | None, known: Sequence[str]) -> tuple[str, ...]:
    """The containers to erase from: the one asked for, else all that the user has records in and the key may reach. Raises Forbidden."""
    if asked is not None:
        if principal.containers and asked not in principal.containers:
            raise Forbidden("This key is bound to other containers.")
        return (asked,)
    return tuple(c for c in known if not principal.containers or c in principal.containers)


WORKING = {"version", "work_at", "looked_until", "removing"}
"""What a receipt holds for the work alone, and says to nobody."""


def finished(receipt: Receipt, after: Mapping[str, int], now: datetime) -> Receipt:
    """The receipt with its proof."""
    done = receipt.model_copy(
        update={"after": dict(after), "finished_at": now, "backups": backups_of(now), "digest": None, "version": receipt.version + 1}
    )
    return done.model_copy(update={"digest": digest(done)})


def digest(receipt: Receipt) -> str:
    """Of everything that the receipt says but its digest."""
    said = receipt.model_dump(mode="json", exclude={"digest", *WORKING})
    return ids.digest(json.dumps(said, sort_keys=True, separators=(",", ":")))
