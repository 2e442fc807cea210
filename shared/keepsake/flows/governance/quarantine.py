"""Put evidence in quarantine and release it (row V7): in force with the request, and what rests on it follows as a change set in the user's
queue group."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from keepsake import api, ids
from keepsake.changes import ChangeKind, ChangeSet, Move, Run, run_key
from keepsake.errors import Conflict, LostRace, NotFound, Unavailable
from keepsake.flows import members
from keepsake.flows.calibration import thresholds_of
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import decide, maintenance, upkeep
from keepsake.flows.knowledge.upkeep import Owned
from keepsake.messages import UserWork
from keepsake.ports import Queue, Store, Write
from keepsake.records import (
    OBSERVATION_PREFIX,
    Approval,
    Event,
    Kind,
    Memory,
    PastVersion,
    Principal,
    Quarantine,
    Scope,
    Selector,
    Session,
    SignalLog,
    Trust,
    UserState,
    WorkingMemory,
    history_prefix,
)
from keepsake.rules.behaviour import actions
from keepsake.rules.governance import identity
from keepsake.rules.governance import quarantine as rules
from keepsake.rules.governance.quarantine import Why
from keepsake.rules.knowledge import looked
from keepsake.rules.sessions import folding

KINDS = (ChangeKind.QUARANTINE, ChangeKind.RELEASE)
SELF = "preview"


def preview(store: Store, scope: Scope, selector: Selector, actor: str, now: datetime) -> api.UpkeepAnswer:
    """What the quarantine would change and why. Changes nothing."""
    owned, events = _gather(store, scope, now)
    asked = Quarantine(run_id=SELF, selector=selector, actor=actor, at=now)
    moves = _moves(store, owned, events, (*owned.state.quarantines, asked), Why("its evidence would be in quarantine", actor, now))
    lines = [maintenance.line(move, memory, owned) for move in moves for memory in move.changed]
    return api.UpkeepAnswer(
        kind=ChangeKind.QUARANTINE, preview=True, at=now, examined=len(events), changed=maintenance.counted(moves),
        changes=tuple(lines[: maintenance.MOST_SHOWN]),
    )  # fmt: skip


TOO_MANY = f"At most {rules.MOST} quarantines of one user are in force at once: release one."


def start(store: Store, queue: Queue, scope: Scope, selector: Selector, actor: str, now: datetime) -> api.UpkeepAnswer:
    """Numbers the change set and queues the run; events and what is said later are in quarantine on return. Raises Conflict beyond MOST
    of one user, Unavailable where the queue refuses."""
    if len(upkeep.read_state(store, scope)[0].quarantines) >= rules.MOST:
        raise Conflict(TOO_MANY)
    members.enlist(store, scope)
    return _start(store, queue, _run(scope, ChangeKind.QUARANTINE, actor, now, selector=selector), now)


def release(store: Store, queue: Queue, principal: Principal, run_id: str, now: datetime) -> api.UpkeepAnswer:
    """Lifts a quarantine, and queues what follows from it. Raises NotFound, and Conflict where it is not in force."""
    put = store.read([run_key(principal.tenant, run_id)], consistent=True).get(run_key(principal.tenant, run_id))
    if not isinstance(put, Run) or put.kind is not ChangeKind.QUARANTINE or not identity.may_see(principal, put.scope):
        raise NotFound("There is no such quarantine.")
    if run_id not in {q.run_id for q in upkeep.read_state(store, put.scope)[0].quarantines}:
        raise Conflict("This quarantine is not in force.")
    run = _run(put.scope, ChangeKind.RELEASE, principal.actor, now, selector=put.selector, releases=run_id)
    return _start(store, queue, run, now)


def _run(scope: Scope, kind: ChangeKind, actor: str, now: datetime, **fields: object) -> Run:
    own = scope.model_copy(update={"session_id": None, "agent_id": None})
    given = {"tenant": scope.tenant, "run_id": ids.new_id("w"), "kind": kind, "scope": own, "actor": actor, "started_at": now}
    return Run.model_validate(given | fields)


def _start(store: Store, queue: Queue, run: Run, now: datetime) -> api.UpkeepAnswer:
    run, head = upkeep.numbered(store, run, now)
    scope = run.scope
    work = UserWork(
        tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id, upkeep="quarantine",
        run_id=run.run_id,
    )  # fmt: skip
    try:
        queue.send(work)
    except Unavailable:
        owned = Owned(scope, *upkeep.read_state(store, scope), {}, policy=policy_of(store, scope, now))
        upkeep.close(store, owned, run.model_copy(update={"reason": "the queue refused it"}), head, now)
        raise
    _put_in_force(store, run, run.kind)
    return maintenance.answer(run)


def _put_in_force(store: Store, run: Run, kind: ChangeKind) -> None:
    """So that nobody is shown an event of it meanwhile. The run does the same, should this not have come so far."""
    for _ in range(upkeep.RACES):
        state, known = upkeep.read_state(store, run.scope)
        after = _in_force(state, run, kind)
        if after == state:
            return
        try:
            store.commit([Write(after.model_copy(update={"version": state.version + known}), state.version if known else None)])
        except LostRace:
            continue
        return


def _in_force(state: UserState, run: Run, kind: ChangeKind) -> UserState:
    """The user's state with the quarantine, or without it. An erased user's new state knows nothing of the old one's."""
    name = run.releases or run.run_id
    others = tuple(q for q in state.quarantines if q.run_id != name)
    if kind is ChangeKind.RELEASE or run.selector is None or (state.erased_at is not None and state.erased_at >= run.started_at):
        return state if len(others) == len(state.quarantines) else state.model_copy(update={"quarantines": others})
    if len(others) < len(state.quarantines):
        return state
    mine = Quarantine(run_id=name, selector=run.selector, actor=run.actor, at=run.started_at)
    return state.model_copy(update={"quarantines": (*others, mine)})


