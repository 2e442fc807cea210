"""What an application keeps beside memory, byte for byte: rows of a session's state, and items by namespace and key. None of it is masked,
read, recalled or faded; it is exported, imported and erased with its owner."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Id, Name, Record, Scope
from keepsake.records.kinds import DueWork
from keepsake.records.memories import Embedding

INLINE_BYTES = 16 * 1024
"""Of a row's JSON, packed: above, putting it to the bucket costs less than writing it to the table, by their list prices."""


class StateRow(Record):
    """One row of a session's state."""

    prefix: ClassVar[str] = "ROW#"

    scope: Scope
    row_id: Name
    branch: Name = "main"
    metadata: dict[str, Any] = Field(default_factory=dict)
    text: str | None = None
    """Its JSON; None where it lies in the bucket."""
    size: Annotated[int, Field(ge=0)]
    """Bytes of its JSON."""
    digest: str
    """SHA-256 of its JSON."""
    logged: bool = False
    """It frames an event of AgentCore's clients, and is kept as long as the container keeps events."""
    lapses_at: AwareDatetime | None = None
    """Of one that is logged: when its days are over."""
    created_at: AwareDatetime

    @property
    def due(self) -> Due | None:
        return Due(DueWork.LOG, self.lapses_at) if self.lapses_at else None

    @property
    def key(self) -> ids.Key:
        return state_row_key(self.scope, self.row_id)

    @property
    def path(self) -> str:
        """Where its JSON lies in the bucket, if it does."""
        return f"{bucket_prefix(self.scope)}{ids.digest(self.scope.session_name)[:32]}/{self.row_id}"


class ItemVectors(Frozen):
    """Vectors of an item's texts by one model: float16, little-endian, one after the other, as base64 (RFC 4648)."""

    made_by: Embedding
    data: str


class Item(Record):
    """A JSON value by namespace and key."""

    prefix: ClassVar[str] = "ITEM#"

    scope: Scope
    labels: Annotated[tuple[Name, ...], Field(min_length=1, max_length=10)]
    """Its namespace, from the outermost label in."""
    name: Id
    """Its key."""
    text: str
    """The value's JSON."""
    fields: tuple[str, ...] | Literal[False] | None = None
    """Paths in the value that a search by text goes by; None: all of it, False: none."""
    vectors: ItemVectors | None = None
    ttl_minutes: Annotated[float, Field(gt=0)] | None = None
    expires_at: AwareDatetime | None = None
    created_at: AwareDatetime
    updated_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return item_key(self.scope, self.labels, self.name)

    @property
    def gone_at(self) -> datetime | None:
        return self.expires_at


def state_prefix(scope: Scope) -> str:
    """Where a session's rows lie, in the order in which they came."""
    return f"{StateRow.prefix}{scope.session_name}#"


def state_row_key(scope: Scope, row_id: str) -> ids.Key:
    return ids.Key(scope.pk, state_prefix(scope) + ids.part(row_id))


def bucket_prefix(scope: Scope) -> str:
    """What the paths of an owner's rows in the bucket begin with; holds no readable name but the tenant's."""
    return f"{ids.part(scope.tenant)}/state/{ids.digest(scope.pk)[:40]}/"


def items_prefix(labels: tuple[str, ...]) -> str:
    """Where the items of a namespace, and of those within it, lie. A label holds no dot, so none runs into another's."""
    return Item.prefix + "".join(f"{ids.part(label)}." for label in labels)


def item_key(scope: Scope, labels: tuple[str, ...], name: str) -> ids.Key:
    return ids.Key(scope.pk, f"{items_prefix(labels)}#{ids.part(name)}")
