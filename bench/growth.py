"""How the time of reading grows with the length of what is read."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence

SIZES = (4, 8, 16, 32)
"""KiB at which growth is measured."""


def cpu_s(read: Callable[[str], object], text: str, repeats: int = 1) -> float:
    """CPU seconds of one reading, the least of `repeats`: what else runs on the machine only adds."""
    least = float("inf")
    for _ in range(repeats):
        began = time.thread_time()
        read(text)
        least = min(least, time.thread_time() - began)
    return least


def steepest(times: Sequence[float], floor_s: float) -> float:
    """The largest ratio of a time to the one before it; times below `floor_s` count as that, so that noise grows into nothing."""
    pairs = itertools.pairwise(times)
    return max((max(after, floor_s) / max(before, floor_s) for before, after in pairs), default=1.0)
