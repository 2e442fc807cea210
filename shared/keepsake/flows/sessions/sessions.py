"""One session: its turns and system message, its context, hand-offs, and its end (rows W1, W2, Q5)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from keepsake import api, ids
from keepsake.errors import LostRace, NotFound
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import tellable, upkeep
from keepsake.flows.sessions import fold, working
from keepsake.flows.sessions.opening import IDLE_AFTER
from keepsake.ports import Queue, Store, Write
from keepsake.records import (
    DueWork,
    Event,
    Handoff,
    Principal,
    Scope,
    Session,
    WorkingItem,
    WorkingMemory,
    session_key,
    session_lookup,
    working_key,
)
from keepsake.rules import tokens
from keepsake.rules.governance import identity
from keepsake.rules.policy import Policy
from keepsake.rules.recall import focus as focusing
from keepsake.rules.recall import gates, items, lineage, packing, short_term, standing
from keepsake.rules.recall.fusion import Candidate
from keepsake.rules.sessions import routing, turns
from keepsake.rules.sessions import working as rules

AT_ONCE = 200
CONTEXT_TOKENS = 4_000
"""Of a session's context, by which the share of standing instructions is counted: it has no budget of its own."""


class Rows(NamedTuple):
    """A session as it stands."""

    session: Session
    memory: WorkingMemory


def resolve(store: Store, principal: Principal, session_id: str, asked: api.Scoped) -> Scope:
    """The scope of a session that a path names. Without a user it is the container's own, or the only one of this id in the container; with
    neither the only one in the tenant. Raises NotFound where there are several."""
    given = asked.asked._replace(session_id=session_id)
    scope = identity.effective(principal, given)
    within = ""
    if given.user_id or given.container or principal.user_id or len(principal.containers) == 1:
        if scope.user_id is not None or session_key(scope) in store.read([session_key(scope)], consistent=True):
            return scope
        within = ids.owners(scope.tenant, scope.container)
    found = store.find(principal.tenant, session_lookup(session_id), within)
    if within and not found:
        return scope  # one of the container's own that begins now
    row = store.read(found, consistent=True).get(found[0]) if len(found) == 1 else None
    if not isinstance(row, Session) or not identity.may_see(principal, row.scope):
        raise NotFound("There is no such session.")
    return row.scope.model_copy(update={"agent_id": scope.agent_id})


def _rows(store: Store, scope: Scope, now: datetime) -> Rows:
    """Raises NotFound where neither was anything said in it nor put in focus."""
    found = store.read([session_key(scope), working_key(scope)], consistent=True)
    session, memory = found.get(session_key(scope)), found.get(working_key(scope))
    if not isinstance(session, Session) or session.scope.namespace != scope.namespace:
        raise NotFound("There is no such session.")
    held = memory if isinstance(memory, WorkingMemory) else WorkingMemory(scope=scope, updated_at=now)
    return Rows(session, rules.as_of(held, policy_of(store, scope, now), now).memory)


def view(store: Store, scope: Scope, now: datetime) -> api.SessionView:
    policy = policy_of(store, scope, now)
    session, memory = _rows(store, scope, now)
    shown = short_term.of(
        session, store.read(short_term.keys(session)), scope.agent_id, memory.handoffs, upkeep.read_state(store, scope)[0].quarantines
    )
    made = shown.folding
    counters = api.SessionCounters(
        turns=session.turns,
        messages=len(session.messages),
        tokens=sum(s.tokens for s in session.messages),
        events=session.next_seq,
        working_items=len(rules.listed(memory, scope.agent_id, policy)),
    )
    return api.SessionView(
        session_id=scope.session_id or "",
        container=session.scope.container,
        namespace=session.scope.namespace,
        user_id=session.scope.user_id,
        system_message=None
        if made is None
        else api.SystemMessage(
            content=made.text, turns=made.turns, messages=made.messages, folds=made.count, made_by=made.made_by, fallback=made.fallback,
            at=made.at,
        ),
        turns=tuple(_turn(e) for e in shown.events),
        counters=counters,
        handoffs=tuple(handoff_view(h) for h in memory.handoffs if scope.agent_id in (None, h.from_agent_id, h.to_agent_id)),
        closed_at=session.closed_at,
        updated_at=session.updated_at,
    )  # fmt: skip


