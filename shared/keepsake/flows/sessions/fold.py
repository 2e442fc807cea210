"""Fold a session's older turns into its one system message (row W1), in the user's queue group, behind the batch that made it long."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake import changes, ids
from keepsake.errors import LostRace, ModelUnavailable, Unavailable
from keepsake.flows import orphans
from keepsake.flows.container_settings import policy_of
from keepsake.flows.knowledge import upkeep
from keepsake.messages import UserWork
from keepsake.ports import Folder, Queue, Store, Write
from keepsake.records import (
    FACT_IDS,
    Approval,
    Event,
    Folding,
    Kind,
    Memory,
    PastVersion,
    Progress,
    Relation,
    Scope,
    Session,
    event_key,
    memory_key,
    session_key,
)
from keepsake.rules.governance import quarantine
from keepsake.rules.indexing import documents
from keepsake.rules.knowledge import outcome
from keepsake.rules.policy import Policy
from keepsake.rules.sessions import folding

RACES = 12
RELATED_TO = "related_to"
MOST_RELATED = 4
"""Memories of one folding that are linked, the weightiest: each gets a link to each of the previous one's."""


def fold(store: Store, folder: Folder | None, work: UserWork, now: datetime) -> Session | None:
    """The session with its message remade; None where nothing is due. Safe to run twice: what is folded is no longer in the list."""
    scope = work.scope.model_copy(update={"session_id": work.session_id})
    session, policy = _read(store, scope), policy_of(store, scope, now)
    if session is None or not folding.due(session, policy):
        return None
    events = _extracted(store, session, policy, now)
    if not events:
        return None
    keys = [memory_key(e.scope, o) for e in events for o in e.observation_ids]
    observations = {o.memory_id: o for o in store.read(keys, consistent=True).values() if isinstance(o, Memory)}
    events = _decided(events, observations)
    if not events:
        return None
    facts = _relate(store, scope, list(observations.values()), session.folding.memory_ids if session.folding else (), now)
    held = quarantine.held_of(events, upkeep.read_state(store, scope)[0].quarantines)
    made = _folding(folder, session, events, held, observations, facts, now)
    return _put(store, session, made, {e.event_id for e in events})


def _read(store: Store, scope: Scope, *, consistent: bool = True) -> Session | None:
    row = store.read([session_key(scope)], consistent=consistent).get(session_key(scope))
    return row if isinstance(row, Session) else None


def _extracted(store: Store, session: Session, policy: Policy, now: datetime) -> list[Event]:
    """The older turns' events as far as extraction has seen them, or never will; an erased one is passed over."""
    wanted = [event_key(session.scope, s.event_id) for s in folding.older(session.messages, policy.fold_keep)]
    rows = store.read(wanted, consistent=True)
    events = [e for k in wanted if isinstance(e := rows.get(k), Event)]
    left = orphans.among(store, events, now)
    waiting = next((i for i, e in enumerate(events) if e.progress is Progress.PENDING and e.key not in left), len(events))
    return events[:waiting]


def _decided(events: Sequence[Event], observations: dict[str, Memory]) -> list[Event]:
    """As far as every observation is decided, or held back: a later batch's may still wait for that."""

    def waits(event: Event) -> bool:
        mine = (observations[o] for o in event.observation_ids if o in observations)
        return any(o.approval is Approval.PENDING and o.change.verdict == "observed" for o in mine)

    waiting = next((i for i, e in enumerate(events) if waits(e)), len(events))
    return list(events[:waiting])


def _folding(
    folder: Folder | None, session: Session, events: Sequence[Event], held: frozenset[str], observations: dict[str, Memory],
    facts: tuple[str, ...], now: datetime,
) -> Folding:  # fmt: skip
    before = session.folding
    clean = [e for e in events if e.event_id not in held]
    told = folding.joined(before.points if before else (), folding.points(clean, observations))
    kept = folding.points([e for e in events if e.event_id in held], observations)
    opened = {s.event_id for s in session.messages if s.opens}
    text, made_by, fallback = _written(folder, before.text if before else "", clean)
    return Folding(
        text=text or folding.compose(told),
        points=told,
        withheld=(*(before.withheld if before else ()), *kept),
        through=max([before.through if before else -1, *(e.seq for e in events)]),
        turns=(before.turns if before else 0) + sum(e.event_id in opened for e in events),
        messages=(before.messages if before else 0) + len(events),
        count=before.count + 1 if before else 1,
        agents=tuple(dict.fromkeys([*(before.agents if before else ()), *(e.scope.agent_id for e in events if e.scope.agent_id)])),
        memory_ids=facts or (before.memory_ids if before else ()),
        made_by=made_by,
        fallback=fallback,
        at=now,
    )


