"""A store for one piece of work, whose new rows do not outlive an erasure of their user that came meanwhile (row V4).

Most writes need no fence: a row's next version and whatever is in a transaction with the user's state lose to an erasure, which
removes the one and replaces the other. New rows that are put singly have no condition that could fail: they are looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.errors import LostRace
from keepsake.ids import Key
from keepsake.ports import Delete, Page, Store, Write
from keepsake.records import DueWork, Record, UserState

AT_ONCE = 90


class Fenced:
    """A `Store` whose `put_each` and `commit` raise LostRace, with their new rows removed, where the user was erased after `began_at`."""

    def __init__(self, store: Store, began_at: datetime) -> None:
        self._store, self._began_at = store, began_at

    def put_each(self, writes: Sequence[Write]) -> set[Key]:
        lost = self._store.put_each(writes)
        self._look_again([w for w in writes if w.record.key not in lost])
        return lost

    def commit(self, writes: Sequence[Write | Delete]) -> None:
        self._store.commit(writes)
        puts = [w for w in writes if isinstance(w, Write)]
        if not any(isinstance(w.record, UserState) for w in puts):
            self._look_again(puts)

    def _look_again(self, writes: Sequence[Write]) -> None:
        fresh = [w.record.key for w in writes if "#U#" in w.record.key.pk and (w.expected is None or w.record.immutable)]
        marks = self._store.read([Key(pk, UserState.prefix) for pk in {k.pk for k in fresh}], consistent=True)
        erased = {k.pk for k, s in marks.items() if isinstance(s, UserState) and s.erased_at and s.erased_at >= self._began_at}
        gone = [Delete(k) for k in fresh if k.pk in erased]
        for start in range(0, len(gone), AT_ONCE):
            self._store.commit(gone[start : start + AT_ONCE])
        if gone:
            raise LostRace("The user was erased meanwhile.")

    def read(self, keys: Sequence[Key], *, consistent: bool = False) -> dict[Key, Record]:
        return self._store.read(keys, consistent=consistent)

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
        return self._store.query(pk, prefix, after=after, limit=limit, newest_first=newest_first, consistent=consistent)

    def find(self, tenant: str, record_id: str) -> list[Key]:
        return self._store.find(tenant, record_id)

    def due(self, work: DueWork, before: datetime, limit: int, within: str = "") -> list[Key]:
        return self._store.due(work, before, limit, within)

    def scan(self, after: Key | None, limit: int) -> tuple[list[Record], Key | None]:
        return self._store.scan(after, limit)

    def behind(self, before: datetime, limit: int) -> list[Key]:
        return self._store.behind(before, limit)