def _turn(event: Event) -> api.TurnView:
    return api.TurnView(
        event_id=event.event_id, role=event.role, name=event.name, content=event.content, event_type=event.event_type,
        at=event.timestamp, verdict=event.verdict, opens_turn=turns.opens(event),
    )  # fmt: skip


def context(store: Store, scope: Scope, now: datetime) -> api.SessionContext:
    """The standing instructions, the system message, the turns since and the current focus, in our own wrapping: what a recall tells of the
    session (row Q11)."""
    policy = policy_of(store, scope, now)
    session, memory = _rows(store, scope, now)
    state, _ = upkeep.read_state(store, scope)
    quarantines = state.quarantines
    named = standing.keys(gates.Reader(scope=scope, now=now), state.standing)
    rows = store.read([*short_term.keys(session), *focusing.keys(memory), *named])
    rows |= store.read([k for k in lineage.behind(rows.values()) if k not in rows])
    reader = gates.Reader(scope=scope, now=now, quarantines=quarantines, lineage=lineage.of(rows))
    seen = short_term.of(session, rows, scope.agent_id, memory.handoffs, quarantines)
    shown = short_term.told(seen, session, rows, reader)
    said = [items.item(Candidate(e.key, {}, {}), e) for e in shown.events]
    held = _tellable(rules.listed(memory, scope.agent_id, policy), reader)
    focus = [focus_item(i, memory, scope, policy) for i in held]
    always = standing.chosen(standing.told(reader, state.standing, rows), CONTEXT_TOKENS).told
    text = packing.session_context(scope.session_id or "", shown.folding.text if shown.folding else None, said, focus, always)
    return api.SessionContext(session_id=scope.session_id or "", formatted_context=text, tokens=tokens.count(text))


def _tellable(held: Sequence[WorkingItem], reader: gates.Reader) -> list[WorkingItem]:
    return [i for i in held if gates.held_by(routing.memory_of(i, reader.scope), reader) is None]


def focus_item(item: WorkingItem, memory: WorkingMemory, scope: Scope, policy: Policy) -> api.RecallItem:
    """The item as a recall shows it, scored by its salience."""
    held = routing.memory_of(item, scope)
    return items.item(Candidate(held.key, {}, {"working": rules.salience(item, memory.turn, policy)}), held)


def hand_over(store: Store, scope: Scope, request: api.SessionHandoffRequest, actor: str, now: datetime) -> api.HandoffAnswer:
    """Gives items, or all that the agent holds and its turns, to another agent. Raises NotFound for an item that it does not see."""

    policy = policy_of(store, scope, now)
    offered: set[str] = set()

    def decide(memory: WorkingMemory) -> rules.Changed:
        own = [i for i in memory.items if i.agent_id == scope.agent_id]
        given = own if request.items is None else [rules.one(memory, name, scope.agent_id) for name in request.items]
        names = tuple(i.item_id for i in given)
        offered.update(rules.item_id(request.to_agent_id, i.content) for i in given)
        told = Handoff(
            from_agent_id=scope.agent_id, to_agent_id=request.to_agent_id, item_ids=names, whole=request.items is None, actor=actor, at=now
        )
        return rules.hand_over(memory, given, told, policy)

    _rows(store, scope, now)
    changed = working.change(store, scope, decide, now)
    mine = [i.model_copy(update={"agent_id": scope.agent_id}) if i.item_id in offered else i for i in changed.evicted]
    return api.HandoffAnswer(
        handoff=handoff_view(changed.memory.handoffs[-1]), evicted=given_way(store, scope, changed.memory, mine, policy, now)
    )


