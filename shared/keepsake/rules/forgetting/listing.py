"""Where a sweep finds what may fade. A memory is listed by itself, or by the batch that made it: one entry of the index `due` stands for
all that one batch made, until a sweep has come to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta

from keepsake.records import Batch, Memory

SOON = timedelta(days=7)
"""What may fade within this time is listed by itself: a batch lists what it made once it is closed, and that waits for the index."""


def with_batch(made: Mapping[str, Memory], now: datetime) -> dict[str, Memory]:
    """Memories that one batch makes, those that it is to list marked."""
    times = {i: m.decay_due for i, m in made.items() if m.decay_due is not None and m.decay_due >= now + SOON}
    first = min(times.values(), default=now)
    return {i: m.model_copy(update={"fades_with": (i, first)}) if i in times else m for i, m in made.items()}


def listing(batch: Batch, memories: Iterable[Memory]) -> Batch:
    """The batch, listing those of these memories that it made."""
    times = {m.memory_id: m.fades_with[1] for m in memories if m.fades_with is not None and m.fades_with[0] == m.memory_id}
    return batch.model_copy(update={"fades": tuple(times), "fades_at": min(times.values(), default=None)})


def left(batch: Batch, memories: Iterable[Memory]) -> Batch:
    """The batch after a sweep came to it, listing what is due later: whatever writes these from now on lists them by themselves."""
    times = {m.memory_id: m.decay_due for m in memories if m.fades_with is not None and m.decay_due is not None}
    return batch.model_copy(update={"fades": tuple(times), "fades_at": min(times.values(), default=None)})
