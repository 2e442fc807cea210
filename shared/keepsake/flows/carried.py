"""What one answer carries: a function gives 6 MB, so a page whose rows are large ends early, and its next one begins behind them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate

from pydantic import BaseModel

from keepsake import api


def carried_size(text: str) -> int:
    """Bytes of a JSON text within another: what API Gateway makes of an answer."""
    return len(json.dumps(text, ensure_ascii=False).encode())


def size(view: BaseModel) -> int:
    """The same of what is answered."""
    return carried_size(view.model_dump_json())


def fitting(views: Sequence[BaseModel], most_bytes: int = api.MOST_CARRIED_BYTES) -> int:
    """How many of them, the first ones, an answer carries; at least one, where there is one."""
    return max(min(1, len(views)), sum(total <= most_bytes for total in accumulate(map(size, views))))
