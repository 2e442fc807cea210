"""What of an owner's documents a recall looks at first: those whose rows the gates would let pass (rules/recall/gates.py), as far as the
index can tell. A thing that changed a hundred times lies a hundred times as near to a question about it as its current value does, and
without this the places of a search would all be taken by what is over.

The gates have the last word; here nothing may be left out that they let pass.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Any

from keepsake import ids
from keepsake.ports import Span, Tellable
from keepsake.records import Event, Memory, Status, Trust, Validity

NOW, PAST, KEPT = "now", "past", "kept"
"""Holds and is at hand; is at hand, and was superseded, retracted or put in question; is archived, hidden from assistants or in
quarantine."""
EVERYONE = "*"
"""Among the agents whom a document may be told to; no id is written so."""


def fields(record: Event | Memory) -> dict[str, Any]:
    """Of its document."""
    if isinstance(record, Event):
        agent = record.scope.agent_id
        return {"state": NOW, "agents": [EVERYONE if agent is None else ids.part(agent)], "recorded": record.recorded_at.isoformat()}
    times = {"until": record.valid_to, "expires": record.expires_at, "recorded": record.recorded_at, "superseded": record.superseded_at}
    agents = [ids.part(a) for a in record.agent_scope] or [EVERYONE]
    return {"state": _state(record), "agents": agents} | {name: at.isoformat() for name, at in times.items() if at is not None}


def _state(memory: Memory) -> str:
    at_hand = memory.status in (Status.ACTIVE, Status.DEPRIORITIZED)
    if not at_hand or not memory.assistant_visible or memory.trust is Trust.QUARANTINED:
        return KEPT
    return NOW if memory.validity is Validity.ACTIVE else PAST


def to(agent_id: str | None) -> tuple[str, ...]:
    """What a document's agents have to name one of."""
    return (EVERYONE,) if agent_id is None else (EVERYONE, ids.part(agent_id))


def asked(now: datetime, supposed: datetime, as_of: datetime | None, known_at: datetime | None, include: Collection[str]) -> Tellable:
    """By the row as it is today: of what was known at another time an end that was recorded later is no end."""
    spans: list[tuple[Span, ...]] = [(Span("expires", least=now),)]
    ended: list[Span] = []
    if as_of is None and known_at is None:
        return Tellable((NOW,), (*spans, (Span("until", least=supposed),)))
    if as_of is not None:
        spans.append((Span("at", most=as_of),))
        ended.append(Span("until", least=as_of))
    if known_at is not None:
        spans.append((Span("recorded", most=known_at),))
        ended.append(Span("superseded", least=known_at))
    archived = (KEPT,) if "archived" in include else ()
    return Tellable((NOW, PAST, *archived), (*spans, tuple(ended)))
