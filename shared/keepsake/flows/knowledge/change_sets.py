"""Read change sets and undo them as a whole (row K12)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from keepsake import api, cursors, ids
from keepsake.changes import Changed, ChangeKind, ChangePart, ChangeSet, ChangeState, parts_pk, touched
from keepsake.errors import Conflict, LostRace, NotFound
from keepsake.flows import walk
from keepsake.flows.container_settings import policy_of
from keepsake.flows.governance import quarantine
from keepsake.flows.knowledge import upkeep
from keepsake.flows.knowledge.redo import redo
from keepsake.ports import Queue, Store, Write
from keepsake.records import (
    Kind,
    Memory,
    PastVersion,
    Principal,
    Relation,
    Scope,
    Status,
    Trust,
    UserState,
    Validity,
    history_prefix,
    memory_key,
)
from keepsake.rules import slots
from keepsake.rules.forgetting import decay
from keepsake.rules.knowledge import approvals, episodes, looked, standing

RACES = 5
AT_ONCE = 45
"""Memories restored in one transaction, each with two rows."""
RESERVE_S = 3.0
MOST_SHOWN = 1000
REST = timedelta(days=decay.RECOVERABLE_DAYS)
"""How long a sweep leaves alone what an undo brought back; else the next one would take it again within the hour."""
STILL_APPLYING = timedelta(minutes=15)
"""How long a set whose run has not ended is left to it: a run that died is taken up again by its message well before."""
VERDICT = "undone"
MARKS = ("version", "change", "updated_at", "index_due", "decay_due", "decay_score", "fades_with", "last_accessed_at")
"""What differs between a version and its restoration, which says the same."""


def listed(store: Store, principal: Principal, query: api.ChangeSetQuery) -> api.ChangeSetList:
    """Newest first. A key that is bound to a user or containers sees those sets alone."""
    pk = ids.tenant_pk(principal.tenant, "CHANGES")
    page = store.query(pk, ChangeSet.prefix, after=cursors.read(pk, ChangeSet.prefix, query.cursor), limit=query.limit, newest_first=True)
    heads = [r for r in page.records if isinstance(r, ChangeSet) and _may_see(principal, r)]
    more = cursors.make(pk, ChangeSet.prefix, page.after) if page.after else None
    return api.ChangeSetList(change_sets=tuple(_view(h) for h in heads), next_cursor=more)


def one(store: Store, principal: Principal, number: str) -> api.ChangeSetDetail:
    head = _head(store, principal, number)
    lines = [api.ChangeLine.of(c) for c in _lines(store, head)]
    return api.ChangeSetDetail.model_validate(_view(head).model_dump() | {"lines": lines[:MOST_SHOWN]})


def undo(store: Store, queue: Queue, principal: Principal, number: str, now: datetime, time_left_s: Callable[[], float]) -> api.UndoAnswer:
    """Restores every memory of the set to what it was, as a new version, and has the topics over them remade; what another value has taken
    the place of since comes back behind that. Call again where `done` is false. Raises Conflict with the memories that changed since,
    before anything is restored."""
    head = _head(store, principal, number)
    if head.gone_at is not None and head.gone_at <= now:
        raise NotFound("There is no such change set.")
    if head.state is ChangeState.UNDONE:
        return api.UndoAnswer(number=head.number, state=head.state, restored=0, done=True)
    if head.state is ChangeState.APPLYING and now - head.started_at < STILL_APPLYING:
        raise Conflict(f"Change set {head.number} is still being applied.", retry_after_s=int(STILL_APPLYING.total_seconds()))
    lines = list(_spans(_lines(store, head)))
    found = store.read([c.key for c in lines], consistent=True)
    rows = {k: m for k, m in found.items() if isinstance(m, Memory) and m.purged_at is None}
    lines = _as_left(store, lines, rows)
    changed_since = [c for c in lines if isinstance(m := rows.get(c.key), Memory) and not _stands(m, c) and not _is_undone(m, head, c)]
    # Once it was begun it is finished: what was changed between two calls stays as its writer left it.
    if changed_since and head.state is not ChangeState.UNDOING:
        errors = [{"field": "memory_id", "memory_id": c.memory_id, "message": "changed since"} for c in changed_since]
        raise Conflict(f"{len(changed_since)} memories changed since this change set.", errors=errors)
    head = _mark(store, head, state=ChangeState.UNDOING)
    quarantined = quarantine.turn_back(store, head)
    left = [c for c in lines if isinstance(m := rows.get(c.key), Memory) and m.version == c.after and not _is_undone(m, head, c)]
    restored, places = 0, _Places(store, {c.memory_id for c in lines})
    for some in _by_owner(left):
        if time_left_s() < RESERVE_S:
            return api.UndoAnswer(number=head.number, state=head.state, restored=restored, done=False)
        restored += _restore(store, head, some, principal.actor, now, places)
    if quarantined is not None:
        quarantine.follow_up(store, quarantined, principal.actor, now)
    for scope in _owners(rows.values()) if head.kind is ChangeKind.CONSOLIDATION else ():
        _unsee(store, scope, head)
    final = tuple(c.memory_id for c in lines if c.key not in rows)
    head = _mark(store, head, state=ChangeState.UNDONE, undone_at=now, undone_by=principal.actor)
    for scope in _owners(rows.values()):
        if time_left_s() < RESERVE_S:
            break  # their topics are marked as due: the schedule finds them
        upkeep.send_due(store, queue, scope, policy_of(store, scope, now))
    return api.UndoAnswer(number=head.number, state=head.state, restored=restored, final=final, done=True)


def _stands(memory: Memory, line: Changed) -> bool:
    """As the set left it, or as it was before a step that a crash kept from being taken."""
    return memory.version in (line.after, line.before)


def _as_left(store: Store, lines: Sequence[Changed], rows: Mapping[ids.Key, Memory]) -> list[Changed]:
    """The lines, each that undos of later sets have brought back to what it left as one that ends with what they left."""
    moved = {c.key for c in lines if (m := rows.get(c.key)) is not None and m.version > c.after and m.change.verdict == VERDICT}
    left = {c.key: ids.Key(c.key.pk, f"{history_prefix(c.memory_id)}{c.after:08d}") for c in lines if c.key in moved}
    past = store.read(list(left.values()), consistent=True) if left else {}
    then = {k: p.memory for k, name in left.items() if isinstance(p := past.get(name), PastVersion)}
    again = {k for k, m in then.items() if rows[k].model_copy(update={f: getattr(m, f) for f in MARKS}) == m}
    return [c.model_copy(update={"after": rows[c.key].version}) if c.key in again else c for c in lines]


def _is_undone(memory: Memory, head: ChangeSet, line: Changed) -> bool:
    told = memory.change.reason.partition(";")[0]
    return memory.version == line.after + 1 and memory.change.verdict == VERDICT and told == _reason(head)


def _reason(head: ChangeSet) -> str:
    return f"undo of change set {head.number}"


@dataclass(slots=True)
class _Places:
    """Who holds the places of one value, beside what the set itself changed: read once for each owner, and again after another writer."""

    store: Store
    own: Collection[str]
    _read: dict[str, tuple[int, list[Memory]]] = field(default_factory=dict)
    """By owner: the version of the state at which they were read, which every writer of knowledge moves on."""

    def settled(self, restored: Sequence[Memory], scope: Scope, state: UserState) -> list[Memory]:
        """The memories as they come back: a fact whose place another value has taken since stands behind that one, as if the set had never
        been, and an episode stands as the fact that it supports."""
        facts = {m.memory_id: m for m in restored if m.kind is Kind.FACT}
        if any(map(_takes_a_place, facts.values())):
            held = self._held(scope, state)
            facts = {i: _behind(m, next((h for h in held if approvals.holder(m, h)), None)) for i, m in facts.items()}
        lived = [e for e in restored if e.kind is Kind.EPISODE and e.current and (i := episodes.supported(e)) and i not in facts]
        there = self.store.read([memory_key(scope, episodes.supported(e) or "") for e in lived], consistent=True).values()
        over = {m.memory_id: m for m in (*there, *facts.values()) if isinstance(m, Memory) and BEHIND in m.change.reason}
        found = {e.memory_id: f for e in restored if e.current and (f := over.get(episodes.supported(e) or ""))}
        ends = {i: {"validity": f.validity, "valid_to": f.valid_to} for i, f in found.items()}
        return [facts.get(m.memory_id) or m.model_copy(update=ends.get(m.memory_id, {})) for m in restored]

    def _held(self, scope: Scope, state: UserState) -> list[Memory]:
        at, found = self._read.get(scope.pk, (None, []))
        if at != state.version:
            redo(self.store, scope, state)
            rows = walk.rows(self.store, scope.pk, Memory.prefix)
            found = [m for m in rows if isinstance(m, Memory) and m.kind is Kind.FACT and m.memory_id not in self.own and _takes_a_place(m)]
            self._read[scope.pk] = (state.version, found)
        return found

    def moved_on(self, scope: Scope, before: UserState, after: UserState) -> None:
        """By a write of this undo."""
        if self._read.get(scope.pk, (None, []))[0] == before.version:
            self._read[scope.pk] = (after.version, self._read[scope.pk][1])


BEHIND = "holds its place now"


def _takes_a_place(memory: Memory) -> bool:
    single = memory.slot is not None and slots.is_single(memory.slot.feature)
    return single and memory.current and memory.trust is not Trust.QUARANTINED


def _behind(memory: Memory, holder: Memory | None) -> Memory:
    if holder is None or not _takes_a_place(memory):
        return memory
    change = memory.change.model_copy(update={"reason": f"{memory.change.reason}; {holder.memory_id} {BEHIND}"})
    links = tuple(dict.fromkeys([*memory.relations, Relation(type="superseded_by", target=holder.memory_id)]))
    ended = {"validity": Validity.DEPRECATED, "valid_to": max(holder.valid_from, memory.valid_from), "superseded_at": memory.updated_at}
    return memory.model_copy(update=ended | {"relations": links, "change": change})


def _restore(store: Store, head: ChangeSet, lines: Sequence[Changed], actor: str, now: datetime, places: _Places) -> int:
    """One transaction over memories of one owner, with the owner's state. Raises LostRace for a memory that somebody changed meanwhile."""
    for _ in range(RACES):
        memories = store.read([c.key for c in lines], consistent=True)
        past = store.read([_past_key(c) for c in lines if c.before], consistent=True)
        scope = next(m.scope for m in memories.values() if isinstance(m, Memory))
        state, known = upkeep.read_state(store, scope)
        facts = {m.memory_id: m.scope.namespace for m in memories.values() if isinstance(m, Memory) and m.kind is Kind.FACT}
        restored: list[Memory] = []
        for line in lines:
            memory, before = memories.get(line.key), past.get(_past_key(line)) if line.before else None
            if not isinstance(memory, Memory) or memory.version != line.after or (line.before and not isinstance(before, PastVersion)):
                raise LostRace(f"{line.memory_id} was changed by another writer.")
            was = before.memory if isinstance(before, PastVersion) else None
            restored.append(_restored(memory, was, head, actor, now))
        restored = places.settled(restored, scope, state)
        rows = [(m, memories[m.key]) for m in restored]
        writes = [w for m, b in rows if isinstance(b, Memory) for w in (Write(m, b.version), Write(PastVersion(memory=b)))]
        many = upkeep.counted(state, ((b, m) for m, b in rows if m.kind is Kind.FACT and isinstance(b, Memory)))
        next_one = {"standing": standing.named(state.standing, restored), "facts": many, "version": state.version + known}
        after = upkeep.with_topics_due(state, facts.values(), now, facts).model_copy(update=next_one)
        try:
            store.commit([Write(after, state.version if known else None), *writes])
        except LostRace:
            continue
        places.moved_on(scope, state, after)
        return len(lines)
    raise LostRace("Too many writers on one user's knowledge.")


