"""What of an item's value a search by text goes by."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal

MOST_TEXTS = 16
LONGEST_TEXT = 4000
"""Characters of one text: what embedding models read of it."""
_STEP = re.compile(r"([^.\[\]]+)|\[(-?\d+|\*)\]")


def texts(value: Any, fields: Sequence[str] | Literal[False] | None) -> list[str]:
    """All of the value without `fields`, none where they are False, else what lies at each path: `a.b`, `a[0]`, `a[-1]`, `a[*].b`,
    `$` all."""
    if fields is False:
        return []
    found = [value] if fields is None else [at for path in fields for at in _at(value, path)]
    said = [f if isinstance(f, str) else json.dumps(f, ensure_ascii=False) for f in found if f is not None]
    return [s[:LONGEST_TEXT] for s in said if s.strip()][:MOST_TEXTS]


def _at(value: Any, path: str) -> list[Any]:
    if path == "$":
        return [value]
    here = [value]
    for name, index in _STEP.findall(path.removeprefix("$.")):
        if name:
            here = [v[name] for v in here if isinstance(v, Mapping) and name in v]
        elif index == "*":
            here = [one for v in here if isinstance(v, list) for one in v]
        else:
            here = [v[int(index)] for v in here if isinstance(v, list) and -len(v) <= int(index) < len(v)]
    return here