def carry_out(store: Store, work: UserWork, now: datetime) -> Run | None:
    """The finished run; None where it was finished before. Safe to run twice and to stop anywhere."""
    for _ in range(upkeep.RACES):
        run = upkeep.open_run(store, work, now)
        if run is None or run.kind not in KINDS:
            return None
        named = f"quarantine {run.releases or run.run_id}"
        reason = f"its evidence is in {named}" if run.kind is ChangeKind.QUARANTINE else f"{named} was lifted"
        try:
            return _attempt(store, run, Why(reason, run.actor, now))
        except LostRace:
            continue
    raise LostRace("Too many writers on one user's knowledge.")


def _attempt(store: Store, run: Run, why: Why) -> Run:
    """The finished run: what an attempt before left undone is done, and nothing twice. Raises LostRace."""
    run, head = upkeep.numbered(store, run, why.now)
    owned, events = _gather(store, run.scope, why.now)
    owned.state = _in_force(owned.state, run, run.kind)
    moves = _moves(store, owned, events, owned.state.quarantines, why)
    head = upkeep.apply(store, owned, head, moves)
    follow(store, run.scope, events, owned.state.quarantines)
    _settle_released(store, owned, run, events, why.now)
    owned.state, owned.known = upkeep.read_state(store, run.scope)
    return _closed(store, owned, run, head, maintenance.counted(moves), why.now)


def _closed(store: Store, owned: Owned, run: Run, head: ChangeSet, counts: dict[str, int], now: datetime) -> Run:
    owned.state = _in_force(owned.state, run, run.kind)
    due = tuple(dict.fromkeys([*owned.state.topics_due, owned.scope.namespace]))
    done = run.model_copy(update={"counts": counts})
    lifted = run.kind is ChangeKind.RELEASE  # what it held no consolidation has seen
    again = looked.at(owned.state, owned.scope.namespace, distil=looked.START, distilled_at=None)
    return upkeep.close(store, owned, done, head, now, topics_due=due, looked=again if lifted else owned.state.looked)


