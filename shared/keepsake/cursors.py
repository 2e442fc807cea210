"""Opaque cursors. A cursor holds where a page ended and is bound to the partition that it was made for, so to its tenant."""

from __future__ import annotations

import base64
import binascii
import json

from keepsake import ids
from keepsake.errors import Invalid


def make(pk: str, after: str) -> str:
    return base64.urlsafe_b64encode(json.dumps([ids.digest(pk)[:16], after]).encode()).decode().rstrip("=")


def read(pk: str, cursor: str | None) -> str | None:
    """The sort key after which the next page starts. Raises Invalid for a cursor of another list."""
    if cursor is None:
        return None
    try:
        bound, after = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (binascii.Error, ValueError, UnicodeDecodeError) as err:
        raise Invalid("cursor: is not one of ours", errors=[{"field": "cursor", "message": "is not one of ours"}]) from err
    if bound != ids.digest(pk)[:16] or not isinstance(after, str):
        raise Invalid("cursor: belongs to another list", errors=[{"field": "cursor", "message": "belongs to another list"}])
    return after
