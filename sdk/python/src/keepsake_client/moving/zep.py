"""Zep: messages of threads, and facts and episodes of a graph, as its API answers them. Facts are kept as they stand, with the times
from which and until which they hold; messages are read anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from keepsake_client.moving.rows import Place, Row, Unfit, fact, mapping, message, name, objects, when

ROLES = {
    "user": "user",
    "human": "user",
    "assistant": "assistant",
    "ai": "assistant",
    "system": "system",
    "tool": "tool",
    "function": "tool",
}
LISTS = ("threads", "sessions", "messages", "items", "edges", "facts", "episodes", "nodes", "results")


def read(file: Path) -> Iterator[Row]:
    number = 0
    for _, found in objects(file):
        for one, place in _each(found, Place()):
            number += 1
            try:
                yield _row(number, one, place)
            except Unfit as err:
                yield Row(number, reason=str(err), own_id=str(mapping(one).get("uuid") or ""))


def _each(found: Any, place: Place) -> Iterator[tuple[Any, Place]]:
    """Messages, edges, episodes and nodes, however they are packed, each with the user and the thread around it."""
    if isinstance(found, list):
        for one in found:
            yield from _each(one, place)
        return
    if not isinstance(found, Mapping):
        yield found, place
        return
    user, thread = _user(found, place), _thread(found, place)
    whole = "fact" in found or "content" in found  # and names its episodes
    inside = [] if whole else [found[key] for key in LISTS if isinstance(found.get(key), list)]
    if not inside:
        yield found, Place(user, thread)
    for some in inside:
        yield from _each(some, Place(user, thread))


def _user(found: Mapping[str, Any], place: Place) -> str | None:
    around = mapping(found.get("user"))
    value = found.get("user_id") or around.get("user_id") or found.get("user_uuid") or place.user_id
    return value if isinstance(value, str) else place.user_id


def _thread(found: Mapping[str, Any], place: Place) -> str | None:
    value = found.get("thread_id") or found.get("session_id") or found.get("thread_uuid") or place.session_id
    return value if isinstance(value, str) else place.session_id


def _row(number: int, one: Any, place: Place) -> Row:
    if isinstance(one, Unfit):
        raise one
    if not isinstance(one, Mapping):
        raise Unfit("is neither a message nor a fact")
    if "fact" in one:
        ended = when(one.get("invalid_at")) or when(one.get("expired_at"))
        held = {k: one[k] for k in ("name", "rating", "attributes") if one.get(k) not in (None, {}, "")}
        begun = when(one.get("valid_at")) or when(one.get("created_at"))
        notes = ["the entities at its ends are found anew"] if one.get("source_node_uuid") else []
        return fact(number, place, one["fact"], one.get("uuid"), notes, valid_from=begun, valid_to=ended, metadata=held)
    if "summary" in one and "content" not in one:
        raise Unfit("is an entity of the graph: its summary is made anew from what was said")
    if one.get("source") in ("json", "text", "fact_triple"):
        return message(
            number, place, one.get("content"), one.get("uuid"), timestamp=when(one.get("created_at")), event_type="document",
            metadata={"source": f"zep {one['source']}"},
        )  # fmt: skip
    role = str(one.get("role_type") or one.get("role") or "user").lower()
    speaker = one.get("name") or (one.get("role") if one.get("role_type") else None)
    return message(
        number, place, one.get("content"), one.get("uuid"), role=ROLES.get(role, "user"), name=name(speaker),
        timestamp=when(one.get("reference_time") or one.get("created_at")), metadata=mapping(one.get("metadata")),
    )  # fmt: skip
