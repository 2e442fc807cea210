"""How long a request waits for work that others do."""

from __future__ import annotations

import time
from collections.abc import Callable

POLL_S = 0.25

Again = Callable[[], bool]
"""Asked between two looks: True, after a pause, while there is time for another look."""


def within(wait_s: float, pause: Callable[[float], object] = time.sleep, clock: Callable[[], float] = time.monotonic) -> Again:
    """For at most so many seconds by the clock: a look that takes long counts as much as a pause, so that a slow store does not hold a
    request until its function is stopped."""
    ends = clock() + wait_s

    def again() -> bool:
        left = ends - clock()
        if left <= 0:
            return False
        pause(min(POLL_S, left))
        return True

    return again


def not_at_all() -> bool:
    """The first look is the answer."""
    return False
