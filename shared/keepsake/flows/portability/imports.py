"""Import a bank of JSON Lines (row V5): asked for, uploaded, read through to know whose it is, then written where nothing stands.

Each transaction holds some rows, the states of their users and the import's own count: so no other writer of the user comes between
(row K5), an erasure makes it lose, and what was counted is what was written, whatever dies in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime

from keepsake import api, ids
from keepsake.errors import Conflict, Invalid, LostRace, NotFound, PoisonRecord, TooLarge, Unavailable
from keepsake.flows import members
from keepsake.flows.container_settings import policy_of
from keepsake.flows.indexing import owed
from keepsake.flows.intake.retain import BATCH_TTL, MOST_SPEAKERS
from keepsake.flows.knowledge.upkeep import PATIENCE, read_state, with_topics_due
from keepsake.flows.portability.quota import URL_SECONDS, Quota, require_bytes, require_lines, require_room
from keepsake.flows.state import rows as state_rows
from keepsake.ids import Key
from keepsake.ports import Blobs, Delete, Files, Store, Write
from keepsake.records import (
    Arrival,
    Batch,
    DueWork,
    Embedding,
    Event,
    Kind,
    Memory,
    Opening,
    PastVersion,
    Principal,
    Progress,
    Record,
    Scope,
    Session,
    StateRow,
    event_key,
)
from keepsake.records.portable import MOST_TOLD, RETRY_AFTER, Import, Refusal, Stage, import_key
from keepsake.rules.governance import custody
from keepsake.rules.knowledge import looked, standing
from keepsake.rules.portability import portable, unproven

LINES_AT_ONCE = 10
"""With states, batches, notes for the index and what lists sessions and owners at most 98 rows of the 100 of a transaction, below 4 MB."""
CHECKED_AT_ONCE = 20_000
RESERVE_S = 15.0
LOOKED_AT_ONCE = 100
LOOK_AGAIN_S = 1.0
REFRESHED_S = 1.5
"""The index shows what it took within a second."""
RACES = 8
UNFINISHED = (Progress.PENDING, Progress.CHUNKED)
UNLIMITED = Quota()
ANOTHER = "another row is stored under its id"


def request(
    store: Store, files: Files, principal: Principal, asked: api.ImportRequest, now: datetime, quota: Quota = UNLIMITED
) -> api.ImportStarted:
    """Raises Forbidden, TooLarge, and Throttled where the tenant's day is spent."""
    custody.require(principal, asked.user_id, asked.container)
    require_room(store, files, quota, principal.tenant, asked.bytes, now)
    job = Import(
        tenant=principal.tenant, import_id=ids.new_id("im"), container=asked.container, user_id=asked.user_id or principal.user_id,
        principal=principal, requested_at=now, stage=Stage.WAITING, size=asked.bytes,
    )  # fmt: skip
    store.commit([Write(job)])
    return api.ImportStarted(
        import_id=job.import_id,
        upload_url=files.upload_url(job.file, asked.bytes, URL_SECONDS),
        most_bytes=asked.bytes or quota.most_bytes,
    )


def start(store: Store, files: Files, principal: Principal, import_id: str, now: datetime, quota: Quota = UNLIMITED) -> Import:
    """The import, under way; starting it again changes nothing. Raises NotFound, Conflict without a file, TooLarge, Throttled."""
    job = _mine(store, principal, import_id)
    if job.stage is not Stage.WAITING:
        return job
    found = files.found(job.file)
    if found is None:
        raise Conflict("There is no file yet: PUT it to the upload_url first.")
    if job.size not in (None, found.size):
        raise TooLarge(f"The file has {found.size} bytes, {job.size} were announced.")
    require_bytes(store, quota, job.tenant, found.size, now)
    begun = {"stage": Stage.CHECKING, "size": found.size, "mark": found.mark, "work_at": now + RETRY_AFTER}
    return _saved(store, job.model_copy(update=begun))


