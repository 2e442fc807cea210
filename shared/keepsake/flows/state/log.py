"""What clients of AgentCore Memory write to a session: entries of messages and blobs, listed again as they were written.

An entry is a row of the session's state that frames it. The words of its messages lie in events, and are accepted with the frame in one
transaction: so a frame without its events, or events without their frame, were never accepted. What became of the words shows in the list.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from keepsake import api, cursors, ids
from keepsake.errors import Conflict, KeepsakeError, NotFound, TooLarge, Unavailable
from keepsake.flows.carried import carried_size
from keepsake.flows.container_settings import policy_of
from keepsake.flows.governance import forget_event
from keepsake.flows.governance.resting import Resting
from keepsake.flows.intake import replies, retain
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.flows.sessions.opening import open_session
from keepsake.flows.state import rows
from keepsake.ports import Blobs, Delete, Queue, Store, Write
from keepsake.records import (
    DueWork,
    Event,
    Principal,
    Progress,
    Reply,
    Scope,
    StateRow,
    event_key,
    session_key,
    state_prefix,
    state_row_key,
)
from keepsake.rules.forgetting import retention
from keepsake.rules.governance import audience

ENTRIES = "0"
"""What the ids of entries begin with, and those of an application's own rows of state do not."""
MAIN = "main"
"""The branch of an entry that names none."""
TIME, ROOT, SIZE = "#at", "#root", "#size"
"""In the metadata of a frame, where no key of a client's stands: the entry's own time, the entry that its branch begins behind, and how
many bytes of an answer it takes with its words."""
OWN = frozenset({TIME, ROOT, SIZE})
MOST_READ = 1_000
"""Frames that one list looks at for those that meet a filter; the next one goes on behind them."""
AT_ONCE = 90
MOST_AT_A_MOMENT = 20
"""Entries of a session that one time of an event and one of its coming may name."""
RESERVE_S = 10.0
"""Seconds left at which work on many rows stops; who asks again goes on with it."""
POLL_S = 0.3
MOST_POLLS = 50
"""Looks at one message, 15 s: what takes longer waits for something that is down."""
Frame = Sequence[dict[str, Any]]


class Entry(NamedTuple):
    row: StateRow
    frame: Frame | None
    """None where payloads were not asked for."""
    words: dict[str, str]
    """Of its messages, by event; what was let go of or deleted is not there."""

    @property
    def at(self) -> datetime:
        return datetime.fromisoformat(self.row.metadata[TIME])

    @property
    def root(self) -> str | None:
        found = self.row.metadata.get(ROOT)
        return found if isinstance(found, str) else None

    @property
    def metadata(self) -> dict[str, Any]:
        """The client's own."""
        return {k: v for k, v in self.row.metadata.items() if k not in OWN}


class Ports(NamedTuple):
    store: Store
    blobs: Blobs
    queue: Queue


class Wanted(NamedTuple):
    """Which entries a list is asked for."""

    branch: str | None = None
    parents: bool = False
    """And those that its branch begins behind."""
    passes: Callable[[dict[str, Any]], bool] = lambda _: True
    """Of the client's metadata."""
    payloads: bool = True


class New(NamedTuple):
    """An entry as a client gives it."""

    entry_id: str
    at: datetime
    frame: Frame
    words: Sequence[str]
    """Of its messages, which the frame does not hold."""
    branch: str | None
    root: str | None
    metadata: dict[str, Any]


def framed(scope: Scope, new: New, now: datetime) -> StateRow:
    """Its row. Raises TooLarge for what one answer could not give back."""
    text = json.dumps(new.frame, ensure_ascii=False, separators=(",", ":"))
    size = carried_size(text) + sum(carried_size(words) for words in new.words)
    if size > api.MOST_CARRIED_BYTES:
        raise TooLarge(f"An event takes at most {api.MOST_CARRIED_BYTES} bytes with its quotes escaped.")
    own = {TIME: new.at.isoformat(), SIZE: size} | ({ROOT: new.root} if new.root else {})
    return StateRow(
        scope=scope, row_id=new.entry_id, branch=new.branch or MAIN, metadata=new.metadata | own, text=text, size=len(text.encode()),
        digest=ids.digest(text), logged=True, created_at=now,
    )  # fmt: skip


