"""Keep the search index in step with the table. What is projected is a row with its version: as it stands now, or as the table's stream
brought it a moment ago. A later version has its own notice and the index keeps the latest, so repeated, late and reordered notices do no
harm. What is owed stays noted until it is shown: by an open batch, or by an `Owed` beside the rows.

While models are changed there are two indexes, and every row goes to both (row E2). The vectors that a model has not made yet are made
here, once, and kept in the row; where the model does not answer, the row is found by its words and its vectors follow.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from keepsake import ids, telemetry
from keepsake.errors import Invalid, ModelUnavailable, TextsRefused, Unavailable
from keepsake.flows.intake.batches import FINAL, close
from keepsake.ports import Delete, Document, Side, Store, Write
from keepsake.records import (
    KEPT,
    Batch,
    DueWork,
    Embedding,
    Event,
    Kind,
    Memory,
    Progress,
    Record,
    UserState,
    batch_key,
    event_key,
    memory_key,
)
from keepsake.records.indexing import NO_VECTORS, Owed
from keepsake.rules.indexing import documents, owing

ASK_AGAIN = timedelta(minutes=1)
"""When a model that did not answer is asked again."""
OWED_RESERVE_S = 22
"""Seconds left at which what is owed waits for the next call: a model may take 20 of them to say nothing."""
MOST_REFUSALS = 20
"""Bulks that an index may refuse in one call: seven find one row among a hundred."""
TEXTS = 256
"""Of one request to the model; a row has at most 13."""
ASKED_AT_ONCE = 19
"""Rows that wait for vectors and are taken up together: their texts are one request, and what it gave is kept."""
AT_ONCE = 100
"""Rows of one bulk write, which the index cuts by its bytes."""
FRESH = timedelta(minutes=1)
"""How old an image may be that is shown without a look at its row. An index remembers for as long what was taken out of it."""

Rows = dict[ids.Key, Event | Memory]
Kept = Callable[[], Sequence[Side]]
"""Reads which indexes are kept in step, the active one first."""


class Image(NamedTuple):
    """A row as a write left it, at most FRESH ago."""

    record: Record
    shown_by: ids.Key
    """The note that stands until the index shows it, or the place of an open batch, which no row has."""


def project(
    store: Store, kept: Kept, keys: Iterable[ids.Key], now: datetime, notes: Iterable[ids.Key] = (),
    images: Mapping[ids.Key, Image] | None = None,
) -> int:  # fmt: skip
    """Rows brought to every index that is kept; the `notes` that told of them go, and batches of which all is shown are closed. What was
    written together is shown together: the stream may bring it in several calls. Of rows that have an image, the newest, none is read.
    Raises Unavailable with everything still owed."""
    found = store.read(list(dict.fromkeys(notes)), consistent=True).values()
    told = [o for o in found if isinstance(o, Owed) and o.why == owing.NOT_SHOWN]
    wanted = list(dict.fromkeys([*keys, *(k for o in told if o.together for k in o.keys)]))
    # A note goes when what it told of is shown: an image of another write may be older than that.
    doubtful = {k for o in told for k in o.keys if images and k in images and images[k].shown_by != o.key}
    seen = {k: i.record for k, i in (images or {}).items() if k not in doubtful}
    count = sum(_project_some(store, kept, wanted[i : i + AT_ONCE], now, seen) for i in range(0, len(wanted), AT_ONCE))
    over = [Delete(o.key) for o in told if set(o.keys) <= set(wanted)]
    for start in range(0, len(over), AT_ONCE):
        store.commit(over[start : start + AT_ONCE])
    return count


def show_owed(store: Store, kept: Kept, now: datetime, time_left_s: Callable[[], float] = lambda: math.inf, limit: int = 200) -> int:
    """Takes up what the stream missed, then gives what waits for a model its vectors. Returns how many rows are owed nothing any more; the
    others are taken up again later. What is done is noted step by step, so the next call goes on behind it whatever ends this one: time,
    a model that is away, rows that the index does not take. Raises Unavailable where the index is away."""
    tick = _Tick(store, kept(), now, time_left_s)
    for work, at_once in ((DueWork.OWED, AT_ONCE), (DueWork.VECTORS, ASKED_AT_ONCE)):
        due = store.read(store.due(work, now, limit), consistent=True).values()
        for part in _parts([r for r in due if isinstance(r, Owed) and r.due_at <= now], at_once):
            if tick.ended or (work is DueWork.VECTORS and tick.silent.issuperset(_makers(tick.sides))):
                break
            tick.take_up(part, at_once)
    return tick.done


def _parts(noted: Iterable[Owed], at_once: int) -> Iterator[list[Owed]]:
    """Notes that name no more rows than are shown at once, or a single one."""
    part: list[Owed] = []
    for owed in sorted(noted, key=lambda o: o.due_at):
        if part and sum(len(o.keys) for o in [*part, owed]) > at_once:
            yield part
            part = []
        part.append(owed)
    if part:
        yield part


class _Tick:
    """One taking up of what is owed."""

    def __init__(self, store: Store, sides: Sequence[Side], now: datetime, time_left_s: Callable[[], float]) -> None:
        self.store, self.sides, self.now, self.time_left_s = store, sides, now, time_left_s
        self.done = self.refusals = 0
        self.silent: set[Embedding] = set()
        """Models that gave nothing this time, and are not waited for again."""

    @property
    def ended(self) -> bool:
        return self.refusals >= MOST_REFUSALS or self.time_left_s() <= OWED_RESERVE_S

    def take_up(self, noted: Sequence[Owed], at_once: int) -> None:
        keys = list(dict.fromkeys(k for o in noted for k in o.keys))
        unshown = {k for o in noted if o.why != NO_VECTORS for k in o.keys}
        left: set[ids.Key] = set()
        refused: set[ids.Key] = set()
        for start in range(0, len(keys), at_once):
            some = keys[start : start + at_once]
            if start and self.ended:
                left.update(keys[start:])
                refused.update(k for k in keys[start:] if k in unshown)
                break
            lacking, untaken = self._show(some, unshown)
            left |= lacking
            refused |= untaken
        told = [o.model_copy(update={"keys": tuple(k for k in o.keys if k in left | refused)}) for o in noted]
        later = [self._later(o, refused) for o in told if o.keys]
        self.store.put_each([Write(o, o.version - 1) for o in later])
        over = [Delete(o.key) for o in told if not o.keys]
        for start in range(0, len(over), AT_ONCE):
            self.store.commit(over[start : start + AT_ONCE])

    def _later(self, owed: Owed, refused: set[ids.Key]) -> Owed:
        """The note as it waits for its next turn: ever longer for what the index did not take, since nothing about that changes soon."""
        untaken = not refused.isdisjoint(owed.keys)
        pause = min(ASK_AGAIN * 2 ** min(owed.version - 1, 10), owing.LONGEST_PAUSE) if untaken else ASK_AGAIN
        why = owed.why if untaken else NO_VECTORS
        due = {"due_at": self.now + pause, "first_due_at": owed.since}
        return owed.model_copy(update={"why": why, "version": owed.version + 1, **due})

    def _show(self, keys: Sequence[ids.Key], unshown: set[ids.Key]) -> tuple[set[ids.Key], set[ids.Key]]:
        """Those that lack vectors still, and those that an index did not take. What lacks nothing but vectors is there already."""
        rows = _to_show(self.store.read(keys, consistent=True).values())
        if not rows:
            return set(), set()
        previous = _previous(self.store, rows)
        shown = _with_vectors(self.store, [s for s in self.sides if s.made_by not in self.silent], rows, previous, kept=self.sides)
        refused: set[ids.Key] = set()
        for side in self.sides:
            late = set(_lacking([side], shown, previous))
            if late and len(late) == len(_lacking([side], rows, previous)):
                self.silent.add(side.made_by)
            refused |= self._written(side, {k: r for k, r in shown.items() if k in unshown or k not in late}, previous)
        forget_erased(self.store, self.sides, shown, self.now)
        lacking = set(_lacking(self.sides, shown, previous))
        self.done += len(shown.keys() - lacking - refused)
        return lacking, refused

    def _written(self, side: Side, rows: Rows, previous: Mapping[ids.Key, Event]) -> set[ids.Key]:
        """Rows that the index did not take, found by halves: one of them holds up no other. Raises Unavailable where it is away."""
        try:
            _write([side], rows, previous)
        except (Invalid, Unavailable) as err:
            side.index.prepare()
            self.refusals += 1
            if len(rows) == 1 or self.ended:
                telemetry.failure("rows that the index does not take", err, rows=len(rows))
                return set(rows)
            keys = sorted(rows)
            halves = (keys[: len(keys) // 2], keys[len(keys) // 2 :])
            return {k for half in halves for k in self._written(side, {k: rows[k] for k in half}, previous)}
        return set()


def lacking(store: Store, keys: Sequence[ids.Key], made_by: Embedding) -> int:
    """Of these rows, those of which that model has made no vectors."""
    rows = searchable(store.read(keys, consistent=True).values())
    previous = _previous(store, rows)
    return sum(not documents.gone(r) and documents.made(r, previous.get(k), made_by) is None for k, r in rows.items())


def searchable(rows: Iterable[Record]) -> dict[ids.Key, Event | Memory]:
    """The rows that have a document."""
    return {k: r for k, r in _to_show(rows).items() if not isinstance(r, Event) or r.lapsed_at is None}


def _to_show(rows: Iterable[Record]) -> Rows:
    """Those that have a document, or had one: of what is gone only a tombstone is shown."""
    return {r.key: r for r in rows if (isinstance(r, Event) and _read(r)) or (isinstance(r, Memory) and r.kind is not Kind.OBSERVATION)}


def _read(event: Event) -> bool:
    return event.lapsed_at is not None or (event.searchable and event.progress is Progress.PROCESSED)


def _project_some(store: Store, kept: Kept, keys: Sequence[ids.Key], now: datetime, seen: Mapping[ids.Key, Record]) -> int:
    """A row that changes meanwhile comes again by its own notice."""
    found = {k: seen[k] for k in keys if k in seen}
    found |= store.read([k for k in keys if k not in found], consistent=True)
    opened = _open_batches(store, found.values())
    beside = [event_key(b.scope, e) for b in opened for e in b.event_ids]
    found |= store.read([k for k in beside if k not in found], consistent=True)
    waiting = {b.batch_id for b in opened}
    fresh = [e for e in found.values() if isinstance(e, Event) and e.batch_id in waiting and _read(e)]
    # An event is processed only when the memories are recallable too that its batch made.
    named = [k for e in fresh for m in (*e.memory_ids, *e.changed_ids) if (k := memory_key(e.scope, m)) not in found]
    found |= {k: seen[k] for k in named if k in seen}
    found |= store.read([k for k in named if k not in found], consistent=True)
    rows = _to_show(found.values())
    if rows:
        # Asked again after the write: an index that came meanwhile takes these rows too, and its backfill, which begins later, all others.
        sides: Sequence[Side] = ()
        again: Sequence[Side] = ()
        try:
            while _makers(again := kept()) != _makers(sides):
                sides, rows = again, show(store, again, rows, now, at_once=bool(fresh) or _kept(rows))
        except Unavailable:
            # Some may be there now, also of a user who was erased meanwhile: no further try would see their rows.
            if again:
                forget_erased(store, again, rows, now - FRESH)
            raise
    standing = set()
    for batch in opened:
        events = [found.get(event_key(batch.scope, e)) for e in batch.event_ids]
        if all(not isinstance(e, Event) or e.progress in FINAL for e in events):
            brought = [e for e in events if isinstance(e, Event)]
            made = (found.get(memory_key(e.scope, m)) for e in brought for m in e.memory_ids)
            if close(store, batch, [m for m in made if isinstance(m, Memory)]):
                standing.add(batch.key.pk)
    if rows:
        forget_erased(store, sides, {k: r for k, r in rows.items() if k.pk not in standing}, now - FRESH if seen else now)
    return len(rows)


def _open_batches(store: Store, rows: Iterable[Record]) -> list[Batch]:
    """Of the events among these rows, as they stood a second ago: whoever closes one finds out whether it is open still."""
    found = store.read(list({batch_key(e.scope, e.batch_id) for e in rows if isinstance(e, Event)}))
    return [b for b in found.values() if isinstance(b, Batch) and b.retry_at is not None]


def forget_erased(store: Store, sides: Sequence[Side], rows: Rows, began_at: datetime) -> None:
    """An erasure that came since then has looked for documents before these were there: nothing else would take them away. Where a batch
    was closed after the documents were there, none has come so far: it takes its user's batches away before it looks for documents the
    last time."""
    states = store.read([ids.Key(pk, UserState.prefix) for pk in sorted({k.pk for k in rows})], consistent=True).values()
    erased = {s.key.pk for s in states if isinstance(s, UserState) and (s.erasing or (s.erased_at is not None and s.erased_at >= began_at))}
    if mine := [k for k in rows if k.pk in erased]:
        standing = store.read(mine, consistent=True)
        sides[0].index.forget([k for k in mine if k not in standing])


def bring(store: Store, sides: Sequence[Side], rows: Rows, now: datetime) -> None:
    """Brings rows as they were found to the index of the last of these sides, which the others' writers keep in step already. Raises
    ModelUnavailable with nothing written where the last one's model gives no vectors: to leave a model that is down, it is not needed."""
    if not rows:
        return
    previous = _previous(store, rows)
    shown = _with_vectors(store, sides, rows, previous, strict=True)
    _note(store, sides, shown, previous, now)
    index = sides[-1].index
    index.write(_documents(sides[-1], shown, previous))
    standing = store.read(list(rows), consistent=True)
    # Erased since it was found: nothing else would take its document away.
    index.forget([k for k in rows if k not in standing])


