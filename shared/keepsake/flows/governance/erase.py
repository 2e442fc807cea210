"""Erase a user (row V4): look for legal holds, stop the writers, remove and count, ask every store again, and keep a receipt. Every step
is safe to run twice, and takes as many calls as it needs: the receipt knows where the next one goes on.

The user's state row is all that stays: without content, it holds the time of the erasure and makes every writer that began before lose.
Dead letters are removed; what waits in a live queue names a batch or memory that is gone, so its consumer drops it.

A memory that comes under legal hold while the work goes on stops it: the receipt says so, the pause is lifted, and the schedule asks
again until all of them are released. Then it begins anew, and takes what came since too.

Rows are counted as they go, each in the transaction that takes it away: to count them all beforehand took longer than a call has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice, zip_longest

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
from keepsake.records.erasure import HELD_FOR, RETRY_AFTER, Receipt, receipt_key
from keepsake.records.portable import Export, Import, Stage
from keepsake.rules.governance import erasure

AT_ONCE = 40
"""Rows of a user that are removed together, with the replies to their batches, the state and the receipt, which counts them."""
MOST_ASKED = 20_000
"""Rows that a request looks at for legal holds: about two seconds' reading."""
MOST_CONTAINERS = 90
"""So that the end of an erasure is one transaction."""
COUNTED = ("documents", "rows", "memberships", "traces", "exports", "imports", "files", "state_files", "keys", "dead_letters")
"""What a receipt names even where there was none, beside the rows by kind."""
AT_A_TICK = 50
"""Erasures that the schedule takes up at once, each in a call of its own: a bank of ten thousand actors takes 17 hours."""
MOST_LISTED = 10_000
"""Erasures among which each tenant gets its turn: about 200 KB of keys for a thousand."""
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
    """Erasures that nobody finished in time, as many as are taken up at once: a tenant with many leaves the others their turn."""
    rows = store.read(_in_turn(store.due(DueWork.ERASURE, now, MOST_LISTED))[:AT_A_TICK], consistent=True).values()
    return [r for r in rows if isinstance(r, Receipt) and r.due is not None and r.due.at < now]


def _in_turn(keys: Sequence[Key]) -> list[Key]:
    """Every tenant's first, then every tenant's second, and so on."""
    tenants: dict[str, list[Key]] = {}
    for key in keys:
        tenants.setdefault(ids.tenant_of(key), []).append(key)
    return [key for turn in zip_longest(*tenants.values()) for key in turn if key is not None]


def erase(places: Places, tenant: str, receipt_id: str, clock: Callable[[], datetime], time_left_s: Callable[[], float]) -> Receipt:
    """Goes on until every store answers zero, or time runs out, or a memory is under legal hold: then the receipt has no
    `finished_at`. `clock` tells the time at its end: what began before that is lost. Raises LostRace where another call is at work."""
    store, key = places.store, receipt_key(tenant, receipt_id)
    receipt = store.read([key], consistent=True).get(key)
    if not isinstance(receipt, Receipt):
        raise NotFound("There is no such receipt.")
    if receipt.finished_at is not None:
        return receipt
    receipt = _written(store, receipt, work_at=clock() + RETRY_AFTER)
    try:
        if not receipt.removing:
            receipt = _begin(places, receipt, time_left_s)
        return _remove_all(places, receipt, clock, time_left_s) if receipt.removing else receipt
    except _Held as err:
        return _wait(store, key, err.count, clock())


def _begin(places: Places, receipt: Receipt, time_left_s: Callable[[], float]) -> Receipt:
    """Looks for legal holds, and stops the writers where there are none. Raises _Held."""
    store, pks, place, held = places.store, [s.pk for s in receipt.scopes], receipt.looked_until, 0
    ahead = iter(pks[pks.index(place.owner) :] if place else pks)
    for stretch in members.walk(store, ahead, (Memory.prefix, OBSERVATION_PREFIX), place, walk.AT_ONCE):
        held, place = held + _on_hold(stretch.records), stretch.place
        if time_left_s() <= RESERVE_S:
            break
    if held:
        raise _Held(held)
    if place is not None:
        return _written(store, receipt, looked_until=place, held=0)
    for scope in receipt.scopes:
        _stop_writers(store, scope, receipt.requested_at)
    # What an erasure that was held meanwhile had removed until then still counts.
    known = Counter(receipt.before or {}) | _elsewhere(places, receipt)
    before = {name: known[name] for name in (*COUNTED, *known)}
    return _written(store, receipt, removing=True, looked_until=None, held=0, before=before)


