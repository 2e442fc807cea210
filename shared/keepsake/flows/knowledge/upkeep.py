"""What consolidation of episodes and pruning share: which of them is due, and how their moves are written as a change set (row K12).

Every transaction holds some whole moves, the lines of the change set that tell of them, and the user's state, so that a run that dies
leaves a change set that is true, and the next run goes on under the same number.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal

from keepsake import ids
from keepsake.changes import (
    BEHIND,
    Changed,
    ChangeKind,
    ChangePart,
    ChangeSet,
    ChangeState,
    Counter,
    Move,
    Run,
    change_set_key,
    counter_key,
    run_key,
)
from keepsake.errors import LostRace, Unavailable
from keepsake.flows import members, walk
from keepsake.flows.knowledge.compact import compacted
from keepsake.flows.knowledge.redo import redo
from keepsake.messages import UserWork
from keepsake.ports import Delete, Queue, Store, Write
from keepsake.records import MEASURED, Kind, Memory, PastVersion, Scope, Thresholds, UserState, state_key
from keepsake.rules.forgetting import decay
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import distillation, looked, pruning, standing
from keepsake.rules.policy import DEFAULT, Policy

RACES = 5
MOST_ROWS = 90
"""Rows of one transaction, which takes 100, beside the state, the head and the lines."""
PATIENCE = timedelta(minutes=10)
"""When upkeep is queued again if its message was lost: longer than the five minutes for which a queue swallows repetitions."""
SLACK = timedelta(hours=1)
"""What is made bears the time at which its batch was begun and is there a little later; looking at it twice does no harm."""
TOPICS_AFTER = 10
"""Events of the user after which topics follow their facts."""
MOST_AFTER = 20
"""The same in a large bank, of which so many events change less: one for each LAG facts."""
LAG = 50
TOPICS_WAIT = timedelta(minutes=5)
"""How long they wait for TOPICS_AFTER events, and the longer for more."""
MOST_CHANGED = 200
"""Changed facts that the state names; behind more of them, all facts are looked at again."""
KIND_OF: dict[str, ChangeKind] = {"distil": ChangeKind.CONSOLIDATION, "prune": ChangeKind.PRUNE}
UPKEEP: dict[ChangeKind, Literal["distil", "prune", "quarantine", "delete"]] = {
    ChangeKind.CONSOLIDATION: "distil",
    ChangeKind.PRUNE: "prune",
    ChangeKind.QUARANTINE: "quarantine",
    ChangeKind.RELEASE: "quarantine",
    ChangeKind.DELETION: "delete",
}


@dataclass(slots=True)
class Owned:
    """What is known of one user, or of a container itself, all of it or a part, and the version that orders its writes."""

    scope: Scope
    state: UserState
    known: bool
    """The state has a row."""
    memories: dict[str, Memory]
    vectors: Mapping[ids.Key, list[float]] = field(default_factory=dict)
    policy: Policy = DEFAULT
    thresholds: Thresholds = MEASURED
    """What the cosines of these vectors mean."""

    def of_kind(self, *kinds: Kind) -> dict[str, Memory]:
        return {m.memory_id: m for m in self.memories.values() if m.kind in kinds}


def due_work(state: UserState, policy: Policy = DEFAULT, *, waited: bool = False) -> list[UserWork]:
    """The upkeep whose guard holds; where it has `waited`, also the topics that lag. A run's id follows from the runs so far, so sending it
    twice is one run; that of topics follows from the state's version, because the next act falls within the minutes for which a queue
    swallows repetitions."""
    wanted: list[tuple[Literal["distil", "prune", "topics"], str, int]] = []
    for seen in state.looked:
        if distillation.guard(state, seen.namespace, policy).holds:
            wanted.append(("distil", seen.namespace, state.runs))
        if pruning.guard(state.facts, seen.new_facts, policy.prune_from).holds:
            wanted.append(("prune", seen.namespace, state.runs))
    wanted += [("topics", namespace, state.version) for namespace in state.topics_due]
    if waited or state.events - state.topics_at >= topics_after(state):
        # One id until they are made: the batches meanwhile ask for the same.
        wanted += [("topics", namespace, -state.topics_at) for namespace in state.topics_waiting if namespace not in state.topics_due]
    return [work_of(state.scope, kind, namespace, turn) for kind, namespace, turn in wanted]


def topics_after(state: UserState) -> int:
    """Events for which topics wait."""
    return min(MOST_AFTER, max(TOPICS_AFTER, state.facts // LAG))


def work_of(scope: Scope, kind: Literal["distil", "prune", "topics"], namespace: str, turn: int) -> UserWork:
    """Upkeep of an owner; its run's id follows from all that is given."""
    return UserWork(
        tenant=scope.tenant, container=scope.container, namespace=namespace, user_id=scope.user_id, upkeep=kind,
        run_id="w_" + ids.digest(f"{scope.pk}\n{namespace}\n{kind}\n{turn}")[:24],
    )  # fmt: skip


