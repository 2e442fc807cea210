"""Merge what the legs of a recall found into one ranking.

Each leg's scores are stretched to 0..1 over its own hits (min-max beat reciprocal rank fusion by 2 to 5 points on LoCoMo), weighted
and added. An event then gains from its neighbour and its session, and from being said by the one the query names; an event that
itself asks loses. Facts are ranked by their own legs, and an event takes a share of the fact that rests on it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from keepsake.ids import Key
from keepsake.ports import Hit
from keepsake.records import Role

LEG_WEIGHTS: Mapping[str, float] = {
    "event_words": 0.4,
    "event_window": 0.3,
    "event_sentences": 0.3,
    "keyword": 0.2,
    "vector": 0.45,
    "entity": 0.1,
    "guide_words": 0.5,
    "guide_vector": 0.5,
}
"""Weights of the legs: 1 for events, 1 for memories, and 1 for topics and summaries, which are ranked apart. Those of events and
memories may each move by a third within one point of evidence recall (LoCoMo)."""
VECTOR_LEGS = ("event_window", "event_sentences", "vector", "guide_vector")
NEIGHBOUR = 0.3
"""Share of the better neighbour's score."""
SESSION = 0.3
"""Share of the best score of the event's session."""
NAMED = 0.5
"""For what the one person named in the query said, or what is about them."""
ASKS = -0.15
"""For an event that is itself a question: the answer is what is looked for."""
KEPT_NOTHING = -0.1
"""For an event of which no memory was made: a question, a request, an acknowledgement. A statement that is as near answers better."""
ASSISTANT = -0.2
"""For what the assistant said: it is no evidence of what somebody told, unless the query asks for the talk itself. Beyond it the
assistant's own answers are lost to questions about them that do not say so (LongMemEval)."""
TIMED = 0.3
"""For an event with a date in it, when the query asks when."""
COUNTED = 0.3
"""For a text with a number in it, when the query asks for one."""
SUPPORT = 0.3
"""Share of the best citing memory's score that an event takes: what several legs found ranks higher."""


@dataclass(slots=True)
class Candidate:
    """A row that some leg found. `legs` are its stretched scores, 0..1; `score` is their fusion."""

    key: Key
    fields: Mapping[str, object]
    legs: dict[str, float] = field(default_factory=dict)
    score: float = 0.0
    cosine: float | None = None
    """To the query, of its nearest vector: unlike the stretched scores it means the same in every recall."""

    @property
    def event(self) -> bool:
        return self.fields.get("kind") == "event"


@dataclass(frozen=True, slots=True)
class Intent:
    """What the query says beyond its words."""

    named: frozenset[str] = frozenset()
    """Speakers or subjects it names, lower case."""
    about_when: bool = False
    about_number: bool = False
    about_talk: bool = False
    """It asks what the assistant said, or what was talked about."""


def stretch(hits: Sequence[Hit]) -> list[float]:
    """Their scores from 0 for the leg's last hit to 1 for its best."""
    scores = [h.score for h in hits]
    low = min(scores, default=0.0)
    span = max(scores, default=0.0) - low
    return [(s - low) / span if span > 0 else 1.0 for s in scores]


def fuse(found: Mapping[str, Sequence[Hit]], intent: Intent) -> list[Candidate]:
    """All candidates, best first; ties by key, so that the order is the same every time."""
    candidates: dict[Key, Candidate] = {}
    for leg, hits in found.items():
        weight, near = LEG_WEIGHTS.get(leg, 0.0), leg in VECTOR_LEGS
        for hit, value in zip(hits, stretch(hits), strict=True):
            candidate = candidates.get(hit.key)
            if candidate is None:
                candidate = candidates[hit.key] = Candidate(hit.key, hit.fields)
            candidate.legs[leg] = value
            candidate.score += weight * value
            if near:
                candidate.cosine = max(candidate.cosine or -1.0, 2 * hit.score - 1)
    events: list[Candidate] = []
    memories: list[Candidate] = []
    for candidate in candidates.values():
        (events if candidate.event else memories).append(candidate)
    _lift_events(events, memories, intent)
    if intent.about_number:
        for candidate in candidates.values():
            if candidate.fields.get("counted"):
                candidate.score += COUNTED
    if len(intent.named) == 1:
        for candidate in candidates.values():
            if candidate.fields.get("speaker") in intent.named:
                candidate.score += NAMED
    return sorted(candidates.values(), key=lambda c: (-c.score, c.key))


def by_legs(candidate: Candidate) -> float:
    """What its own legs bring, without what it gains from around it."""
    return sum(LEG_WEIGHTS.get(leg, 0.0) * value for leg, value in candidate.legs.items())


def _lift_events(events: Sequence[Candidate], memories: Sequence[Candidate], intent: Intent) -> None:
    """Adds what an event gains from around it; all shares are of the scores before any was added."""
    sessions: dict[object, dict[object, float]] = defaultdict(dict)
    best: dict[object, float] = defaultdict(float)
    for c in events:
        session = c.fields.get("session_id")
        sessions[session][c.fields.get("seq")] = c.score
        best[session] = max(best[session], c.score)
    support: dict[str, float] = {}
    for memory in memories:
        for event_id in _texts(memory.fields.get("event_ids")):
            if memory.score > support.get(event_id, 0.0):
                support[event_id] = memory.score
    for c in events:
        fields, session, seq = c.fields, c.fields.get("session_id"), c.fields.get("seq")
        said = sessions[session]
        beside = max(said.get(seq - 1, 0.0), said.get(seq + 1, 0.0)) if isinstance(seq, int) else 0.0
        c.score += NEIGHBOUR * beside + SESSION * best[session]
        c.score += SUPPORT * max([support.get(e, 0.0) for e in _texts(fields.get("event_ids"))], default=0.0)
        if fields.get("asks"):
            c.score += ASKS
        if fields.get("speaker") == Role.ASSISTANT.value and not intent.about_talk:
            c.score += ASSISTANT
        if not fields.get("memory_ids"):
            c.score += KEPT_NOTHING
        if intent.about_when and fields.get("timed"):
            c.score += TIMED


def _texts(value: object) -> Iterable[str]:
    return value if isinstance(value, list | tuple) else ()
