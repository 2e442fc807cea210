"""Let memories and events go when their time has come (rows D1 to D4). A sweep reads what is due and, once for
each owner of an event or a purge that is, their memories: its cost follows neither what is stored nor how much of one owner's is due."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Literal

from keepsake import api, ids, telemetry
from keepsake.changes import BEHIND, Changed, ChangeKind, ChangePart, ChangeSet, ChangeState, Run, parts_pk
from keepsake.errors import Conflict, Forbidden, LostRace, NotFound, Unavailable
from keepsake.flows import members
from keepsake.flows.container_settings import policies, policy_of
from keepsake.flows.forgetting import retention
from keepsake.flows.governance import purge
from keepsake.flows.governance.resting import Resting
from keepsake.flows.knowledge import upkeep
from keepsake.ports import Store, Write
from keepsake.records import (
    Batch,
    Change,
    DueWork,
    Kind,
    Memory,
    PastVersion,
    Principal,
    Record,
    Scope,
    Status,
    Sweep,
    UserState,
    history_prefix,
    memory_key,
)
from keepsake.rules.forgetting import decay, listing
from keepsake.rules.governance import identity
from keepsake.rules.knowledge import mental_models

AT_ONCE = 200
RESERVE_S = 5
"""Seconds left at which a sweep stops; the next one goes on."""
TURN_S = 10
"""Seconds that a tenant has at once in a run over every tenant: who has more to do goes on when all had theirs."""
MOST_SHOWN = 500
PREVIEW_MOST = 5_000
MOST_NOTED = 1_000
"""Tenants whose change set the report of the hourly sweep names: it is one row."""
ACTOR = "decay_sweep"
EVERYONE = "*"
"""Stands for every tenant; none can be called this."""


def asked(principal: Principal, scope: api.SweepScope, preview: bool, now: datetime) -> Sweep:
    """The run that a key asks for: over its tenant, one container, or one user of one. A key that is bound to a user or containers
    sweeps those alone, and the operator's every tenant. Raises Forbidden for others."""
    if principal.operator:
        if preview or scope != api.SweepScope():
            raise Forbidden("The operator's key sweeps every tenant and sees no memory: take the tenant's own admin key.")
        return scheduled(now).model_copy(update={"actor": principal.actor})
    container, user = scope.container, scope.user_id or principal.user_id
    if container is not None or user is not None or principal.containers:
        whose = identity.effective(principal, identity.Asked(container=container, user_id=scope.user_id))
        container, user = whose.container, whose.user_id
    return Sweep(run_id=ids.new_id("s"), tenant=principal.tenant, container=container, user_id=user, actor=principal.actor, started_at=now)


def scheduled(now: datetime) -> Sweep:
    """The run over every tenant."""
    return Sweep(run_id=ids.new_id("s"), tenant=EVERYONE, started_at=now)


def find(store: Store, tenant: str, run_id: str) -> Sweep | None:
    row = store.read([report_key(tenant, run_id)], consistent=True).get(report_key(tenant, run_id))
    return row if isinstance(row, Sweep) else None


def report(store: Store, principal: Principal, run_id: str) -> Sweep:
    """Raises NotFound, also for a run that is over more than the key is bound to."""
    found = find(store, EVERYONE if principal.operator else principal.tenant, run_id)
    bound_elsewhere = found is not None and (
        principal.user_id not in (None, found.user_id) or (principal.containers and found.container not in principal.containers)
    )
    if found is None or bound_elsewhere:
        raise NotFound("There is no such run.")
    return found


def changes_of(store: Store, principal: Principal, run: Sweep) -> tuple[api.Fading, ...]:
    """The first steps that the run took, as its change set tells them. The operator sees no memory."""
    number = run.change_sets.get(run.tenant)
    if principal.operator or number is None:
        return ()
    pk = parts_pk(run.tenant, number)
    parts = store.query(pk, ChangePart.prefix, limit=MOST_SHOWN, consistent=True).records
    lines = [c for p in parts if isinstance(p, ChangePart) for c in p.changes][:MOST_SHOWN]
    rows = store.read([k for c in lines for k in (c.key, _past_key(c))])
    return tuple(f for c in lines if (f := _faded_so(c, rows.get(c.key), rows.get(_past_key(c)))) is not None)


