"""What may reach a caller: named gates over the hydrated record (row Q5). The index only narrows; these decide.

A gate holds a record back when its test is true. All of them run on every candidate, whatever leg found it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from keepsake.records import Event, Kind, Memory, Progress, Quarantine, Scope, Status, Trust, Validity, Verdict
from keepsake.rules.governance import audience, quarantine
from keepsake.rules.knowledge import guides, judged, mental_models, outcome, pruning, topics
from keepsake.rules.recall.lineage import Lineage

HALF = 0.5
"""What a deprioritized memory keeps of its score."""


@dataclass(frozen=True, slots=True)
class Reader:
    """Who asks, and as of when."""

    scope: Scope
    now: datetime
    supposed: datetime | None = None
    """When the question supposes that it is asked; None: now. It dates what is asked about, and brings nothing back that has expired."""
    roles: Collection[str] = ()
    as_of: datetime | None = None
    known_at: datetime | None = None
    include: Collection[str] = ()
    kinds: Collection[Kind] = field(default_factory=lambda: tuple(Kind))
    quarantines: Sequence[Quarantine] = ()
    wanted: Callable[[Memory | Event], bool] = lambda _: True
    """The caller's own filter."""
    lineage: Lineage | None = None
    """What was read of the facts behind the records; None: nothing is asked of them."""

    @property
    def asked_at(self) -> datetime:
        return self.supposed or self.now

    def past(self, expires_at: datetime | None) -> bool:
        """Whether it has expired, or will have at the supposed time."""
        return expires_at is not None and expires_at <= max(self.now, self.asked_at)


class Gate(NamedTuple):
    name: str
    reason: str
    holds: Callable[[Memory | Event, Reader], bool]


def held_by(record: Memory | Event, reader: Reader, but: Collection[str] = ()) -> Gate | None:
    """The first gate that holds the record back, of all `but` those named; None when it may pass."""
    for gate in _OF_EVENTS if isinstance(record, Event) else _OF_MEMORIES:
        if gate.holds(record, reader) and gate.name not in but:
            return gate
    # A fact holds nobody's words but its own, and many an event has none on it.
    if reader.lineage is None or not reader.lineage.concerns(record):
        return None
    return next((g for g in OF_OTHERS if g.holds(record, reader) and g.name not in but), None)


def silenced(event: Event, reader: Reader) -> bool:
    """Whether what stands in other words than its own tells nothing of the event either: a session's system message."""
    return _withheld(event, reader) or _outdated(event, reader)


def factor(record: Memory | Event) -> float:
    """What a record that passes keeps of its score."""
    if isinstance(record, Event):
        return 1.0
    return record.retrieval_boost * (HALF if record.status is Status.DEPRIORITIZED else 1.0)


def kind_of(record: Memory | Event) -> Kind:
    return Kind.EVENT if isinstance(record, Event) else record.kind


def _foreign(record: Memory | Event, reader: Reader) -> bool:
    return not audience.of_user(record, reader.scope.user_id, reader.roles)


def _status(record: Memory | Event, reader: Reader) -> bool:
    if isinstance(record, Event):
        return False
    allowed = {Status.ACTIVE, Status.DEPRIORITIZED} | ({Status.ARCHIVED} if "archived" in reader.include else set())
    return record.status not in allowed


def _validity(record: Memory | Event, reader: Reader) -> bool:
    if isinstance(record, Event) or record.validity is Validity.ACTIVE or _believed_then(record, reader):
        return False
    if record.validity is not Validity.DEPRECATED:
        return True
    past = reader.as_of is not None or reader.known_at is not None
    return not past and "deprecated" not in reader.include


def _holds_then(record: Memory | Event, reader: Reader) -> bool:
    if isinstance(record, Event):
        return reader.as_of is not None and record.timestamp > reader.as_of
    if reader.as_of is None and (reader.known_at is not None or record.validity is Validity.DEPRECATED):
        return False
    at = reader.as_of or reader.asked_at
    ended = None if _believed_then(record, reader) else record.valid_to
    return (record.valid_from > at and reader.as_of is not None) or (ended is not None and ended <= at)


def _believed_then(record: Memory, reader: Reader) -> bool:
    """It was ended only after the time of which the knowledge is asked for: then it counted as true, and its end was not known."""
    return reader.known_at is not None and record.superseded_at is not None and record.superseded_at > reader.known_at


def _known_then(record: Memory | Event, reader: Reader) -> bool:
    if reader.known_at is None:
        return False
    if record.recorded_at > reader.known_at:
        return True
    # What was known to have ended still tells of the time before.
    ended = isinstance(record, Memory) and record.superseded_at is not None and record.superseded_at <= reader.known_at
    return ended and reader.as_of is None


def _quarantined(record: Memory | Event, reader: Reader) -> bool:
    return record.trust is Trust.QUARANTINED if isinstance(record, Memory) else quarantine.holds(record, reader.quarantines)


def _inactive(record: Memory | Event, _: Reader) -> bool:
    return isinstance(record, Memory) and record.kind is Kind.MENTAL_MODEL and not mental_models.active(record)


def _expired(record: Memory | Event, reader: Reader) -> bool:
    return isinstance(record, Memory) and reader.past(record.expires_at)


def _withheld(record: Memory | Event, reader: Reader) -> bool:
    """An event that nothing rests on yet goes by what it says of the fact that it states itself."""
    if reader.lineage is None:
        return False
    facts = reader.lineage.facts(record)
    if isinstance(record, Event) and record.fact is not None and not facts:
        given = record.fact
        hidden = not given.assistant_visible or (bool(given.agent_scope) and reader.scope.agent_id not in given.agent_scope)
        return hidden or reader.past(given.expires_at)
    return any(kept_back(f, reader) for f in facts)


