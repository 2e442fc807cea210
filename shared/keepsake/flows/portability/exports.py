"""Export all of a user or of a container as JSON Lines (row V5): asked for, written part by part by a job that can be gone on with, read.

The file is an upload in parts that nobody sees before it is complete. The row says which rows are in its parts; what a call read and had
no whole part of lies beside for the next one, and what it had no time to keep is read again. Once the file is complete it is read through,
for the SHA-256 of it as it lies there: a sum that is begun cannot be kept in the row. An erasure removes row, upload and files, and what
is still at work then loses.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import api, ids
from keepsake.errors import LostRace, NotFound, Unavailable
from keepsake.flows import members
from keepsake.flows.knowledge import memories
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.flows.state import rows as state_rows
from keepsake.ports import Blobs, Files, Store, Write
from keepsake.records import (
    OBSERVATION_PREFIX,
    DueWork,
    Embedding,
    Event,
    Item,
    Memory,
    PastVersion,
    Place,
    Principal,
    Record,
    Scope,
    Session,
    SignalLog,
    StateRow,
    WorkingMemory,
)
from keepsake.records.portable import RETRY_AFTER, Export, Stage, export_key
from keepsake.rules.governance import custody
from keepsake.rules.portability import portable

PART_BYTES = 8 << 20
"""S3 takes parts from 5 MiB, at most 10,000 of them: 80 GB."""
ROWS_AT_ONCE = 100
RESERVE_S = 15.0
"""Seconds left at which the work goes on in another call: a part is put within."""
TOO_LARGE = "the file is too large to be read through in one call; `bytes` and `digest` hold"
URL_SECONDS = 900
"""How long an address is good for; asking again gives another."""
STRETCHES = (Memory.prefix, OBSERVATION_PREFIX, PastVersion.prefix, Event.prefix, Session.prefix, WorkingMemory.prefix, SignalLog.prefix,
             StateRow.prefix, Item.prefix)  # fmt: skip
"""A user's rows in this order: a version that is put aside meanwhile is not missed, and what memories cite comes after them."""
FEW = {StateRow.prefix: 4}
"""Rows at once of what may have 5 MB each."""


class Signed(NamedTuple):
    """With what a file is signed, the model that new vectors are of, and what is brought along from elsewhere."""

    secret: str
    embedding: Embedding
    blobs: Blobs
    """Where large rows of state lie."""


def request(store: Store, principal: Principal, asked: api.ExportRequest, now: datetime) -> Export:
    """Raises Forbidden, or Unavailable while the user is erased."""
    container = custody.container(principal, asked.container, asked.user_id)
    custody.require(principal, asked.user_id, container)
    export = Export(
        tenant=principal.tenant, export_id=ids.new_id("ex"), container=container, user_id=asked.user_id or principal.user_id,
        principal=principal, requested_at=now, work_at=now + RETRY_AFTER,
    )  # fmt: skip
    if export.user_id is not None:
        known = [c for c in members.containers(store, principal.tenant, export.user_id) if custody.reaches(principal, c)]
        export = export.model_copy(update={"containers": (container,) if container else tuple(known)})
    for scope in _scopes(export):
        if read_state(store, scope)[0].erasing:
            raise Unavailable("This user is being erased.", retry_after_s=10)
    store.commit([Write(export)])
    return export


def report(store: Store, files: Files, principal: Principal, export_id: str) -> api.ExportView:
    """Raises NotFound, also for another's."""
    export = _read(store, principal.tenant, export_id)
    if export is None or not custody.may_have(principal, export):
        raise NotFound("There is no such export.")
    done = export.stage is Stage.FINISHED
    return api.ExportView(
        **export.model_dump(
            include={"export_id", "container", "user_id", "requested_at", "finished_at", "counts", "failure", "digest", "sha256"}
        ),
        status=export.stage,
        sha256_missing=TOO_LARGE if done and export.sha256 is None else None,
        bytes=export.size,
        download_url=files.download_url(export.file, URL_SECONDS) if done else None,
        expires_at=export.gone_at,
    )


