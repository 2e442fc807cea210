"""Opaque cursors. A cursor holds where a page ended and is bound to the list that it was made for: to its partition, so to its tenant, and
to the prefix of its rows."""

from __future__ import annotations

import base64
import json

from keepsake import ids
from keepsake.errors import Invalid

LONGEST = 1024
"""Bytes of a sort key in DynamoDB."""


def make(pk: str, prefix: str, after: str) -> str:
    return base64.urlsafe_b64encode(json.dumps([_mark(pk, prefix), after]).encode()).decode().rstrip("=")


def read(pk: str, prefix: str, cursor: str | None) -> str | None:
    """The sort key after which the next page starts. Raises Invalid for a cursor of another list, and for one that is none."""
    if cursor is None:
        return None
    try:
        bound, after = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, TypeError, RecursionError) as err:  # of base64, of JSON, or not two values in it
        raise Invalid("cursor: is not one of ours", errors=[{"field": "cursor", "message": "is not one of ours"}]) from err
    mine = bound == _mark(pk, prefix) and isinstance(after, str) and after.startswith(prefix)
    if not mine or not after.isprintable() or len(after.encode()) > LONGEST:
        raise Invalid("cursor: belongs to another list", errors=[{"field": "cursor", "message": "belongs to another list"}])
    return str(after)


def _mark(pk: str, prefix: str) -> str:
    return ids.digest(f"{pk}\n{prefix}")[:16]
