"""Make room among a user's episodes (row D3) as cheaply as may be: of a user who says much, as many go as come."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from keepsake.changes import Changed, ChangePart, ChangeSet, Move
from keepsake.errors import LostRace
from keepsake.flows.knowledge.surroundings import Surroundings
from keepsake.flows.knowledge.upkeep import SLACK, Owned
from keepsake.ports import Hit, Store, Write
from keepsake.records import Kind, Memory, PastVersion, Status
from keepsake.rules.knowledge import distillation, episodes, looked

AT_ONCE = 90
"""Episodes whose lines are one row."""


def crowd(around: Surroundings) -> list[Hit]:
    """The episodes at hand of a bank that is not read whole, the oldest first; beyond what one run takes away, some of them."""
    return [] if around.whole else around.episodes(around.owned.policy.most_episodes + episodes.MOST_ROOM)


def leaving(around: Surroundings, crowd: Sequence[Hit], now: datetime) -> list[Move]:
    """The episodes that give way, as deleted. What the index does not show yet is not counted, and gives way at the next run."""
    seen = looked.of(around.owned.state, around.scope.namespace).distilled_at
    most, found = around.owned.policy.most_episodes, list[Memory]()
    if around.whole:
        found = [e for e in around.owned.of_kind(Kind.EPISODE).values() if e.status is not Status.DELETED]
        extra = len(found) - most
    else:
        extra, waiting = len(crowd) - most, [h.key for h in crowd]
        while waiting and extra >= max(1, most // episodes.SHARE_OVER) and sum(map(episodes.may_leave, found)) < extra:
            some, waiting = waiting[:extra], waiting[extra:]
            rows = around.those(some)
            found += [e for e in rows if e.status is not Status.DELETED]
            extra -= len(some) - sum(e.status is not Status.DELETED for e in rows)  # the index shows them still
    if extra < max(1, most // episodes.SHARE_OVER):
        return []
    marked = [distillation.marked(e, seen and seen - SLACK) for e in found]
    return [Move(episodes.MADE_ROOM, e.change.reason, (e,)) for e in episodes.leaving(marked, extra, now, most)]


def make(store: Store, owned: Owned, head: ChangeSet, moves: Sequence[Move]) -> ChangeSet:
    """Takes them away, each by itself: in a transaction each row would cost twice, and no two of them have to agree. Their lines come
    first, so that an undo finds whatever was taken and passes over the rest. Raises LostRace where another writer changed one."""
    gone = [(move, memory) for move in moves for memory in move.changed]
    for begun in range(0, len(gone), AT_ONCE):
        some = gone[begun : begun + AT_ONCE]
        before = {m.memory_id: owned.memories[m.memory_id] for _, m in some}
        lines = tuple(
            Changed(key=m.key, memory_id=m.memory_id, before=m.version - 1, after=m.version, what=move.what, why=move.why)
            for move, m in some
        )
        part = ChangePart(tenant=head.tenant, number=head.number, index=head.parts, changes=lines, ends_at=head.lines_end_at)
        after = head.model_copy(update={"parts": head.parts + 1, "changes": head.changes + len(lines), "version": head.version + 1})
        store.commit([Write(part), Write(after, head.version)])
        head = after
        store.put_each([Write(PastVersion(memory=m)) for m in before.values()])
        if lost := store.put_each([Write(m, m.version - 1) for _, m in some]):
            kept = tuple(line for line in lines if line.key not in lost)
            store.commit([Write(part.model_copy(update={"changes": kept, "version": part.version + 1}), part.version)])
            raise LostRace("An episode was changed by another writer.")
        owned.memories |= {m.memory_id: m for _, m in some}
    return head