def _kept(rows: Rows) -> bool:
    """Whether somebody waits for a fact that was written as it was given. What upkeep changed may take the second until the index shows
    it, as it follows by itself."""
    return any(isinstance(r, Memory) and r.change.verdict == KEPT for r in rows.values())


def _makers(sides: Sequence[Side]) -> list[Embedding]:
    return [side.made_by for side in sides]


def show(store: Store, sides: Sequence[Side], rows: Rows, now: datetime, *, at_once: bool = False) -> Rows:
    """Brings the rows to these indexes, where searches find them within a second or `at_once`. Returns them with their vectors, made where
    a model had none; those of a model that does not answer are noted as owed."""
    if not rows:
        return {}
    previous = _previous(store, rows)
    shown = _with_vectors(store, sides, rows, previous)
    _note(store, sides, shown, previous, now)
    _write(sides, shown, previous, at_once=at_once)
    return shown


def _write(sides: Sequence[Side], rows: Rows, previous: Mapping[ids.Key, Event], *, at_once: bool = False) -> None:
    for side in sides:
        side.index.prepare()
        made = _documents(side, rows, previous)
        for start in range(0, len(made), AT_ONCE):
            side.index.write(made[start : start + AT_ONCE], at_once=at_once)


def _previous(store: Store, rows: Rows) -> dict[ids.Key, Event]:
    """The event before each event in its session, by the later one's key."""
    before = {r.key: k for r in rows.values() if isinstance(r, Event) and (k := _previous_key(r))}
    found = {**store.read([k for k in before.values() if k not in rows]), **rows}
    return {key: e for key, k in before.items() if isinstance(e := found.get(k), Event)}


