"""One place in the list for one piece of evidence (row Q4): a sure fact stands for the event that says no more than its facts do, and
before the event that says more; an assistant's turn that only says again what was said takes none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from keepsake.ids import Key
from keepsake.records import Event, Kind, Memory, Role
from keepsake.rules import words
from keepsake.rules.indexing import documents
from keepsake.rules.recall import answering, latest
from keepsake.rules.recall.answering import Asked, Pair
from keepsake.rules.recall.fusion import Candidate

SURE = 0.5
"""Confidence from which a fact stands for its event; below, the event's own words are the better evidence."""
EVIDENCE = 0.1
"""Share of its best event's score that a fact takes: above 0.3 facts push other evidence out of the first ten (LoCoMo)."""
TOLD = 0.8
"""Share of an event's content words that its sure facts hold, from which showing both would say it twice. Facts are cut out of what was
said, so the rest is what they leave out: at 0.7 it costs 1.9 points of the answers' words within 1,000 tokens, and gains 0.4 of evidence
(LoCoMo, one conversation)."""
ECHOED = 0.7
"""The same share of an assistant's turn that the turns before it hold."""

SPOKEN = ("message", "candidate", "fact")
CLOSE = 0.2
"""How much farther from the query than its event, in cosine, a fact may be that answers as well: a window's vector holds a date and a
neighbour, a sentence's a name, and both what the fact's words leave to its context. From 0.05 to 1 LoCoMo's evidence is
found as well."""
TURNS_BEFORE = 2
"""Events before an assistant's turn that it may be an answer to."""

_CIVIL = words.content(
    "ok okay got it noted saved understood sure thanks thank you done great perfect all right alright will remember remembered recorded "
    "updated stored added i'll i've you're that's let me know keep mind good know note memory nice sounds absolutely of course welcome "
    "glad happy cool yes no now moved changed switched cancelled booked kept corrected fixed logged marked from then nice plenty start"
    " sounds for that's"
)
"""Words by which an assistant acknowledges, and says nothing."""

ANYTHING = Asked()


class Grouped(NamedTuple):
    """`kept` is best first, each thing once, every item with its own evidence. `told` maps what was left out to what tells it: what tells
    nothing to itself."""

    kept: list[Pair]
    told: dict[str, str]
    messages: Mapping[str, float] = MappingProxyType({})
    """By the id of each event that was found, its score before anything changed places."""


def group(pairs: Sequence[Pair], inherited: Mapping[str, Sequence[str]] | None = None, asked: Asked = ANYTHING) -> Grouped:
    """`inherited`: by a fact's id, the events of what it replaced."""
    said = {c.key: words.content(r.content if isinstance(r, Event) else documents.worded(r)) for c, r in pairs}
    events = {r.event_id: (c, r) for c, r in pairs if isinstance(r, Event)}
    messages = {event_id: c.score for event_id, (c, _) in events.items()}
    before = _before(events)
    citing: dict[str, list[tuple[Candidate, Memory]]] = defaultdict(list)
    for candidate, record in pairs:
        if isinstance(record, Memory) and record.confidence >= SURE:
            for event_id in record.event_ids:
                citing[event_id].append((candidate, record))
    facts = [r for _, r in pairs if isinstance(r, Memory) and r.kind is Kind.FACT]
    heirs = {e: list(facts_) for e, facts_ in citing.items()}
    for candidate, record in pairs:
        for event_id in (inherited or {}).get(record.memory_id, ()) if isinstance(record, Memory) else ():
            heirs.setdefault(event_id, []).append((candidate, record))  # type: ignore[arg-type]
    nearest = {e: _nearest(facts_, asked) for e, facts_ in heirs.items()}
    told: dict[str, str] = {}
    for event_id, (candidate, event) in events.items():
        by = citing[event_id]
        if by and _tell(_alone(by, said, _nearest(by, asked)), event, said[candidate.key]):
            told[event_id] = by[0][1].memory_id
        elif event_id in before and (first := _echoed(event_id, said[candidate.key], before[event_id], said)) is not None:
            told[event_id] = first
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
        if (whole := _beside(candidate, record, cited, told, nearest)) is not None:
            told[record.memory_id] = whole
            continue
        scores = [events[e][0].score for e in cited]
        of_heir = [e for e in (inherited or {}).get(record.memory_id, ()) if e in events]
        stood_for = [events[e][0].score for e in (*cited, *of_heir) if e in told and nearest[e] is candidate]
        candidate.score = max([candidate.score + EVIDENCE * max(scores, default=0.0), *stood_for])
        kept.append((candidate, record))
    ranked = sorted(kept, key=lambda pair: (-pair[0].score, isinstance(pair[1], Event), pair[0].key))
    once = _once(_briefly(latest.first(_facts_first(ranked, heirs, before), said, asked), told), told, said)
    return Grouped(once, told, messages)


def _briefly(pairs: Sequence[Pair], told: dict[str, str]) -> list[Pair]:
    """The pairs with, behind the first places, either a statement or the event that holds it: there breadth counts."""
    shown: set[str] = set()
    events: set[str] = set()
    out: list[Pair] = []
    for candidate, record in pairs:
        if isinstance(record, Event):
            if len(out) >= FIRST and record.event_id in shown:
                told[record.event_id] = next(r.memory_id for _, r in out if isinstance(r, Memory) and record.event_id in r.event_ids)
                continue
            events.add(record.event_id)
        elif len(out) >= FIRST and _own(record) and len(record.event_ids) == 1:
            holder = record.event_ids[0]
            if holder in events:
                told[record.memory_id] = holder
                continue
            shown.add(holder)
        out.append((candidate, record))
    return out


