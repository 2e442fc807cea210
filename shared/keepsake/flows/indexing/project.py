"""Keep the search index in step with the table. A row's key is the only input: what is projected is always the row as it stands now,
with its version, so repeated, late and reordered notices do no harm.

While models are changed there are two indexes, and every row goes to both (row E2). The vectors that a model has not made yet are made
here, once, and kept beside the row; where the model does not answer, the row is found by its words and its vectors follow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from keepsake import ids, telemetry
from keepsake.errors import Invalid, LostRace, ModelUnavailable, TextsRefused
from keepsake.flows.intake.batches import finish
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
    Vectors,
    VectorSet,
    batch_key,
    event_key,
    memory_key,
    vectors_key,
)
from keepsake.rules.indexing import documents

PATIENCE = timedelta(seconds=90)
"""The stream usually needs a second or two; what waits longer is picked up by the schedule."""
ASK_AGAIN = timedelta(minutes=1)
"""When a model that did not answer is asked again."""
RESERVE_S = 10
"""Seconds left at which a rebuild stops and goes on in another call."""
RACES = 5
TEXTS = 256
"""Of one request to the model; a row has at most 13."""
AT_ONCE = 100
"""Rows of one bulk write: with vectors about a megabyte."""

Rows = Mapping[ids.Key, Event | Memory]
Kept = Callable[[], Sequence[Side]]
"""Reads which indexes are kept in step, the active one first."""


def project(store: Store, kept: Kept, keys: Iterable[ids.Key], now: datetime) -> int:
    """Rows brought to every index that is kept. Raises Unavailable with every row still due."""
    wanted = list(dict.fromkeys(keys))
    return sum(_project_some(store, kept, wanted[i : i + AT_ONCE], now) for i in range(0, len(wanted), AT_ONCE))


def project_waiting(store: Store, kept: Kept, now: datetime, limit: int = 1000) -> int:
    """What the stream missed: rows that have been due for longer than PATIENCE."""
    return project(store, kept, store.behind(now - PATIENCE, limit), now)


def rebuild(store: Store, kept: Kept, after: ids.Key | None, now: datetime, time_left_s: Callable[[], float]) -> tuple[int, ids.Key | None]:
    """Brings every row of the table to new, empty indexes. Returns rows projected and where to go on when time ran out (row E2)."""
    if after is None:
        for side in kept():
            side.index.drop()
            side.index.prepare()
    count = 0
    while True:
        rows, after = store.scan(after, AT_ONCE)
        shown = searchable(rows)
        sides = kept()
        beside = show(store, sides, shown, now, at_once=_completes(shown))
        _settle(store, sides, [r for r in shown.values() if r.index_due_at is not None], beside)
        count += len(shown)
        if after is None:
            for side in kept():
                side.index.rebuilt(now)
        if after is None or time_left_s() <= RESERVE_S:
            return count, after


def embed_waiting(store: Store, kept: Kept, now: datetime, limit: int = 200) -> int:
    """Gives what waits for a model its vectors. Returns how many rows lack none any more; the others are asked for again later."""
    owing = store.read(store.due(DueWork.VECTOR, now, limit), consistent=True)
    due = [r.of for r in owing.values() if isinstance(r, Vectors) and r.due_at is not None and r.due_at <= now]
    rows = {k: r for k, r in store.read(due, consistent=True).items() if isinstance(r, Event | Memory) and not documents.gone(r)}
    for start in range(0, len(due), AT_ONCE):
        store.commit([Delete(vectors_key(k)) for k in due[start : start + AT_ONCE] if k not in rows])
    sides, done = kept(), 0
    for start in range(0, len(due), AT_ONCE):
        some = {k: rows[k] for k in due[start : start + AT_ONCE] if k in rows}
        beside = show(store, sides, some, now, owed=True)
        named = [n for k, m in some.items() if (n := _named(m, beside.get(k), sides)) is not m]
        store.put_each([Write(m, m.version) for m in named])
        done += sum(v.due_at is None for v in beside.values())
    return done


def searchable(rows: Iterable[Record]) -> dict[ids.Key, Event | Memory]:
    """The rows that have a document, or will have."""
    return {r.key: r for r in rows if isinstance(r, Event | Memory) and _has_document(r)}


def _has_document(row: Event | Memory) -> bool:
    if isinstance(row, Event):
        return row.lapsed_at is None and row.searchable and (row.progress is Progress.PROCESSED or row.index_due is not None)
    return row.kind is not Kind.OBSERVATION


def _project_some(store: Store, kept: Kept, keys: Sequence[ids.Key], now: datetime) -> int:
    """Those that change meanwhile are read again here: a failure would hold up the shard of the stream behind them."""
    count = 0
    for _ in range(RACES):
        found = store.read(keys, consistent=True)
        rows = {k: r for k, r in found.items() if isinstance(r, Event | Memory) and r.index_due_at is not None}
        rows |= _cited(store, rows)
        if not rows:
            return count
        # Asked again after the write: an index that came meanwhile takes these rows too, and its backfill, which begins later, all others.
        sides: Sequence[Side] = ()
        while _makers(fresh := kept()) != _makers(sides):
            sides, beside = fresh, show(store, fresh, rows, now, at_once=_completes(rows))
        keys = _settle(store, sides, list(rows.values()), beside)
        count += len(rows) - len(keys)
        if not keys:
            return count
    raise LostRace("Some rows changed again and again while they were projected.")


def bring(store: Store, sides: Sequence[Side], rows: Rows, now: datetime) -> None:
    """Brings rows as they were found to the index of the last of these sides, which the others' writers keep in step already. Raises
    ModelUnavailable with nothing written where the last one's model gives no vectors: to leave a model that is down, it is not needed."""
    if not rows:
        return
    previous = _previous(store, rows)
    beside = _with_vectors(store, sides, rows, previous, now, strict=True)
    index = sides[-1].index
    index.write(_documents(sides[-1], rows, previous, beside))
    standing = store.read(list(rows), consistent=True)
    # Erased since it was found: nothing else would take its document away.
    index.forget([k for k in rows if k not in standing])