def claimed(store: Store, scope: Scope, token: str | None, now: datetime) -> tuple[Reply | None, str | None]:
    """Takes a client's token, or finds the entry that an earlier request made by it, whatever that one said. Raises Conflict while it is
    under way."""
    key = f"entry\n{scope.pk}\n{scope.session_id}\n{token}" if token else None
    return replies.claim(store, scope.tenant, key, ids.digest("entry"), now, scope)


def append(ports: Ports, row: StateRow, said: api.RetainRequest | None, reply: Reply | None, now: datetime) -> None:
    """The entry with its messages, or nothing of it. Raises Unavailable while the user is erased."""
    ends_at = retention.log_lapses_at(row, policy_of(ports.store, row.scope, now))
    (kept,), large = rows.parted([row.model_copy(update={"lapses_at": ends_at})])
    beside = [Write(kept), *replies.answered(reply, row.row_id)]
    try:
        for path, data in large.items():
            ports.blobs.put(path, data)
        if said is not None:
            retain.retain(ports.store, ports.queue, row.scope, said, None, now, beside=beside)
        else:
            _opened(ports.store, row.scope, now)
            ports.store.commit(beside)
    except KeepsakeError:
        with suppress(Unavailable):  # an erasure finds by its path what nobody names
            ports.blobs.remove(list(large))
        if reply is not None:
            ports.store.commit([Delete(reply.key)])
        raise


def lapse(store: Store, blobs: Blobs, now: datetime, time_left_s: Callable[[], float]) -> int:
    """Lets go of entries whose days are over, and counts them. Their messages are let go of as all events are. Safe to stop anywhere."""
    gone = 0
    while time_left_s() > RESERVE_S:
        keys = store.due(DueWork.LOG, now, AT_ONCE)
        found = [r for r in store.read(keys, consistent=True).values() if isinstance(r, StateRow) and r.lapses_at and r.lapses_at < now]
        if not found:
            break  # what is listed and gone: the index `due` follows the table
        ends = {r.key: retention.log_lapses_at(r, policy_of(store, r.scope, now)) for r in found}
        kept = [r for r in found if (at := ends[r.key]) is None or at >= now]
        store.put_each([Write(r.model_copy(update={"lapses_at": ends[r.key], "version": r.version + 1}), r.version) for r in kept])
        over = [r for r in found if r not in kept]
        rows.remove(store, blobs, over)
        gone += len(over)
    return gone


def _opened(store: Store, scope: Scope, now: datetime) -> None:
    if read_state(store, scope)[0].erasing:
        raise Unavailable("This user is being erased.", retry_after_s=10)
    if session_key(scope) not in store.read([session_key(scope)], consistent=True):
        open_session(store, scope, now)


def one(store: Store, blobs: Blobs, principal: Principal, scope: Scope, entry_id: str) -> Entry:
    """Raises NotFound."""
    key = state_row_key(scope, entry_id)
    row = store.read([key], consistent=True).get(key)
    frame = _frame(blobs, row) if isinstance(row, StateRow) else None
    if not isinstance(row, StateRow) or frame is None:
        raise NotFound("There is no such event.")
    return Entry(row, frame, _words(store, principal, scope, [frame]))


def has_entries(store: Store, scope: Scope) -> bool:
    return bool(store.query(scope.pk, state_prefix(scope) + ENTRIES, limit=1).records)


def listed(
    store: Store, blobs: Blobs, principal: Principal, scope: Scope, wanted: Wanted, limit: int, cursor: str | None
) -> tuple[list[Entry], str | None]:
    """The newest first, with where the next page starts. A page ends early where its payloads are large."""
    prefix = state_prefix(scope) + ENTRIES
    found: list[tuple[StateRow, Frame | None]] = []
    carried, before, more = 0, "", False
    line = _Line(store, wanted)
    for seen, row in enumerate(_walk(store, scope, prefix, cursors.read(scope.pk, prefix, cursor), limit), 1):
        more = seen > MOST_READ or len(found) == limit
        if not more and line.holds(row) and wanted.passes(Entry(row, None, {}).metadata):
            carried += int(row.metadata.get(SIZE, row.size)) if wanted.payloads else 0
            more = bool(found) and carried > api.MOST_CARRIED_BYTES
            if not more:
                frame = _frame(blobs, row) if wanted.payloads else None
                if frame is not None or not wanted.payloads:  # else it was deleted meanwhile
                    found.append((row, frame))
        if more:
            break
        before = row.key.sk
    words = _words(store, principal, scope, [f for _, f in found if f is not None])
    return [Entry(row, frame, words) for row, frame in found], cursors.make(scope.pk, prefix, before) if more else None


