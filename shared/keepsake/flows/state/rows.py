"""The state of a session: rows of JSON that an application appends and reads back byte for byte. Large ones lie in the bucket.

A value goes to the bucket before its row is written, and leaves it before its row does: so a row that is there has its value, and what
was deleted is gone, whatever dies in between.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any

from keepsake import api, cursors, ids
from keepsake.errors import KeepsakeError, LostRace, NotFound, TooLarge, Unavailable
from keepsake.flows.carried import carried_size
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.flows.sessions.opening import open_session
from keepsake.ports import Blobs, Delete, Store, Write
from keepsake.records import INLINE_BYTES, Scope, StateRow, session_key, state_prefix, state_row_key

AT_ONCE = 90
MOST_READ = 1_000
"""Rows that one list looks at for those of a branch; the next one goes on behind them."""
RESERVE_S = 8.0
"""Seconds left at which clearing stops; whoever asked asks again."""


def append(store: Store, blobs: Blobs, scope: Scope, request: api.StateRequest, now: datetime) -> api.StateAppended:
    """All rows or none. Raises TooLarge, and Unavailable while the user is erased."""
    if read_state(store, scope)[0].erasing:
        raise Unavailable("This user is being erased.", retry_after_s=10)
    if session_key(scope) not in store.read([session_key(scope)], consistent=True):
        open_session(store, scope, now)
    made = [_row(scope, given, number, now) for number, given in enumerate(request.given)]
    _require_fit(made)
    rows, large = parted([row.model_copy(update={"text": text}) for row, text in made])
    try:
        for path, data in large.items():
            blobs.put(path, data)
        store.commit([Write(r) for r in rows])
    except KeepsakeError:
        with suppress(Unavailable):  # an erasure finds by its path what nobody names
            blobs.remove(list(large))
        raise
    return api.StateAppended(rows=tuple(_view(r, None) for r in rows))


def parted(whole: Sequence[StateRow]) -> tuple[list[StateRow], dict[str, bytes]]:
    """The rows as the table keeps them, and by its path what the bucket does."""
    rows, large = [], {}
    for row in whole:
        packed = zlib.compress((row.text or "").encode())
        if len(packed) > INLINE_BYTES:
            large[row.path] = packed
            rows.append(row.model_copy(update={"text": None}))
        else:
            rows.append(row)
    return rows, large


def _row(scope: Scope, given: api.StateInput, number: int, now: datetime) -> tuple[StateRow, str]:
    text = json.dumps(given.data, ensure_ascii=False, separators=(",", ":"))
    row_id = ids.ordered_id("st", number)
    row = StateRow(
        scope=scope, row_id=row_id, branch=given.branch, metadata=given.metadata, size=len(text.encode()), digest=ids.digest(text),
        created_at=now,
    )  # fmt: skip
    return row, text


def _require_fit(made: Sequence[tuple[StateRow, str]]) -> None:
    if any(row.size > api.MOST_STATE_BYTES for row, _ in made):
        raise TooLarge(f"A row takes at most {api.MOST_STATE_BYTES} bytes of JSON.")
    if sum(carried_size(text) for _, text in made) > api.MOST_CARRIED_BYTES:
        raise TooLarge(f"The rows of one request take at most {api.MOST_CARRIED_BYTES} bytes with their quotes escaped.")
    if any(len(json.dumps(row.metadata)) > INLINE_BYTES for row, _ in made):
        raise TooLarge(f"The metadata of a row takes at most {INLINE_BYTES} bytes.")


def listed(store: Store, blobs: Blobs, scope: Scope, query: api.StateQuery) -> api.StateList:
    """The newest first. A session that nobody wrote to has none."""
    prefix = state_prefix(scope)
    found: list[api.StateView] = []
    carried, before = 0, ""
    for seen, row in enumerate(_walk(store, scope, cursors.read(scope.pk, prefix, query.cursor), query.limit), 1):
        if seen > MOST_READ:
            return api.StateList(rows=tuple(found), next_cursor=cursors.make(scope.pk, prefix, before))
        before = row.key.sk
        if query.branch not in (None, row.branch):
            continue
        text = text_of(blobs, row) if query.include_data else None
        if query.include_data and text is None:
            continue  # deleted meanwhile
        carried += carried_size(text) if text is not None else 0
        if len(found) == query.limit or (found and carried > api.MOST_CARRIED_BYTES):
            last = state_row_key(scope, found[-1].row_id).sk
            return api.StateList(rows=tuple(found), next_cursor=cursors.make(scope.pk, prefix, last))
        found.append(_view(row, text))
    return api.StateList(rows=tuple(found))


def _walk(store: Store, scope: Scope, after: str | None, at_once: int) -> Iterator[StateRow]:
    while True:
        page = store.query(scope.pk, state_prefix(scope), after=after, limit=at_once + 1, newest_first=True, consistent=True)
        yield from (r for r in page.records if isinstance(r, StateRow))
        after = page.after
        if after is None:
            return


def text_of(blobs: Blobs, row: StateRow) -> str | None:
    """Its JSON, wherever it lies; None where it was deleted meanwhile."""
    if row.text is not None:
        return row.text
    try:
        return zlib.decompress(blobs.get(row.path)).decode()
    except NotFound:
        return None


def _view(row: StateRow, text: str | None) -> api.StateView:
    data: Any = json.loads(text) if text is not None else None
    return api.StateView(
        row_id=row.row_id, session_id=row.scope.session_id or "", branch=row.branch, metadata=row.metadata, data=data, size=row.size,
        created_at=row.created_at,
    )  # fmt: skip


def delete(store: Store, blobs: Blobs, scope: Scope, row_id: str) -> None:
    """Raises NotFound, to all but one of several who delete it at once."""
    key = state_row_key(scope, row_id)
    row = store.read([key], consistent=True).get(key)
    if not isinstance(row, StateRow):
        raise NotFound("There is no such row.")
    if row.text is None:
        blobs.remove([row.path])
    try:
        store.commit([Delete(key, present=True)])
    except LostRace as err:
        raise NotFound("There is no such row.") from err


def clear(store: Store, blobs: Blobs, scope: Scope, branch: str | None, time_left_s: Callable[[], float]) -> None:
    """Every row, or those of a branch. Raises Unavailable where there are more than there is time for: ask again."""
    some: list[StateRow] = []
    for row in _walk(store, scope, None, AT_ONCE):
        if branch in (None, row.branch):
            some.append(row)
        if len(some) == AT_ONCE:
            remove(store, blobs, some)
            some = []
            if time_left_s() <= RESERVE_S:
                raise Unavailable("Some rows are left: send the request again.")
    remove(store, blobs, some)


def remove(store: Store, blobs: Blobs, rows: Sequence[StateRow]) -> None:
    """At most 100, the values first."""
    if large := [r.path for r in rows if r.text is None]:
        blobs.remove(large)
    store.commit([Delete(r.key) for r in rows])
