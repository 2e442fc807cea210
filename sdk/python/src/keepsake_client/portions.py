"""Rows in as many lists as there are requests to make of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from pydantic_core import to_jsonable_python

T = TypeVar("T")


def portions(rows: Iterable[T], most: int, most_bytes: int, of: Callable[[T], Any] = lambda row: row) -> list[list[T]]:
    """In their order, each list with at most `most` rows and `most_bytes` of what is sent `of` them, as JSON; a row that is larger alone
    stands alone."""
    lists: list[list[T]] = []
    room = 0
    for row in rows:
        size = len(json.dumps(to_jsonable_python(of(row)), ensure_ascii=False).encode())
        if not lists or len(lists[-1]) == most or size > room:
            lists.append([])
            room = most_bytes
        lists[-1].append(row)
        room -= size
    return lists
