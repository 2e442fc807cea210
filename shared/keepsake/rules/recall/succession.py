"""What took the place of an outdated fact answers for it (row Q4): a question in the words of the old value asks for the new one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.records import Event, Kind, Memory, Record, Validity, memory_key
from keepsake.rules import words
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import judged
from keepsake.rules.recall import fusion
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.recall.gates import Reader

SUCCEEDS = "succeeds"
"""The leg of a fact that was found by what it replaced: 1 where that holds all the words that are sought, so that the question is asked in
the words of what is over, else PARTLY."""
PARTLY = 0.5
AS_NEAR = 0.1
"""How much farther from the question than the nearest, in cosine, an outdated message may be that passes on what it gained from others."""
LONGEST = 8
"""Changes of one mind that are followed."""


class Heirs(NamedTuple):
    candidates: list[Candidate]
    events: dict[str, tuple[str, ...]]
    """By the current fact's id, the events of what it replaced: where one of them is told, the fact stands first."""


def of(candidates: Sequence[Candidate], rows: Mapping[Key, Record], reader: Reader, sought: frozenset[str] = frozenset()) -> Heirs:
    """The candidates, each current fact at least as near as what it replaced. Who asks of another time, or for the old, gets that. An
    outdated message passes on what it gained from around it only where the fact that is over holds one of the words that are `sought`."""
    if reader.as_of is not None or reader.known_at is not None or reader.include:
        return Heirs(list(candidates), {})
    held = {c.key: c for c in candidates}
    events: dict[str, tuple[str, ...]] = {}
    nearest = max((c.cosine for c in candidates if c.cosine is not None), default=0.0)
    for candidate, old, heir in _inherited(candidates, rows):
        mine = held.setdefault(heir.key, Candidate(heir.key, {}))
        its_words = words.content(documents.worded(old))
        asked = (candidate.cosine or -1.0) >= nearest - AS_NEAR and not sought.isdisjoint(its_words)
        score = candidate.score if asked or not candidate.event else min(candidate.score, fusion.by_legs(candidate))
        if score >= mine.score:
            mine.legs[SUCCEEDS] = max(mine.legs.get(SUCCEEDS, PARTLY), 1.0 if sought and sought <= its_words else PARTLY)
        mine.score = max(mine.score, score)
        if candidate.cosine is not None:
            mine.cosine = max(candidate.cosine, mine.cosine if mine.cosine is not None else -1.0)
        events[heir.memory_id] = tuple(dict.fromkeys((*events.get(heir.memory_id, ()), *old.event_ids)))
    return Heirs(list(held.values()), events)


def _inherited(candidates: Sequence[Candidate], rows: Mapping[Key, Record]) -> Iterator[tuple[Candidate, Memory, Memory]]:
    """What was found, the outdated fact that it is or, of a message, that it told, and the current one. A message speaks for none of its
    facts while one of them holds."""
    for candidate in candidates:
        record = rows.get(candidate.key)
        if isinstance(record, Memory):
            facts = [record]
        elif isinstance(record, Event):
            told = (rows.get(memory_key(record.scope, i)) for i in record.memory_ids)
            facts = [m for m in told if isinstance(m, Memory) and m.kind is Kind.FACT]
            facts = [] if any(f.validity is Validity.ACTIVE for f in facts) else facts
        else:
            facts = []
        for fact in facts:
            if (heir := _heir(fact, rows)) is not None:
                yield candidate, fact, heir


def _heir(old: Memory, rows: Mapping[Key, Record]) -> Memory | None:
    """The current fact at the end of the chain of changes, among the rows that were read."""
    found: Memory | None = old
    for _ in range(LONGEST):
        if found is None or found.kind is not Kind.FACT:
            return None
        if found.validity is Validity.ACTIVE:
            return found if found is not old else None
        following = (rows.get(memory_key(found.scope, r.target)) for r in found.relations if r.type in judged.ENDED_BY)
        found = next((m for m in following if isinstance(m, Memory) and not isinstance(m, Event)), None)
    return None