def _written(folder: Folder | None, earlier: str, events: Sequence[Event]) -> tuple[str, str, str | None]:
    """The chat model's words where one answers with what the turns hold; else none, and why."""
    if folder is None or not events:
        return "", "rules", None
    said = [documents.said(e) for e in events]
    try:
        text = folder.fold(events[0].scope.tenant, earlier, said)
    except ModelUnavailable as err:
        return "", "rules", err.reason
    if not folding.grounded(text, earlier, said):
        return "", "rules", "the model said what the turns do not"
    return text, folder.name, None


def _put(store: Store, session: Session, made: Folding, folded: set[str]) -> Session | None:
    """Only what came meanwhile is left in the list. None where another run folded it first."""
    for _ in range(RACES):
        current = _read(store, session.scope)
        if current is None or current.folding != session.folding:
            return None
        left = tuple(s for s in current.messages if s.event_id not in folded)
        after = current.model_copy(update={"messages": left, "folding": made, "version": current.version + 1})
        try:
            store.commit([Write(after, current.version)])
        except LostRace:
            continue
        return after
    raise LostRace("Too many writers on one session.")


def _relate(store: Store, scope: Scope, observations: Sequence[Memory], previous: Sequence[str], now: datetime) -> tuple[str, ...]:
    """The facts that these observations became, the weightiest first, each linked to those of the previous folding."""
    weighty = sorted(observations, key=lambda o: (-o.importance, o.memory_id))
    became = [r.target for o in weighty for r in o.relations if r.type == outcome.BECAME and r.target.startswith(FACT_IDS)]
    mine = tuple(dict.fromkeys(became))[:MOST_RELATED]
    for _ in range(RACES):
        state, known = upkeep.read_state(store, scope)
        rows = store.read([memory_key(scope, m) for m in mine], consistent=True).values()
        linked = [(m, _linked(m, previous, now)) for m in rows if isinstance(m, Memory) and m.kind is Kind.FACT and m.purged_at is None]
        changed = [(before, after) for before, after in linked if after is not None]
        if not changed:
            return mine
        writes = [Write(after, before.version) for before, after in changed]
        writes += [Write(PastVersion(memory=before)) for before, _ in changed]
        ordered = state.model_copy(update={"version": state.version + known})
        try:
            store.commit([Write(ordered, state.version if known else None), *writes])
        except LostRace:
            continue
        return mine
    raise LostRace("Too many writers on one user's knowledge.")


def _linked(memory: Memory, previous: Sequence[str], now: datetime) -> Memory | None:
    """The memory with its links; None where it has them all."""
    there = {r.target for r in memory.relations if r.type == RELATED_TO} | {memory.memory_id}
    fresh = tuple(Relation(type=RELATED_TO, target=p) for p in previous if p not in there)
    if not fresh:
        return None
    reason = "told in the turns behind those of the same session that were folded before"
    return changes.touched(memory, verdict="related", reason=reason, actor="fold", now=now, relations=memory.relations + fresh)


def work_for(session: Session) -> UserWork:
    """Its id follows from what the session holds, so that sending it twice is one folding."""
    scope = session.scope
    return UserWork(
        tenant=scope.tenant, container=scope.container, namespace=scope.namespace, user_id=scope.user_id, upkeep="fold",
        session_id=scope.session_id, run_id="w_" + ids.digest(f"{scope.pk}\n{scope.session_id}\nfold\n{session.next_seq}")[:24],
    )  # fmt: skip


def latest(store: Store, scope: Scope) -> Session | None:
    """The session as it stood within the last second."""
    return _read(store, scope, consistent=False)


def send_due(queue: Queue, session: Session | None, policy: Policy) -> bool:
    """Queues the folding that a batch made due. A queue that refuses, or a session as it was a second ago, is no failure: the next batch,
    or the session's end, asks again."""
    if session is None or session.scope.session_id is None or not folding.due(session, policy):
        return False
    try:
        queue.send(work_for(session))
    except Unavailable:
        return False
    return True