def handoff_view(handoff: Handoff) -> api.HandoffView:
    return api.HandoffView(
        from_agent_id=handoff.from_agent_id, to_agent_id=handoff.to_agent_id, items=handoff.item_ids, whole=handoff.whole,
        actor=handoff.actor, at=handoff.at,
    )  # fmt: skip


def item_view(item: WorkingItem, memory: WorkingMemory, policy: Policy) -> api.WorkingItemView:
    return api.WorkingItemView(
        item_id=item.item_id, agent_id=item.agent_id, content=item.content, subject=item.subject, category=item.category,
        importance=item.importance, salience=round(rules.salience(item, memory.turn, policy), 4), durability=item.durability,
        trust=item.trust, pinned=item.pinned, turn=item.turn, event_ids=item.event_ids, observation_id=item.observation_id,
        expires_at=item.expires_at, added_at=item.added_at,
    )  # fmt: skip


def given_way(
    store: Store, scope: Scope, memory: WorkingMemory, items: Sequence[WorkingItem], policy: Policy, now: datetime
) -> tuple[api.WorkingItemView, ...]:
    """Items that had to give way, as far as the asking agent saw them and a recall may tell of them."""
    seen = [i for i in items if rules.visible(i, scope.agent_id)]
    told = _tellable(seen, _reader(store, memory, scope, now, seen)) if seen else []
    return tuple(item_view(i, memory, policy) for i in told)


def working_view(store: Store, scope: Scope, changed: rules.Changed, now: datetime) -> api.WorkingView:
    """What is in focus, and what gave way, as far as a recall may tell of it (row Q11)."""
    memory, policy = changed.memory, policy_of(store, scope, now)
    gone = [i for i in (*changed.replaced, *changed.evicted) if rules.visible(i, scope.agent_id)]
    reader = _reader(store, memory, scope, now, gone)
    seen = _tellable(rules.listed(memory, scope.agent_id, policy), reader)
    return api.WorkingView(
        session_id=scope.session_id or "",
        turn=memory.turn,
        capacity=policy.working_capacity,
        pinned_slots=policy.pinned_slots,
        items=tuple(item_view(i, memory, policy) for i in seen),
        evicted=tuple(item_view(i, memory, policy) for i in _tellable(gone, reader)),
        formatted=rules.formatted(seen),
    )


def _reader(store: Store, memory: WorkingMemory, scope: Scope, now: datetime, gone: Sequence[WorkingItem]) -> gates.Reader:
    """Of a session's items alone, with what stands behind them."""
    quarantines = upkeep.read_state(store, scope)[0].quarantines
    lineage = tellable.behind(store, store.read(focusing.keys(memory, gone)))
    return gates.Reader(scope=scope, now=now, quarantines=quarantines, lineage=lineage)


def close_idle(store: Store, queue: Queue, now: datetime) -> int:
    """Ends the sessions in which nothing happened for a day: what is in focus and not pinned is let go, and what waits is folded."""
    closed = 0
    for row in store.read(store.due(DueWork.SESSION, now, AT_ONCE), consistent=True).values():
        if not isinstance(row, Session) or row.idle_due is None or row.idle_due > now:
            continue
        try:
            closed += _closed(store, row, now)
        except LostRace:
            continue
        fold.send_due(queue, fold.latest(store, row.scope), policy_of(store, row.scope, now))
    return closed


def _closed(store: Store, session: Session, now: datetime) -> bool:
    """False where something happened meanwhile: then it is looked at again a day after that."""
    memory, known = working.read(store, session.scope, now)
    busy_until = max(session.updated_at, memory.updated_at if known else session.updated_at) + IDLE_AFTER
    idle = busy_until <= now
    fields = {"idle_due": None, "closed_at": now} if idle else {"idle_due": busy_until}
    after = session.model_copy(update=fields | {"version": session.version + 1})
    if idle and known:
        working.change(store, session.scope, rules.closed, now, beside=[Write(after, session.version)])
    else:
        store.commit([Write(after, session.version)])
    return idle