def report(store: Store, principal: Principal, import_id: str) -> api.ImportView:
    job = _mine(store, principal, import_id)
    kept = {"import_id", "container", "user_id", "requested_at", "finished_at", "proven", "counts", "refusals", "failure"}
    return api.ImportView(**job.model_dump(include=kept), status=job.stage, lines=job.line)


def waiting(store: Store, now: datetime) -> list[Import]:
    """Imports that nobody finished in time."""
    rows = store.read(store.due(DueWork.IMPORT, now, 10), consistent=True).values()
    return [r for r in rows if isinstance(r, Import) and r.work_at is not None and r.work_at <= now]


@dataclass(frozen=True, slots=True)
class Means:
    """What an import is brought in with."""

    store: Store
    files: Files
    blobs: Blobs
    secret: str
    """With what exports are signed."""
    kept: Sequence[Embedding]
    """The models whose vectors are taken, the active one first."""
    quota: Quota = UNLIMITED
    pause: Callable[[float], object] = lambda _: None
    """Waits some seconds."""


def bring_in(means: Means, tenant: str, import_id: str, now: datetime, time_left_s: Callable[[], float]) -> Import | None:
    """The import as far as it came, finished once the index shows all of it, None where it was removed. Raises LostRace where somebody
    else is at work on it."""
    store, files = means.store, means.files
    held = _read(store, tenant, import_id)
    if held is None or held.over or held.stage is Stage.WAITING:
        return held
    job = _saved(store, held.model_copy(update={"work_at": now + RETRY_AFTER}))
    try:
        if job.stage is Stage.CHECKING:
            job = _check(store, files, means.secret, job, now, time_left_s, means.quota)
        if job.stage is Stage.RUNNING:
            job = _write(means, job, now, time_left_s)
        if job.stage is Stage.INDEXING:
            job = _shown(store, files, job, now, time_left_s, means.pause)
    except (Invalid, NotFound) as err:
        job = _saved(store, job.model_copy(update={"stage": Stage.FAILED, "work_at": None, "finished_at": now, "failure": err.detail}))
    if job.over:
        files.remove(job.file)
    return job


def _check(store: Store, files: Files, secret: str, job: Import, now: datetime, time_left_s: Callable[[], float], quota: Quota) -> Import:
    """Reads the file to its end. It is proven where its last line signs all before it."""
    chain, offset, line, said = job.chain, job.offset, job.line, job.signature
    for data in files.lines(job.file, offset, portable.MOST_LINE_BYTES, job.mark):
        if said is not None:
            chain, said = "", ""  # something stands behind the signature
        end = _end(data)
        if end is not None:
            said = end.signature
        else:
            chain = portable.chained(chain, data)
        offset, line = offset + len(data), line + 1
        if line % CHECKED_AT_ONCE == 0 and time_left_s() <= RESERVE_S:
            return _saved(store, job.model_copy(update={"chain": chain, "offset": offset, "line": line, "signature": said}))
    require_lines(store, quota, job, line, now)
    proven = portable.proven(secret, job.tenant, chain, said)
    begun = {"stage": Stage.RUNNING, "proven": proven, "chain": "", "signature": None, "offset": 0, "line": 0, "lines": line}
    begun["work_at"] = now + RETRY_AFTER
    return _saved(store, job.model_copy(update=begun))


def _end(data: bytes) -> portable.End | None:
    if b'"end"' not in data:
        return None
    try:
        found = portable.read(data)
    except Invalid:
        return None
    return found if isinstance(found, portable.End) else None


def _write(means: Means, job: Import, now: datetime, time_left_s: Callable[[], float]) -> Import:
    some: list[bytes] = []
    for data in means.files.lines(job.file, job.offset, portable.MOST_LINE_BYTES, job.mark):
        some.append(data)
        if len(some) == LINES_AT_ONCE:
            job, some = _write_some(means, job, some, now), []
            if time_left_s() <= RESERVE_S:
                return job
    return _write_some(means, job, some, now, last=True)


