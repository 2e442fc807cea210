"""One place in the list for one piece of evidence: a fact and the event that it rests on count once (row Q4)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from keepsake.records import Event, Memory
from keepsake.rules.fusion import Candidate

SURE = 0.5
"""Confidence from which a fact stands for its event; below, the event's own words are the better evidence."""

_WORD = re.compile(r"\w+")

Pair = tuple[Candidate, Memory | Event]


def group(pairs: Sequence[Pair]) -> list[Pair]:
    """Best first. A sure fact takes the place of the best event it cites; an unsure one is left to its event."""
    events = {r.event_id: c for c, r in pairs if isinstance(r, Event)}
    kept: list[Pair] = []
    told: set[str] = set()
    for candidate, record in pairs:
        if isinstance(record, Event):
            kept.append((candidate, record))
            continue
        cited = [events[e] for e in record.event_ids if e in events]
        if record.confidence < SURE and cited:
            continue
        if cited:
            candidate.score = max(candidate.score, *(c.score for c in cited))
        kept.append((candidate, record))
    ranked = sorted(kept, key=lambda pair: (-pair[0].score, isinstance(pair[1], Event), pair[0].key))
    out: list[Pair] = []
    for candidate, record in ranked:
        words = " ".join(_WORD.findall((record.content if isinstance(record, Event) else record.content.summary).lower()))
        if words in told:
            continue
        told.add(words)
        out.append((candidate, record))
    return out
