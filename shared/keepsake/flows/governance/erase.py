"""Erase a user (row V4): stop the writers, count, remove, ask every store again, and keep a receipt. Every step is safe to run twice.

The user's state row is all that stays: without content, it holds the time of the erasure and makes every writer that began before lose.
Dead letters are removed; what waits in a live queue names a batch or memory that is gone, so its consumer drops it.

A memory that comes under legal hold while the work goes on stops it: the receipt says so, the pause is lifted, and the schedule asks
again until all of them are released. Then it begins anew, and takes what came since too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from keepsake import ids
from keepsake.changes import ChangePart, ChangeSet, parts_pk, run_key
from keepsake.errors import Conflict, Invalid, LostRace, NotFound, Unavailable
from keepsake.flows import members, walk
from keepsake.flows.governance import bound_keys
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.ids import Key
from keepsake.messages import Work
from keepsake.ports import Blobs, DeadLetters, Delete, Files, Index, Store, Write
from keepsake.records import (
    OBSERVATION_PREFIX,
    ApiKey,
    Batch,
    Customer,
    DueWork,
    Memory,
    Principal,
    Record,
    Reply,
    Scope,
    Trace,
    UserState,
    bucket_prefix,
)
from keepsake.records.erasure import Receipt, receipt_key
from keepsake.records.portable import Export, Import, Stage
from keepsake.rules.governance import erasure

AT_ONCE = 40
"""Rows of a user that are removed together, with the state: their batches and replies go before, in transactions of their own."""
MOST_ASKED = 20_000
"""Rows that a request looks at for legal holds: about two seconds' reading."""
MOST_CONTAINERS = 90
"""So that the end of an erasure is one transaction."""
COUNTED = ("documents", "rows", "memberships", "traces", "exports", "imports", "files", "state_files", "keys", "dead_letters")
"""What a receipt names even where there was none, beside the rows by kind."""
RACES = 8
RESERVE_S = 10.0
"""Seconds left at which the work goes on in another call."""


@dataclass(frozen=True, slots=True)
class Places:
    """Wherever a user's words, or the user's id, can be."""

    store: Store
    index: Index
    files: Files
    blobs: Blobs
    dead_letters: Sequence[DeadLetters]


class _Held(Exception):
    """Memories are under legal hold."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


def request(store: Store, principal: Principal, user_id: str, container: str | None, now: datetime) -> Receipt:
    """Raises Forbidden, or Conflict with the number of memories under legal hold."""
    erasure.require(principal, user_id)
    listed = erasure.containers(principal, container, members.containers(store, principal.tenant, user_id))
    if len(listed) > MOST_CONTAINERS:
        raise Invalid(f"This user is in more than {MOST_CONTAINERS} containers: name one.")
    receipt = Receipt(
        tenant=principal.tenant, receipt_id=ids.new_id("er"), user_id=user_id, containers=listed, actor=principal.actor, requested_at=now,
        everywhere=container is None and not principal.containers,
    )  # fmt: skip
    require_unheld(store, receipt.scopes)
    store.commit([Write(receipt)])
    return receipt


def require_unheld(store: Store, scopes: Sequence[Scope]) -> None:
    """Raises Conflict with the number of memories of these owners under legal hold, as far as MOST_ASKED of each go: the caller waits, and
    the work looks at all of them before it removes any."""
    if held := _held(store, scopes, MOST_ASKED):
        raise Conflict(f"{held} memories of this user are under legal hold.")


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


def erase(places: Places, tenant: str, receipt_id: str, clock: Callable[[], datetime], time_left_s: Callable[[], float]) -> Receipt:
    """Goes on until every store answers zero, or time runs out, or a memory is under legal hold: then the receipt has no
    `finished_at`. `clock` tells the time at its end: what began before that is lost."""
    store, key = places.store, receipt_key(tenant, receipt_id)
    receipt = store.read([key], consistent=True).get(key)
    if not isinstance(receipt, Receipt):
        raise NotFound("There is no such receipt.")
    if receipt.finished_at is not None:
        return receipt
    try:
        return _erase(places, receipt, clock, time_left_s)
    except _Held as err:
        return _wait(store, receipt_key(tenant, receipt_id), err.count, clock())


def _erase(places: Places, receipt: Receipt, clock: Callable[[], datetime], time_left_s: Callable[[], float]) -> Receipt:
    """Raises _Held."""
    store = places.store
    if held := _held(store, receipt.scopes):
        raise _Held(held)
    for scope in receipt.scopes:
        _stop_writers(store, scope, receipt.requested_at)
    if receipt.before is None:
        receipt = _written(store, receipt.model_copy(update={"before": _counted(places, receipt), "held": 0}))
    while time_left_s() > RESERVE_S:
        for scope in receipt.scopes:
            places.blobs.remove(places.blobs.listed(bucket_prefix(scope)))
            if not _remove(store, places.index, scope, time_left_s):
                return receipt
            places.index.forget_user(scope.tenant, scope.container, receipt.user_id)
        if not _remove_traces(store, receipt, time_left_s):
            return receipt
        for transfer in _transfers(store, receipt):
            _remove_transfer(store, places.files, transfer)
        bound_keys.revoke(store, _bound(store, receipt), clock())
        receipt, clear = _remove_dead_letters(places, receipt, time_left_s)
        found = _counted(places, receipt)
        if clear and not any(found.values()):
            try:
                return _finish(store, receipt, found, clock())
            except LostRace:  # something was written meanwhile
                continue
    return receipt


def _held(store: Store, scopes: Sequence[Scope], most: int | None = None) -> int:
    """Memories of these owners under legal hold; of the first `most` rows of each kind and owner."""
    kinds = [(s.pk, prefix) for s in scopes for prefix in (Memory.prefix, OBSERVATION_PREFIX)]
    return sum(isinstance(r, Memory) and r.legal_hold for pk, prefix in kinds for r in islice(walk.rows(store, pk, prefix), most))


def _wait(store: Store, key: Key, held: int, now: datetime) -> Receipt:
    """The receipt with the number of memories that are held, and its user's writers let go. What was counted is counted anew."""
    receipt = store.read([key], consistent=True).get(key)
    assert isinstance(receipt, Receipt)
    waits = receipt.model_copy(update={"held": held, "before": None, "version": receipt.version + 1})
    store.commit([Write(waits, receipt.version), *_let_go(store, receipt, now)])
    return waits


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
    """The answers kept for the idempotency keys of these batches."""
    hashes = [(r.scope.tenant, r.reply_hash) for r in rows if isinstance(r, Batch) and r.reply_hash]
    return list(store.read([ids.Key(ids.tenant_pk(t, "IDEM", h), Reply.prefix) for t, h in hashes], consistent=True).values())


