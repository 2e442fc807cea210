"""What a session holds in focus (rows W2, R12): read its row, decide by the rules, write it where nobody was faster, else decide again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from datetime import datetime
from typing import Literal

from keepsake import api
from keepsake.errors import LostRace
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.flows.sessions import opening
from keepsake.ports import Delete, Store, Write
from keepsake.records import Event, Memory, Scope, WorkingItem, WorkingMemory, working_key
from keepsake.rules.knowledge import looked
from keepsake.rules.policy import Policy
from keepsake.rules.sessions import routing, turns, working
from keepsake.rules.sessions.working import Changed

Wish = Literal["pin", "unpin", "refresh"]
RACES = 12
"""Tries when several writers of one session meet: each round one of them gets through."""


def read(store: Store, scope: Scope, now: datetime) -> tuple[WorkingMemory, bool]:
    """The session's working memory as it stands now, and whether it has a row."""
    memory, known = stored(store, scope, now)
    return working.as_of(memory, policy_of(store, scope, now), now).memory, known


def stored(store: Store, scope: Scope, now: datetime, *, consistent: bool = True) -> tuple[WorkingMemory, bool]:
    row = store.read([working_key(scope)], consistent=consistent).get(working_key(scope))
    if isinstance(row, WorkingMemory):
        return row, True
    return WorkingMemory(scope=scope.model_copy(update={"agent_id": None}), updated_at=now), False


def change(
    store: Store, scope: Scope, decide: Callable[[WorkingMemory], Changed], now: datetime,
    beside: Sequence[Write] = (), found: tuple[WorkingMemory, bool] | None = None, told: bool = False,
) -> Changed:  # fmt: skip
    """What `decide` made of it, written. `found` is what was read of it, `told` whether the user's state says already that something
    lasting fell out of focus. Raises LostRace after too many other writers, and what `decide` raises."""
    policy = policy_of(store, scope, now)
    for _ in range(RACES):
        memory, known = found or stored(store, scope, now)
        found = None
        if not known:
            opening.open_session(store, scope, now)
        before = working.as_of(memory, policy, now)
        wished = decide(before.memory)
        after_it = working.as_of(wished.memory, policy, now)  # what is added may have expired already
        changed = Changed(after_it.memory, (*before.evicted, *wished.evicted, *after_it.evicted), wished.replaced)
        if changed.memory == memory and not beside:
            return changed
        after = changed.memory.model_copy(update={"updated_at": now, "version": memory.version + known})
        writes: list[Write | Delete] = [Write(after, memory.version if known else None), *beside]
        writes += [] if told else _noticed(store, scope, changed, now, policy)
        try:
            store.commit(writes)
        except LostRace:
            continue
        return changed._replace(memory=after)
    raise LostRace("Too many writers on one session.")


def _noticed(store: Store, scope: Scope, changed: Changed, now: datetime, policy: Policy) -> list[Write]:
    """The user's state, told that something lasting fell out of focus: that makes a consolidation due (row K6)."""
    if not policy.consolidate_on_eviction or not working.lasting(changed.evicted):
        return []
    state, known = upkeep.read_state(store, scope)
    if looked.of(state, scope.namespace).evicted:
        return []
    seen = looked.at(state, scope.namespace, evicted=True)
    told = state.model_copy(update={"looked": seen, "version": state.version + known})
    return [Write(upkeep.waiting(told, now), state.version if known else None)]


def route(
    store: Store, scope: Scope, events: Sequence[Event], observations: Sequence[Memory], now: datetime, unread: Collection[str] = (),
    found: tuple[WorkingMemory, bool] | None = None, told: bool = False,
) -> Changed | None:  # fmt: skip
    """The observations as working items of the session, and a tick for each turn: once for each event, however often it is tried. `unread`
    are events whose turn ticked when nobody read what they say; `found` and `told` are as in `change`. None where the events are of no
    session."""
    if scope.session_id is None or not events:
        return None
    policy = policy_of(store, scope, now)
    return change(store, scope, lambda memory: _routed(memory, events, observations, policy, unread), now, found=found, told=told)


def crowds_out(memory: WorkingMemory, events: Sequence[Event], observations: Sequence[Memory], policy: Policy, now: datetime) -> bool:
    """Whether something lasting will fall out of focus when these are routed, so that a consolidation is due."""
    before = working.as_of(memory, policy, now)
    routed = _routed(before.memory, events, observations, policy, ())
    return policy.consolidate_on_eviction and working.lasting((*before.evicted, *routed.evicted))


def _routed(
    memory: WorkingMemory, events: Sequence[Event], observations: Sequence[Memory], policy: Policy, unread: Collection[str]
) -> Changed:
    fresh = sorted((e for e in events if not working.is_routed(memory, e)), key=lambda e: e.seq)
    late = {e.event_id for e in events if e.event_id in unread and working.is_routed(memory, e)}
    changed = working.add(memory, [routing.item_of(o) for o in observations if late.intersection(o.event_ids)], policy)
    for turn in turns.groups(fresh):
        mine = {e.event_id for e in turn}
        entries = [routing.item_of(o) for o in observations if mine.intersection(o.event_ids)]
        added = working.add(changed.memory, entries, policy)
        ticked = working.advance(added.memory) if turns.opens(turn[0]) else added
        changed = Changed(ticked.memory, changed.evicted + added.evicted, changed.replaced + added.replaced)
    routed = working.with_routed(memory.routed, [e.seq for e in fresh])
    return changed._replace(memory=changed.memory.model_copy(update={"routed": routed}))


def put(store: Store, scope: Scope, request: api.WorkingItemRequest, now: datetime) -> Changed:
    """Adds an item of the asking agent, or refreshes the one with the same text."""
    item = WorkingItem(
        item_id=working.item_id(scope.agent_id, request.content),
        agent_id=scope.agent_id,
        content=request.content,
        subject=request.subject,
        category=request.category,
        importance=request.importance,
        durability=request.durability,
        expires_at=request.expires_at,
        added_at=now,
    )

    def decide(memory: WorkingMemory) -> Changed:
        gone = [i for i in memory.items if i.item_id == request.replaces != item.item_id and working.visible(i, scope.agent_id)]
        left = working.evict(memory, gone[0]).memory if gone else memory
        added = working.add(left, [item], policy_of(store, scope, now))
        return added._replace(replaced=(*gone, *added.replaced))

    return change(store, scope, decide, now)


def evict(store: Store, scope: Scope, name: str, now: datetime) -> Changed:
    """Raises NotFound for an item that is not there or not the agent's."""
    return change(store, scope, lambda m: working.evict(m, working.one(m, name, scope.agent_id)), now)


def act(store: Store, scope: Scope, name: str, wish: Wish, now: datetime) -> Changed:
    """Raises NotFound, and Conflict where no pinned slot is free."""

    def decide(memory: WorkingMemory) -> Changed:
        item = working.one(memory, name, scope.agent_id)
        if wish == "pin":
            return working.pin(memory, item, policy_of(store, scope, now))
        return working.unpin(memory, item) if wish == "unpin" else working.refresh(memory, item)

    return change(store, scope, decide, now)


def advance(store: Store, scope: Scope, turns_on: int, now: datetime) -> Changed:
    return change(store, scope, lambda m: working.advance(m, turns_on), now)
