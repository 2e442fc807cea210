"""Which of a user's facts instruct the assistant and are told with every recall (row Q11): the user's state names them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from keepsake.records import Memory

MOST = 50
"""Named at once, the newest: their rows are read with every recall. Older ones are found by what they say, like any other fact."""


def named(before: Sequence[str], changed: Iterable[Memory]) -> tuple[str, ...]:
    """The ids after these memories changed, newest first: a fact's id begins with the time at which it was said."""
    now = {m.memory_id: m.standing for m in changed}
    kept = {i for i in before if now.get(i, True)} | {i for i, stands in now.items() if stands}
    return tuple(sorted(kept, key=lambda i: i.partition("_")[2], reverse=True)[:MOST])
