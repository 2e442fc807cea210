"""An object of JSON names each of its fields once. RFC 8259 leaves open what a name means that stands there twice, and readers differ: one
that checks the first `user_id` and one that acts by the last do not mean the same user."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from keepsake.errors import Invalid
from keepsake.rules.intake import secrets

LONGEST_SHOWN = 100
"""Characters of the name that the error tells."""


def fields(pairs: Sequence[tuple[str, Any]]) -> dict[str, Any]:
    """The object with these names and values, for `object_pairs_hook` of `json.loads`. Raises Invalid for a name that comes again."""
    found = dict(pairs)
    if len(found) == len(pairs):
        return found
    raise twice(next(name for name, times in Counter(n for n, _ in pairs).items() if times > 1))


def twice(name: str) -> Invalid:
    shown = secrets.mask(name[:LONGEST_SHOWN].encode(errors="replace").decode()).text
    return Invalid(f"{shown}: is given twice", errors=[{"field": shown, "message": "is given twice"}])