def _past_key(line: Changed) -> ids.Key:
    return ids.Key(line.key.pk, f"{history_prefix(line.memory_id)}{line.before:08d}")


def _faded_so(line: Changed, now: Record | None, before: Record | None) -> api.Fading | None:
    """A line with what the memory was then; of one that was purged since no more than its id."""
    if not isinstance(now, Memory):
        return None
    was = before.memory.status if isinstance(before, PastVersion) else now.status
    after = Status(line.what) if line.what in set(Status) else was
    return api.Fading(
        memory_id=line.memory_id, content=now.content.summary, user_id=now.scope.user_id, score=round(now.decay_score, 4),
        before=was, after=after, reason=line.why,
    )  # fmt: skip


def sweep(store: Store, run: Sweep, now: datetime, time_left_s: Callable[[], float]) -> Sweep:
    """The report, finished once nothing in the run's scope is due any more, or all that is an erasure takes or a fault of ours stops; else
    the same call goes on. Safe to stop and repeat anywhere."""
    held = find(store, run.tenant, run.run_id)
    if held is not None and held.finished_at is not None:
        return held
    run = held or run
    if held is None:
        whose = Scope(tenant=run.tenant, container=run.container or "default", user_id=run.user_id)
        store.commit([Write(run), *members.traces([whose], run.key, run.gone_at + BEHIND)])
    if run.tenant != EVERYONE:
        run, state = _sweep_tenant(store, run, run.tenant, now, time_left_s)
        return _saved(store, run.model_copy(update={"finished_at": now if state == "done" else None}))
    for tenant in members.tenants(store, run.reached):
        run, ended = _turn(store, run, tenant, now, TURN_S, time_left_s)
        if ended == "late":
            return _saved(store, run)
        run = run.model_copy(update={"reached": tenant})
    for tenant in run.unfinished:
        # A share of what is left to this call: who purges reads the owner's whole bank once a turn.
        run, ended = _turn(store, run, tenant, now, max(TURN_S, time_left_s() / len(run.unfinished)), time_left_s)
        if ended == "late":
            return _saved(store, run)
    return _saved(store, run.model_copy(update={"finished_at": None if run.unfinished else now}))


def _turn(
    store: Store, run: Sweep, tenant: str, now: datetime, turn_s: float, time_left_s: Callable[[], float]
) -> tuple[Sweep, Literal["done", "more", "late"]]:
    """One tenant's turn in a run over every tenant, and how it ended: `late` when the call's time ran out; `more` when the turn's did, or
    somebody else was first."""
    others = max(0.0, time_left_s() - turn_s - RESERVE_S)
    try:
        run, state = _sweep_tenant(store, run, tenant, now, lambda: time_left_s() - others)
    except (LostRace, Unavailable):
        state = "behind"
    except Exception as err:  # whatever it is, the other tenants' turns come
        telemetry.failure("tenant not swept", err, tenant=tenant)
        telemetry.count("TenantsNotSwept", 1)
        state = "done"
    if state == "late" and time_left_s() <= RESERVE_S:
        return run, "late"
    rest = tuple(t for t in run.unfinished if t != tenant)
    if state == "done":
        return run.model_copy(update={"unfinished": rest}), "done"
    return run.model_copy(update={"unfinished": (*rest, tenant)[-MOST_NOTED:]}), "more"


def _saved(store: Store, run: Sweep) -> Sweep:
    after = run.model_copy(update={"version": run.version + 1})
    store.commit([Write(after, run.version)])
    return after


