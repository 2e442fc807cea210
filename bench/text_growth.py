"""How the time of reading grows with the length of what is read."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence

SIZES = (4, 8, 16, 32)
"""KiB at which growth is measured."""
NOTICED_S = 0.002
"""A reading of 4,096 characters below this takes below 0.2 s at 32 KB even where it grows with the square."""
SLOW_S = 0.03
MOST_RATIO = 3.0
"""From one length to its double: 2 is linear, 4 the square."""
TRIES = 3
ROUNDS = 4
FEW = (16, 24, 32, 128)
"""Characters that take no time at all, but where it doubles with each."""


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


def grows_too_fast(read: Callable[[str], object], text: Callable[[int], str], longest: int = 8192) -> bool:
    """Whether the time of reading grows clearly faster than the text, up to texts of `longest` characters: in each of ROUNDS rounds, for
    what else the machine does slows one of them."""
    return all(_seems_to(read, text, longest) for _ in range(ROUNDS))


def _seems_to(read: Callable[[str], object], text: Callable[[int], str], longest: int) -> bool:
    """One round. A time is held to half as long a text only where it is above NOTICED_S, and is too much only above SLOW_S; each is the
    least of several tries in turn: another process on the machine makes some slow, not all."""
    for size in FEW:
        if cpu_s(read, text(size)) > SLOW_S and cpu_s(read, text(size), TRIES) > SLOW_S:
            return True
    half = text(longest // 2)
    for size in (longest // 8, longest // 4):
        if cpu_s(read, text(size)) > SLOW_S and cpu_s(read, text(size), TRIES) > SLOW_S:
            return cpu_s(read, text(size), TRIES) > MOST_RATIO * cpu_s(read, text(size // 2), TRIES)
    if cpu_s(read, half) < NOTICED_S:
        return False
    whole, before, after = text(longest), float("inf"), float("inf")
    for _ in range(2 * TRIES):
        before, after = min(before, cpu_s(read, half)), min(after, cpu_s(read, whole))
        if after < SLOW_S:
            return False
    return after > MOST_RATIO * before
