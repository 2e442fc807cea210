"""Acts on one memory (rows K4, V3, V6): gather what they concern, decide by the rules, write all of it or nothing.

Each write holds the user's state (row K5), so an act and the user's batches never mix; the topics that rest on what changed are remade
in the user's queue group.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from keepsake import api
from keepsake.changes import Move
from keepsake.errors import Conflict, Invalid, LostRace, NotFound
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import concerned, memories, upkeep
from keepsake.flows.knowledge.nearby import Nearby
from keepsake.flows.knowledge.redo import redo
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.flows.sessions import forgetting
from keepsake.ports import Delete, Index, Queue, Store, Write
from keepsake.records import Event, Kind, Memory, PastVersion, Principal, Status, event_key, history_prefix, memory_key
from keepsake.rules.knowledge import acts, approvals, episodes, looked, mental_models, pruning, reconcile, standing
from keepsake.rules.knowledge.acts import Act, Wish

RACES = 5
MOST_ROWS = 97
"""Rows of one transaction, which takes 100, beside the state."""
MOST_ROWS_EACH = 4
"""A memory, its old version, its vector and that of the old version."""


class Target(NamedTuple):
    """Which memory, and who may reach it."""

    principal: Principal
    memory_id: str
    query: api.Scoped


STATED = (Kind.OBSERVATION, Kind.FACT)
Decided = tuple[list[Move], list[Write | Delete]]
"""Memories that change, and rows that belong to it."""


Decide = Callable[[Memory, Owned, Nearby], Decided]


def act(store: Store, queue: Queue, index: Index, target: Target, wish: Wish, others: Sequence[str] = ()) -> Memory:
    """The memory as it stands afterwards. Raises NotFound, Invalid where the act does not fit the kind, Conflict where it does not fit
    the memory's state."""

    def decide(memory: Memory, owned: Owned, _: Nearby) -> Decided:
        changed = _changed(store, memory, owned, wish)
        # A fact that an approval makes takes its observation's vector.
        fresh = tuple((m.memory_id, (memory.memory_id,)) for m in changed if m.memory_id not in owned.memories)
        return [Move(wish.act.value, wish.act.value, tuple(changed), fresh)] if changed else [], []

    def merge(memory: Memory, owned: Owned, _: Nearby) -> Decided:
        return _merged(target.principal, memory, owned, others, wish), []

    return commit(store, queue, index, target, wish, merge if wish.act is Act.MERGE else decide, others)


def commit(store: Store, queue: Queue, index: Index, target: Target, wish: Wish, decide: Decide, others: Sequence[str] = ()) -> Memory:
    """Decides on what is known and writes it, again after another writer of the same user was first."""
    for _ in range(RACES):
        memory = memories.one(store, target.principal, target.memory_id, target.query)
        acts.require(wish.act, memory)
        nearby = Nearby(store, index, memory.scope, "")
        owned = _gather(nearby, memory, wish, others)
        moves, beside = decide(memory, owned, nearby)
        if not moves:
            return memory
        if acts.RULES[wish.act].ripples:
            changed = [m for move in moves for m in move.changed]
            concerned.resting(owned, nearby, changed)
            moves += _leaning(owned, changed, wish.now)
        writes: list[Write | Delete] = [*upkeep.rows(owned, moves), *beside]
        try:
            if wish.act is Act.DELETE:
                forgetting.in_plain_words(store, memory.scope, memory.event_ids)
            store.commit([_state(owned, moves, wish), *writes])
        except LostRace:
            continue
        if acts.RULES[wish.act].ripples:
            upkeep.send_due(store, queue, memory.scope, owned.policy)
        return next((m for move in moves for m in move.changed if m.memory_id == memory.memory_id), memory)
    raise LostRace("Too many writers on one user's knowledge.")


def _gather(nearby: Nearby, memory: Memory, wish: Wish, others: Sequence[str]) -> Owned:
    """What the act concerns. The memory is what was decided on, whatever is read meanwhile."""
    store, scope = nearby.store, memory.scope
    owned = Owned(scope, *upkeep.read_state(store, scope), {memory.memory_id: memory}, policy=policy_of(store, scope, wish.now))
    if acts.RULES[wish.act].ripples:
        redo(store, scope, owned.state)
        concerned.named(store, owned, others)
        concerned.linked(store, owned, memory)
        if wish.act in (Act.APPROVE, Act.RESTORE):
            concerned.holders(owned, nearby, [m for m in owned.memories.values() if m.kind in STATED])
    return owned


def _changed(store: Store, memory: Memory, owned: Owned, wish: Wish) -> list[Memory]:
    facts = owned.of_kind(Kind.FACT)
    if wish.act is Act.APPROVE:
        return approvals.approved(memory, facts, wish)
    if wish.act is Act.REJECT:
        return approvals.rejected(memory, facts, _observations(store, memory, facts), owned.of_kind(Kind.EPISODE), wish)
    if wish.act is Act.FEEDBACK and wish.recall_id and _told_before(store, memory, wish):
        return []
    if wish.act is Act.RESTORE and memory.validity in reconcile.CONCERNED:
        holders = [f.memory_id for f in facts.values() if approvals.holder(memory, f)]
        if holders and memory.status is Status.DELETED:
            raise Conflict(f"{holders[0]} holds its place now: correct or delete that one first.")
    after = acts.done(memory, wish)
    return [after] if after is not None else []