def waiting(store: Store, now: datetime) -> list[Export]:
    """Exports that nobody finished in time."""
    rows = store.read(store.due(DueWork.EXPORT, now, 10), consistent=True).values()
    return [r for r in rows if isinstance(r, Export) and r.work_at is not None and r.work_at <= now]


def export(
    store: Store, files: Files, signed: Signed, tenant: str, export_id: str, now: datetime, time_left_s: Callable[[], float]
) -> Export | None:
    """The export as far as it came, None where it was removed. Raises LostRace where somebody else is at work on it."""
    held = _read(store, tenant, export_id)
    if held is None or held.over:
        return held
    job = _saved(store, held.model_copy(update={"work_at": now + RETRY_AFTER}))
    try:
        if job.digest is not None:
            return _summed(store, files, job, now, time_left_s, whole=True)
        return _work(store, files, signed, job, now, time_left_s)
    except NotFound:
        return _again(store, files, tenant, export_id)


def _work(store: Store, files: Files, signed: Signed, job: Export, now: datetime, time_left_s: Callable[[], float]) -> Export | None:
    """Raises NotFound where the upload is gone, by an erasure or by age."""
    lines = _Lines(job)
    if job.upload_id is None:
        job, _ = _begun(store, files, job, job.file, "upload_id")
    if job.rest:
        lines.data += b"".join(files.lines(job.rest_file, 0, PART_BYTES))[: job.rest]
    elif not job.etags:
        lines.add(portable.manifest(job, signed.embedding.model_dump()))
    for rows, place in _walk(store, job):
        for row in _carried(signed.blobs, job, rows):
            lines.add_row(row)
        if place is None:
            break
        if len(lines.data) >= PART_BYTES:
            job = _put(store, files, job, lines, place)
        if time_left_s() <= RESERVE_S:
            # What held no rows is not walked again.
            return _set_aside(store, files, job, lines, place) if lines.data else _saved(store, job.model_copy(update={"place": place}))
    digest = lines.chain
    proof = portable.signature(signed.secret, job.tenant, digest)
    lines.add(portable.End(kind="end", counts=dict(lines.counts), digest=digest, signature=proof))
    # Saved only as a whole: whoever finds the upload gone begins anew.
    upload_id = job.upload_id or ""
    mark = files.put_part(job.file, upload_id, len(job.etags) + 1, bytes(lines.data))
    try:
        files.complete(job.file, upload_id, (*job.etags, mark))
    except LostRace:
        return _again(store, files, job.tenant, job.export_id)
    files.remove(job.rest_file)
    size = job.size + len(lines.data)
    done = {"digest": digest, "size": size, "rest": 0, "counts": dict(lines.counts), "etags": (), "upload_id": None}
    return _summed(store, files, _saved(store, job.model_copy(update=done)), now, time_left_s)


def _summed(store: Store, files: Files, job: Export, now: datetime, time_left_s: Callable[[], float], *, whole: bool = False) -> Export:
    """Finished with the sum of its file, or without where even a call that has its `whole` time for it ends before."""
    total, summed = hashlib.sha256(), True
    for line in files.lines(job.file, 0, job.size):
        if time_left_s() <= RESERVE_S:
            summed = False
            break
        total.update(line)
    if not summed and not whole:
        return job
    done = {"stage": Stage.FINISHED, "work_at": None, "finished_at": now, "sha256": total.hexdigest() if summed else None}
    return _saved(store, job.model_copy(update=done))


class _Lines:
    """What is not put into a part yet, the digest of all lines so far, and what they are."""

    def __init__(self, job: Export) -> None:
        self.data = bytearray()
        self.chain, self.counts = job.chain, Counter(job.counts)

    def add(self, made: portable.Manifest | portable.Line | portable.End) -> None:
        said = portable.written(made)
        self.data += said
        if not isinstance(made, portable.End):
            self.chain = portable.chained(self.chain, said)

    def add_row(self, row: Record) -> None:
        made = portable.line(row)
        if made is not None:
            self.add(made)
            self.counts[made.kind] += 1