def _shown(
    store: Store, files: Files, job: Import, now: datetime, time_left_s: Callable[[], float], pause: Callable[[float], object]
) -> Import:
    """Goes through the file once more and waits for what the index does not show yet: what is finished is found."""
    some: list[bytes] = []
    offset = job.offset
    for data in files.lines(job.file, job.offset, portable.MOST_LINE_BYTES, job.mark):
        some.append(data)
        if len(some) < LOOKED_AT_ONCE:
            continue
        if not _caught_up(store, job, some, now, time_left_s, pause):
            return _saved(store, job.model_copy(update={"offset": offset}))
        offset, some = offset + sum(map(len, some)), []
    if not _caught_up(store, job, some, now, time_left_s, pause):
        return _saved(store, job.model_copy(update={"offset": offset}))
    pause(REFRESHED_S)
    return _saved(store, job.model_copy(update={"stage": Stage.FINISHED, "work_at": None, "finished_at": now}))


def _caught_up(
    store: Store, job: Import, lines: Sequence[bytes], now: datetime, time_left_s: Callable[[], float], pause: Callable[[float], object]
) -> bool:
    """Whether the index shows what these lines brought, before time runs out."""
    keys = []
    for data in lines:
        with suppress(Invalid):  # it was refused
            row = _row(store, job, data, now)
            keys += [row.key] if row is not None and row.projected else []
    while any(set(keys).intersection(owed.noted(store, pk)) for pk in sorted({k.pk for k in keys})):
        if time_left_s() <= RESERVE_S:
            return False
        pause(LOOK_AGAIN_S)
    return True


@dataclass(slots=True)
class _Step:
    """What some lines come to: rows by the partition that they go to, and what each line was counted as."""

    rows: list[Record] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    refusals: list[Refusal] = field(default_factory=list)

    def count(self, what: str) -> None:
        self.counts[what] = self.counts.get(what, 0) + 1

    def refuse(self, line: int, reason: str, what: str = "refused") -> None:
        self.count(what)
        self.refusals.append(Refusal(line=line, reason=reason))


def _write_some(means: Means, job: Import, lines: Sequence[bytes], now: datetime, *, last: bool = False) -> Import:
    """Decides on the lines and writes them. What the table does not take is found by halves, and its line alone is refused."""
    try:
        return _written(means, job, lines, now, last=last)
    except PoisonRecord:
        if len(lines) < 2:
            return _written(means, job, lines, now, last=last, taken=False)
    half = len(lines) // 2
    return _write_some(means, _write_some(means, job, lines[:half], now), lines[half:], now, last=last)


def _written(means: Means, job: Import, lines: Sequence[bytes], now: datetime, *, last: bool, taken: bool = True) -> Import:
    """The lines decided and written, again after another writer was first. Not `taken`: all are refused. Raises PoisonRecord."""
    store = means.store
    for _ in range(RACES):
        step = _decided(store, means.kept, job, lines, now) if taken else _untaken(job, lines)
        rows, large = _parted(step.rows)
        counts = dict(job.counts)
        for what, count in step.counts.items():
            counts[what] = counts.get(what, 0) + count
        after = job.model_copy(
            update={
                "counts": counts, "refusals": (*job.refusals, *step.refusals)[:MOST_TOLD],
                "line": job.line + len(lines), "offset": job.offset + sum(map(len, lines)), "version": job.version + 1,
            }
        )  # fmt: skip
        if last:
            after = after.model_copy(update={"stage": Stage.INDEXING, "offset": 0})
        try:
            for path, value in large.items():
                means.blobs.put(path, value)
            store.commit([Write(after, job.version), *_writes(store, rows, now)])
        except PoisonRecord:
            means.blobs.remove(list(large))
            raise
        except LostRace:
            means.blobs.remove(list(large))
            standing = _read(store, job.tenant, job.import_id)
            if standing is None or standing.version != job.version:
                raise
            continue
        return after
    raise LostRace("Too many writers on these users' knowledge.")