def _unsee(store: Store, scope: Scope, head: ChangeSet) -> None:
    """Has the next run look again at the episodes that the set's run saw: nothing was made of them."""
    for _ in range(RACES):
        state, known = upkeep.read_state(store, scope)
        seen = looked.of(state, scope.namespace)
        if seen.distilled_at is None or (head.seen_before is not None and seen.distilled_at <= head.seen_before):
            return
        place = min(head.looked_before or looked.START, seen.distil)
        again = looked.at(state, scope.namespace, distil=place, distilled_at=head.seen_before)
        before = {"looked": again, "version": state.version + known}
        try:
            store.commit([Write(state.model_copy(update=before), state.version if known else None)])
        except LostRace:
            continue
        return
    raise LostRace("Too many writers on one user's knowledge.")


def _restored(memory: Memory, was: Memory | None, head: ChangeSet, actor: str, now: datetime) -> Memory:
    """What the memory was, as its next version; what the set made is deleted, and recoverable like anything deleted."""
    told = {"verdict": VERDICT, "reason": _reason(head), "actor": actor, "now": now}
    if was is None:
        return touched(memory, **told, status=Status.DELETED, decay_due=decay.purge_at(now))  # type: ignore[arg-type]
    due = was.decay_due if was.decay_due is None or was.decay_due > now else now + REST
    return touched(was.model_copy(update={"version": memory.version}), **told, decay_due=due)  # type: ignore[arg-type]


