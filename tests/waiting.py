"""Wait for a condition, with a deadline: what tests do instead of sleeping for a time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
WITHIN_S = 180
EVERY_S = 0.2


def until(ask: Callable[[], T], done: Callable[[T], bool] = bool, within_s: float = WITHIN_S) -> T:
    """The first answer that is `done`. Fails with the last one after the deadline."""
    deadline = time.monotonic() + within_s
    while not done(answer := ask()):
        assert time.monotonic() < deadline, answer
        time.sleep(EVERY_S)
    return answer