def _remove_all(places: Places, receipt: Receipt, clock: Callable[[], datetime], time_left_s: Callable[[], float]) -> Receipt:
    """Raises _Held."""
    store = places.store
    while time_left_s() > RESERVE_S:
        for scope in receipt.scopes:
            places.blobs.remove(places.blobs.listed(bucket_prefix(scope)))
            receipt, gone = _remove(store, places.index, scope, receipt, time_left_s)
            if not gone:
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
                _require_latest(store, receipt)
    return receipt


def _held(store: Store, scopes: Sequence[Scope], most: int) -> int:
    """Memories of these owners under legal hold; of the first `most` rows of each kind and owner."""
    kinds = [(s.pk, prefix) for s in scopes for prefix in (Memory.prefix, OBSERVATION_PREFIX)]
    return _on_hold(r for pk, prefix in kinds for r in islice(walk.rows(store, pk, prefix), most))


def _on_hold(rows: Iterable[Record]) -> int:
    return sum(isinstance(r, Memory) and r.legal_hold for r in rows)


def _wait(store: Store, key: Key, held: int, now: datetime) -> Receipt:
    """The receipt with the number of memories that are held, and its user's writers let go."""
    receipt = store.read([key], consistent=True).get(key)
    assert isinstance(receipt, Receipt)
    stopped = [s for s in receipt.scopes if read_state(store, s)[0].erasing]
    fields = {"held": held, "work_at": now + HELD_FOR, "removing": False, "looked_until": None}
    return _written(store, receipt, *_let_go(store, stopped, now), **fields)


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


def _beside(store: Store, rows: Sequence[Record]) -> list[Record]:
    """The answers kept for the idempotency keys of these batches."""
    hashes = [(r.scope.tenant, r.reply_hash) for r in rows if isinstance(r, Batch) and r.reply_hash]
    return list(store.read([ids.Key(ids.tenant_pk(t, "IDEM", h), Reply.prefix) for t, h in hashes], consistent=True).values())


def _remove(store: Store, index: Index, scope: Scope, receipt: Receipt, time_left_s: Callable[[], float]) -> tuple[Receipt, bool]:
    """The receipt with what went, and whether that was all; else time ran out. Each step holds the user's state, so that whoever puts a
    memory under legal hold meanwhile makes it lose, and the receipt, so that what went is counted once. Raises _Held, and LostRace where
    another call is at work."""
    after = None
    while time_left_s() > RESERVE_S:
        state, known = read_state(store, scope)
        page = store.query(scope.pk, "", after=after, limit=AT_ONCE, consistent=True)
        rows = [r for r in page.records if not isinstance(r, UserState)]
        if held := _on_hold(rows):
            raise _Held(held)
        if rows:
            beside = _beside(store, rows)
            step = state.model_copy(update={"version": state.version + known})
            gone = [Delete(r.key) for r in (*rows, *beside)]
            before = _added(receipt, _tally(rows) + Counter(_kind(r) for r in beside))
            try:
                receipt = _written(store, receipt, Write(step, state.version if known else None), *gone, before=before)
            except LostRace:
                _require_latest(store, receipt)
                continue
            index.forget([r.key for r in rows if r.projected])
        after = page.after
        if after is None:
            store.commit([Delete(key) for key in _listed(scope)])
            return receipt, True
    return receipt, False


def _listed(scope: Scope) -> list[Key]:
    """The rows that list the user; the tenant's own stays."""
    return [r.key for r in members.rows(scope) if not isinstance(r, Customer)]