def _owners(memories: Iterable[Memory]) -> list[Scope]:
    return list({m.scope.pk: m.scope for m in memories}.values())


def _past_key(line: Changed) -> ids.Key:
    return ids.Key(line.key.pk, f"{history_prefix(line.memory_id)}{line.before:08d}")


def _mark(store: Store, head: ChangeSet, **fields: object) -> ChangeSet:
    after = head.model_copy(update=fields | {"version": head.version + 1})
    if after.state is head.state:
        return head
    store.commit([Write(after, head.version)])
    return after


def _spans(lines: Sequence[Changed]) -> Iterator[Changed]:
    """One line a memory, from what it was before the set to what it was after: a run that was taken up again may have two."""
    first: dict[ids.Key, Changed] = {}
    for line in lines:
        held = first.get(line.key)
        first[line.key] = line if held is None else held.model_copy(update={"after": line.after})
    yield from first.values()


def _by_owner(lines: Sequence[Changed]) -> Iterator[list[Changed]]:
    owners: dict[str, list[Changed]] = {}
    for line in lines:
        owners.setdefault(line.key.pk, []).append(line)
    for own in owners.values():
        mine = sorted(own, key=lambda c: not c.memory_id.startswith("f"))  # episodes stand as their facts do
        for start in range(0, len(mine), AT_ONCE):
            yield mine[start : start + AT_ONCE]


def _lines(store: Store, head: ChangeSet) -> list[Changed]:
    parts = store.query(parts_pk(head.tenant, head.number), ChangePart.prefix, consistent=True).records
    return [c for p in parts if isinstance(p, ChangePart) for c in p.changes]


def _head(store: Store, principal: Principal, number: str) -> ChangeSet:
    head = upkeep.read_head(store, principal.tenant, int(number)) if number.isdecimal() and len(number) <= 10 else None
    if head is None or not _may_see(principal, head):
        raise NotFound("There is no such change set.")
    return head


def _may_see(principal: Principal, head: ChangeSet) -> bool:
    """A set over many users, as a sweep's, is for a key that is bound to none."""
    bound = principal.user_id is None or principal.user_id == head.user_id
    return bound and (not principal.containers or head.container in principal.containers)


def _view(head: ChangeSet) -> api.ChangeSetView:
    return api.ChangeSetView.model_validate(head.model_dump(exclude={"tenant", "version", "parts", "seen_before", "looked_before"}))
