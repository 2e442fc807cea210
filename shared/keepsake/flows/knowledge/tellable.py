"""What may be told to a model that no recall brought: lists, single records and evidence pass the gates of a recall (rows Q5, Q11)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from keepsake.flows.knowledge import upkeep
from keepsake.ids import Key
from keepsake.ports import Store
from keepsake.records import Event, Kind, Memory, Record, event_key
from keepsake.rules.recall import gates, lineage
from keepsake.rules.recall.lineage import Lineage


def behind(store: Store, rows: Mapping[Key, Record]) -> Lineage:
    """How the facts stand whose words these rows hold."""
    known = {**rows, **store.read([k for k in lineage.behind(rows.values()) if k not in rows])}
    return lineage.of({**known, **store.read(lineage.astray(known))})


def memories(store: Store, reader: gates.Reader, found: Sequence[Memory], but: Collection[str] = ()) -> list[Memory]:
    """Those that no gate `but` those named holds back. What stands behind a fact is not asked: it holds nobody's words but its own."""
    asker = replace(reader, lineage=behind(store, {m.key: m for m in found if m.kind is not Kind.FACT}))
    return [m for m in found if gates.held_by(m, asker, but) is None]


def events(store: Store, reader: gates.Reader, names: Sequence[str], but: Collection[str]) -> list[Event]:
    """Those of the reader's events that no gate `but` those named holds back."""
    rows = store.read([event_key(reader.scope, e) for e in names])
    quarantines = upkeep.read_state(store, reader.scope)[0].quarantines
    asker = replace(reader, quarantines=quarantines, lineage=behind(store, rows))
    return [e for e in rows.values() if isinstance(e, Event) and gates.held_by(e, asker, but) is None]
