"""Let memories fade (rows D1, D2, D4). A sweep reads what is due and nothing else, so its cost does not follow what is stored."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime

from keepsake import api, ids
from keepsake.changes import Changed, ChangeKind, ChangePart, ChangeSet, ChangeState, Run
from keepsake.errors import Conflict
from keepsake.flows import purge, upkeep
from keepsake.ports import Store, Write
from keepsake.records import Change, DueWork, Kind, Memory, PastVersion, Principal, Scope, Status, Sweep, memory_key
from keepsake.rules import decay, mental_models

AT_ONCE = 200
RESERVE_S = 5
"""Seconds left at which a sweep stops; the next one goes on."""
MOST_SHOWN = 500
PREVIEW_MOST = 5_000
ACTOR = "decay_sweep"


def sweep(store: Store, now: datetime, time_left_s: Callable[[], float]) -> Sweep:
    """Sweeps every tenant's due memories until none is left or time is short. Safe to stop and repeat anywhere."""
    report = Sweep(run_id=ids.new_id("s"), tenant="operator", started_at=now)
    examined = 0
    changed: dict[str, int] = {}
    sets: dict[str, ChangeSet] = {}
    while time_left_s() > RESERVE_S:
        keys = store.due(DueWork.DECAY, now, AT_ONCE)
        if not keys:
            break
        moved = _sweep_some(store, keys, report.run_id, sets, now) | _purge_some(store, keys, now, time_left_s)
        examined += len(keys)
        for status, count in moved.items():
            changed[status] = changed.get(status, 0) + count
        if not moved:
            break
    for head in sets.values():
        applied = {"state": ChangeState.APPLIED, "finished_at": now, "version": head.version + 1}
        store.commit([Write(head.model_copy(update=applied), head.version)])
    numbers = {tenant: head.number for tenant, head in sets.items()}
    done = report.model_copy(update={"finished_at": now, "examined": examined, "changed": changed, "change_sets": numbers})
    store.commit([Write(done)])
    return done


def report_key(run_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk("operator", Sweep.prefix, run_id), Sweep.prefix)


def _sweep_some(store: Store, keys: list[ids.Key], run_id: str, sets: dict[str, ChangeSet], now: datetime) -> dict[str, int]:
    """Statuses that memories took; "kept" counts those that are only due again later."""
    moved: dict[str, int] = {}
    writes: list[Write] = []
    steps: list[tuple[Memory, Memory]] = []
    for row in store.read(keys, consistent=True).values():
        # The index `due` follows the table: what it lists may have been swept a moment ago.
        if not isinstance(row, Memory) or row.decay_due is None or row.decay_due > now or row.status is Status.DELETED:
            continue
        fate = decay.fate(row, now)
        after = faded(row, fate, now)
        writes.append(Write(after, row.version))
        if after.status is not row.status:
            steps.append((row, after))
        outcome = after.status.value if after.status is not row.status else "kept"
        moved[outcome] = moved.get(outcome, 0) + 1
    lost = _change(store, steps, run_id, sets, now)
    lost |= store.put_each([w for w in writes if w.record.key not in {before.key for before, _ in steps}])
    upkeep.mark_topics(store, [after for _, after in steps if after.kind is Kind.FACT and after.key not in lost], now)
    gone = [after for _, after in steps if after.kind is Kind.FACT and after.status is Status.DELETED and after.key not in lost]
    _change(store, _models_turned(store, gone, now), run_id, sets, now)
    return moved


def _purge_some(store: Store, keys: list[ids.Key], now: datetime, time_left_s: Callable[[], float]) -> dict[str, int]:
    """Purges what was deleted long enough ago. That is final, so no change set tells of it."""
    count = 0
    for row in store.read(keys, consistent=True).values():
        if not isinstance(row, Memory) or row.status is not Status.DELETED or row.decay_due is None or row.decay_due > now:
            continue
        if time_left_s() < RESERVE_S:
            break
        try:
            purge.purge(store, row, ACTOR, now)
        except Conflict:  # something that it was made of is under legal hold
            store.put_each([Write(row.model_copy(update={"decay_due": decay.purge_at(now)}), row.version)])
        count += 1
    return {"purged": count} if count else {}


def _change(store: Store, steps: list[tuple[Memory, Memory]], run_id: str, sets: dict[str, ChangeSet], now: datetime) -> set[ids.Key]:
    """Takes the steps, told of in their change sets. Returns the keys with which another writer was first."""
    parts = _note(store, steps, run_id, sets, now)
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


def _note(store: Store, steps: list[tuple[Memory, Memory]], run_id: str, sets: dict[str, ChangeSet], now: datetime) -> list[ChangePart]:
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
            run = Run(
                tenant=tenant, run_id=run_id, kind=ChangeKind.SWEEP, scope=Scope(tenant=tenant), actor=ACTOR, started_at=now
            )  # fmt: skip
            _, head = upkeep.numbered(store, run, now)
        part = ChangePart(tenant=tenant, number=head.number, index=head.parts, changes=tuple(lines))
        grown = {"parts": head.parts + 1, "changes": head.changes + len(lines), "version": head.version + 1}
        sets[tenant] = head.model_copy(update=grown)
        store.commit([Write(part), Write(sets[tenant], head.version)])
        parts.append(part)
    return parts


def _strike(store: Store, parts: list[ChangePart], lost: set[ids.Key]) -> None:
    """Takes out what another writer was first with: it is not the sweep's doing."""
    for part in parts:
        kept = tuple(c for c in part.changes if c.key not in lost)
        if len(kept) < len(part.changes):
            store.commit([Write(part.model_copy(update={"changes": kept, "version": part.version + 1}), part.version)])


def faded(memory: Memory, fate: decay.Fate, now: datetime) -> Memory:
    """The memory after its fate. Only a change of status makes a version, which the index and the history see."""
    fields: dict[str, object] = {"decay_score": fate.score, "decay_due": fate.next_at}
    if fate.status is not memory.status:
        fields |= {
            "version": memory.version + 1,
            "status": fate.status,
            "index_due": now,
            "updated_at": now,
            "change": Change(verdict=fate.status.value, reason=fate.reason, actor=ACTOR, at=now),
        }
    return memory.model_copy(update=fields)


def preview(store: Store, principal: Principal, request: api.SweepRequest, now: datetime) -> api.SweepAnswer:
    """What a sweep at a supposed time would do to one user's memories, or to the container's own. Changes nothing."""
    at = request.now or now
    container = request.scope.container or "default"
    pk = ids.user_pk(principal.tenant, container, request.scope.user_id)
    rows = [m for m in store.query(pk, Memory.prefix, limit=PREVIEW_MOST).records if isinstance(m, Memory) and m.current]
    changes: list[api.Fading] = []
    changed: dict[str, int] = {}
    for memory in rows:
        fate = decay.fate(memory, at)
        outcome = "kept" if fate.status is memory.status else fate.status.value
        changed[outcome] = changed.get(outcome, 0) + 1
        if len(changes) < MOST_SHOWN:
            changes.append(
                api.Fading(
                    memory_id=memory.memory_id, content=memory.content.summary, user_id=memory.scope.user_id, score=round(fate.score, 4),
                    before=memory.status, after=fate.status, reason=fate.reason,
                )
            )  # fmt: skip
    return api.SweepAnswer(preview=True, at=at, examined=len(rows), changed=changed, changes=tuple(changes))
