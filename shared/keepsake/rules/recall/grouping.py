"""One place in the list for one piece of evidence (row Q4): a sure fact stands for the event that says no more than its facts do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.records import Event, Kind, Memory
from keepsake.rules import words
from keepsake.rules.recall.fusion import Candidate

SURE = 0.5
"""Confidence from which a fact stands for its event; below, the event's own words are the better evidence."""
EVIDENCE = 0.2
"""Share of its best event's score that a fact takes: above 0.3 facts push other evidence out of the first ten (LoCoMo)."""
TOLD = 0.7
"""Share of an event's content words that its sure facts hold, from which showing both would say it twice."""

SPOKEN = ("message", "candidate", "fact")

Pair = tuple[Candidate, Memory | Event]


class Grouped(NamedTuple):
    """`kept` is best first, each thing once, every item with its own evidence. `told` maps what was left out to what tells it."""

    kept: list[Pair]
    told: dict[str, str]


def group(pairs: Sequence[Pair]) -> Grouped:
    said = {c.key: words.content(r.content if isinstance(r, Event) else r.content.summary) for c, r in pairs}
    events = {r.event_id: (c, r) for c, r in pairs if isinstance(r, Event)}
    citing: dict[str, list[tuple[Candidate, Memory]]] = defaultdict(list)
    for candidate, record in pairs:
        if isinstance(record, Memory) and record.confidence >= SURE:
            for event_id in record.event_ids:
                citing[event_id].append((candidate, record))
    facts = [r for _, r in pairs if isinstance(r, Memory) and r.kind is Kind.FACT]
    told: dict[str, str] = {}
    for event_id, (candidate, event) in events.items():
        by = citing[event_id]
        if by and _tell([said[c.key] for c, _ in by], event, said[candidate.key]):
            told[event_id] = by[0][1].memory_id
    kept: list[Pair] = []
    for candidate, record in pairs:
        if isinstance(record, Event):
            if record.event_id not in told:
                kept.append((candidate, record))
            continue
        teller = next((f for f in facts if _tells_episode(f, record)), None) if record.kind is Kind.EPISODE else None
        if teller is not None:
            told[record.memory_id] = teller.memory_id
            continue
        cited = [e for e in record.event_ids if e in events]
        if cited and record.confidence < SURE:
            told[record.memory_id] = cited[0]
            continue
        scores = [events[e][0].score for e in cited]
        stood_for = [events[e][0].score for e in cited if e in told]
        candidate.score = max([candidate.score + EVIDENCE * max(scores, default=0.0), *stood_for])
        kept.append((candidate, record))
    return _once(sorted(kept, key=lambda pair: (-pair[0].score, isinstance(pair[1], Event), pair[0].key)), told, said)


def _tell(facts: Sequence[frozenset[str]], event: Event, said: frozenset[str]) -> bool:
    """Whether showing the event beside its facts would say it twice. A click or a filter says nothing but what it proves."""
    return event.event_type not in SPOKEN or len(said & frozenset[str]().union(*facts)) >= TOLD * len(said)


def _tells_episode(fact: Memory, episode: Memory) -> bool:
    """Whether the fact is what became of the episode: of the same thing, on all of its evidence."""
    feature = fact.slot.feature if fact.slot else None
    same = (fact.subject, fact.category, feature) == (episode.subject, episode.category, episode.slot.feature if episode.slot else None)
    return same and set(episode.event_ids) <= set(fact.event_ids)


def _once(pairs: Sequence[Pair], told: dict[str, str], said: Mapping[Key, frozenset[str]]) -> Grouped:
    """Near-duplicates count once: the same content words, in whatever order."""
    seen: dict[tuple[str | None, frozenset[str]], str] = {}
    out: list[Pair] = []
    for candidate, record in pairs:
        name, whose = (record.event_id, record.name) if isinstance(record, Event) else (record.memory_id, record.subject)
        mark = (whose, said[candidate.key])
        if mark[1] and mark in seen:
            told[name] = seen[mark]
            continue
        seen[mark] = name
        out.append((candidate, record))
    return Grouped(out, told)
