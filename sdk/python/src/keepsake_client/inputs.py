"""What callers write: plain dictionaries, with the fields that the service takes. Times are aware datetimes or RFC 3339 texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from typing_extensions import Required, TypedDict

Time = datetime | str
Filter = Mapping[str, Any]
"""`{"field", "op", "value"}`, or several by `{"and": [...]}`, `{"or": [...]}`, `{"not": {...}}`."""
Kind = Literal["fact", "summary", "topic", "episode", "mental_model", "event", "working"]


class Scope(TypedDict, total=False):
    """Whose memories are meant. A key that is bound to one of them fills it in."""

    container: str
    """`default` unless given."""
    namespace: str
    """`default` unless given."""
    user_id: str
    agent_id: str
    session_id: str
    tenant: str
    """For the operator's key alone."""


class Selection(Scope, total=False):
    """Which memories are meant: those that meet all of it."""

    kind: str
    type: str
    subject: str
    category: str
    topic: str
    validity: str
    status: str
    trust: str
    text: str
    """Words that all stand in it, in any form."""
    filter: Filter
    created_after: Time
    created_before: Time
    updated_after: Time
    updated_before: Time


class ProfileSlot(TypedDict, total=False):
    category: str
    tag: str
    feature: Required[str]
    value: Required[str]


class Relation(TypedDict):
    type: str
    target: str


class AccessControl(TypedDict, total=False):
    visibility: str
    allowed_users: Sequence[str]
    allowed_roles: Sequence[str]


class EventInput(TypedDict, total=False):
    content: Required[str]
    event_id: str
    role: str
    """`user` unless given."""
    name: str
    timestamp: Time
    event_type: str
    """`message` unless given."""
    page: str
    metadata: Mapping[str, Any]


class CandidateInput(TypedDict, total=False):
    content: Required[str]
    timestamp: Time


class ExchangeInput(TypedDict, total=False):
    user: Required[str]
    assistant: str
    timestamp: Time


class FactFields(TypedDict, total=False):
    """All of a fact but its words."""

    subject: str
    category: str
    slot: ProfileSlot
    type: str
    labels: Sequence[str]
    tags: Sequence[str]
    entities: Sequence[str]
    anchors: Sequence[str]
    importance: float
    """0 to 1."""
    durability: str
    valid_from: Time
    valid_to: Time
    expires_at: Time
    relations: Sequence[Relation]
    access_control: AccessControl
    agent_scope: Sequence[str]
    assistant_visible: bool
    event_ids: Sequence[str]
    metadata: Mapping[str, Any]
    confidence: float
    """A hint, 0 to 1."""
    trust_score: float
    """A hint, 0 to 1."""
    source: str


class FactInput(FactFields, total=False):
    content: Required[str]


class ScopedFact(FactFields, Scope, total=False):
    """A fact's fields, and whose it is."""


class Correction(Scope, total=False):
    """What takes the place of what stood there. None empties a slot or an end of time; the rest stays."""

    subject: str
    category: str
    slot: ProfileSlot | None
    type: str
    labels: Sequence[str]
    tags: Sequence[str]
    entities: Sequence[str]
    anchors: Sequence[str]
    importance: float
    durability: str
    valid_from: Time
    valid_to: Time | None
    expires_at: Time | None
    assistant_visible: bool
    metadata: Mapping[str, Any]


class ItemPlace(TypedDict):
    namespace: Sequence[str]
    key: str


class ItemToGet(ItemPlace, total=False):
    refresh_ttl: bool


class ItemToPut(ItemPlace, total=False):
    value: Required[Any]
    index: Sequence[str] | Literal[False] | None
    ttl_minutes: float | None