def _documents(side: Side, rows: Rows, previous: Mapping[ids.Key, Event]) -> list[Document]:
    return [documents.document(row, previous.get(key), side.made_by) for key, row in rows.items()]


def _with_vectors(
    store: Store, sides: Sequence[Side], rows: Rows, previous: Mapping[ids.Key, Event], *, strict: bool = False,
    kept: Sequence[Side] | None = None,
) -> dict[ids.Key, Event | Memory]:  # fmt: skip
    """The rows with the vectors that could be made, stored. A row that another writer changed meanwhile is as it was found: it comes
    again. `strict`: raises what the last side's model does. `kept` are all sides, where not each of their models is asked."""
    kept = kept or sides
    after = dict(rows)
    for side in sides:
        owing = _lacking([side], after, previous)
        try:
            for part in _asked_together({k: documents.texts(after[k], previous.get(k)) for k in owing}):
                for k, (vectors, reason) in _embedded(side, part).items():
                    after[k] = _named(documents.with_taken(after[k], side.made_by, vectors, reason, previous.get(k)), kept)
        except (ModelUnavailable, Invalid) as err:
            if strict and side is sides[-1]:
                raise
            telemetry.failure("vectors wait", err, rows=len(_lacking([side], after, previous)), model=side.made_by.model)
    made = {k: _added(r, kept) for k, r in after.items() if r is not rows[k]}
    lost = store.put_each([Write(r, rows[k].version, rows[k].embedded) for k, r in made.items()])
    return {**rows, **{k: r for k, r in made.items() if k not in lost}}


