"""Erase a user (row V4): stop the writers, count, remove, ask every store again, and keep a receipt. Every step is safe to run twice.

The user's state row is all that stays: without content, it holds the time of the erasure and makes every writer that began before lose.
What is in a queue or a dead-letter queue names a batch or memory that is gone, so its consumer drops it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from keepsake import ids
from keepsake.changes import ChangePart, ChangeSet, parts_pk, run_key
from keepsake.errors import Conflict, Invalid, LostRace, NotFound, Unavailable
from keepsake.flows.upkeep import read_state
from keepsake.ids import Key
from keepsake.ports import Delete, Index, Store, Write
from keepsake.records import (
    OBSERVATION_PREFIX,
    Batch,
    DueWork,
    Event,
    Membership,
    Memory,
    OpenBatch,
    Principal,
    Record,
    Reply,
    Scope,
    UserState,
    batch_key,
)
from keepsake.records.erasure import Receipt, receipt_key
from keepsake.rules import erasure

AT_ONCE = 40
"""Rows of a user that are removed together: with their batches and replies they stay below DynamoDB's 100."""
MOST_CONTAINERS = 90
"""So that the end of an erasure is one transaction."""
RACES = 8
RESERVE_S = 10.0
"""Seconds left at which the work goes on in another call."""


def request(store: Store, principal: Principal, user_id: str, container: str | None, now: datetime) -> Receipt:
    """Raises Forbidden, or Conflict with the number of memories under legal hold."""
    erasure.require(principal, user_id)
    rows = store.query(ids.tenant_pk(principal.tenant, "USER", user_id), Membership.prefix, consistent=True).records
    listed = erasure.containers(principal, container, [m.container for m in rows if isinstance(m, Membership)])
    if len(listed) > MOST_CONTAINERS:
        raise Invalid(f"This user is in more than {MOST_CONTAINERS} containers: name one.")
    receipt = Receipt(
        tenant=principal.tenant, receipt_id=ids.new_id("er"), user_id=user_id, containers=listed, actor=principal.actor, requested_at=now
    )  # fmt: skip
    _refuse_held(store, receipt.scopes)
    store.commit([Write(receipt)])
    return receipt


def report(store: Store, principal: Principal, receipt_id: str) -> Receipt:
    key = receipt_key(principal.tenant, receipt_id)
    receipt = store.read([key], consistent=True).get(key)
    if not isinstance(receipt, Receipt) or principal.user_id not in (None, receipt.user_id):
        raise NotFound("There is no such receipt.")
    return receipt


def waiting(store: Store, now: datetime) -> list[Receipt]:
    """Erasures that nobody finished in time."""
    rows = store.read(store.due(DueWork.ERASURE, now, 10), consistent=True).values()
    return [r for r in rows if isinstance(r, Receipt) and r.finished_at is None]


def erase(store: Store, index: Index, tenant: str, receipt_id: str, now: datetime, time_left_s: Callable[[], float]) -> Receipt:
    """Goes on until every store answers zero, or time runs out: then the receipt has no `finished_at`."""
    key = receipt_key(tenant, receipt_id)
    receipt = store.read([key], consistent=True).get(key)
    if not isinstance(receipt, Receipt):
        raise NotFound("There is no such receipt.")
    if receipt.finished_at is not None:
        return receipt
    for scope in receipt.scopes:
        _stop_writers(store, scope, receipt.requested_at)
    if receipt.before is None:
        receipt = _written(store, receipt.model_copy(update={"before": _counted(store, index, receipt)}))
    while time_left_s() > RESERVE_S:
        for scope in receipt.scopes:
            if not _remove(store, index, scope, time_left_s):
                return receipt
            index.forget_user(scope.tenant, scope.container, receipt.user_id)
        _remove_changes(store, receipt)
        found = _counted(store, index, receipt)
        if not any(found.values()):
            return _finish(store, receipt, found, now)
    return receipt


def _refuse_held(store: Store, scopes: Sequence[Scope]) -> None:
    rows = (r for s in scopes for prefix in (Memory.prefix, OBSERVATION_PREFIX) for r in store.query(s.pk, prefix, consistent=True).records)
    held = sum(isinstance(r, Memory) and r.legal_hold for r in rows)
    if held:
        raise Conflict(f"{held} memories of this user are under legal hold.")


def _stop_writers(store: Store, scope: Scope, at: datetime) -> None:
    """Replaces the state by an empty one in its next version: every transaction that was decided on the old one is lost, and nothing is
    retained until the erasure is over."""
    for _ in range(RACES):
        state, known = read_state(store, scope)
        if state.erasing and state.erased_at == at:
            return
        mark = UserState(scope=scope, erased_at=at, erasing=True, version=state.version + known)
        try:
            store.commit([Write(mark, state.version if known else None)])
        except LostRace:
            continue
        return
    raise Unavailable("Too many writers on one user's knowledge.")