def _sweep_tenant(
    store: Store, run: Sweep, tenant: str, now: datetime, time_left_s: Callable[[], float]
) -> tuple[Sweep, Literal["done", "behind", "late"]]:
    """All that is due in the run's part of one tenant, and how that ended: `late` when time ran out, `behind` where what is listed has been
    swept a moment ago."""
    number = run.change_sets.get(tenant)
    head = upkeep.read_head(store, tenant, number) if number is not None else None
    sets = {tenant: head} if head else {}
    held, lagging = retention.Held(store), False
    resting: Resting | None = None
    while time_left_s() > RESERVE_S:
        # All events first: while no memory changes, what holds them is read once.
        events = [] if lagging else store.due(DueWork.RETENTION, now, AT_ONCE, tenant, _within(run))
        if events:
            lapsed = retention.lapse(store, events, now, held)
            run, lagging = _counted(run, len(events), [lapsed]), not lapsed
            continue
        listed = _not_erased(store, store.due(DueWork.DECAY, now, AT_ONCE, tenant, _within(run)))
        if not listed and lagging:
            return run, "behind"
        if not listed:
            for head in sets.values():
                applied = {"state": ChangeState.APPLIED, "finished_at": now, "version": head.version + 1}
                store.commit([Write(head.model_copy(update=applied), head.version)])
            return run, "done"
        keys, batches = _fading(store, listed)
        moved: list[dict[str, int]] = []
        for start in range(0, len(keys), AT_ONCE):
            if start and time_left_s() <= RESERVE_S:
                break
            some = keys[start : start + AT_ONCE]
            moved.append(_sweep_some(store, some, run, sets, now))
            purged, resting = _purge_some(store, some, now, time_left_s, resting)
            moved.append(purged)
        noted = _note_again(store, batches)
        run = _counted(run, len(keys), moved)
        numbers = run.change_sets | {t: head.number for t, head in sets.items()}
        run = run.model_copy(update={"change_sets": dict(list(numbers.items())[-MOST_NOTED:])})
        if not any(moved) and not noted and time_left_s() > RESERVE_S:
            return run, "behind"
    return run, "late"


def report_key(tenant: str, run_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, Sweep.prefix, run_id), Sweep.prefix)


def _within(run: Sweep) -> str:
    """The partitions that the run is over."""
    if run.tenant == EVERYONE:
        return ""
    if run.user_id is not None:
        return ids.user_pk(run.tenant, run.container or "default", run.user_id)
    return ids.owners(run.tenant, run.container)


def _counted(run: Sweep, examined: int, moved: Sequence[dict[str, int]]) -> Sweep:
    changed = dict(run.changed)
    for outcome, count in (pair for counts in moved for pair in counts.items()):
        changed[outcome] = changed.get(outcome, 0) + count
    return run.model_copy(update={"examined": run.examined + examined, "changed": changed})


def _not_erased(store: Store, listed: Sequence[ids.Key]) -> list[ids.Key]:
    """Those whose user is not being erased: the erasure takes the others, and whatever is written for them is lost."""
    states = store.read([ids.Key(pk, UserState.prefix) for pk in sorted({k.pk for k in listed})]).values()
    erased = {s.key.pk for s in states if isinstance(s, UserState) and s.erasing}
    return [k for k in listed if k.pk not in erased]


def _fading(store: Store, listed: Sequence[ids.Key]) -> tuple[list[ids.Key], list[Batch]]:
    """Memories that are listed, by themselves or by the batch that made them, and those batches."""
    named = [k for k in listed if k.sk.startswith(Batch.prefix)]
    found = store.read(named, consistent=True).values()
    batches = [b for b in found if isinstance(b, Batch) and b.retry_at is None]
    own = [k for k in listed if not k.sk.startswith(Batch.prefix)]
    return list(dict.fromkeys([*own, *(k for b in batches for k in _fading_in(b))])), batches


def _fading_in(batch: Batch) -> list[ids.Key]:
    return [memory_key(batch.scope, i) for i in batch.fades]


def _note_again(store: Store, batches: Sequence[Batch]) -> int:
    """The batches with what is still theirs to list, and how many changed: what was swept lists itself."""
    rows = store.read([k for b in batches for k in _fading_in(b)], consistent=True)
    after = [listing.left(b, [m for k in _fading_in(b) if isinstance(m := rows.get(k), Memory)]) for b in batches]
    writes = [Write(a.model_copy(update={"version": b.version + 1}), b.version) for a, b in zip(after, batches, strict=True) if a != b]
    return len(writes) - len(store.put_each(writes))