def _remove_traces(store: Store, receipt: Receipt, time_left_s: Callable[[], float]) -> bool:
    """What change sets, runs, reports and replies tell of the user, and then what lists it. False when time ran out."""
    pks = {s.pk for s in receipt.scopes}
    for trace in _traces(store, receipt):
        if time_left_s() <= RESERVE_S:
            return False
        told = store.read([trace.of], consistent=True).get(trace.of)
        if isinstance(told, ChangeSet):
            _remove_set(store, told)
        elif isinstance(told, ChangePart):
            _remove_lines(store, told, pks)
        elif isinstance(told, Reply) and told.owner not in pks:
            pass  # another user's request came first with the key
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
    if isinstance(transfer, Export):
        for path, upload_id in ((transfer.file, transfer.upload_id), (transfer.rest_file, transfer.rest_upload_id)):
            if upload_id:
                files.remove(path, upload_id)
        files.remove(transfer.rest_file)
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
        receipt = _written(places.store, receipt, before=_added(receipt, Counter(dead_letters=removed)))
    return receipt, go_on()


def _counted(places: Places, receipt: Receipt) -> Counter[str]:
    """What every store holds of the user."""
    found = _elsewhere(places, receipt)
    for scope in receipt.scopes:
        found.update(_tally(r for r in walk.rows(places.store, scope.pk, "") if not isinstance(r, UserState)))
    return found


def _elsewhere(places: Places, receipt: Receipt) -> Counter[str]:
    """What there is of the user outside of the user's own rows."""
    store, index = places.store, places.index
    found: Counter[str] = Counter()
    for scope in receipt.scopes:
        found["memberships"] += len(store.read(_listed(scope), consistent=True))
        found["state_files"] += len(places.blobs.listed(bucket_prefix(scope)))
        found["documents"] += index.held(scope.tenant, scope.container, receipt.user_id)
    found["traces"] = len(_traces(store, receipt))
    for transfer in _transfers(store, receipt):
        found["exports" if isinstance(transfer, Export) else "imports"] += 1
        found["files"] += places.files.found(transfer.file) is not None
    found["keys"] = sum(k.revoked_at is None for k in _bound(store, receipt))
    return found


def _tally(rows: Iterable[Record]) -> Counter[str]:
    """The user's own rows, by kind and in all."""
    kinds = Counter(_kind(r) for r in rows)
    return kinds + Counter(rows=kinds.total())


def _kind(record: Record) -> str:
    return record.kind.value if isinstance(record, Memory) else type(record).__name__.lower()


def _added(receipt: Receipt, more: Counter[str]) -> dict[str, int]:
    """What was there before, with what is counted as it goes."""
    before = receipt.before or {}
    return before | {name: before.get(name, 0) + count for name, count in more.items()}


def _written(store: Store, receipt: Receipt, *beside: Write | Delete, **fields: object) -> Receipt:
    """The receipt with these fields, put together with what is `beside`."""
    after = receipt.model_copy(update={**fields, "version": receipt.version + 1})
    store.commit([Write(after, receipt.version), *beside])
    return after


def _require_latest(store: Store, receipt: Receipt) -> None:
    """Raises LostRace where another call wrote the receipt since."""
    if store.read([receipt.key], consistent=True).get(receipt.key) != receipt:
        raise LostRace("Another call is at work on this erasure.")


def _finish(store: Store, receipt: Receipt, found: Counter[str], now: datetime) -> Receipt:
    """The receipt and the end of the pause in one transaction, so that nothing retained afterwards is ever erased by this one."""
    done = erasure.finished(receipt, {name: found[name] for name in receipt.before or found}, now)
    store.commit([Write(done, receipt.version), *_let_go(store, receipt.scopes, now)])
    return done


def _let_go(store: Store, scopes: Sequence[Scope], now: datetime) -> list[Write | Delete]:
    """The end of the pause, as the next version of each state. Work that began before it leaves nothing behind."""
    writes: list[Write | Delete] = []
    for scope in scopes:
        state, known = read_state(store, scope)
        after = state.model_copy(update={"erased_at": now, "erasing": False, "version": state.version + known})
        writes.append(Write(after, state.version if known else None))
    return writes