def _added(row: Event | Memory, sides: Sequence[Side]) -> Event | Memory:
    """The row as it is stored with new vectors: without those of a model that is not kept in step any more."""
    sets = tuple(s for s in row.vectors if s.made_by in _makers(sides))
    return row.model_copy(update={"vectors": sets, "embedded": row.embedded + 1})


def _lacking(sides: Sequence[Side], rows: Rows, previous: Mapping[ids.Key, Event]) -> list[ids.Key]:
    """Those for which one of these models has made no vectors."""
    return [
        k
        for k, r in rows.items()
        if not documents.gone(r) and not {s.made_by for s in documents.standing(r, previous.get(k))}.issuperset(_makers(sides))
    ]


def _note(store: Store, sides: Sequence[Side], rows: Rows, previous: Mapping[ids.Key, Event], now: datetime) -> None:
    """Notes what a model still owes in the rows' own partition, once for each version of them."""
    owners: dict[str, list[ids.Key]] = {}
    for key in _lacking(sides, rows, previous):
        owners.setdefault(key.pk, []).append(key)
    owed = []
    for pk, keys in owners.items():
        named = ids.digest("\n".join(sorted(f"{k.sk} {rows[k].version}" for k in keys)))[:16]
        owed.append(Owed(pk=pk, owed_id=named, keys=tuple(sorted(keys)), why=NO_VECTORS, due_at=now + ASK_AGAIN))
    store.put_each([Write(o) for o in owed])