def _sweep_some(store: Store, keys: list[ids.Key], run: Sweep, sets: dict[str, ChangeSet], now: datetime) -> dict[str, int]:
    """Statuses that memories took; "kept" counts those that are only due again later."""
    moved: dict[str, int] = {}
    writes: list[Write] = []
    steps: list[tuple[Memory, Memory]] = []
    policy = policies(store, now)
    for row in store.read(keys, consistent=True).values():
        # The index `due` follows the table: what it lists may have been swept a moment ago.
        if not isinstance(row, Memory) or row.decay_due is None or row.decay_due >= now or row.status is Status.DELETED:
            continue
        after = faded(row, decay.fate(row, now, policy(row.scope)), now)
        writes.append(Write(after, row.version))
        if after.status is not row.status:
            steps.append((row, after))
        outcome = after.status.value if after.status is not row.status else "kept"
        moved[outcome] = moved.get(outcome, 0) + 1
    lost = _change(store, steps, run, sets, now)
    lost |= store.put_each([w for w in writes if w.record.key not in {before.key for before, _ in steps}])
    upkeep.mark_topics(store, [(b, a) for b, a in steps if a.kind is Kind.FACT and a.key not in lost], now)
    gone = [after for _, after in steps if after.kind is Kind.FACT and after.status is Status.DELETED and after.key not in lost]
    _change(store, _models_turned(store, gone, now), run, sets, now)
    return moved


def _purge_some(
    store: Store, keys: list[ids.Key], now: datetime, time_left_s: Callable[[], float], resting: Resting | None
) -> tuple[dict[str, int], Resting | None]:
    """Purges what was deleted long enough ago. That is final, so no change set tells of it; "kept" counts what a hold keeps. `resting` is
    of the owner whose memories were purged last, and is given back: their bank is read once, not for each batch of them."""
    counts: dict[str, int] = {}
    rows = store.read(keys, consistent=True)
    for row in (rows[key] for key in sorted(rows)):
        if not isinstance(row, Memory) or row.status is not Status.DELETED or row.decay_due is None or row.decay_due > now:
            continue
        if time_left_s() < RESERVE_S:
            break
        try:
            if resting is None or resting.scope.pk != row.scope.pk:
                resting = Resting(store, row.scope)
            purge.purge(store, row, ACTOR, now, resting)
            outcome = "purged"
        except LostRace:  # it stays due
            continue
        except Conflict:  # something that it was made of is under legal hold
            store.put_each([Write(row.model_copy(update={"decay_due": decay.purge_at(now)}), row.version)])
            outcome = "kept"
        counts[outcome] = counts.get(outcome, 0) + 1
    return counts, resting


def _change(store: Store, steps: list[tuple[Memory, Memory]], run: Sweep, sets: dict[str, ChangeSet], now: datetime) -> set[ids.Key]:
    """Takes the steps, told of in their change sets. Returns the keys with which another writer was first."""
    parts = _note(store, steps, run, sets, now)
    # The old version is in the history before the new one is in its place: an undo finds it wherever this stops.
    store.put_each([Write(PastVersion(memory=before)) for before, _ in steps])
    lost = store.put_each([Write(after, before.version) for before, after in steps])
    _strike(store, parts, lost)
    return lost


def _models_turned(store: Store, gone: Sequence[Memory], now: datetime) -> list[tuple[Memory, Memory]]:
    """Mental models that lean on facts that are gone now, with their gate as it stands (row K10)."""
    steps = []
    for pk in dict.fromkeys(f.scope.pk for f in gone):
        page = store.query(pk, mental_models.KEY_PREFIX, consistent=True)
        models = [m for m in page.records if isinstance(m, Memory)]
        keys = [memory_key(m.scope, f) for m in models for f in mental_models.sources(m)]
        facts = {f.memory_id: f for f in store.read(keys, consistent=True).values() if isinstance(f, Memory)}
        held = {m.memory_id: m for m in models}
        steps += [(held[m.memory_id], m) for m in mental_models.refreshed(models, facts, now)]
    return steps


def _note(store: Store, steps: list[tuple[Memory, Memory]], run: Sweep, sets: dict[str, ChangeSet], now: datetime) -> list[ChangePart]:
    """Writes what will change into each tenant's change set, before it changes: what a crash keeps from happening stands as before,
    and an undo passes it over."""
    tenants: dict[str, list[Changed]] = {}
    for before, after in steps:
        line = Changed(
            key=before.key, memory_id=before.memory_id, before=before.version, after=after.version, what=after.change.verdict,
            why=after.change.reason,
        )  # fmt: skip
        tenants.setdefault(before.scope.tenant, []).append(line)
    parts = []
    for tenant, lines in tenants.items():
        head = sets.get(tenant)
        if head is None:
            head = _numbered(store, tenant, run, now)
        part = ChangePart(tenant=tenant, number=head.number, index=head.parts, changes=tuple(lines), ends_at=head.lines_end_at)
        owners = [before.scope for before, _ in steps if before.scope.tenant == tenant]
        store.put_each(members.traces(owners, part.key, head.lines_end_at))
        grown = {"parts": head.parts + 1, "changes": head.changes + len(lines), "version": head.version + 1}
        sets[tenant] = head.model_copy(update=grown)
        store.commit([Write(part), Write(sets[tenant], head.version)])
        parts.append(part)
    return parts


