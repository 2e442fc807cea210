"""Two facts of which nobody can tell whether the later one replaces the earlier (row Q4): both are true as far as is known, so the later
stands first and the earlier directly behind it, marked. Neither is told alone where the other one may be told.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from keepsake.api import RecallItem
from keepsake.ids import Key
from keepsake.records import Event, Memory, Record, memory_key
from keepsake.rules.indexing.documents import REVISED_BY, REVISES
from keepsake.rules.recall import telling
from keepsake.rules.recall.fusion import Candidate

MOST = 4
"""Facts of one thing that are told behind each other, the newest: who changed their mind five times is asked anew."""

Pair = tuple[Candidate, Memory | Event]


class Together(NamedTuple):
    pairs: list[Pair]
    """Best first; what belongs to a fact stands directly behind it."""
    behind: dict[str, str]
    """The later fact's id by the id of the earlier."""


def together(pairs: Sequence[Pair], rows: Mapping[Key, Record], told_as: Callable[[Memory], Memory | None]) -> Together:
    """The pairs with what they revise, or what revises them, among the rows that were read. Each stands where the best of them stood.
    `told_as` gives a fact as it may be told; None for one that may not."""
    found = {r.memory_id: c for c, r in pairs if isinstance(r, Memory)}
    told: set[str] = set()
    behind: dict[str, str] = {}
    out: list[Pair] = []

    def beside(memory: Memory, relation: str) -> list[Memory]:
        named = (rows.get(memory_key(memory.scope, r.target)) for r in memory.relations if r.type == relation)
        mine = (told_as(m) for m in named if isinstance(m, Memory) and m.memory_id not in told)
        return [m for m in mine if m is not None]

    for candidate, record in pairs:
        if not isinstance(record, Memory) or not any(r.type in (REVISES, REVISED_BY) for r in record.relations):
            out.append((candidate, record))
            continue
        if record.memory_id in told:
            continue
        chain = [_last(record, beside)]
        told.add(chain[0].memory_id)
        for later in chain:  # grows as it goes, to what the earlier one may have replaced in turn
            for earlier in beside(later, REVISES)[: MOST - len(chain)]:
                told.add(earlier.memory_id)
                behind[earlier.memory_id] = later.memory_id
                chain.append(earlier)
        for memory in chain:
            mine = found.get(memory.memory_id) or Candidate(memory.key, {}, {telling.REVISES: 1.0} if memory is chain[0] else {})
            mine.score = candidate.score
            mine.legs |= {leg: 1.0 for leg in (telling.SHARED,) if leg in candidate.legs}
            if memory is not chain[0]:
                mine.legs[telling.EARLIER] = 1.0
            out.append((mine, memory))
        if record not in chain:
            told.add(record.memory_id)
    return Together(out, behind)


def _last(memory: Memory, beside: Callable[[Memory, str], list[Memory]]) -> Memory:
    """What revised it last, as far as that is told."""
    seen = {memory.memory_id}
    while later := [m for m in beside(memory, REVISED_BY) if m.memory_id not in seen]:
        memory = later[-1]
        seen.add(memory.memory_id)
    return memory


def in_turn(items: Sequence[RecallItem], behind: Mapping[str, str]) -> list[RecallItem]:
    """The items with each earlier fact directly behind its later one, and none whose later one is not among them."""
    if not behind:
        return list(items)
    later: dict[str, list[RecallItem]] = {}
    for item in items:
        if item.memory_id in behind:
            later.setdefault(behind[item.memory_id], []).append(item)
    out: list[RecallItem] = []

    def tell(item: RecallItem) -> None:
        out.append(item)
        for earlier in later.get(item.memory_id, []):
            tell(earlier)

    for item in items:
        if item.memory_id not in behind:
            tell(item)
    return out