def _put(store: Store, files: Files, job: Export, lines: _Lines, place: Place) -> Export:
    mark = files.put_part(job.file, job.upload_id or "", len(job.etags) + 1, bytes(lines.data))
    size = job.size + len(lines.data)
    done = {"etags": (*job.etags, mark), "size": size, "rest": 0, "chain": lines.chain, "counts": dict(lines.counts)}
    lines.data.clear()
    return _saved(store, job.model_copy(update=done | {"place": place}))


def _begun(store: Store, files: Files, job: Export, file: str, field: str) -> tuple[Export, str]:
    """The job with the upload that it has begun in this field, and that upload. Raises LostRace, and leaves none behind."""
    upload = files.begin(file)
    try:
        return _saved(store, job.model_copy(update={field: upload})), upload
    except LostRace:
        files.remove(file, upload)
        raise


def _set_aside(store: Store, files: Files, job: Export, lines: _Lines, place: Place) -> Export:
    """Keeps what is too short for a part. A rest of before is the beginning of this one, or in a part by now: so one that is written and
    not saved harms nothing."""
    if job.rest_upload_id:  # of a call that broke off, or is still at work: it must not write over this one
        files.remove(job.rest_file, job.rest_upload_id)
    job, upload = _begun(store, files, job, job.rest_file, "rest_upload_id")
    mark = files.put_part(job.rest_file, upload, 1, bytes(lines.data))
    files.complete(job.rest_file, upload, (mark,))
    done = {"rest": len(lines.data), "rest_upload_id": None, "chain": lines.chain, "counts": dict(lines.counts), "place": place}
    return _saved(store, job.model_copy(update=done))


def _walk(store: Store, job: Export) -> Iterator[members.Stretch]:
    """Its rows, some at a time, from where the parts end."""
    first = job.place.owner if job.place else None
    if job.user_id is None:
        owners = members.owners(store, job.tenant, job.container or "default", first)
    else:
        mine = [s.pk for s in _scopes(job)]
        owners = iter(mine[mine.index(first) :] if first else mine)
    return members.walk(store, owners, STRETCHES, job.place, ROWS_AT_ONCE, FEW)


def _carried(blobs: Blobs, job: Export, rows: Sequence[Record]) -> list[Record]:
    return [_whole(blobs, r) for r in rows if portable.kind_of(r) is not None and _seen(job.principal, r)]


def _whole(blobs: Blobs, row: Record) -> Record:
    return row.model_copy(update={"text": state_rows.text_of(blobs, row)}) if isinstance(row, StateRow) else row


def _seen(principal: Principal, row: Record) -> bool:
    """What the key sees elsewhere too; tombstones hold no word, and keep what was purged from being brought back."""
    if isinstance(row, PastVersion):
        return memories.visible(principal, row.memory)
    if isinstance(row, Memory):
        return row.purged_at is not None or memories.visible(principal, row)
    if isinstance(row, Event):
        return principal.agent_id is None or row.scope.agent_id in (None, principal.agent_id)
    return principal.agent_id is None


def _scopes(export: Export) -> list[Scope]:
    return [Scope(tenant=export.tenant, container=c, user_id=export.user_id) for c in export.containers]


def _again(store: Store, files: Files, tenant: str, export_id: str) -> Export | None:
    """The export from its beginning, without what was put. None where it was removed."""
    held = _read(store, tenant, export_id)
    if held is None or held.over:
        return held
    if held.upload_id:
        files.remove(held.file, held.upload_id)
    if held.rest_upload_id:
        files.remove(held.rest_file, held.rest_upload_id)
    return _saved(store, held.model_copy(update={name: Export.model_fields[name].get_default(call_default_factory=True) for name in BEGUN}))


BEGUN = ("upload_id", "etags", "size", "rest", "rest_upload_id", "place", "counts", "chain", "digest")
"""Fields that say how far an export is."""


def _read(store: Store, tenant: str, export_id: str) -> Export | None:
    key = export_key(tenant, export_id)
    row = store.read([key], consistent=True).get(key)
    return row if isinstance(row, Export) else None


def _saved(store: Store, job: Export) -> Export:
    after = job.model_copy(update={"version": job.version + 1})
    store.commit([Write(after, job.version)])
    return after