def _parted(rows: Sequence[Record]) -> tuple[list[Record], dict[str, bytes]]:
    """The rows as the table keeps them, and by its path what the bucket does."""
    kept, large = state_rows.parted([r for r in rows if isinstance(r, StateRow)])
    by_key = {r.key: r for r in kept}
    return [by_key.get(r.key, r) for r in rows], large


def _untaken(job: Import, lines: Sequence[bytes]) -> _Step:
    step = _Step()
    for number in range(job.line + 1, job.line + len(lines) + 1):
        step.refuse(number, "has more bytes than the table takes")
    return step


def _decided(store: Store, kept: Sequence[Embedding], job: Import, lines: Sequence[bytes], now: datetime) -> _Step:
    step = _Step()
    brought: dict[Key, tuple[int, bytes, Record]] = {}
    for number, data in enumerate(lines, job.line + 1):
        try:
            row = _row(store, job, data, now)
            if row is None:
                continue
            if row.key in brought:
                raise Invalid("its id stands in the file twice")
            brought[row.key] = number, data, portable.fitted(row, kept)
        except Invalid as err:
            step.refuse(number, err.detail)
    keys = list(brought)
    stored = store.read([*keys, *(k for row in brought.values() for k in _owner_keys(row[2]))], consistent=True)
    for key, (number, data, row) in brought.items():
        held = stored.get(key)
        if held is not None:
            if _equal(job, held, row, data):
                step.count("equal")
            else:
                step.refuse(number, ANOTHER, "conflict")
        elif any(_out_of_place(stored.get(k), row) for k in _owner_keys(row)):
            step.refuse(number, ANOTHER, "conflict")
        else:
            step.rows.append(row if job.proven else _uncited(store, row))
            step.count("written")
    return step


def _row(store: Store, job: Import, data: bytes, now: datetime) -> Record | None:
    """The row of a line, None for the first and the last. Raises Invalid for what is not taken."""
    found = portable.read(data)
    if not isinstance(found, portable.Line):
        return None
    row = portable.carried(found if job.proven else unproven.cleaned(found), job.tenant, now)
    scope = _scope(row)
    if job.container not in (None, scope.container) or not custody.reaches(job.principal, scope.container):
        raise Invalid("is of another container")
    if job.user_id not in (None, scope.user_id):
        raise Invalid("is of another user")
    return row if job.proven else unproven.taken(row, data, job.principal.actor, policy_of(store, scope, now), now)


def _equal(job: Import, held: Record, row: Record, data: bytes) -> bool:
    if not job.proven and isinstance(held, Event | Memory):
        return unproven.came_before(held, data)
    return portable.same(held, row)


def _owner_keys(row: Record) -> list[Key]:
    """The memory that an earlier version belongs to."""
    return [row.memory.key] if isinstance(row, PastVersion) else []


def _out_of_place(owner: Record | None, row: Record) -> bool:
    """Whether an earlier version would stand beside a memory that is not later, or that was purged."""
    assert isinstance(row, PastVersion)
    return isinstance(owner, Memory) and (owner.purged_at is not None or owner.version <= row.memory.version)


def _uncited(store: Store, row: Record) -> Record:
    """An unproven memory without the evidence that it borrows: what this user really said stands for nothing that is brought in."""
    if not isinstance(row, Memory):
        return row
    keys = [event_key(row.scope, e) for e in row.event_ids]
    real = {e.event_id for e in store.read(keys).values() if isinstance(e, Event) and unproven.VERDICT not in e.metadata}
    return row.model_copy(update={"event_ids": tuple(e for e in row.event_ids if e not in real)})


