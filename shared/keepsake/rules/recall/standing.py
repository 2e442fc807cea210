"""What the user told the assistant to do, for good: with every recall of theirs, whatever it asks (row Q11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from keepsake.api import RecallItem
from keepsake.ids import Key
from keepsake.records import Event, Kind, Memory, Record, memory_key
from keepsake.rules.recall import gates, items, packing, telling
from keepsake.rules.recall.fusion import Candidate

SHARE = 0.3
"""Of the token budget, at most: an answer has to have room beside instructions."""


Pair = tuple[Candidate, Memory | Event]


class Chosen(NamedTuple):
    """Newest first."""

    told: list[RecallItem]
    left: list[RecallItem]
    """What their share of the budget did not take."""


def keys(reader: gates.Reader, named: Sequence[str]) -> list[Key]:
    """Rows of those that the user's state names, where facts are asked for."""
    return [memory_key(reader.scope, i) for i in named] if Kind.FACT in reader.kinds else []


def candidates(reader: gates.Reader, named: Sequence[str], rows: Mapping[Key, Record]) -> list[Candidate]:
    """Those of the named that are standing instructions still, newest first."""
    known = [r for k in keys(reader, named) if isinstance(r := rows.get(k), Memory) and marks(r, reader)]
    newest = sorted(known, key=lambda m: (m.valid_from, m.memory_id), reverse=True)
    return [Candidate(m.key, {}, {telling.STANDING: 1.0}) for m in newest]


def told(reader: gates.Reader, named: Sequence[str], rows: Mapping[Key, Record]) -> list[RecallItem]:
    """The same as items, as far as the gates let them through."""
    found = ((c, rows[c.key]) for c in candidates(reader, named, rows))
    shown = ((c, telling.told(m, rows, reader)) for c, m in found if isinstance(m, Memory))
    return [items.item(c, m) for c, m in shown if m is not None]


def marks(record: Record | None, reader: gates.Reader) -> bool:
    """Whether it instructs the assistant here: nobody instructs another user's, whatever they share."""
    return (
        isinstance(record, Memory)
        and record.standing
        and (record.scope.pk, record.scope.namespace)
        == (
            reader.scope.pk,
            reader.scope.namespace,
        )
    )


def ranked(pairs: Sequence[Pair], always: Collection[str], reader: gates.Reader) -> list[Pair]:
    """The pairs without the instructions that are told in any case and do not answer the question: in a small bank everything is found,
    and they would take the places of what does. One that is nearer to the question than all other memories
    is its answer."""
    marked = {c.key for c, r in pairs if marks(r, reader)}
    nearest = max((c.cosine or 0.0 for c, r in pairs if c.key not in marked and isinstance(r, Memory)), default=0.0)
    out: list[Pair] = []
    for candidate, record in pairs:
        if candidate.key in marked:
            candidate.legs[telling.STANDING] = 1.0
            if isinstance(record, Memory) and record.memory_id in always and (candidate.cosine or 0.0) <= nearest:
                continue
        out.append((candidate, record))
    return out


def chosen(newest: Sequence[RecallItem], budget: int) -> Chosen:
    """The newest that fit together into their share of the budget."""
    kept = packing.fit(newest, int(SHARE * budget), len(newest)) if newest else []
    there = {i.memory_id for i in kept}
    return Chosen(kept, [i for i in newest if i.memory_id not in there])
