"""Idempotency keys (row R4): the answer to the first request of a key, told again to every later one for 7 days."""

from __future__ import annotations

from datetime import datetime, timedelta

from keepsake import ids
from keepsake.errors import Conflict, LostRace, Unavailable
from keepsake.flows import members
from keepsake.flows.orphans import ABANDONED_AFTER
from keepsake.ports import Store, Write
from keepsake.records import Reply, Scope

REPLY_TTL = timedelta(days=7)
"""How long an idempotency key is remembered (row R4)."""


def claim(
    store: Store, tenant: str, key: str | None, body_hash: str, now: datetime, owner: Scope | None = None
) -> tuple[Reply | None, str | None]:
    """Takes the idempotency key for this request, or finds the answer that an earlier one gave. `owner`: whose it is, where no batch of
    theirs names it. Raises Conflict for another body, and while the first request is under way; Unavailable while the owner is erased."""
    if key is None:
        return None, None
    reply = Reply(
        tenant=tenant, key_hash=ids.digest(key), body_hash=body_hash, owner=owner.pk if owner else None, started_at=now,
        ttl_at=now + REPLY_TTL,
    )  # fmt: skip
    if owner is not None:
        _list(store, owner, reply)
    try:
        store.commit([Write(reply)])
        return reply, None
    except LostRace:
        earlier = store.read([reply.key], consistent=True).get(reply.key)
    if not isinstance(earlier, Reply):
        raise Conflict("A request with this idempotency key is still under way.", retry_after_s=1)
    if earlier.ttl_at <= now:
        return _take_over(store, earlier, reply), None
    if earlier.body_hash != body_hash:
        raise Conflict("This idempotency key was used with another body.")
    if earlier.answer is not None:
        return None, earlier.answer
    if earlier.started_at + ABANDONED_AFTER > now:
        raise Conflict("A request with this idempotency key is still under way.", retry_after_s=1)
    return _take_over(store, earlier, reply), None


def _list(store: Store, owner: Scope, reply: Reply) -> None:
    """So that an erasure finds it; longer than it lasts, since the table deletes lapsed rows late and in no order."""
    try:
        store.put_each(members.traces([owner], reply.key, reply.ttl_at + REPLY_TTL))
    except LostRace as err:
        raise Unavailable("This user is being erased.", retry_after_s=10) from err


def _take_over(store: Store, earlier: Reply, reply: Reply) -> Reply:
    taken = reply.model_copy(update={"version": earlier.version + 1})
    store.commit([Write(taken, earlier.version)])
    return taken


def answered(reply: Reply | None, answer: str) -> list[Write]:
    """The reply with its answer, to be written with what it answers."""
    if reply is None:
        return []
    return [Write(reply.model_copy(update={"answer": answer, "version": reply.version + 1}), reply.version)]
