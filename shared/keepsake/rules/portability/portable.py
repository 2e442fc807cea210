"""The form of an export (row V5): JSON Lines, first a manifest, then a row a line, at last counts, digest and signature.

A line names container and user but no tenant, and holds what is known, not what is under way here: no mark of the search index, and
no count of writes where the version is not part of the history. So the same knowledge gives the same lines, wherever it lies.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple, TypeVar

from pydantic import AwareDatetime, Field, ValidationError

from keepsake.errors import Invalid
from keepsake.records import (
    Embedding,
    Event,
    Frozen,
    Item,
    Memory,
    Name,
    PastVersion,
    Record,
    Session,
    SignalLog,
    StateRow,
    Vectors,
    VectorSet,
    WorkingMemory,
)
from keepsake.records import Kind as MemoryKind
from keepsake.records.portable import Export

T = TypeVar("T", bound=Frozen)
FORMAT = "keepsake-export"
FORMAT_VERSION = 1
MOST_LINE_BYTES = 6 << 20
"""A row of state has 5.5 MB at most, its JSON as text; an event takes 32 KB and its twelve sentence vectors of 3,072 dimensions 100 KB as
base64, all others at most 400 KB."""

MOST_PK_BYTES, MOST_SK_BYTES = 2048, 1000
"""Of a key, percent-encoded: DynamoDB takes 2,048 and 1,024, and the vectors' begins with a word of its own."""

Kind = Literal["event", "memory", "version", "session", "focus", "signals", "state", "item"]
KINDS: dict[Kind, type[Record]] = {
    "memory": Memory, "version": PastVersion, "event": Event, "session": Session, "focus": WorkingMemory, "signals": SignalLog,
    "state": StateRow, "item": Item,
}  # fmt: skip
"""What an export holds. The other rows are about work under way, or are made of these."""
HERE = ("index_due", "version")
"""Fields that say how far this deployment is with a row, not what it knows."""
VERSIONED = (Memory, PastVersion)


class VectorsLine(Frozen):
    """Vectors as they are kept: float16, little-endian, one after the other, as base64 (RFC 4648)."""

    model: Name
    dimension: int = Field(ge=1, le=16_000)
    data: str


class Line(Frozen):
    kind: Kind
    row: dict[str, Any]
    vectors: tuple[VectorsLine, ...] = ()
    """One of each model that made some: two while models are changed."""


class Manifest(Frozen):
    kind: Literal["manifest"]
    format: Literal["keepsake-export"] = "keepsake-export"
    version: int = FORMAT_VERSION
    export_id: Name
    exported_at: AwareDatetime
    container: Name | None = None
    user_id: Name | None = None
    embedding: dict[str, Any]


class End(Frozen):
    """`digest` chains all lines before this one; `signature` proves that this deployment wrote them for this tenant."""

    kind: Literal["end"]
    counts: dict[str, int]
    digest: str
    signature: str


class Carried(NamedTuple):
    """A row with its vectors, out of the table or for it."""

    record: Record
    vectors: Vectors | None = None


def kind_of(record: Record) -> Kind | None:
    return next((kind for kind, model in KINDS.items() if type(record) is model), None)


def line(carried: Carried) -> Line | None:
    """None for rows that an export leaves out."""
    record, vectors = carried
    kind = kind_of(record)
    if kind is None:
        return None
    source = record.memory if isinstance(record, PastVersion) else record
    row = source.model_dump(mode="json", exclude_defaults=True, exclude=set(HERE))
    if isinstance(record, VERSIONED):
        row["version"] = source.version
    row["scope"] = {k: v for k, v in row["scope"].items() if k != "tenant"}
    beside = vectors.sets if vectors is not None else ()
    return Line(kind=kind, row=row, vectors=tuple(_vectors_line(made) for made in beside if made.data))


def _vectors_line(made: VectorSet) -> VectorsLine:
    return VectorsLine(model=made.made_by.model, dimension=made.made_by.dimension, data=base64.b64encode(made.data).decode())