def _numbered(store: Store, tenant: str, run: Sweep, now: datetime) -> ChangeSet:
    """The tenant's change set of this run, named after whom the run is over."""
    scope = Scope(tenant=tenant, container=run.container or "default", user_id=run.user_id)
    work = Run(tenant=tenant, run_id=run.run_id, kind=ChangeKind.SWEEP, scope=scope, actor=run.actor, started_at=now)
    _, head = upkeep.numbered(store, work, now)
    if run.container is None or head.container is not None:
        return head
    named = head.model_copy(update={"container": run.container, "user_id": run.user_id, "version": head.version + 1})
    store.commit([Write(named, head.version)])
    return named


def _strike(store: Store, parts: list[ChangePart], lost: set[ids.Key]) -> None:
    """Takes out what another writer was first with: it is not the sweep's doing."""
    for part in parts:
        kept = tuple(c for c in part.changes if c.key not in lost)
        if len(kept) < len(part.changes):
            store.commit([Write(part.model_copy(update={"changes": kept, "version": part.version + 1}), part.version)])


def faded(memory: Memory, fate: decay.Fate, now: datetime) -> Memory:
    """The memory after its fate. Only a change of status makes a version, which the index and the history see."""
    fields: dict[str, object] = {"decay_score": fate.score, "decay_due": fate.next_at, "fades_with": None}
    if fate.status is not memory.status:
        fields |= {
            "version": memory.version + 1,
            "status": fate.status,
            "index_due": now,
            "updated_at": now,
            "change": Change(verdict=fate.status.value, reason=fate.reason, actor=ACTOR, at=now),
        }
    return memory.model_copy(update=fields)


def preview(store: Store, run: Sweep, at: datetime, now: datetime) -> api.SweepAnswer:
    """What a sweep at a supposed time would do in the run's scope, and of one user's memories also what stays. Changes nothing."""
    changes: list[api.Fading] = []
    changed: dict[str, int] = {}
    rows = _concerned(store, run, at)
    for memory in rows:
        fate = decay.fate(memory, at, policy_of(store, memory.scope, now))
        gone = memory.status is Status.DELETED
        outcome = "purged" if gone else "kept" if fate.status is memory.status else fate.status.value
        changed[outcome] = changed.get(outcome, 0) + 1
        if len(changes) < MOST_SHOWN:
            changes.append(
                api.Fading(
                    memory_id=memory.memory_id, content=memory.content.summary, user_id=memory.scope.user_id, score=round(fate.score, 4),
                    before=memory.status, after=fate.status, reason="its days are over: purged for good" if gone else fate.reason,
                )
            )  # fmt: skip
    events = store.due(DueWork.RETENTION, at, PREVIEW_MOST, run.tenant, _within(run))
    changed |= retention.foreseen(store, events, at)
    return api.SweepAnswer(preview=True, at=at, examined=len(rows) + len(events), changed=changed, changes=tuple(changes))


def _concerned(store: Store, run: Sweep, at: datetime) -> list[Memory]:
    """Memories that a sweep at that time would look at; of one owner all that are at hand."""
    if run.user_id is not None:
        found = store.query(_within(run), Memory.prefix, limit=PREVIEW_MOST).records
    else:
        keys, _ = _fading(store, store.due(DueWork.DECAY, at, PREVIEW_MOST, run.tenant, _within(run)))
        rows = store.read(keys).values()
        found = tuple(m for m in rows if isinstance(m, Memory) and m.decay_due is not None and m.decay_due < at)
    memories = [m for m in found if isinstance(m, Memory) and m.purged_at is None]
    return [m for m in memories if m.status is not Status.DELETED or (m.decay_due is not None and m.decay_due < at)]