def _writes(store: Store, rows: Sequence[Record], now: datetime) -> list[Write | Delete]:
    """The rows, and for each owner the next state and that it has records in the container."""
    writes: list[Write | Delete] = []
    for record in rows:
        writes += [Write(record), *_of_session(record)]
    listed: dict[Key, Record] = {}
    for pk in {r.key.pk for r in rows}:
        mine = [r for r in rows if r.key.pk == pk]
        scope = _scope(mine[0])
        writes.append(_state(store, scope, mine, now))
        listed |= {r.key: r for r in members.rows(scope)}
        writes += _unfinished(store, [e for e in mine if isinstance(e, Event) and e.progress in UNFINISHED], now)
    there = store.read(list(listed), consistent=True)
    writes += [Write(row) for key, row in listed.items() if key not in there]
    return writes


def _of_session(record: Record) -> list[Write]:
    """What lists a session, or the place of an event in it."""
    if isinstance(record, Session) and record.scope.session_id:
        return [Write(Opening(scope=record.scope, opened_at=record.created_at))]
    if isinstance(record, Event) and record.scope.session_id:
        return [Write(Arrival(scope=record.scope, seq=record.seq, event_ids=(record.event_id,)))]
    return []


def _unfinished(store: Store, events: Sequence[Event], now: datetime) -> list[Write | Delete]:
    """Batches of events that were exported before they were worked off: the schedule queues them."""
    batches = {e.batch_id: Batch(scope=e.scope, batch_id=e.batch_id, event_ids=(), recorded_at=now, ttl_at=now + BATCH_TTL) for e in events}
    held = store.read([b.key for b in batches.values()], consistent=True)
    writes: list[Write | Delete] = []
    for name, fresh in batches.items():
        before = held.get(fresh.key)
        batch = before if isinstance(before, Batch) else fresh
        event_ids = (*batch.event_ids, *(e.event_id for e in events if e.batch_id == name and e.event_id not in batch.event_ids))
        after = batch.model_copy(update={"event_ids": event_ids, "retry_at": now, "version": batch.version + (before is not None)})
        writes.append(Write(after, batch.version if before is not None else None))
    return writes


def _state(store: Store, scope: Scope, rows: Sequence[Record], now: datetime) -> Write:
    """The owner's state in its next version. Its topics are remade when the import has passed by: a running one puts it off."""
    state, known = read_state(store, scope)
    if state.erasing:
        raise Unavailable("This user is being erased.", retry_after_s=10)
    memories = [m for m in rows if isinstance(m, Memory)]
    facts = [m for m in memories if m.kind is Kind.FACT]
    names = [n for s in rows if isinstance(s, Session) for n in s.speakers]
    after = state.model_copy(
        update={
            "facts": state.facts + sum(f.current for f in facts),
            "standing": standing.named(state.standing, facts),
            "speakers": tuple(dict.fromkeys([*state.speakers, *names]))[:MOST_SPEAKERS],
            "looked": looked.after_making(state, memories, brought=True),
            "version": state.version + known,
        }
    )
    if facts:
        after = with_topics_due(after, {f.scope.namespace for f in facts}, now + PATIENCE, [f.memory_id for f in facts])
    return Write(after, state.version if known else None)


def _scope(record: Record) -> Scope:
    scope = record.memory.scope if isinstance(record, PastVersion) else getattr(record, "scope", None)
    assert isinstance(scope, Scope)
    return scope


def _mine(store: Store, principal: Principal, import_id: str) -> Import:
    job = _read(store, principal.tenant, import_id)
    if job is None or not custody.may_have(principal, job):
        raise NotFound("There is no such import.")
    return job


def _read(store: Store, tenant: str, import_id: str) -> Import | None:
    key = import_key(tenant, import_id)
    row = store.read([key], consistent=True).get(key)
    return row if isinstance(row, Import) else None


def _saved(store: Store, job: Import) -> Import:
    after = job.model_copy(update={"version": job.version + 1})
    store.commit([Write(after, job.version)])
    return after