def waiting(state: UserState, now: datetime, policy: Policy = DEFAULT) -> UserState:
    """The state with the time at which lost upkeep is queued again, or topics that wait are made; none where no guard holds."""
    lag = TOPICS_WAIT * topics_after(state) / TOPICS_AFTER
    patience = PATIENCE if due_work(state, policy) else lag if state.topics_waiting else None
    return state.model_copy(update={"upkeep_at": (state.upkeep_at or now + patience) if patience else None})


def with_topics_due(state: UserState, namespaces: Iterable[str], now: datetime, changed: Iterable[str] | None = None) -> UserState:
    """The state with topics to remake, due at once: what does not queue the work itself leaves it to the schedule. `changed`: the facts
    that changed, by id; None: any may have."""
    names = tuple(namespaces)
    due = tuple(dict.fromkeys([*state.topics_due, *names]))
    if not due:
        return state
    if changed is None:
        state = state.model_copy(update={"topics_walk": _walking(state, names)})
    else:
        for name in names:
            state = with_topics_waiting(state, name, changed)
    return state.model_copy(update={"topics_due": due, "upkeep_at": now})


def _walking(state: UserState, namespaces: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """`topics_walk` of a state of which all facts of these are to be looked at again."""
    return tuple((dict(state.topics_walk) | dict.fromkeys(namespaces, looked.START)).items())


def with_topics_waiting(state: UserState, namespace: str, changed: Iterable[str]) -> UserState:
    """The state with topics that lag behind these facts, by id."""
    lag: dict[str, object] = {"topics_waiting": tuple(dict.fromkeys([*state.topics_waiting, namespace]))}
    named = tuple(dict.fromkeys([*state.topics_changed, *changed]))
    if len(named) <= MOST_CHANGED:
        lag["topics_changed"] = named
    else:
        names = [*state.topics_waiting, namespace]
        lag |= {"topics_changed": (), "topics_made": (), "topics_walk": _walking(state, names)}
    return state.model_copy(update=lag)


def mark_topics(store: Store, steps: Sequence[tuple[Memory, Memory]], now: datetime) -> None:
    """Has the topics of these facts, as they were and as they are, remade in their users' queue groups (rows K5, K7), and counts them.
    Raises LostRace after too many other writers."""
    owners: dict[str, list[tuple[Memory, Memory]]] = {}
    for before, fact in steps:
        owners.setdefault(fact.scope.pk, []).append((before, fact))
    for mine in owners.values():
        for _ in range(RACES):
            state, known = read_state(store, mine[0][1].scope)
            after = state
            for _, fact in mine:
                after = with_topics_waiting(after, fact.scope.namespace, [fact.memory_id])
            after = after.model_copy(update={"upkeep_at": now, "facts": counted(state, mine)})
            try:
                store.commit([Write(after.model_copy(update={"version": state.version + known}), state.version if known else None)])
            except LostRace:
                continue
            break
        else:
            raise LostRace("Too many writers on one user's knowledge.")


def counted(state: UserState, steps: Iterable[tuple[Memory | None, Memory]]) -> int:
    """Current facts after these facts changed, each as it was and as it is."""
    return max(0, state.facts + sum(after.current - bool(before and before.current) for before, after in steps))


def read_state(store: Store, scope: Scope) -> tuple[UserState, bool]:
    """The owner's state, and whether it has a row."""
    row = store.read([state_key(scope)], consistent=True).get(state_key(scope))
    if isinstance(row, UserState):
        return row, True
    return UserState(scope=scope.model_copy(update={"session_id": None, "agent_id": None})), False


def send_due(store: Store, queue: Queue, scope: Scope, policy: Policy = DEFAULT, state: UserState | None = None) -> int:
    """Queues what is due for a user, by the state where it was just read. A queue that refuses is no failure here: the due row brings it
    up again."""
    works = due_work(state or read_state(store, scope)[0], policy)
    for work in works:
        try:
            queue.send(work)
        except Unavailable:
            return 0
    return len(works)


def gather(store: Store, scope: Scope, policy: Policy = DEFAULT, *, everywhere: bool = False) -> Owned:
    """All that is known in the scope's namespace, or in all of them: for what a person asks for, and no upkeep does."""
    state, known = read_state(store, scope)
    redo(store, scope, state)
    found = walk.rows(store, scope.pk, Memory.prefix)
    own = (m for m in found if isinstance(m, Memory) and (everywhere or m.scope.namespace == scope.namespace))
    return Owned(scope, state, known, {m.memory_id: m for m in compacted(own)}, policy=policy)


def open_run(store: Store, work: UserWork, now: datetime) -> Run | None:
    """The run that a message names; None where it is finished, or was erased with its user. One that nobody asked for begins here."""
    row = store.read([run_key(work.tenant, work.run_id)], consistent=True).get(run_key(work.tenant, work.run_id))
    if isinstance(row, Run):
        return None if row.finished_at is not None else row
    if work.upkeep not in KIND_OF:
        return None
    return Run(tenant=work.tenant, run_id=work.run_id, kind=KIND_OF[work.upkeep], scope=work.scope, actor=work.upkeep, started_at=now)


def numbered(store: Store, run: Run, now: datetime) -> tuple[Run, ChangeSet]:
    """The run with its change set, which gets the tenant's next number once."""
    if run.change_set is not None:
        head = read_head(store, run.tenant, run.change_set)
        if head is not None:
            return run, head
    for _ in range(RACES):
        rows = store.read([counter_key(run.tenant), run.key], consistent=True)
        row, held = rows.get(counter_key(run.tenant)), rows.get(run.key)
        if isinstance(held, Run) and held.change_set is not None:
            return numbered(store, held, now)
        counter = row if isinstance(row, Counter) else None
        number = (counter.last if counter else 0) + 1
        after = Counter(tenant=run.tenant, last=number, version=counter.version + 1 if counter else 1)
        scope = run.scope if run.kind is not ChangeKind.SWEEP else None
        head = ChangeSet(
            tenant=run.tenant, number=number, kind=run.kind, run_id=run.run_id, actor=run.actor, started_at=now,
            container=scope.container if scope else None, user_id=scope.user_id if scope else None,
        )  # fmt: skip
        started = run.model_copy(update={"change_set": number, "version": held.version + 1 if held else 1})
        writes = [
            Write(after, counter.version if counter else None),
            Write(head),
            Write(started, held.version if held else None),
            *members.traces([run.scope], head.key, head.lines_end_at),
        ]
        try:
            store.commit(writes)
        except LostRace:
            continue
        return started, head
    raise LostRace("Too many change sets at once.")


def read_head(store: Store, tenant: str, number: int) -> ChangeSet | None:
    key = change_set_key(tenant, number)
    row = store.read([key], consistent=True).get(key)
    return row if isinstance(row, ChangeSet) else None


def current_facts(owned: Owned) -> int:
    return sum(f.current for f in owned.of_kind(Kind.FACT).values())


def apply(store: Store, owned: Owned, head: ChangeSet, moves: Sequence[Move]) -> ChangeSet:
    """Writes the moves, some in each transaction. Raises LostRace where another writer of the user was first; what is written stays
    written and told of."""
    for some in _chunks(moves):
        lines = [_line(owned, move, memory) for move in some for memory in move.changed]
        writes = rows(owned, some)
        part = ChangePart(tenant=head.tenant, number=head.number, index=head.parts, changes=tuple(lines), ends_at=head.lines_end_at)
        after = head.model_copy(update={"parts": head.parts + 1, "changes": head.changes + len(lines), "version": head.version + 1})
        changed = [m for move in some for m in move.changed]
        facts = {m.memory_id: m for m in changed if m.kind is Kind.FACT}
        many = counted(owned.state, ((owned.memories.get(i), f) for i, f in facts.items()))
        state = bumped(owned, standing=standing.named(owned.state.standing, changed), facts=many)
        for namespace in dict.fromkeys(f.scope.namespace for f in facts.values()):
            state = with_topics_waiting(state, namespace, [i for i, f in facts.items() if f.scope.namespace == namespace])
        store.commit([*writes, Write(part), Write(after, head.version), Write(state, owned.state.version if owned.known else None)])
        head, owned.state, owned.known = after, state, True
        owned.memories |= {w.record.memory_id: w.record for w in writes if isinstance(w, Write) and isinstance(w.record, Memory)}
    return head


def rows(owned: Owned, moves: Sequence[Move]) -> list[Write | Delete]:
    """The moves' memories in their new versions, with vectors where a move gives some, and the old ones beside them."""
    writes: list[Write | Delete] = []
    for move in moves:
        for memory in move.changed:
            before = owned.memories.get(memory.memory_id)
            shown = _with_vector(owned, move, decay.rescheduled(memory, owned.policy))
            writes.append(Write(shown, before.version if before else None))
            writes += [Write(PastVersion(memory=before))] if before else []
    return writes


def _line(owned: Owned, move: Move, memory: Memory) -> Changed:
    before = owned.memories.get(memory.memory_id)
    return Changed(
        key=memory.key,
        memory_id=memory.memory_id,
        before=before.version if before else 0,
        after=memory.version,
        what=move.what,
        why=move.why,
    )


def bumped(owned: Owned, **fields: object) -> UserState:
    """The state's next version, by which the user's writers exclude each other."""
    state = owned.state
    return state.model_copy(update=fields | {"version": state.version + 1 if owned.known else 1})


def close(store: Store, owned: Owned, run: Run, head: ChangeSet | None, now: datetime, **fields: object) -> Run:
    """Ends the run: counters, report and head in one transaction, so that a run is over for all of them or for none. One that nobody asked
    for and that changed nothing has no head, and leaves no report: by the counters its message is told from one that is due."""
    state = waiting(bumped(owned, runs=owned.state.runs + 1, **fields), now, owned.policy)
    begun = head is not None or run.cursor is not None
    held = store.read([run.key], consistent=True).get(run.key) if begun else None
    done = run.model_copy(update={"finished_at": now, "version": held.version + 1 if held else 1})
    writes: list[Write | Delete] = [Write(state, owned.state.version if owned.known else None)]
    if head is not None:
        applied = head.model_copy(update={"state": ChangeState.APPLIED, "finished_at": now, "version": head.version + 1})
        writes += [Write(done, held.version if held else None), Write(applied, head.version)]
    elif held is not None:
        writes += [Delete(held.key), *(Delete(t.record.key) for t in members.traces([run.scope], held.key, None))]
    store.commit(writes)
    owned.state, owned.known = state, True
    return done


def kept(store: Store, run: Run, owned: Owned | None = None, **fields: object) -> Run:
    """The run, written as it stands so far, with these fields of the user's state in the same transaction."""
    held = store.read([run.key], consistent=True).get(run.key)
    after = run.model_copy(update={"version": held.version + 1 if held else 1})
    until = run.gone_at + BEHIND if run.gone_at else None
    listed = members.traces([run.scope], run.key, until) if held is None else []
    writes = [Write(after, held.version if held else None), *listed]
    if owned is not None:
        state = bumped(owned, **fields)
        writes.append(Write(state, owned.state.version if owned.known else None))
        store.commit(writes)
        owned.state, owned.known = state, True
    else:
        store.commit(writes)
    return after


def abandon(store: Store, work: UserWork, now: datetime) -> None:
    """Ends upkeep that no retry can mend: it falls due again with what is new from now on, not every hour. Raises LostRace after too many
    other writers."""
    reset: dict[str, dict[str, object]] = {
        "prune": {"new_facts": 0, "pruned_at": now},
        "distil": {"new_episodes": 0, "evicted": False},
        "topics": {},
    }
    if work.upkeep not in reset:
        return
    for _ in range(RACES):
        owned = Owned(work.scope, *read_state(store, work.scope), {})
        due = tuple(n for n in owned.state.topics_due if n != work.namespace or work.upkeep != "topics")
        seen = looked.at(owned.state, work.namespace, **reset[work.upkeep]) if reset[work.upkeep] else owned.state.looked
        fields = {"looked": seen, "topics_due": due, "runs": owned.state.runs + 1, "upkeep_at": None}
        row = store.read([run_key(work.tenant, work.run_id)], consistent=True).get(run_key(work.tenant, work.run_id))
        writes = [Write(waiting(bumped(owned, **fields), now), owned.state.version if owned.known else None)]
        if isinstance(row, Run) and row.finished_at is None:
            # Not finished: its dead letter can be sent again, and goes on with it.
            told = row.model_copy(update={"reason": "given up: its dead letter says why", "version": row.version + 1})
            writes.append(Write(told, row.version))
        try:
            store.commit(writes)
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's state.")


def _chunks(moves: Sequence[Move]) -> Iterator[list[Move]]:
    some: list[Move] = []
    size = 0
    for move in moves:
        rows = 2 * len(move.changed)
        if some and size + rows > MOST_ROWS:
            yield some
            some, size = [], 0
        some.append(move)
        size += rows
    if some:
        yield some


def _with_vector(owned: Owned, move: Move, memory: Memory) -> Memory:
    """A memory whose vector is the mean of others': what is said in their midst lies in their midst, and no model has to be asked. What is
    new and has none waits for one."""
    sources = dict(move.vector_from).get(memory.memory_id, ())
    found = documents.comparable([owned.memories[s] for s in sources if s in owned.memories])
    if found is not None:
        made_by, vectors = found
        return documents.with_vectors(memory, made_by, [documents.mean(list(vectors.values()))])
    return memory if memory.memory_id in owned.memories else memory.model_copy(update={"embedding": None})
