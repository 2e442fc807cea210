"""Read a recall again, and ask it why a memory was not in it (row Q7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from keepsake import api, ids
from keepsake.errors import NotFound
from keepsake.flows.knowledge import upkeep
from keepsake.flows.recall.recall import Asker, reader_of
from keepsake.ports import Store
from keepsake.records import (
    Considered,
    Event,
    Kind,
    Memory,
    PastVersion,
    Principal,
    Recalled,
    Scope,
    WorkingMemory,
    event_key,
    history_prefix,
    memory_key,
    recall_key,
    working_key,
)
from keepsake.rules import tokens
from keepsake.rules.governance import identity
from keepsake.rules.recall import gates, items, packing, why_not
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.sessions import routing


def read_again(store: Store, principal: Principal, recall_id: str, query: api.Scoped, now: datetime) -> api.RecallRecord:
    """The list as it was given: the same ids, scores and versions. What was deleted since is named without its words."""
    kept = _kept(store, principal, recall_id, query, now)
    listed = [c for c in kept.considered if c.fate == "listed"]
    quarantines = upkeep.read_state(store, kept.scope)[0].quarantines
    reader = gates.Reader(scope=kept.scope, now=now, roles=principal.roles, include=("archived", "deprecated"), quarantines=quarantines)
    records = _as_given(store, kept.scope, listed, reader)
    shown = [_item(c, r) for c in listed if (r := records.get(c.memory_id)) is not None]
    there = {i.memory_id for i in shown}
    return api.RecallRecord(
        recall_id=recall_id,
        query=kept.query,
        request=kept.request,
        at=kept.at,
        mid_term_context=tuple(items.line(i) for i in shown if i.kind is Kind.FACT),
        long_term_user_context=tuple(items.line(i) for i in shown if i.kind in (Kind.SUMMARY, Kind.MENTAL_MODEL)),
        formatted_context=packing.context(recall_id, shown),
        memories=tuple(shown),
        tokens=sum(tokens.count(i.content) for i in shown),
        gone=tuple(c.memory_id for c in listed if c.memory_id not in there),
        suppressed=tuple(
            api.Suppressed(memory_id=c.memory_id, gate=c.by or "", reason=why_not.gate_reason(c.by))
            for c in kept.considered
            if c.fate == "gate"
        ),
        degraded=tuple(api.Degraded(part=part, reason="It was degraded when it was asked.") for part in kept.degraded),
    )


def explain(store: Store, principal: Principal, recall_id: str, memory_id: str, query: api.Scoped, now: datetime) -> api.WhyNot:
    """Raises NotFound for a recall or a memory that is not the caller's to see."""
    kept = _kept(store, principal, recall_id, query, now)
    keys = [memory_key(kept.scope, memory_id), event_key(kept.scope, memory_id)]
    rows = store.read(keys)
    record = next((r for k in keys if isinstance(r := rows.get(k), Memory | Event)), None)
    if record is None and memory_id not in {c.memory_id for c in kept.considered}:
        raise NotFound("There is no such memory.")
    request = api.RecallRequest.model_validate({"query": kept.query} | kept.request)
    reader = reader_of(Asker(kept.scope, now, tuple(principal.roles)), request)
    reader = replace(reader, quarantines=upkeep.read_state(store, kept.scope)[0].quarantines)
    return why_not.explain(memory_id, kept.considered, record, reader)


def _kept(store: Store, principal: Principal, recall_id: str, query: api.Scoped, now: datetime) -> Recalled:
    asked = query.asked
    if asked.user_id or asked.container or principal.user_id:
        scope = identity.effective(principal, asked)
        keys = [recall_key(scope, recall_id)]
    else:
        keys = store.find(principal.tenant, recall_id)
    row = store.read(keys, consistent=True).get(keys[0]) if len(keys) == 1 else None
    foreign = isinstance(row, Recalled) and principal.agent_id not in (None, row.scope.agent_id)
    if not isinstance(row, Recalled) or row.gone_at <= now or foreign or not identity.may_see(principal, row.scope):
        raise NotFound("There is no such recall.")
    if not row.complete:
        raise NotFound("This recall is not kept yet; it is there within seconds.")
    return row


def _as_given(store: Store, scope: Scope, listed: Sequence[Considered], reader: gates.Reader) -> dict[str, Memory | Event]:
    """Each record that may be read today, in the version that was listed, where that is still there, else as it is now; a working
    item as its session holds it."""
    keys = {c.memory_id: (memory_key(scope, c.memory_id), event_key(scope, c.memory_id)) for c in listed}
    past = {c.memory_id: ids.Key(scope.pk, f"{history_prefix(c.memory_id)}{c.version:08d}") for c in listed}
    rows = store.read([k for pair in keys.values() for k in pair] + list(past.values()) + [working_key(scope)])
    held = rows.get(working_key(scope))
    in_focus = held.items if isinstance(held, WorkingMemory) else ()
    working = (routing.memory_of(i, scope) for i in in_focus)
    out: dict[str, Memory | Event] = {m.memory_id: m for m in working if _readable(m, reader)}
    for c in listed:
        now = next((r for k in keys[c.memory_id] if isinstance(r := rows.get(k), Memory | Event)), None)
        then = rows.get(past[c.memory_id])
        if now is not None and _readable(now, reader):
            out[c.memory_id] = then.memory if isinstance(then, PastVersion) and now.version != c.version else now
    return out


def _readable(record: Memory | Event, reader: gates.Reader) -> bool:
    """Whose it is, who may see it and whether it is trusted are asked of today; what has changed since is shown as it was."""
    held = gates.held_by(record, reader)
    return held is None or held.name in ("validity", "temporal", "expired")


def _item(considered: Considered, record: Memory | Event) -> api.RecallItem:
    key = memory_key(record.scope, considered.memory_id)
    legs = dict(considered.legs or {})
    return items.item(Candidate(key, {}, legs, considered.score, legs.pop("cosine", None)), record)
