"""What the index owes: a row that it has to show is written with a note of that in its own partition, which stands until it is shown. So
nothing that is written is missed, whatever becomes of the table's stream, and no row is written again only to say that it was shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from keepsake import ids
from keepsake.ports import Delete, Write
from keepsake.records.indexing import Owed

PATIENCE = timedelta(seconds=90)
"""The stream usually needs a second or two; what waits longer is taken up by the schedule."""
LONGEST_PAUSE = timedelta(hours=1)
"""Before what an index refused is shown to it again; no note is due later than that."""
SHOWN_BY = "shown_by"
"""The attribute of a row by which the stream knows that the index has to show it; it names the note, or says that a batch is open."""
WITH_BATCH = "BATCH"
"""The row is of an open batch, which stands until the index shows it."""
NOT_SHOWN = "index"
"""Why a row is owed something: the index does not show it yet."""


def noted(writes: Sequence[Write | Delete], *, together: bool = True) -> tuple[list[Write], list[Write | Delete]]:
    """The notes, one for each partition, and the writes with the note that each goes by. What names its own is left as it is. `together`
    tells whether all are written in one transaction."""
    owners: dict[str, list[Write]] = {}
    for write in writes:
        if isinstance(write, Write) and write.record.index_due_at is not None and write.shown_by is None:
            owners.setdefault(write.record.key.pk, []).append(write)
    notes = {pk: _note(pk, some, together) for pk, some in owners.items()}
    named = [
        replace(w, shown_by=notes[w.record.key.pk].key.sk)
        if isinstance(w, Write) and w.record.index_due_at is not None and w.shown_by is None
        else w
        for w in writes
    ]
    return [Write(o) for o in notes.values()], named


def _note(pk: str, writes: Sequence[Write], together: bool) -> Owed:
    records = sorted((w.record for w in writes), key=lambda r: r.key)
    at = min(r.index_due_at for r in records if r.index_due_at is not None)
    versions = "\n".join(f"{r.key.sk} {r.version} {at.isoformat()}" for r in records)
    keys = tuple(r.key for r in records)
    return Owed(pk=pk, owed_id=ids.digest(versions)[:16], keys=keys, why=NOT_SHOWN, together=together, due_at=at + PATIENCE)
