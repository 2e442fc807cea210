"""Records and requests with sensible defaults, at one fixed time."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from keepsake import api
from keepsake.records import (
    Category,
    Change,
    Content,
    Event,
    Kind,
    Looked,
    Memory,
    Permission,
    Principal,
    Progress,
    Slot,
    Type,
)
from keepsake.rules.knowledge import looked
from local.in_memory import NOW, scope

DAY = timedelta(days=1)


def principal(**fields: Any) -> Principal:
    return Principal(**{"tenant": "acme", "key_id": "k1", "permissions": tuple(Permission)} | fields)


def event(**fields: Any) -> Event:
    given = {
        "scope": scope(),
        "event_id": "m1",
        "batch_id": "b_1",
        "content": "I live in Denver.",
        "timestamp": NOW,
        "content_hash": "h",
        "recorded_at": NOW,
        "progress": Progress.PROCESSED,
    }
    return Event(**given | fields)


def fact(content: str = "The user lives in Denver.", **fields: Any) -> Memory:
    at = fields.pop("at", NOW)
    given = {
        "scope": scope(),
        "memory_id": "f_0000000000aa01",
        "kind": Kind.FACT,
        "content": Content(raw=content, summary=content, structured={"said_at": at.isoformat()}),
        "type": Type.PROFILE,
        "category": Category.IDENTITY,
        "confidence": 0.8,
        "event_ids": ("m1",),
        "valid_from": at,
        "recorded_at": at,
        "created_at": at,
        "updated_at": at,
        "last_accessed_at": at,
        "extractor": "rules",
        "change": Change(verdict="new", reason="test", actor="test", at=at),
    }
    return Memory(**given | fields)


def slot(feature: str, value: str, **fields: Any) -> Slot:
    return Slot(**{"feature": feature, "value": value} | fields)


def message(content: str, **fields: Any) -> dict[str, Any]:
    return {"content": content, "timestamp": NOW.isoformat()} | fields


def request(*contents: str, **fields: Any) -> api.RetainRequest:
    events = [message(c, event_id=f"m{i}") for i, c in enumerate(contents, 1)]
    return api.RetainRequest.model_validate({"user_id": "u1", "session_id": "s1", "events": events} | fields)


def unseen(**fields: Any) -> tuple[Looked, ...]:
    """`looked` of a state of which upkeep has seen nothing yet, in the one namespace."""
    return (Looked(**{"namespace": "default", "prune": looked.START, "distil": looked.START} | fields),)
