"""Which facts say what another record says too (row Q11). An event, an episode, a summary, a model and an item in focus hold words of
facts: what becomes of those decides whether they may be told.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from keepsake.ids import Key
from keepsake.records import FACT_IDS, Event, Kind, Memory, Record, Scope, Status, Trust, Validity, memory_key, memory_sk
from keepsake.rules import words
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import mental_models, outcome, pruning, said_before
from keepsake.rules.recall.fusion import Candidate


@dataclass(frozen=True, slots=True)
class Lineage:
    """What one hydration read. `resting` are the facts of each event that was read: those that it names, and those that cite it, since a
    merged fact takes over others' events."""

    rows: Mapping[Key, Record]
    resting: Mapping[str, Mapping[Key, Memory]]
    """By the event's id, which another owner's event may have too."""
    marked: frozenset[str]
    """Events with a fact that is not plainly true and everybody's who may see the event."""

    def concerns(self, record: Memory | Event) -> bool:
        """Whether what stands behind the record may hold it back: mostly not, and a recall asks hundreds."""
        if isinstance(record, Event):
            return record.event_id in self.marked or record.fact is not None
        return record.kind is not Kind.FACT

    def facts(self, record: Memory | Event) -> list[Memory]:
        """The facts that were read whose words the record may hold."""
        if isinstance(record, Event):
            return self._with_merged(self._of_event(record.scope, record.event_id))
        match record.kind:
            case Kind.EPISODE:
                return self._named(record, lived_by(record))
            case Kind.SUMMARY:
                return self._named(record, sources(record))
            case Kind.TOPIC:
                told = (self.rows.get(memory_key(record.scope, s)) for s in sources(record))
                return [f for s in told if isinstance(s, Memory) and s.kind is Kind.SUMMARY for f in self.facts(s)]
            case Kind.MENTAL_MODEL:
                said = words.content(record.content.summary)
                return [f for f in self._named(record, sources(record)) if words.content(f.content.summary) <= said]
            case Kind.WORKING:
                return self._of_item(record)
            case _:
                return []

    def unread(self, summary: Memory) -> bool:
        """Whether a fact that the summary tells was not read, so that nobody knows how it stands."""
        return any(memory_key(summary.scope, s) not in self.rows for s in sources(summary))

    def _of_event(self, scope: Scope, event_id: str) -> list[Memory]:
        held = self.resting.get(event_id)
        return [f for key, f in held.items() if key.pk == scope.pk] if held else []

    def _of_item(self, item: Memory) -> list[Memory]:
        """Its own fact, and those of its events that say the same; where none does, those that were put in other words since."""
        said = words.content(item.content.summary)
        near = [f for e in item.event_ids for f in self._of_event(item.scope, e)]
        alike = [f for f in near if (held := words.content(f.content.summary)) <= said or said <= held]
        alike = alike or [f for f in near if outcome.corrected_at(f) is not None]
        own = self._named(item, [fact_id(s) for s in sources(item)])
        return [*own, *(f for f in self._with_merged(alike) if f not in own)]

    def _named(self, record: Memory, names: Iterable[str]) -> list[Memory]:
        rows = (self.rows.get(memory_key(record.scope, n)) for n in names if n.startswith(FACT_IDS))
        return self._with_merged(f for f in rows if isinstance(f, Memory))

    def _with_merged(self, facts: Iterable[Memory]) -> list[Memory]:
        """And what says now what a merged one said."""
        found = list(facts)
        for fact in found:  # grows as it goes: what was merged may have been merged again
            target = pruning.merged_into(fact)
            into = self.rows.get(memory_key(fact.scope, target)) if target is not None else None
            if isinstance(into, Memory) and into not in found:
                found.append(into)
        return found