FIRST = 4
"""Places in which a statement may stand beside its event."""


def _alone(facts: Sequence[tuple[Candidate, Memory]], said: Mapping[Key, frozenset[str]], nearest: Candidate) -> list[frozenset[str]]:
    """The words of what may stand for an event: of its speaker's own statements only the one that is asked for, since several take more
    room than the event."""
    return [said[c.key] for c, f in facts if c is nearest or not _own(f)]


def _beside(
    candidate: Candidate,
    fact: Memory,
    cited: Sequence[str],
    told: Mapping[str, str],
    nearest: Mapping[str, Candidate],
) -> str | None:
    """The event that is told and holds a statement that is not what is asked for of it."""
    if fact.kind is not Kind.FACT or not _own(fact) or fact.standing or len(cited) != 1 or any(r.type in CHANGES for r in fact.relations):
        return None
    event_id = cited[0]
    return event_id if event_id not in told and nearest[event_id] is not candidate else None


CHANGES = ("supersedes", "contradicts", "revises", "revised_by")
"""Relations of a fact that says more than its event: what it takes the place of."""


def _own(fact: Memory) -> bool:
    return fact.content.said_by is not None


def _nearest(facts: Sequence[tuple[Candidate, Memory]], asked: Asked) -> Candidate:
    """Of several facts that tell one event, the one that is asked for takes its place."""
    near = answering.near(asked, facts) if len(facts) > 1 else {}
    return min(facts, key=lambda pair: (-near.get(pair[0].key, -1.0), -pair[0].score, pair[0].key))[0]


def _before(events: Mapping[str, tuple[Candidate, Event]]) -> dict[str, list[tuple[Candidate, Event]]]:
    """What was found of the turns just before each of the assistant's, the nearest first."""
    turns = [e for _, e in events.values() if e.role is Role.ASSISTANT and e.scope.session_id is not None]
    at = {(e.scope.session_id, e.seq): (c, e) for c, e in events.values()} if turns else {}
    places = {e.event_id: [(e.scope.session_id, e.seq - back) for back in range(1, TURNS_BEFORE + 1)] for e in turns}
    return {name: [at[p] for p in held if p in at and at[p][1].role is Role.USER] for name, held in places.items()}


def _echoed(
    event_id: str, turn: frozenset[str], before: Sequence[tuple[Candidate, Event]], said: Mapping[Key, frozenset[str]]
) -> str | None:
    """What the assistant's turn says again; itself, where it merely acknowledges what was not found."""
    own = turn - _CIVIL
    again = (e.event_id for c, e in before if len(own - said[c.key]) <= (1 - ECHOED) * len(own))
    return next(again, None if own else event_id)


def _facts_first(
    pairs: Sequence[Pair],
    citing: Mapping[str, list[tuple[Candidate, Memory]]],
    before: Mapping[str, list[tuple[Candidate, Event]]],
) -> list[Pair]:
    """The pairs with each fact in the place of the event that it rests on, or of the assistant's answer to that, where it answers as well:
    they change places, so that nothing else loses its own. The best event stands directly behind its fact, since it says more: the answers'
    words within 1,000 tokens are then 82.6 in place of 82.1 (LoCoMo)."""
    out = list(pairs)
    place = {c.key: i for i, (c, _) in enumerate(out)}
    for candidate, record in pairs:
        if not isinstance(record, Event):
            continue
        said = [record.event_id, *(e.event_id for _, e in before.get(record.event_id, []))]
        near = [c for name in said for c, f in citing.get(name, []) if f.kind is Kind.FACT and f.current and c.key in place]
        first = min(near, key=lambda c: place[c.key], default=None)
        if first is None or place[first.key] < place[candidate.key] or not _as_close(first, candidate):
            continue
        mine, its = place[candidate.key], place[first.key]
        if mine == 0:
            first.score = candidate.score
            out.insert(mine, out.pop(its))
            place = {c.key: i for i, (c, _) in enumerate(out)}
            continue
        first.score, candidate.score = candidate.score, first.score
        out[mine], out[its] = out[its], out[mine]
        place[candidate.key], place[first.key] = its, mine
    return out


def _as_close(fact: Candidate, event: Candidate) -> bool:
    return fact.cosine is not None and fact.cosine >= (event.cosine or 0.0) - CLOSE


def _tell(facts: Sequence[frozenset[str]], event: Event, said: frozenset[str]) -> bool:
    """Whether showing the event beside its facts would say it twice. A click or a filter says nothing but what it proves."""
    return event.event_type not in SPOKEN or (bool(said) and len(said & frozenset[str]().union(*facts)) >= TOLD * len(said))


def _tells_episode(fact: Memory, episode: Memory) -> bool:
    """Whether the fact is what became of the episode: of the same thing, on all of its evidence."""
    feature = fact.slot.feature if fact.slot else None
    same = (fact.subject, fact.category, feature) == (episode.subject, episode.category, episode.slot.feature if episode.slot else None)
    return same and set(episode.event_ids) <= set(fact.event_ids)


def _once(pairs: Sequence[Pair], told: dict[str, str], said: Mapping[Key, frozenset[str]]) -> list[Pair]:
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
    return out