def _completes(rows: Rows) -> bool:
    """Whether an event becomes processed by this, which says that it can be recalled, or somebody waits for a fact that was written as it
    was given. What follows later by itself, as a memory's vector or what upkeep changed, may take the second until the index shows it."""
    return any(
        r.progress is Progress.CHUNKED if isinstance(r, Event) else isinstance(r, Memory) and r.change.verdict == KEPT
        for r in rows.values()
    )


def _makers(sides: Sequence[Side]) -> list[Embedding]:
    return [side.made_by for side in sides]


def show(
    store: Store, sides: Sequence[Side], rows: Rows, now: datetime, *, owed: bool = False, at_once: bool = False
) -> dict[ids.Key, Vectors]:
    """Brings the rows to these indexes, where searches find them within a second or `at_once`. Returns their vectors, made where a model
    had none; `owed`: also where it failed before. A model that does not answer leaves its vectors due."""
    if not rows:
        return {}
    previous = _previous(store, rows)
    beside = _with_vectors(store, sides, rows, previous, now, owed=owed)
    for side in sides:
        side.index.prepare()
        side.index.write(_documents(side, rows, previous, beside), at_once=at_once)
    return beside


def _previous(store: Store, rows: Rows) -> dict[ids.Key, Event]:
    """The event before each event in its session, by the later one's key."""
    before = {r.key: k for r in rows.values() if isinstance(r, Event) and (k := _previous_key(r))}
    found = store.read(list(before.values()))
    return {key: e for key, k in before.items() if isinstance(e := found.get(k), Event)}


def _documents(side: Side, rows: Rows, previous: Mapping[ids.Key, Event], beside: Mapping[ids.Key, Vectors]) -> list[Document]:
    return [documents.document(row, previous.get(key), beside.get(key), side.made_by) for key, row in rows.items()]


