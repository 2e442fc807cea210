"""Amazon Bedrock AgentCore: what ListEvents and ListMemoryRecords answer, as JSON. Conversations are read anew, records kept as
facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from keepsake_client.moving.rows import Place, Row, Unfit, fact, mapping, message, name, objects, when

ROLES = {"USER": "user", "ASSISTANT": "assistant", "TOOL": "tool", "OTHER": "system"}
RECORDS = ("memoryRecordSummaries", "memoryRecords")
_ACTOR = re.compile(r"(?:^|/)(?:actors?|users?)/([^/]+)")
_SESSION = re.compile(r"(?:^|/)sessions?/([^/]+)")


def read(file: Path) -> Iterator[Row]:
    number = 0
    for _, found in objects(file):
        for kind, one in _each(found):
            number += 1
            try:
                yield _record(number, one) if kind == "record" else _message(number, *one)
            except Unfit as err:
                own = one[0] if kind == "message" else one
                yield Row(number, reason=str(err), own_id=str(mapping(own).get("eventId") or mapping(own).get("memoryRecordId") or ""))


def _each(found: Any) -> Iterator[tuple[str, Any]]:
    """Records, and each payload of each event with its place."""
    if isinstance(found, list):
        for one in found:
            yield from _each(one)
    elif isinstance(found, Mapping) and "eventId" in found:
        payload = found.get("payload") or [None]
        yield from (("message", (found, nth, part)) for nth, part in enumerate(payload))
    elif isinstance(found, Mapping) and "memoryRecordId" not in found and (lists := [found[k] for k in ("events", *RECORDS) if k in found]):
        for some in lists:
            yield from _each(some)
    elif isinstance(found, Mapping) and isinstance(found.get("memoryRecord"), Mapping):
        yield "record", found["memoryRecord"]
    else:
        yield "record", found


def _message(number: int, event: Mapping[str, Any], nth: int, part: Any) -> Row:
    said = mapping(mapping(part).get("conversational"))
    if not said:
        blob = isinstance(part, Mapping) and "blob" in part
        raise Unfit("is a blob, an agent's own state: put it where the agent keeps that" if blob else "holds no conversation")
    branch = mapping(event.get("branch")).get("name")
    return message(
        number, Place(name(event.get("actorId")), name(event.get("sessionId"))), mapping(said.get("content")).get("text"),
        f"{event.get('eventId')}/{nth}", role=ROLES.get(str(said.get("role")), "user"), timestamp=when(event.get("eventTimestamp")),
        metadata=_plain(event.get("metadata")) | ({"branch": branch} if branch not in (None, "main") else {}),
    )  # fmt: skip


def _record(number: int, one: Any) -> Row:
    if isinstance(one, Unfit):
        raise one
    if not isinstance(one, Mapping) or "memoryRecordId" not in one:
        raise Unfit("is neither an event nor a memory record")
    spaces = [n for n in one.get("namespaces") or [] if isinstance(n, str)]
    found = [(a, s) for n in spaces for a, s in [(_ACTOR.search(n), _SESSION.search(n))]]
    user = next((a[1] for a, _ in found if a), None)
    session = next((s[1] for _, s in found if s), None)
    held = _plain(one.get("metadata")) | ({"namespaces": spaces} if spaces else {})
    held |= {"strategy": one["memoryStrategyId"]} if one.get("memoryStrategyId") else {}
    return fact(
        number, Place(user, session if user else None), mapping(one.get("content")).get("text"), one["memoryRecordId"],
        valid_from=when(one.get("createdAt")), metadata=held,
    )  # fmt: skip


def _plain(metadata: object) -> dict[str, Any]:
    """{"topic": {"stringValue": "food"}} as {"topic": "food"}."""
    return {k: next(iter(v.values()), None) if isinstance(v, Mapping) and len(v) == 1 else v for k, v in mapping(metadata).items()}