def _pages(store: Store, pk: str) -> Iterator[list[Record]]:
    """Everything in a user's partition but the state."""
    after = None
    while True:
        page = store.query(pk, "", after=after, limit=AT_ONCE, consistent=True)
        yield [r for r in page.records if not isinstance(r, UserState)]
        after = page.after
        if after is None:
            return


def _beside(store: Store, rows: Sequence[Record]) -> list[Record]:
    """The batches that these rows came in, and the answers kept for their idempotency keys."""
    named = {batch_key(r.scope.tenant, r.batch_id) for r in rows if isinstance(r, Event | OpenBatch)}
    batches = [b for b in store.read(list(named), consistent=True).values() if isinstance(b, Batch)]
    kept = [ids.Key(ids.tenant_pk(b.scope.tenant, "IDEM", b.reply_hash), Reply.prefix) for b in batches if b.reply_hash]
    return [*store.read(kept, consistent=True).values(), *batches]


def _remove(store: Store, index: Index, scope: Scope, time_left_s: Callable[[], float]) -> bool:
    """False when time ran out. What lies elsewhere goes first: the user's own rows lead to it."""
    for rows in _pages(store, scope.pk):
        if time_left_s() <= RESERVE_S:
            return False
        beside = _beside(store, rows)
        for some in (beside[:AT_ONCE], beside[AT_ONCE:], rows):
            store.commit([Delete(r.key) for r in some])
        index.forget([r.key for r in rows if r.projected])
    store.commit([Delete(_membership(scope).key)])
    return True


def _membership(scope: Scope) -> Membership:
    return Membership(tenant=scope.tenant, user_id=scope.user_id or "", container=scope.container)


def _change_sets(store: Store, receipt: Receipt) -> Iterator[tuple[ChangeSet, list[ChangePart]]]:
    """The tenant's change sets that touched the user, with the parts that say so."""
    pks = {s.pk for s in receipt.scopes}
    for head in store.query(ids.tenant_pk(receipt.tenant, "CHANGES"), ChangeSet.prefix, consistent=True).records:
        if not isinstance(head, ChangeSet):
            continue
        parts = store.query(parts_pk(receipt.tenant, head.number), ChangePart.prefix, consistent=True).records
        touching = [p for p in parts if isinstance(p, ChangePart) and any(c.key.pk in pks for c in p.changes)]
        if touching or _own(head, receipt):
            yield head, touching


def _own(head: ChangeSet, receipt: Receipt) -> bool:
    return head.user_id == receipt.user_id and head.container in receipt.containers


def _remove_changes(store: Store, receipt: Receipt) -> None:
    """A set of the user's own goes as a whole, with its run; of one that touched others too only the user's lines."""
    pks = {s.pk for s in receipt.scopes}
    for head, parts in _change_sets(store, receipt):
        if _own(head, receipt):
            store.commit([Delete(p.key) for p in parts])
            store.commit([Delete(run_key(receipt.tenant, head.run_id)), Delete(head.key)])
            continue
        for part in parts:
            kept = tuple(c for c in part.changes if c.key.pk not in pks)
            store.commit([Write(part.model_copy(update={"changes": kept, "version": part.version + 1}), part.version)])


def _counted(store: Store, index: Index, receipt: Receipt) -> dict[str, int]:
    """What every store holds of the user."""
    found: Counter[str] = Counter({"documents": 0, "rows": 0, "memberships": 0, "change_sets": 0})
    for scope in receipt.scopes:
        beside: set[Key] = set()
        for rows in _pages(store, scope.pk):
            found.update(_kind(r) for r in rows)
            found["rows"] += len(rows)
            others = [r for r in _beside(store, rows) if r.key not in beside]
            beside |= {r.key for r in others}
            found.update(_kind(r) for r in others)
        found["memberships"] += len(store.read([_membership(scope).key], consistent=True))
        found["documents"] += index.held(scope.tenant, scope.container, receipt.user_id)
    found["change_sets"] = sum(1 for _ in _change_sets(store, receipt))
    return dict(found)


def _kind(record: Record) -> str:
    return record.kind.value if isinstance(record, Memory) else type(record).__name__.lower()


def _written(store: Store, receipt: Receipt) -> Receipt:
    after = receipt.model_copy(update={"version": receipt.version + 1})
    store.commit([Write(after, receipt.version)])
    return after


def _finish(store: Store, receipt: Receipt, found: dict[str, int], now: datetime) -> Receipt:
    """The receipt and the end of the pause in one transaction, so that nothing retained afterwards is ever erased by this one."""
    done = erasure.finished(receipt, {name: found.get(name, 0) for name in receipt.before or found}, now)
    writes: list[Write | Delete] = [Write(done, receipt.version)]
    for scope in receipt.scopes:
        state, known = read_state(store, scope)
        writes.append(
            Write(state.model_copy(update={"erasing": False, "version": state.version + known}), state.version if known else None)
        )
    store.commit(writes)
    return done