def _gather(store: Store, scope: Scope, now: datetime) -> tuple[Owned, list[Event]]:
    """All that is known, observations included, and every event: a quarantine costs what the user has."""
    owned = upkeep.gather(store, scope, policy_of(store, scope, now))
    seen = store.query(scope.pk, OBSERVATION_PREFIX, consistent=True).records
    owned.memories |= {o.memory_id: o for o in seen if isinstance(o, Memory) and o.scope.namespace == scope.namespace}
    said = store.query(scope.pk, Event.prefix, consistent=True).records
    return owned, [e for e in said if isinstance(e, Event) and e.scope.namespace == scope.namespace]


def _moves(store: Store, owned: Owned, events: Sequence[Event], quarantines: Sequence[Quarantine], why: Why) -> list[Move]:
    def before(memory: Memory, wanted: Callable[[Memory], bool]) -> Memory | None:
        past = store.query(memory.scope.pk, history_prefix(memory.memory_id), newest_first=True, consistent=True).records
        return next((r.memory for r in past if isinstance(r, PastVersion) and wanted(r.memory)), None)

    return rules.moves(owned.memories, rules.held_of(events, quarantines), before, why)


def _settle_released(store: Store, owned: Owned, run: Run, events: Sequence[Event], now: datetime) -> None:
    """Decides the observations that waited, in the order of their events: they were said, and nobody holds it against them any more.
    Then their events name what came of them. Raises LostRace."""
    if waiting := [o for o in owned.memories.values() if _waits(o)]:
        made_by = next((o.embedding for o in waiting if o.embedding), None)
        known = decide.read_knowledge(store, owned.scope, made_by)
        known.policy, known.thresholds = owned.policy, thresholds_of(store, made_by)
        under = {e for o in waiting for e in o.event_ids}
        deciding = decide.Deciding(
            run.run_id, tuple(e for e in events if e.event_id in under), tuple(waiting), {o.memory_id: o for o in waiting}
        )
        settled = decide.decide_all(store, known, deciding, now)
        owned.memories |= known.facts | known.episodes | known.models | settled
    _cite(store, owned, run, events, now)


def _waits(memory: Memory) -> bool:
    """Whether it is an observation that a release let go, and that nobody has decided since."""
    released = memory.kind is Kind.OBSERVATION and memory.approval is Approval.PENDING and memory.change.verdict == "released"
    return released and memory.trust is not Trust.QUARANTINED


def _cite(store: Store, owned: Owned, run: Run, events: Sequence[Event], now: datetime) -> None:
    """Also for what an attempt decided that came no further. Raises LostRace."""
    caught = {e.event_id for e in events if run.selector is not None and rules.catches(run.selector, e)}
    under: dict[str, list[Memory]] = {}
    for memory in owned.memories.values():
        if memory.kind is Kind.OBSERVATION and not caught.isdisjoint(memory.event_ids):
            for event_id in memory.event_ids:
                under.setdefault(event_id, []).append(memory)
    cited = [(e, decide.citing(e, under[e.event_id], now)) for e in events if e.event_id in under and e.lapsed_at is None]
    if store.put_each([Write(after, e.version) for e, after in cited if after.memory_ids != e.memory_ids]):
        raise LostRace("Another writer changed an event.")