def _observations(store: Store, memory: Memory, facts: dict[str, Memory]) -> list[Memory]:
    """The observations of all events that the facts of a rejected observation cite."""
    if memory.kind is not Kind.OBSERVATION:
        return []
    cited = {event_key(memory.scope, e) for t in approvals.targets(memory) if t in facts for e in facts[t].event_ids}
    events = [e for e in store.read(sorted(cited)).values() if isinstance(e, Event)]
    keys = [memory_key(e.scope, o) for e in events for o in e.observation_ids]
    return [o for o in store.read(keys, consistent=True).values() if isinstance(o, Memory)]


def _told_before(store: Store, memory: Memory, wish: Wish) -> bool:
    """Whether the same key gave the same feedback on the same recall: a repetition is not a second opinion."""
    rows = store.query(memory.scope.pk, history_prefix(memory.memory_id)).records
    told = [memory.change, *(r.memory.change for r in rows if isinstance(r, PastVersion))]
    return (wish.act.value, acts.feedback_reason(wish), wish.actor) in {(c.verdict, c.reason, c.actor) for c in told}


def _merged(principal: Principal, memory: Memory, owned: Owned, others: Sequence[str], wish: Wish) -> list[Move]:
    """Raises NotFound for what is not the owner's, Invalid for facts that say things of different people or to different readers."""
    found = [owned.memories.get(i) for i in dict.fromkeys(others) if i != memory.memory_id]
    rows = [f for f in found if f is not None and memories.visible(principal, f)]
    if len(rows) < len(found):
        raise NotFound("One of these memories is not there, or is another owner's.")
    if not rows:
        raise Invalid("At least one other memory is needed.", errors=[{"field": "ids", "message": "names no other memory"}])
    if all(pruning.merged_into(f) == memory.memory_id for f in rows):
        return []
    for fact in rows:
        acts.require(Act.MERGE, fact)
        if not pruning.of_one(memory, fact):
            wrong = [{"field": "ids", "message": f"{fact.memory_id} does not fit"}]
            raise Invalid("Only facts about one subject and for the same readers can be merged.", errors=wrong)
    for fact in (memory, *rows):
        if not fact.current:
            raise Conflict(f"{fact.memory_id} is not current.")
    return [pruning.merged(memory, rows, wish)]


def _leaning(owned: Owned, changed: Sequence[Memory], now: datetime) -> list[Move]:
    """Episodes and mental models that stand or fall with what changed, as far as a transaction holds them."""
    touched = {m.memory_id for m in changed}
    facts = [m for m in changed if m.kind is Kind.FACT]
    # What was merged is still true: its episodes go on standing for it.
    untrue = [f for f in facts if pruning.merged_into(f) is None]
    lived = [e for e in owned.of_kind(Kind.EPISODE).values() if e.memory_id not in touched]
    known = owned.of_kind(Kind.FACT) | {f.memory_id: f for f in facts}
    models = [m for m in owned.of_kind(Kind.MENTAL_MODEL).values() if m.memory_id not in touched]
    room = (MOST_ROWS - MOST_ROWS_EACH * len(changed)) // MOST_ROWS_EACH
    moves = [Move(e.change.verdict, e.change.reason, (e,)) for e in episodes.following(untrue, lived, now)]
    for model in mental_models.refreshed(models, known, now):
        new_words = model.content != owned.memories[model.memory_id].content
        vectors = ((model.memory_id, mental_models.sources(model)),) if new_words else ()
        moves.append(Move(model.change.verdict, model.change.reason, (model,), vectors))
    return moves[:room]


def _state(owned: Owned, moves: Sequence[Move], wish: Wish) -> Write:
    """The user's state in its next version, with what falls due by this act."""
    changed = [m for move in moves for m in move.changed]
    fields: dict[str, Any] = {}
    if acts.RULES[wish.act].ripples:
        facts = {m.memory_id: m for m in changed if m.kind is Kind.FACT}
        made = [f for i, f in facts.items() if i not in owned.memories]
        fields = {
            "facts": upkeep.counted(owned.state, ((owned.memories.get(i), f) for i, f in facts.items())),
            "looked": looked.after_making(owned.state, made),
        }
    state = upkeep.bumped(owned, standing=standing.named(owned.state.standing, changed), **fields)
    facts_changed = [m.memory_id for m in changed if m.kind is Kind.FACT]
    if facts_changed and acts.RULES[wish.act].ripples:
        state = upkeep.with_topics_due(state, [owned.scope.namespace], wish.now, facts_changed)
    return Write(upkeep.waiting(state, wish.now, owned.policy), owned.state.version if owned.known else None)