def places(store: Store, blobs: Blobs, stems: Iterable[tuple[Scope, str]], events: Collection[ids.Key]) -> dict[ids.Key, tuple[str, int]]:
    """In which entry the words of each of these events stand, and in which of its messages, of the entries whose ids begin so in these
    sessions; a stem names a moment, so it is one entry's, or few's."""
    found: dict[ids.Key, tuple[str, int]] = {}
    for scope, stem in stems:
        entries = store.query(scope.pk, state_prefix(scope) + ids.part(stem), limit=MOST_AT_A_MOMENT).records
        for row in (r for r in entries if isinstance(r, StateRow)):
            for index, item in enumerate(_frame(blobs, row) or ()):
                found |= {key: (row.row_id, index) for name in _named([[item]]) if (key := event_key(scope, name)) in events}
    return found


class _Line:
    """Which rows belong to a branch, and where that is asked for to those that it begins behind, met from the newest on."""

    def __init__(self, store: Store, wanted: Wanted) -> None:
        self._store, self._wanted = store, wanted
        self._until: dict[str, str | None] = {wanted.branch: None} if wanted.branch is not None else {}
        """The last entry of each branch that counts; None: all."""

    def holds(self, row: StateRow) -> bool:
        if self._wanted.branch is None:
            return True
        if row.branch not in self._until:
            return False
        until = self._until[row.branch]
        if until is not None and row.row_id > until:
            return False
        root = row.metadata.get(ROOT)
        if self._wanted.parents and isinstance(root, str):
            self._behind(row.scope, root)
        return True

    def _behind(self, scope: Scope, root: str) -> None:
        key = state_row_key(scope, root)
        parent = self._store.read([key]).get(key)
        if isinstance(parent, StateRow):
            self._until.setdefault(parent.branch, root)


def _walk(store: Store, scope: Scope, prefix: str, after: str | None, at_once: int) -> Iterator[StateRow]:
    while True:
        page = store.query(scope.pk, prefix, after=after, limit=at_once + 1, newest_first=True, consistent=True)
        yield from (r for r in page.records if isinstance(r, StateRow))
        after = page.after
        if after is None:
            return


def _frame(blobs: Blobs, row: StateRow) -> Frame | None:
    text = rows.text_of(blobs, row)
    return json.loads(text) if text is not None else None


def _named(frames: Sequence[Frame]) -> list[str]:
    return [name for frame in frames for item in frame for held in item.get("texts", ()) for name in held]


def _words(store: Store, principal: Principal, scope: Scope, frames: Sequence[Frame]) -> dict[str, str]:
    """What the key may see of them."""
    found = store.read([event_key(scope, name) for name in _named(frames)], consistent=True).values()
    events = [e for e in found if isinstance(e, Event)]
    return {e.event_id: e.content for e in events if e.lapsed_at is None and audience.of_key(e, principal)}


def delete(ports: Ports, entry: Entry, actor: str, now: datetime, time_left_s: Callable[[], float], pause: Callable[[float], None]) -> None:
    """The entry, its messages, and what rests on these alone. Waits for messages that are being processed. The frame goes last: asked
    again, it goes on. Raises Conflict where there is no time left for all of them."""
    scope, store = entry.row.scope, ports.store
    resting = Resting(store, scope.model_copy(update={"session_id": None, "agent_id": None}))
    for name in _named([entry.frame or []]):
        event = _settled(store, scope, name, time_left_s, pause)
        if event is not None:
            forget_event.forget(store, ports.queue, event, actor, now, resting)
    rows.delete(store, ports.blobs, scope, entry.row.row_id)


def _settled(store: Store, scope: Scope, event_id: str, time_left_s: Callable[[], float], pause: Callable[[float], None]) -> Event | None:
    """The event once it is processed; None for one that is gone."""
    key = event_key(scope, event_id)
    for _ in range(MOST_POLLS):
        event = store.read([key], consistent=True).get(key)
        if not isinstance(event, Event) or event.lapsed_at is not None:
            return None
        if time_left_s() < RESERVE_S:
            break
        if not event.extract or event.progress not in (Progress.PENDING, Progress.CHUNKED):
            return event
        pause(POLL_S)
    raise Conflict("Some of it is left, or being processed: delete it again.", retry_after_s=2)