def _asked_together(texts: Mapping[ids.Key, Sequence[str]]) -> Iterator[dict[ids.Key, Sequence[str]]]:
    """The texts of one request each: of one tenant, whose texts alone can be why it is refused, and few enough that what was made
    before the model gave up is kept."""
    part: dict[ids.Key, Sequence[str]] = {}
    for key in sorted(texts):
        if part and (ids.tenant_of(next(iter(part))) != ids.tenant_of(key) or sum(map(len, part.values())) + len(texts[key]) > TEXTS):
            yield part
            part = {}
        part[key] = texts[key]
    if part:
        yield part


def _embedded(side: Side, texts: Mapping[ids.Key, Sequence[str]]) -> dict[ids.Key, tuple[list[list[float] | None], str]]:
    """What the model made of each row's texts, and why there is nothing where it refused one."""
    reason = ""
    try:
        made: Sequence[list[float] | None] = side.embedder.embed([t for own in texts.values() for t in own])
    except TextsRefused as err:
        made, reason = err.vectors, err.reason
    rest = iter(made)
    taken = {k: [next(rest) for _ in own] for k, own in texts.items()}
    if refused := sum(vectors[0] is None for vectors in taken.values()):
        telemetry.outcome("texts refused by the model", rows=refused, model=side.made_by.model)
    return {k: (vectors, reason) for k, vectors in taken.items()}


def _previous_key(event: Event) -> ids.Key | None:
    return event_key(event.scope, event.previous_event_id) if event.previous_event_id else None


def _named(row: Event | Memory, sides: Sequence[Side]) -> Event | Memory:
    """A memory that had no vector names the model that made it one."""
    active = sides[0].made_by
    if isinstance(row, Memory) and row.embedding is None and documents.vector(row, active):
        return row.model_copy(update={"embedding": active})
    return row
