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
import math
import struct
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, TypeVar, cast

from pydantic import AwareDatetime, Field, ValidationError

from keepsake.errors import Invalid
from keepsake.records import (
    GUIDES,
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
    VectorSet,
    WorkingMemory,
)
from keepsake.records import Kind as MemoryKind
from keepsake.records.portable import Export
from keepsake.rules.indexing import documents

T = TypeVar("T", bound=Frozen)
R = TypeVar("R", bound=Event | Memory)
FORMAT = "keepsake-export"
FORMAT_VERSION = 1
MOST_LINE_BYTES = 6 << 20
"""A row of state has 5.5 MB at most, its JSON as text; an event takes 32 KB and its twelve sentence vectors of 3,072 dimensions 100 KB as
base64, all others at most 400 KB."""

MOST_PK_BYTES, MOST_SK_BYTES = 2048, 1000
"""Of a key, percent-encoded: DynamoDB takes 2,048 and 1,024."""

Kind = Literal["event", "memory", "version", "session", "focus", "signals", "state", "item"]
KINDS: dict[Kind, type[Record]] = {
    "memory": Memory, "version": PastVersion, "event": Event, "session": Session, "focus": WorkingMemory, "signals": SignalLog,
    "state": StateRow, "item": Item,
}  # fmt: skip
"""What an export holds. The other rows are about work under way, or are made of these."""
HERE = ("index_due", "changed_ids", "fades_with", "version", "embedded", "vectors")
"""Fields that say how far this deployment is with a row, not what it knows. A line gives the vectors in a form of its own."""
VERSIONED = (Memory, PastVersion)


class VectorsLine(Frozen):
    """Unit vectors: float16, little-endian, one after the other, as base64 (RFC 4648)."""

    model: Name
    dimension: int = Field(ge=1, le=16_000)
    of: str = Field("", max_length=8)
    """The digest of the texts that they are of. Without it they do not count, and are made anew."""
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


def kind_of(record: Record) -> Kind | None:
    return next((kind for kind, model in KINDS.items() if type(record) is model), None)


def line(record: Record) -> Line | None:
    """None for rows that an export leaves out."""
    kind = kind_of(record)
    if kind is None:
        return None
    source = record.memory if isinstance(record, PastVersion) else record
    row = source.model_dump(mode="json", exclude_defaults=True, exclude=set(HERE))
    if isinstance(record, VERSIONED):
        row["version"] = source.version
    row["scope"] = {k: v for k, v in row["scope"].items() if k != "tenant"}
    made = source.vectors if isinstance(source, Event | Memory) else ()
    return Line(kind=kind, row=row, vectors=tuple(_vectors_line(s) for s in made if s.data))


def _vectors_line(made: VectorSet) -> VectorsLine:
    data = b"".join(struct.pack(f"<{len(v)}e", *v) for v in documents.unpack(made))
    return VectorsLine(model=made.made_by.model, dimension=made.made_by.dimension, of=made.of, data=base64.b64encode(data).decode())


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
        said = json.loads(data.decode("utf-8-sig"))  # of bytes it would guess, and take UTF-16 too
    except UnicodeDecodeError as err:
        raise Invalid("is not UTF-8") from err
    except ValueError as err:
        raise Invalid("is not JSON") from err
    except RecursionError as err:
        raise Invalid("is nested too deeply") from err
    kind = said.get("kind") if isinstance(said, dict) else None
    models: dict[object, type[Manifest | End]] = {"manifest": Manifest, "end": End}
    return _checked(models[kind], said) if isinstance(kind, str) and kind in models else _checked(Line, said)


def carried(found: Line, tenant: str, now: datetime) -> Record:
    """The row that a line stands for, to be shown by the index. Raises Invalid."""
    model = KINDS[found.kind]
    said = found.row.get("scope")
    if not isinstance(said, dict):
        raise Invalid("has no scope")
    row = {k: v for k, v in found.row.items() if k not in HERE or (model in VERSIONED and k == "version")}
    row["scope"] = said | {"tenant": tenant}
    coarse = model is Event or row.get("kind") in GUIDES  # as documents.coarse says of the record
    made = {"vectors": tuple(_vectors(said, coarse=coarse) for said in found.vectors)} if found.vectors else {}
    if model is PastVersion:
        record: Record = PastVersion(memory=_checked(Memory, row).model_copy(update=made))
    else:
        record = _checked(model, row)
    if len(record.key.pk) > MOST_PK_BYTES or len(record.key.sk) > MOST_SK_BYTES:
        raise Invalid("its names are too long")
    if isinstance(record, Event | Memory) and shown(record):
        record = record.model_copy(update={"index_due": now})
    return record.model_copy(update=made) if isinstance(record, Event | Memory) else record


def shown(record: Event | Memory) -> bool:
    """Whether the search index has a document of it."""
    if isinstance(record, Event):
        return record.searchable and record.lapsed_at is None
    return record.purged_at is None and record.kind is not MemoryKind.OBSERVATION


def fitted(record: Record, kept: Sequence[Embedding]) -> Record:
    """The row with the vectors of these models alone, the active one first (row E1). Where one has none, the projector asks the model."""
    if isinstance(record, PastVersion):
        return record.model_copy(update={"memory": _fitted(record.memory, kept)})
    return _fitted(record, kept) if isinstance(record, Event | Memory) else record


def _fitted(row: R, kept: Sequence[Embedding]) -> R:
    made = tuple(s for s in row.vectors if s.made_by in kept)
    bare = isinstance(row, Memory) and kept[0] not in [s.made_by for s in made]
    return cast("R", row.model_copy(update={"vectors": made} | ({"embedding": None} if bare else {})))


def same(stored: Record, brought: Record) -> bool:
    """Whether both say the same, wherever they are with their vectors and the search index."""
    ours, theirs = line(stored), line(brought)
    return ours is not None and theirs is not None and _told(ours) == _told(theirs)


def _told(said: Line) -> dict[str, Any]:
    apart = ("embedding", "text") if said.kind == "state" else ("embedding",)  # its digest stands for the text, which may lie in the bucket
    return {k: v for k, v in said.row.items() if k not in apart}


def _vectors(said: VectorsLine, *, coarse: bool) -> VectorSet:
    try:
        data = base64.b64decode(said.data, validate=True)
    except (binascii.Error, ValueError) as err:
        raise Invalid("vectors are not base64") from err
    size = 2 * said.dimension
    if not data or len(data) % size:
        raise Invalid("vectors do not have their dimension")
    if len(data) > size * (1 + documents.MOST_SENTENCES):
        raise Invalid("has more vectors than texts")
    rows = [struct.unpack_from(f"<{said.dimension}e", data, at) for at in range(0, len(data), size)]
    if not all(0 < math.hypot(*row) < math.inf for row in rows):
        raise Invalid("vectors have no direction")
    return documents.packed_set(rows, Embedding(model=said.model, dimension=said.dimension), said.of, coarse=coarse)


def _checked(model: type[T], said: Any) -> T:
    try:
        return model.model_validate_json(json.dumps(said), strict=True)
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