def _remove(store: Store, index: Index, scope: Scope, time_left_s: Callable[[], float]) -> bool:
    """False when time ran out. What lies elsewhere goes first: the user's own rows lead to it. Each step holds the user's state, so that
    whoever puts a memory under legal hold meanwhile makes it lose. Raises _Held."""
    after = None
    while True:
        if time_left_s() <= RESERVE_S:
            return False
        state, known = read_state(store, scope)
        page = store.query(scope.pk, "", after=after, limit=AT_ONCE, consistent=True)
        rows = [r for r in page.records if not isinstance(r, UserState)]
        if held := sum(isinstance(r, Memory) and r.legal_hold for r in rows):
            raise _Held(held)
        beside = _beside(store, rows)
        for some in (beside[:AT_ONCE], beside[AT_ONCE:]):
            store.commit([Delete(r.key) for r in some])
        if rows:
            step = state.model_copy(update={"version": state.version + known})
            try:
                store.commit([Write(step, state.version if known else None), *(Delete(r.key) for r in rows)])
            except LostRace:
                continue
            index.forget([r.key for r in rows if r.projected])
        after = page.after
        if after is None:
            break
    store.commit([Delete(key) for key in _listed(scope)])
    return True


def _listed(scope: Scope) -> list[Key]:
    """The rows that list the user; the tenant's own stays."""
    return [r.key for r in members.rows(scope) if not isinstance(r, Customer)]


def _remove_traces(store: Store, receipt: Receipt, time_left_s: Callable[[], float]) -> bool:
    """What change sets, runs and reports tell of the user, and then what lists it. False when time ran out."""
    for trace in _traces(store, receipt):
        if time_left_s() <= RESERVE_S:
            return False
        told = store.read([trace.of], consistent=True).get(trace.of)
        if isinstance(told, ChangeSet):
            _remove_set(store, told)
        elif isinstance(told, ChangePart):
            _remove_lines(store, told, {s.pk for s in receipt.scopes})
        elif told is not None:
            store.commit([Delete(told.key)])
        store.commit([Delete(trace.key)])
    return True


def _traces(store: Store, receipt: Receipt) -> list[Trace]:
    return [t for s in receipt.scopes for t in members.traced(store, s)]


def _remove_set(store: Store, head: ChangeSet) -> None:
    """One of the user's own, with its run."""
    after = None
    while True:
        page = store.query(parts_pk(head.tenant, head.number), ChangePart.prefix, after=after, limit=AT_ONCE, consistent=True)
        store.commit([Delete(p.key) for p in page.records])
        after = page.after
        if after is None:
            break
    store.commit([Delete(run_key(head.tenant, head.run_id)), Delete(head.key)])


