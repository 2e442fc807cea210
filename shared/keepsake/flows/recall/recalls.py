"""Read a recall again, and ask it why a memory was not in it (row Q7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from keepsake import api, ids
from keepsake.errors import NotFound
from keepsake.flows import members
from keepsake.flows.knowledge import topic_pages, upkeep
from keepsake.flows.recall import answer
from keepsake.flows.recall.recall import Asker, reader_of
from keepsake.ports import Store
from keepsake.records import (
    Considered,
    Event,
    Memory,
    PastVersion,
    Principal,
    Recalled,
    Record,
    Scope,
    Session,
    WorkingMemory,
    event_key,
    history_prefix,
    memory_key,
    memory_sk,
    recall_key,
    session_key,
    working_key,
)
from keepsake.rules.governance import audience, identity
from keepsake.rules.knowledge.under import Under
from keepsake.rules.recall import focus, gates, items, lineage, packing, short_term, telling, unread, why_not
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.sessions import routing

AS_IT_WAS = ("validity", "temporal", "outlived", "outdated")
"""Gates that a recall which is read again does not ask anew."""


def read_again(store: Store, principal: Principal, recall_id: str, query: api.Scoped, now: datetime) -> api.RecallRecord:
    """The answer as it was given: the same ids, scores, versions and context. What may not be told any more is named without its words."""
    kept = _kept(store, principal, recall_id, query, now)
    request = _request(kept)
    told = [c for c in kept.considered if c.fate in ("listed", "context")]
    seen = _seen(store, kept, told, principal, now)
    records = _as_given(kept.scope, told, seen)
    items_of = {c.memory_id: _item(c, r) for c in told if (r := records.get(c.memory_id)) is not None}
    listed = [i for c in told if c.fate == "listed" and (i := items_of.get(c.memory_id)) is not None]
    in_focus = [items_of[i] for i in kept.shown.focus if i in items_of]
    once = [i for i in listed if i.memory_id not in kept.shown.repeated]
    packed = packing.packed(recall_id, once, in_focus, request.token_budget)
    shortly = _turns(kept, seen)
    lines = short_term.lines(shortly, seen.reader)
    turns = (*kept.shown.turns, *([kept.scope.session_id] if kept.shown.folded_at and kept.scope.session_id else []))
    there = {*items_of, *(line.memory_id for line in lines)}
    return api.RecallRecord(
        recall_id=recall_id,
        query=kept.query,
        request=kept.request,
        at=kept.at,
        short_term_context=lines,
        mid_term_context=items.facts(listed),
        long_term_user_context=items.guides([i for c in told if (i := items_of.get(c.memory_id)) is not None]),
        formatted_context=packed.text,
        memories=tuple(listed),
        tokens=packed.tokens,
        gone=tuple(dict.fromkeys(i for i in (*(c.memory_id for c in told), *turns) if i not in there)),
        suppressed=_suppressed(kept),
        degraded=_degraded(kept),
        diagnostics=_diagnostics(kept) if request.diagnostics else None,
    )


def _suppressed(kept: Recalled) -> tuple[api.Suppressed, ...]:
    held = [c for c in kept.considered if c.fate == "gate"]
    return tuple(api.Suppressed(memory_id=c.memory_id, gate=c.by or "", reason=why_not.gate_reason(c.by)) for c in held)


def _degraded(kept: Recalled) -> tuple[api.Degraded, ...]:
    reasons = kept.shown.reasons or ("It was degraded when it was asked.",) * len(kept.degraded)
    return tuple(api.Degraded(part=part, reason=reason) for part, reason in zip(kept.degraded, reasons, strict=True))


def _diagnostics(kept: Recalled) -> api.Diagnostics:
    shown = tuple(s.model_copy(update={"reason": s.reason.removeprefix("it ")}) for s in _suppressed(kept))
    seen = kept.shown
    return api.Diagnostics(
        candidates=seen.candidates, suppressed=shown[: answer.SUPPRESSED_SHOWN], policy=seen.policy, timings_ms=seen.timings_ms
    )


def _request(kept: Recalled) -> api.RecallRequest:
    return api.RecallRequest.model_validate({"query": kept.query} | kept.request)


def explain(store: Store, principal: Principal, recall_id: str, memory_id: str, query: api.Scoped, now: datetime) -> api.WhyNot:
    """Raises NotFound for a recall or a memory that is not the caller's to see."""
    kept = _kept(store, principal, recall_id, query, now)
    keys = [memory_key(kept.scope, memory_id), event_key(kept.scope, memory_id)]
    rows = store.read(keys)
    record = next((r for k in keys if isinstance(r := rows.get(k), Memory | Event)), None) or _elsewhere(store, principal, memory_id)
    if record is not None and not audience.of_key(record, principal):
        record = None
    considered = (*kept.considered, *unread.unpacked(kept.unread))
    if record is None and not {memory_id, unread.mark(memory_id)} & {c.memory_id for c in considered}:
        raise NotFound("There is no such memory.")
    rows |= store.read([k for k in lineage.behind(rows.values()) if k not in rows])
    reader = reader_of(Asker(kept.scope, now, tuple(principal.roles)), _request(kept))
    quarantines = upkeep.read_state(store, kept.scope)[0].quarantines
    return why_not.explain(memory_id, considered, record, replace(reader, quarantines=quarantines, lineage=lineage.of(rows)))