def follow(store: Store, scope: Scope, events: Sequence[Event], quarantines: Sequence[Quarantine]) -> None:
    """What repeats events outside the memories: items in focus, folded sessions, signals of behaviour. Raises LostRace."""
    held = rules.held_of(events, quarantines)
    rows = [
        *store.query(scope.pk, WorkingMemory.prefix, consistent=True).records,
        *store.query(scope.pk, Session.prefix, consistent=True).records,
    ]
    for row in rows:
        after: WorkingMemory | Session | None = None
        if isinstance(row, WorkingMemory) and row.scope.namespace == scope.namespace:
            items = tuple(rules.in_focus(i, held) for i in row.items)
            after = row.model_copy(update={"items": items}) if items != row.items else None
        elif isinstance(row, Session) and row.scope.namespace == scope.namespace and row.folding is not None:
            caught = [e for e in events if e.event_id in held and e.scope.session_id == row.scope.session_id]
            made = folding.withheld(row.folding, held, caught)
            after = row.model_copy(update={"folding": made}) if made is not row.folding else None
        if after is not None:
            store.commit([Write(after.model_copy(update={"version": row.version + 1}), row.version)])
    _weigh_again(store, scope, events, held)


def _weigh_again(store: Store, scope: Scope, events: Sequence[Event], held: frozenset[str]) -> None:
    """Behaviour in quarantine counts for nothing; released, it counts at the next signal."""
    key = SignalLog(scope=scope).key
    log = store.read([key], consistent=True).get(key)
    acted = [s for e in events if e.fact is None and e.extract and e.event_id not in held for s in actions.signals_of(e)]
    if not isinstance(log, SignalLog) and not acted:
        return
    kept = {(s.event_id, s.feature, s.value): s for s in (log.signals if isinstance(log, SignalLog) else ()) if s.event_id not in held}
    signals = sorted((kept | {(s.event_id, s.feature, s.value): s for s in acted}).values(), key=lambda s: (s.at, s.event_id))
    latest = tuple(signals[-actions.MOST_SIGNALS :])
    after = SignalLog(scope=scope, signals=latest, version=log.version + 1 if isinstance(log, SignalLog) else 1)
    if not isinstance(log, SignalLog) or set(after.signals) != set(log.signals):
        store.commit([Write(after, log.version if isinstance(log, SignalLog) else None)])


def turn_back(store: Store, head: ChangeSet) -> Run | None:
    """What the undo of a change set puts in force: the quarantine that was released, or none of the one that was put. None for the sets
    of other kinds. Raises Conflict where as many as may be are in force."""
    run = store.read([run_key(head.tenant, head.run_id)], consistent=True).get(run_key(head.tenant, head.run_id))
    if head.kind not in KINDS or not isinstance(run, Run):
        return None
    held = {q.run_id for q in upkeep.read_state(store, run.scope)[0].quarantines}
    if head.kind is not ChangeKind.QUARANTINE and len(held) >= rules.MOST and (run.releases or run.run_id) not in held:
        raise Conflict(TOO_MANY)
    _put_in_force(store, run, ChangeKind.RELEASE if head.kind is ChangeKind.QUARANTINE else ChangeKind.QUARANTINE)
    return run


def follow_up(store: Store, undone: Run, actor: str, now: datetime) -> None:
    """Behind an undo: what came since, and whatever other quarantines hold, as a change set of its own where there is any. Safe to run
    twice and to stop anywhere: its run is named after the one that was undone."""
    kind = ChangeKind.RELEASE if undone.kind is ChangeKind.QUARANTINE else ChangeKind.QUARANTINE
    fresh = _run(undone.scope, kind, actor, now, selector=undone.selector, releases=undone.releases or undone.run_id)
    fresh = fresh.model_copy(update={"run_id": "w_" + ids.digest(f"{undone.run_id}\nundone")[:24]})
    why = Why(f"change set {undone.change_set} was undone", actor, now)
    for _ in range(upkeep.RACES):
        row = store.read([fresh.key], consistent=True).get(fresh.key)
        begun = row if isinstance(row, Run) else None
        owned, events = _gather(store, undone.scope, now)
        try:
            if (begun and begun.finished_at is None) or _moves(store, owned, events, owned.state.quarantines, why):
                _attempt(store, begun or fresh, why)
            else:
                follow(store, undone.scope, events, owned.state.quarantines)
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's knowledge.")