def _with_vectors(
    store: Store,
    sides: Sequence[Side],
    rows: Rows,
    previous: Mapping[ids.Key, Event],
    now: datetime,
    *,
    owed: bool = False,
    strict: bool = False,
) -> dict[ids.Key, Vectors]:
    shown = {k: r for k, r in rows.items() if not documents.gone(r)}
    standing = _vectors(store, list(shown))
    held = {k: standing.get(k) or Vectors(of=k) for k in shown}
    after = dict(held)
    for side in sides:
        wanted = strict and side is sides[-1]
        lacking = [k for k, v in after.items() if v.by(side.made_by) is None and (owed or wanted or held[k].due_at is None)]
        made: dict[ids.Key, VectorSet] = {}
        try:
            for part in _asked_together({k: documents.texts(shown[k], previous.get(k)) for k in lacking}):
                made |= _embedded(side, part)
        except (ModelUnavailable, Invalid) as err:
            if wanted:
                raise
            telemetry.failure("vectors wait", err, rows=len(lacking) - len(made), model=side.made_by.model)
        for k, fresh in made.items():
            others = tuple(s for s in after[k].sets if s.made_by in _makers(sides))
            after[k] = after[k].model_copy(update={"sets": (*others, fresh)})
    for k, v in after.items():
        lacks = any(v.by(side.made_by) is None for side in sides)
        waits_until = held[k].due_at if not owed and held[k].due_at else now + ASK_AGAIN
        after[k] = v.model_copy(update={"due_at": waits_until if lacks else None})
    changed = [k for k, v in after.items() if v != held[k]]
    raised = {k: after[k].model_copy(update={"version": held[k].version + 1 if k in standing else 1}) for k in changed}
    lost = store.put_each([Write(raised[k], held[k].version if k in standing else None) for k in changed])
    # Another writer's words came first, and their record comes again; until then its own vectors stand.
    newer = _vectors(store, [v.of for v in raised.values() if v.key in lost])
    return held | {k: v for k, v in raised.items() if v.key not in lost} | newer


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


def _embedded(side: Side, texts: Mapping[ids.Key, Sequence[str]]) -> dict[ids.Key, VectorSet]:
    reason = ""
    try:
        made: Sequence[list[float] | None] = side.embedder.embed([t for own in texts.values() for t in own])
    except TextsRefused as err:
        made, reason = err.vectors, err.reason
    rest = iter(made)
    packed = {k: documents.pack_taken(side.made_by, [next(rest) for _ in own], reason) for k, own in texts.items()}
    if refused := sum(v.refused is not None for v in packed.values()):
        telemetry.outcome("texts refused by the model", rows=refused, model=side.made_by.model)
    return packed


def _vectors(store: Store, keys: Sequence[ids.Key]) -> dict[ids.Key, Vectors]:
    return {r.of: r for r in store.read([vectors_key(k) for k in keys], consistent=True).values() if isinstance(r, Vectors)}


def _cited(store: Store, rows: Rows) -> dict[ids.Key, Event | Memory]:
    """The memories that these events name and the index lacks: an event is processed only when they are recallable too."""
    keys = [k for e in rows.values() if isinstance(e, Event) for m in e.memory_ids if (k := memory_key(e.scope, m)) not in rows]
    found = store.read(keys, consistent=True)
    return {k: r for k, r in found.items() if isinstance(r, Memory) and r.index_due_at is not None}


def _previous_key(event: Event) -> ids.Key | None:
    return event_key(event.scope, event.previous_event_id) if event.previous_event_id else None


def _named(row: Event | Memory, vectors: Vectors | None, sides: Sequence[Side]) -> Event | Memory:
    """A memory that had no vector names the model that made it one; its version stays, since nothing was said anew."""
    made_by = sides[0].made_by
    made = vectors.by(made_by) if vectors is not None else None
    if not isinstance(row, Memory) or row.embedding is not None or made is None or made.refused is not None:
        return row
    return row.model_copy(update={"embedding": made_by})


def _settle(store: Store, sides: Sequence[Side], rows: Sequence[Event | Memory], beside: Mapping[ids.Key, Vectors]) -> list[ids.Key]:
    """Marks what the index now shows, and returns what changed meanwhile, which keeps its mark. A memory's version stays: it counts what
    callers see change."""
    shown: list[Event | Memory] = []
    for row in rows:
        if isinstance(row, Event):
            done = Progress.PROCESSED if row.progress is Progress.CHUNKED else row.progress
            shown.append(row.model_copy(update={"index_due": None, "progress": done, "version": row.version + 1}))
        else:
            shown.append(_named(row, beside.get(row.key), sides).model_copy(update={"index_due": None}))
    seen = {r.key: r.version for r in rows}
    lost = store.put_each([Write(r, seen[r.key]) for r in shown])
    if lost:
        standing = store.read(list(lost), consistent=True)
        # Erased since it was read: nothing else would take its document away.
        sides[0].index.forget([k for k in lost if k not in standing])
    keys = {batch_key(r.scope.tenant, r.batch_id) for r in shown if isinstance(r, Event) and r.key not in lost}
    for batch in store.read(list(keys), consistent=True).values():
        if isinstance(batch, Batch):
            finish(store, batch)
    return sorted(lost)
