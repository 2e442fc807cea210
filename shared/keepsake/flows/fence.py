"""A store for one piece of work, whose new rows do not outlive an erasure of their user that came meanwhile (row V4).

Most writes need no fence: a row's next version and whatever is in a transaction with the user's state lose to an erasure, which
removes the one and replaces the other. New rows that are put singly have no condition that could fail: they are looked at afterwards.
Where the state's next version follows them (`Write.ordered`), that is the look: an erasure replaces the state before it removes anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake import ids
from keepsake.changes import ChangePart
from keepsake.errors import KeepsakeError, LostRace
from keepsake.ids import Key
from keepsake.ports import Delete, Listed, ListPlace, Page, Store, Write
from keepsake.records import DueWork, Home, Membership, Record, Resident, Scope, Trace, UserState
from keepsake.rules.indexing import owing

AT_ONCE = 90


def owners(record: Record) -> set[str]:
    """Partitions of the users that a row tells of, wherever it lies itself."""
    if isinstance(record, Membership | Resident | Home | Trace):
        return {ids.user_pk(record.tenant, record.container, record.user_id)}
    if isinstance(record, ChangePart):
        return {c.key.pk for c in record.changes}
    scope = getattr(record, "scope", None)
    if isinstance(scope, Scope):
        return {scope.pk}
    return {record.key.pk} if "#U#" in record.key.pk else set()


def _fresh(write: Write) -> bool:
    """It makes a row, or has no condition."""
    return write.expected is None or write.record.immutable


def unfenced(store: Store) -> Store:
    """The store behind any fences."""
    while isinstance(store, Fenced):
        store = store.behind_fence
    return store


class Fenced:
    """A `Store` whose `put_each` and `commit` raise LostRace, with their new rows removed, where the user is being erased, or an erasure
    ended after `began_at`."""

    def __init__(self, store: Store, began_at: datetime) -> None:
        self.behind_fence, self._began_at = store, began_at
        self._ordered: list[Write] = []
        """New rows that were put, and which the state's next version has to follow."""

    def put_each(self, writes: Sequence[Write]) -> set[Key]:
        notes, named = owing.noted(writes, together=False)
        self.behind_fence.put_each(notes)
        rows = [w for w in named if isinstance(w, Write)]
        lost = self.behind_fence.put_each(rows)
        put = [*notes, *(w for w in rows if w.record.key not in lost)]
        if not lost:  # who loses one may go no further
            self._ordered += [w for w in put if w.ordered and _fresh(w)]
        erased = self._erased([w for w in put if lost or not w.ordered])
        self._take_back([w for w in put if _fresh(w) and owners(w.record) & erased])
        return lost

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        """A transaction is taken back as a whole, as far as it made rows."""
        notes, named = owing.noted(writes)
        put = [w for w in [*named, *notes] if isinstance(w, Write)]
        states = {w.record.key.pk: w.record for w in put if isinstance(w.record, UserState)}
        before = [w for w in self._ordered if w.record.key.pk in states]
        self._ordered = [w for w in self._ordered if w.record.key.pk not in states]
        # What was decided on a state that was read when the user was erased already.
        self._take_back([w for w in before if self._lost(states[w.record.key.pk])])
        try:
            self.behind_fence.commit([*named, *notes])
        except KeepsakeError:
            erased = self._erased(before)
            self._take_back([w for w in before if w.record.key.pk in erased])
            raise
        if not states and self._erased(put):
            self._take_back([w for w in put if _fresh(w)])

    def _erased(self, writes: Sequence[Write]) -> set[str]:
        """Partitions of fresh rows whose user is erased now, or was since the work began."""
        pks = {pk for w in writes if _fresh(w) for pk in owners(w.record)}
        marks = self.behind_fence.read([Key(pk, UserState.prefix) for pk in sorted(pks)], consistent=True)
        return {k.pk for k, s in marks.items() if isinstance(s, UserState) and self._lost(s)}

    def _lost(self, state: UserState) -> bool:
        return state.erasing or (state.erased_at is not None and state.erased_at >= self._began_at)

    def _take_back(self, writes: Sequence[Write]) -> None:
        gone = [Delete(w.record.key) for w in writes]
        for start in range(0, len(gone), AT_ONCE):
            self.behind_fence.commit(gone[start : start + AT_ONCE])
        if gone:
            raise LostRace("The user was erased meanwhile.")

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        return self.behind_fence.read(keys, consistent=consistent)

    def query(
        self,
        pk: str,
        prefix: str,
        *,
        after: str | None = None,
        limit: int | None = None,
        newest_first: bool = False,
        consistent: bool = False,
    ) -> Page:
        return self.behind_fence.query(pk, prefix, after=after, limit=limit, newest_first=newest_first, consistent=consistent)

    def find(self, tenant: str, record_id: str, within: str = "") -> list[Key]:
        return self.behind_fence.find(tenant, record_id, within)

    def due(self, work: DueWork, before: datetime, limit: int, tenant: str = "", within: str = "") -> list[Key]:
        return self.behind_fence.due(work, before, limit, tenant, within)

    def listed(self, work: DueWork, within: str, after: ListPlace | None, limit: int) -> list[Listed]:
        return self.behind_fence.listed(work, within, after, limit)

    def scan(self, after: Key | None, limit: int) -> tuple[list[Record], Key | None]:
        return self.behind_fence.scan(after, limit)
