"""Plain JSON Lines: one fact or message a line.

{"content": "Ann plays chess.", "user_id": "ann", "timestamp": "2026-05-02T10:00:00Z", "metadata": {"topic": "games"}}
{"role": "user", "content": "I moved to Denver.", "user_id": "ann", "session_id": "s1", "timestamp": "2026-05-02T10:00:00Z"}

A line with a `role`, or with `"kind": "event"`, is a message; any other is a fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from keepsake_client.moving.rows import Place, Row, Unfit, end_of, fact, mapping, message, name, objects, when

PLACE = ("user_id", "session_id", "agent_id", "namespace")
SHARED = {"kind", "id", "content", "timestamp", "metadata", *PLACE}
OF_FACTS = {"category", "labels", "tags", "subject", "importance", "valid_to", "expires_at", "entities"}
OF_EVENTS = {"role", "name", "event_type", "page"}


def read(file: Path) -> Iterator[Row]:
    for number, found in objects(file):
        lines = [(number, found)] if not isinstance(found, list) else list(enumerate(found, 1))
        for nth, one in lines:
            try:
                yield _row(nth, one)
            except Unfit as err:
                yield Row(nth, reason=str(err), own_id=str(mapping(one).get("id") or ""))


def _row(number: int, one: Any) -> Row:
    if isinstance(one, Unfit):
        raise one
    if not isinstance(one, Mapping):
        raise Unfit("is no object")
    said = one.get("kind") == "event" or (one.get("kind") is None and "role" in one)
    if one.get("kind") not in (None, "event", "fact"):
        raise Unfit("has a kind other than fact and event")
    if unknown := sorted(set(one) - SHARED - (OF_EVENTS if said else OF_FACTS)):
        raise Unfit(f"has fields that are not known: {', '.join(unknown)[:200]}")
    place = Place(*(name(one.get(field)) for field in PLACE))
    more = {k: one[k] for k in (OF_EVENTS if said else OF_FACTS - {"valid_to", "expires_at"}) if k in one}
    if said:
        return message(
            number, place, one.get("content"), one.get("id"), timestamp=when(one.get("timestamp")), metadata=one.get("metadata"), **more
        )
    return fact(
        number, place, one.get("content"), one.get("id"), valid_from=when(one.get("timestamp")), valid_to=when(one.get("valid_to")),
        expires_at=end_of(one.get("expires_at")), metadata=one.get("metadata"), **more,
    )  # fmt: skip
