"""All rows of a kind that an owner has, a page at a time: at once they may be more than a function holds."""

from __future__ import annotations

from collections.abc import Iterator

from keepsake.ports import Store
from keepsake.records import Record

AT_ONCE = 500
"""Rows of a page; of memories about 3 MB as records."""


def rows(store: Store, pk: str, prefix: str, *, consistent: bool = True) -> Iterator[Record]:
    """In key order, as they stand when their page is read."""
    after = None
    while True:
        page = store.query(pk, prefix, after=after, limit=AT_ONCE, consistent=consistent)
        yield from page.records
        after = page.after
        if after is None:
            return
