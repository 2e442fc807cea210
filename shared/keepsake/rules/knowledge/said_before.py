"""What a fact goes on from that was said right before it, in the same sitting (rows R8, D2): named by its place in the event that said it,
and put beside the fact whenever it is told. No copy of it is kept: who deletes that event, or what was made of it, takes it from here too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from pydantic import ValidationError

from keepsake.claims import SaidBefore
from keepsake.ids import Key
from keepsake.records import FACT_IDS, Event, Kind, Memory, Record, Role, event_key, memory_key
from keepsake.rules.knowledge import goes_on, outcome

NAME = "said_before"
"""In the structure of a fact, and of the observation that made it."""
MOST_MADE = 20
"""Facts of the event: of one with more no words are told beside others, since all of them would have to be read with each."""


def of(record: Memory) -> SaidBefore | None:
    """Which words; None where it has others beside it, or none, and of what is no fact: an episode tells what was said as it was."""
    named = record.content.structured.get(NAME)
    if named is None or record.kind is not Kind.FACT or record.content.context is not None:
        return None
    try:
        return SaidBefore.model_validate(named)
    except ValidationError:  # written by a caller, whose structures are free
        return None


def event_of(record: Memory) -> Key | None:
    """The row of the event whose words they are."""
    said = of(record)
    return event_key(record.scope, said.event_id) if said else None


def facts_of(event: Event) -> list[Key]:
    """What was made of it, which tells whether its words may be told; nothing where that is too much."""
    made = [memory_key(event.scope, m) for m in event.memory_ids if m.startswith(FACT_IDS)]
    return made if len(made) <= MOST_MADE else []


def told(record: Memory, rows: Mapping[Key, Record], hidden: Callable[[Event | Memory], bool]) -> Memory:
    """The fact with those words beside it: where the event is at hand with all that was made of it, and nothing of this is `hidden`."""
    said = of(record)
    event = rows.get(event_key(record.scope, said.event_id)) if said else None
    if said is None or not isinstance(event, Event) or not _is_theirs(event, record):
        return record
    made = [rows.get(k) for k in facts_of(event)]
    words = " ".join(event.content[said.begin : said.end].split())
    if not words or hidden(event) or not all(isinstance(m, Memory) and _stands(m) and not hidden(m) for m in made):
        return record
    structured = record.content.structured | {"context": goes_on.before(words)}
    return record.model_copy(update={"content": record.content.model_copy(update={"structured": structured})})


def _is_theirs(event: Event, record: Memory) -> bool:
    """Whether it may be the event that was read before the fact's own: whatever a caller writes, no tool's words are told so."""
    few = sum(m.startswith(FACT_IDS) for m in event.memory_ids) <= MOST_MADE
    return few and event.lapsed_at is None and event.role is Role.USER and event.scope.namespace == record.scope.namespace


def _stands(made: Memory) -> bool:
    """Whether what was made of it still has its words: what a correction replaced is told by nothing."""
    return outcome.corrected_at(made) is None


def events_of(records: Iterable[Record]) -> Iterator[Key]:
    yield from (k for r in records if isinstance(r, Memory) and (k := event_of(r)) is not None)