def of(rows: Mapping[Key, Record]) -> Lineage:
    resting: dict[str, dict[Key, Memory]] = {}
    for key, row in rows.items():
        if isinstance(row, Event):
            for name in row.memory_ids:
                fact = rows.get(at := Key(key.pk, memory_sk(name))) if name.startswith(FACT_IDS) else None
                if isinstance(fact, Memory):
                    resting.setdefault(row.event_id, {})[at] = fact
        elif isinstance(row, Memory) and row.kind is Kind.FACT:
            for event_id in row.event_ids:
                resting.setdefault(event_id, {})[key] = row
    marked = frozenset(e for e, facts in resting.items() if not all(map(_plain, facts.values())))
    return Lineage(rows, resting, marked)


def _plain(fact: Memory) -> bool:
    """True as it was said, at hand, and hidden from nobody."""
    said = fact.validity is Validity.ACTIVE and fact.status is Status.ACTIVE and outcome.CORRECTED not in fact.content.structured
    open_ = fact.assistant_visible and not fact.agent_scope and fact.trust is not Trust.QUARANTINED
    return said and open_ and fact.expires_at is None


def sources(memory: Memory) -> list[str]:
    return [r.target for r in memory.relations if r.type == mental_models.FROM]


def lived_by(episode: Memory) -> list[str]:
    """The fact that an episode supports, or supported until the fact got other words."""
    return [r.target for r in episode.relations if r.type in documents.LEADS[Kind.EPISODE]]


def fact_id(observation_id: str) -> str:
    """Of the fact that an observation makes."""
    return "f" + observation_id[1:]


def beneath(candidates: Sequence[Candidate]) -> list[Key]:
    """Rows of the facts that the documents of these candidates name: read in the same step, so that asking them costs no further one."""
    return [Key(pk, memory_sk(name)) for pk, name in _named_by(candidates) if name.startswith(FACT_IDS)]


def beside(candidates: Sequence[Candidate]) -> list[Key]:
    """The same of the events that they name, whose words are told with a fact."""
    return [Key(pk, name) for pk, name in _named_by(candidates) if name.startswith(Event.prefix)]


def behind(records: Iterable[Record]) -> list[Key]:
    """The same of records that were read without a search."""
    found: list[Key] = []
    for record in records:
        if isinstance(record, Event):
            found += [memory_key(record.scope, m) for m in record.memory_ids if m.startswith(FACT_IDS)]
        elif isinstance(record, Memory) and record.kind is Kind.EPISODE:
            found += [memory_key(record.scope, f) for f in lived_by(record) if f.startswith(FACT_IDS)]
        elif isinstance(record, Memory) and record.kind is Kind.FACT:
            found += [memory_key(record.scope, r.target) for r in record.relations if r.type in documents.LEADS[Kind.FACT]]
            found += said_before.events_of([record])
        elif isinstance(record, Memory) and record.kind in (Kind.SUMMARY, Kind.MENTAL_MODEL):
            found += [memory_key(record.scope, s) for s in sources(record) if s.startswith(FACT_IDS)]
    return found


def astray(rows: Mapping[Key, Record]) -> list[Key]:
    """Facts that were not read with these, though nearly always the search found them too: what says now what merged ones said, and what
    was made of the messages whose words stand beside others."""
    merged = (r for r in rows.values() if isinstance(r, Memory) and r.validity is Validity.DEPRECATED and r.kind is Kind.FACT)
    into = (memory_key(f.scope, t) for f in merged if (t := pruning.merged_into(f)) is not None)
    told_with = (e for k in said_before.events_of(rows.values()) if isinstance(e := rows.get(k), Event))
    return [k for k in dict.fromkeys((*into, *(k for e in told_with for k in said_before.facts_of(e)))) if k not in rows]


def _named_by(candidates: Sequence[Candidate]) -> Iterator[tuple[str, str]]:
    for candidate in candidates:
        named = candidate.fields.get("memory_ids")
        yield from ((candidate.key.pk, name) for name in (named if isinstance(named, list | tuple) else ()))
