"""mem0: what `get_all` answers, page by page or in one list, and files of an export. A memory becomes a fact as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from keepsake_client.moving.rows import UTC, Place, Row, Unfit, end_of, fact, mapping, name, objects, when

OVER = ("superseded", "merged")
HOLDS = (None, "", "active", *OVER)
"""States in which a memory comes over. What was deleted, retracted, held back, put away or is in doubt would be a trusted fact here."""
LABEL = 256


def read(file: Path) -> Iterator[Row]:
    number = 0
    for _, found in objects(file):
        for one in _memories(found):
            number += 1
            try:
                yield _row(number, one)
            except Unfit as err:
                yield Row(number, reason=str(err), own_id=str(mapping(one).get("id") or ""))


def _memories(found: Any) -> Iterator[Any]:
    """Of a page, of a list, of several pages."""
    if isinstance(found, list):
        for one in found:
            yield from _memories(one) if isinstance(one, Mapping) and "results" in one else [one]
    elif isinstance(found, Mapping) and isinstance(listed := found.get("results", found.get("memories")), list):
        yield from _memories(listed)
    else:
        yield found


def _row(number: int, one: Any) -> Row:
    if isinstance(one, Unfit):
        raise one
    if not isinstance(one, Mapping):
        raise Unfit("is no memory")
    expires = end_of(one.get("expiration_date"))
    if expires is not None and datetime.fromisoformat(expires) <= datetime.now(UTC):
        raise Unfit(f"has expired on {one['expiration_date']}")
    if (state := one.get("lifecycle_state")) not in HOLDS:
        raise Unfit(f"is {state} there, no fact that holds")
    said = when(one.get("created_at"))
    over = state in OVER or one.get("replaced_by") is not None
    ended = (when(one.get("updated_at")) or said) if over else None
    if over and ended is None:
        raise Unfit("was superseded, nobody knows when")
    place = Place(
        name(one.get("user_id")), name(one.get("run_id") or one.get("session_id")), name(one.get("agent_id")), name(one.get("app_id"))
    )  # fmt: skip
    labels = [c for c in one.get("categories") or [] if isinstance(c, str) and 0 < len(c) <= LABEL]
    return fact(
        number, place, one.get("memory") or one.get("text") or mapping(one.get("data")).get("memory"), one.get("id"),
        valid_from=said, valid_to=ended, expires_at=expires, labels=labels,
        metadata=mapping(one.get("metadata")),
        notes=["was superseded: it holds until its last change"] if over else [],
    )  # fmt: skip
