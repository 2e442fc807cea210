"""What took the place of an outdated fact answers for it (row Q4): a question in the words of the old value asks for the new one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.records import Event, Kind, Memory, Record, Validity, memory_key
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.recall.gates import Reader

BY = ("superseded_by", "contradicted_by")
"""Relations from what is outdated to what says so."""
SUCCEEDS = "succeeds"
"""The leg of a fact that was found by what it replaced."""
LONGEST = 8
"""Changes of one mind that are followed."""


class Heirs(NamedTuple):
    candidates: list[Candidate]
    events: dict[str, tuple[str, ...]]
    """By the current fact's id, the events of what it replaced: where one of them is told, the fact stands first."""


def of(candidates: Sequence[Candidate], rows: Mapping[Key, Record], reader: Reader) -> Heirs:
    """The candidates, each current fact at least as near as what it replaced. Who asks of another time, or for the old, gets that."""
    if reader.as_of is not None or reader.known_at is not None or reader.include:
        return Heirs(list(candidates), {})
    held = {c.key: c for c in candidates}
    events: dict[str, tuple[str, ...]] = {}
    for candidate in candidates:
        old = rows.get(candidate.key)
        heir = _heir(old, rows) if isinstance(old, Memory) else None
        if heir is None or not isinstance(old, Memory):
            continue
        mine = held.setdefault(heir.key, Candidate(heir.key, {}))
        if candidate.score >= mine.score:
            mine.legs.setdefault(SUCCEEDS, 1.0)
        mine.score = max(mine.score, candidate.score)
        if candidate.cosine is not None:
            mine.cosine = max(candidate.cosine, mine.cosine if mine.cosine is not None else -1.0)
        events[heir.memory_id] = tuple(dict.fromkeys((*events.get(heir.memory_id, ()), *old.event_ids)))
    return Heirs(list(held.values()), events)


def _heir(old: Memory, rows: Mapping[Key, Record]) -> Memory | None:
    """The current fact at the end of the chain of changes, among the rows that were read."""
    found: Memory | None = old
    for _ in range(LONGEST):
        if found is None or found.kind is not Kind.FACT:
            return None
        if found.validity is Validity.ACTIVE:
            return found if found is not old else None
        following = (rows.get(memory_key(found.scope, r.target)) for r in found.relations if r.type in BY)
        found = next((m for m in following if isinstance(m, Memory) and not isinstance(m, Event)), None)
    return None