def _elsewhere(store: Store, principal: Principal, memory_id: str) -> Memory | Event | None:
    """One of another owner that the key may see: the gates say what kept it out."""
    places = [key(Scope(tenant=principal.tenant), memory_id).sk for key in (memory_key, event_key)]
    found = list(members.find(store, principal.tenant, memory_id, places).values())
    row = found[0] if len(found) == 1 else None
    return row if isinstance(row, Memory | Event) and identity.may_see(principal, row.scope) else None


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
    return row


class Seen(NamedTuple):
    """What was told, as it stands today, and who reads it now."""

    reader: gates.Reader
    rows: dict[ids.Key, Record]
    session: Session | None
    working: WorkingMemory | None
    under: Under


def _seen(store: Store, kept: Recalled, told: Sequence[Considered], principal: Principal, now: datetime) -> Seen:
    scope = kept.scope
    names = dict.fromkeys([*(c.memory_id for c in told), *kept.shown.turns])
    past = [_past_key(scope, c) for c in told]
    state = [session_key(scope), working_key(scope)] if scope.session_id else []
    rows = store.read([k for n in names for k in (memory_key(scope, n), event_key(scope, n))] + past + state)
    missing = [c for c in told if rows.keys().isdisjoint((memory_key(scope, c.memory_id), event_key(scope, c.memory_id)))]
    rows |= store.read(_of_others(store, scope, missing))
    session, working = (rows.get(k) for k in (session_key(scope), working_key(scope)))
    held = session if isinstance(session, Session) else None
    focused = working if isinstance(working, WorkingMemory) else None
    rows |= store.read([k for k in [*short_term.keys(held), *focus.keys(focused)] if k not in rows])
    rows |= store.read([k for k in lineage.behind(rows.values()) if k not in rows])
    rows |= store.read(lineage.astray(rows))
    quarantines = upkeep.read_state(store, scope)[0].quarantines
    reader = gates.Reader(
        scope=scope, now=now, roles=principal.roles, include=("archived", "deprecated"), quarantines=quarantines, lineage=lineage.of(rows)
    )
    return Seen(reader, rows, held, focused, topic_pages.over(store, (m for m in rows.values() if isinstance(m, Memory))))


def _of_others(store: Store, scope: Scope, missing: Sequence[Considered]) -> list[ids.Key]:
    """Where what another user of the container shares may lie, by the owner's mark in its id, as it is and as it was told."""
    within = ids.owners(scope.tenant, scope.container)
    found = [(pk, c) for c in missing for pk in members.owners_of(store, scope.tenant, c.memory_id) if pk.startswith(within)]
    return [k for pk, c in found for k in (ids.Key(pk, memory_sk(c.memory_id)), ids.Key(pk, _past_key(scope, c).sk))]


def _past_key(scope: Scope, considered: Considered) -> ids.Key:
    return ids.Key(scope.pk, f"{history_prefix(considered.memory_id)}{considered.version:08d}")


def _turns(kept: Recalled, seen: Seen) -> short_term.ShortTerm:
    """The short-term context as far as it may still be told; the system message only where it is still the same."""
    turns = [event_key(kept.scope, e) for e in kept.shown.turns]
    given = short_term.handoffs(seen.working)
    shown = short_term.of(seen.session, seen.rows, kept.scope.agent_id, given, seen.reader.quarantines, turns)
    same = shown.folding is not None and shown.folding.at == kept.shown.folded_at
    return short_term.told(shown if same else shown._replace(folding=None), seen.session, seen.rows, seen.reader)


def _as_given(scope: Scope, told: Sequence[Considered], seen: Seen) -> dict[str, Memory | Event]:
    """Each record that may be read today, in the version that was told, where that is still there, else as it is now; a working
    item as its session holds it."""
    in_focus = seen.working.items if seen.working is not None else ()
    working = (routing.memory_of(i, scope) for i in in_focus)
    out: dict[str, Memory | Event] = {m.memory_id: m for m in working if _readable(m, seen.reader)}
    shared = {m.memory_id: m for m in seen.rows.values() if isinstance(m, Memory) and m.scope.pk != scope.pk}
    for c in told:
        keys = (memory_key(scope, c.memory_id), event_key(scope, c.memory_id))
        now = next((r for k in keys if isinstance(r := seen.rows.get(k), Memory | Event)), shared.get(c.memory_id))
        then = seen.rows.get(_past_key(now.scope if now is not None else scope, c))
        if now is not None and _readable(now, seen.reader):
            given = then.memory if isinstance(then, PastVersion) and now.version != c.version else now
            shown = telling.alone(given, seen.rows, seen.reader)
            out[c.memory_id] = seen.under.told(shown) if isinstance(shown, Memory) else shown
    return out


def _readable(record: Memory | Event, reader: gates.Reader) -> bool:
    """Whose it is, who may see it, whether it is deleted, expired or in quarantine are asked of today; what else has changed since is
    shown as it was."""
    return gates.held_by(record, reader, AS_IT_WAS) is None


def _item(considered: Considered, record: Memory | Event) -> api.RecallItem:
    key = memory_key(record.scope, considered.memory_id)
    legs = dict(considered.legs or {})
    shown = items.item(Candidate(key, {}, legs, considered.score, legs.pop("cosine", None)), record)
    return shown.model_copy(update={"pending": shown.pending or "pending" in legs}) if isinstance(record, Event) else shown