def written(made: Frozen) -> bytes:
    """One line, the same for the same content."""
    said = made.model_dump(mode="json", exclude_none=True)
    return json.dumps(said, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def manifest(export: Export, embedding: Mapping[str, Any]) -> Manifest:
    return Manifest(
        kind="manifest",
        export_id=export.export_id,
        exported_at=export.requested_at,
        container=export.container,
        user_id=export.user_id,
        embedding=dict(embedding),
    )


def read(data: bytes) -> Line | Manifest | End:
    """Raises Invalid with the reason, without the line's words."""
    try:
        said = json.loads(data)
    except ValueError as err:
        raise Invalid("is not JSON") from err
    kind = said.get("kind") if isinstance(said, dict) else None
    models: dict[object, type[Manifest | End]] = {"manifest": Manifest, "end": End}
    return _checked(models[kind], said) if isinstance(kind, str) and kind in models else _checked(Line, said)


def carried(found: Line, tenant: str, now: datetime) -> Carried:
    """The rows that a line stands for, to be shown by the index. Raises Invalid."""
    model = KINDS[found.kind]
    said = found.row.get("scope")
    if not isinstance(said, dict):
        raise Invalid("has no scope")
    row = {k: v for k, v in found.row.items() if k not in HERE or (model in VERSIONED and k == "version")}
    row["scope"] = said | {"tenant": tenant}
    record: Record = PastVersion(memory=_checked(Memory, row)) if model is PastVersion else _checked(model, row)
    if len(record.key.pk) > MOST_PK_BYTES or len(record.key.sk) > MOST_SK_BYTES:
        raise Invalid("its names are too long")
    if isinstance(record, Event | Memory) and shown(record):
        record = record.model_copy(update={"index_due": now})
    made = tuple(_vectors(said) for said in found.vectors)
    return Carried(record, Vectors(of=record.key, sets=made) if made else None)


def shown(record: Event | Memory) -> bool:
    """Whether the search index has a document of it."""
    if isinstance(record, Event):
        return record.searchable and record.lapsed_at is None
    return record.purged_at is None and record.kind is not MemoryKind.OBSERVATION


def fitted(row: Carried, kept: Sequence[Embedding]) -> Carried:
    """The row with the vectors of these models alone, the active one first (row E1). Where one has none, the projector asks the model."""
    record, vectors = row
    made = tuple(s for s in vectors.sets if s.made_by in kept) if vectors is not None else ()
    if isinstance(record, Memory) and kept[0] not in [s.made_by for s in made]:
        record = record.model_copy(update={"embedding": None})
    return Carried(record, vectors.model_copy(update={"sets": made}) if made and vectors is not None else None)


def same(stored: Record, brought: Record) -> bool:
    """Whether both say the same, wherever they are with their vectors and the search index."""
    ours, theirs = line(Carried(stored)), line(Carried(brought))
    return ours is not None and theirs is not None and _told(ours) == _told(theirs)


def _told(said: Line) -> dict[str, Any]:
    apart = ("embedding", "text") if said.kind == "state" else ("embedding",)  # its digest stands for the text, which may lie in the bucket
    return {k: v for k, v in said.row.items() if k not in apart}


def _vectors(said: VectorsLine) -> VectorSet:
    try:
        data = base64.b64decode(said.data, validate=True)
    except (binascii.Error, ValueError) as err:
        raise Invalid("vectors are not base64") from err
    if not data or len(data) % (2 * said.dimension):
        raise Invalid("vectors do not have their dimension")
    return VectorSet(made_by=Embedding(model=said.model, dimension=said.dimension), data=data)


def _checked(model: type[T], said: Any) -> T:
    try:
        return model.model_validate_json(json.dumps(said))
    except ValidationError as err:
        first = err.errors(include_url=False, include_input=False, include_context=False)[0]
        # The field by the model's own name: a key of the file may hold anything.
        known = [str(p) for p in first["loc"] if str(p) in _names(model)]
        raise Invalid(f"{'.'.join(known) or 'line'}: {first['type']}") from err


def _names(model: type[Frozen]) -> set[str]:
    return set(model.model_fields)


def chained(chain: str, data: bytes) -> str:
    """The digest of the lines so far and this one: SHA-256 of both, so that it can be gone on with in another call."""
    return hashlib.sha256(chain.encode() + data).hexdigest()


def signature(secret: str, tenant: str, digest: str) -> str:
    """HMAC-SHA-256 (RFC 2104) with the deployment's secret: the lines are ours, and were this tenant's."""
    return hmac.new(secret.encode(), f"{FORMAT}\n{tenant}\n{digest}".encode(), hashlib.sha256).hexdigest()


def proven(secret: str, tenant: str, digest: str, said: str | None) -> bool:
    return bool(said) and hmac.compare_digest(signature(secret, tenant, digest), str(said))