def kept_back(record: Memory | Event, reader: Reader) -> bool:
    """Whether not even other words may tell of it: it was deleted, has expired, or is hidden from the reader."""
    if isinstance(record, Event):
        return _foreign(record, reader) or _quarantined(record, reader)
    fact = record
    hidden = not fact.assistant_visible or not audience.of_agent(fact, reader.scope.agent_id) or _foreign(fact, reader)
    return hidden or fact.status is Status.DELETED or fact.trust is Trust.QUARANTINED or _expired(fact, reader)


def _outdated(record: Memory | Event, reader: Reader) -> bool:
    """All that the record says has ended. A merged fact says nothing by itself: another one says it. Of a fact's episodes so many are
    ended with it as one write takes, the others are held here."""
    if reader.lineage is None or not (isinstance(record, Event) or record.kind in (Kind.WORKING, Kind.EPISODE)):
        return False
    facts = [f for f in reader.lineage.facts(record) if pruning.merged_into(f) is None]
    return bool(facts) and all(_ended(f, record, reader) and not _judged(f, record) for f in facts)


def overtaken(event: Event, reader: Reader) -> bool:
    """All that was said in it has ended, some of it by a model's judgement alone: it is told as what was said earlier."""
    if reader.lineage is None or not reader.lineage.concerns(event):
        return False
    facts = [f for f in reader.lineage.facts(event) if pruning.merged_into(f) is None]
    return bool(facts) and all(_ended(f, event, reader) for f in facts)


def _judged(fact: Memory, record: Memory | Event) -> bool:
    """A model may err: what was said is not withheld for its judgement, but for a correction it is."""
    return isinstance(record, Event) and judged.is_over(fact) and outcome.corrected_at(fact) is None


def _ended(fact: Memory, record: Memory | Event, reader: Reader) -> bool:
    """Superseded, retracted, or in other words since the record was made, at the time asked about. What is only contested is not."""
    corrected = outcome.corrected_at(fact)
    if corrected is not None and corrected > record.recorded_at and "deprecated" not in reader.include:
        return True
    if fact.validity not in (Validity.DEPRECATED, Validity.INVALID) or _believed_then(fact, reader):
        return False
    if _validity(fact, reader):
        return True
    if reader.as_of is not None:
        return fact.valid_to is not None and fact.valid_to <= reader.as_of
    return _known_then(fact, reader)


def _outlived(record: Memory | Event, reader: Reader) -> bool:
    """A summary tells its facts until it is remade, though one of them was deleted, has faded or ended since."""
    if reader.lineage is None or isinstance(record, Event) or record.kind is not Kind.SUMMARY:
        return False
    told = reader.lineage.facts(record)
    alone = [f for f in told if pruning.merged_into(f) is None]
    if reader.lineage.unread(record) or any(not topics.at_hand(f, reader.asked_at) or _expired(f, reader) for f in alone):
        return True
    return reader.known_at is None and not any(map(pruning.merged_into, told)) and guides.changed_since(record, told)


GATES: tuple[Gate, ...] = (
    Gate("tenant", "belongs to another tenant", lambda r, q: r.scope.tenant != q.scope.tenant),
    Gate("container", "belongs to another container", lambda r, q: r.scope.container != q.scope.container),
    Gate("namespace", "belongs to another namespace", lambda r, q: r.scope.namespace != q.scope.namespace),
    Gate("owner", "is private to another user, or not shared with you", _foreign),
    Gate("agent_scope", "is for other agents", lambda r, q: not audience.of_agent(r, q.scope.agent_id)),
    Gate("assistant_visible", "is hidden from assistants", lambda r, _: isinstance(r, Memory) and not r.assistant_visible),
    Gate("kind", "is of a kind that was not asked for", lambda r, q: kind_of(r) not in q.kinds),
    Gate("filter", "does not pass the request's filters", lambda r, q: not q.wanted(r)),
    Gate("observation", "is an observation, not yet knowledge", lambda r, _: isinstance(r, Memory) and r.kind is Kind.OBSERVATION),
    Gate("junk", "is junk that is kept as evidence only", lambda r, _: isinstance(r, Event) and r.verdict is not Verdict.CANDIDATE),
    Gate("lapsed", "is kept no longer by its container", lambda r, _: isinstance(r, Event) and r.lapsed_at is not None),
    Gate("failed", "could not be processed", lambda r, _: isinstance(r, Event) and r.progress is Progress.FAILED),
    Gate("activation", "is a mental model whose gate does not hold", _inactive),
    Gate("trust", "is quarantined", _quarantined),
    Gate("status", "is archived or deleted", _status),
    Gate("validity", "was superseded, contradicted or is under review", _validity),
    Gate("temporal", "does not hold at the time asked about", _holds_then),
    Gate("known_at", "was not known then", _known_then),
    Gate("expired", "has expired", _expired),
)
UNHEARD = ("tenant", "container", "namespace", "owner", "agent_scope")
"""Gates of whose records the reader is told not even the ids: they say when something was remembered, and a question what about."""
_EVENTS_ALONE = ("junk", "lapsed", "failed")
_MEMORIES_ALONE = ("assistant_visible", "observation", "activation", "status", "validity", "expired")
_OF_EVENTS = tuple(g for g in GATES if g.name not in _MEMORIES_ALONE)
_OF_MEMORIES = tuple(g for g in GATES if g.name not in _EVENTS_ALONE)
OF_OTHERS: tuple[Gate, ...] = (
    Gate("outlived", "tells a fact that no longer holds, until it is made anew", _outlived),
    Gate("withheld", "holds the words of a memory that was deleted, has expired or is hidden from you", _withheld),
    Gate("outdated", "says nothing that was not superseded or corrected since", _outdated),
)
"""Behind those, of what holds the words of other records (row Q11)."""