def _remove_lines(store: Store, part: ChangePart, pks: Collection[str]) -> None:
    """The user's, of a set that touched others too."""
    kept = tuple(c for c in part.changes if c.key.pk not in pks)
    store.commit([Write(part.model_copy(update={"changes": kept, "version": part.version + 1}), part.version)])


def _transfers(store: Store, receipt: Receipt) -> list[Export | Import]:
    """Exports and imports with the user's words in them, those of whole containers too."""
    pks = (ids.tenant_pk(receipt.tenant, "EXPORTS"), ids.tenant_pk(receipt.tenant, "IMPORTS"))
    rows = [r for pk in pks for r in store.query(pk, "", consistent=True).records if isinstance(r, Export | Import)]
    return [r for r in rows if r.user_id in (None, receipt.user_id) and _reaches(r, receipt)]


def _reaches(transfer: Export | Import, receipt: Receipt) -> bool:
    held = transfer.containers if isinstance(transfer, Export) and transfer.containers else (transfer.container,)
    return any(c is None or c in receipt.containers for c in held)


def _remove_transfer(store: Store, files: Files, transfer: Export | Import) -> None:
    """The row is closed first, so that whoever is at work on it can save no other upload; it goes last, because it leads to the file."""
    closed = transfer.model_copy(update={"stage": Stage.FAILED, "work_at": None, "version": transfer.version + 1})
    try:
        store.commit([Write(closed, transfer.version)])
    except LostRace:  # at work: it is found again by the next count
        return
    if isinstance(transfer, Export) and transfer.upload_id:
        files.remove(transfer.file, transfer.upload_id)
    files.remove(transfer.file)
    store.commit([Delete(transfer.key)])


def _bound(store: Store, receipt: Receipt) -> list[ApiKey]:
    """Keys of the user that are good for nothing but what is erased."""
    keys = bound_keys.of_user(store, receipt.tenant, receipt.user_id)
    return [k for k in keys if receipt.everywhere or (k.containers and set(k.containers) <= set(receipt.containers))]


def _remove_dead_letters(places: Places, receipt: Receipt, time_left_s: Callable[[], float]) -> tuple[Receipt, bool]:
    """The receipt with the messages that it found, for they can only be counted as they go; and whether all queues were gone through."""

    def mine(work: Work) -> bool:
        return (work.tenant, work.user_id) == (receipt.tenant, receipt.user_id) and work.container in receipt.containers

    def go_on() -> bool:
        return time_left_s() > RESERVE_S

    removed = sum(queue.remove(mine, go_on) for queue in places.dead_letters)
    if removed:
        before = dict(receipt.before or {})
        before["dead_letters"] = before.get("dead_letters", 0) + removed
        receipt = _written(places.store, receipt.model_copy(update={"before": before}))
    return receipt, go_on()


def _counted(places: Places, receipt: Receipt) -> dict[str, int]:
    """What every store holds of the user."""
    store, index = places.store, places.index
    found: Counter[str] = Counter(dict.fromkeys(COUNTED, 0))
    for scope in receipt.scopes:
        beside: set[Key] = set()
        for rows in _pages(store, scope.pk):
            found.update(_kind(r) for r in rows)
            found["rows"] += len(rows)
            others = [r for r in _beside(store, rows) if r.key not in beside]
            beside |= {r.key for r in others}
            found.update(_kind(r) for r in others)
        found["memberships"] += len(store.read(_listed(scope), consistent=True))
        found["state_files"] += len(places.blobs.listed(bucket_prefix(scope)))
        found["documents"] += index.held(scope.tenant, scope.container, receipt.user_id)
    found["traces"] = len(_traces(store, receipt))
    for transfer in _transfers(store, receipt):
        found["exports" if isinstance(transfer, Export) else "imports"] += 1
        found["files"] += places.files.size(transfer.file) is not None
    found["keys"] = sum(k.revoked_at is None for k in _bound(store, receipt))
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
    store.commit([Write(done, receipt.version), *_let_go(store, receipt, now)])
    return done


def _let_go(store: Store, receipt: Receipt, now: datetime) -> list[Write | Delete]:
    """The end of the pause, as the next version of each state. Work that began before it leaves nothing behind."""
    writes: list[Write | Delete] = []
    for scope in receipt.scopes:
        state, known = read_state(store, scope)
        after = state.model_copy(update={"erased_at": now, "erasing": False, "version": state.version + known})
        writes.append(Write(after, state.version if known else None))
    return writes
