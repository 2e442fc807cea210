"""What upkeep did to memories: runs, and change sets that can be undone as a whole (row K12)."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, ClassVar, NamedTuple

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records import Change, Frozen, Memory, Name, Record, Scope, Selector

KEPT = timedelta(days=365)
"""How long a change set can be read and undone, and its run's report be read: as long as a sweep's. Who changed a memory and why stays in
its history."""
BEHIND = timedelta(days=60)
"""How much longer its lines are there, and what lists it with its users: the table deletes rows some days late, and in no order. An undo
finds all lines or no set, and an erasure finds whatever is left of one."""


class ChangeKind(StrEnum):
    CONSOLIDATION = "consolidation"
    PRUNE = "prune"
    SWEEP = "sweep"
    QUARANTINE = "quarantine"
    RELEASE = "release"
    DELETION = "deletion"


LASTING = (ChangeKind.QUARANTINE, ChangeKind.RELEASE)
"""What is in force goes by these, so they stay; people ask for them, seldom."""


def lapses_at(kind: ChangeKind, started_at: datetime) -> datetime | None:
    """When a set of that kind and its run are over."""
    return None if kind in LASTING else started_at + KEPT


class ChangeState(StrEnum):
    APPLYING = "applying"
    APPLIED = "applied"
    UNDOING = "undoing"
    UNDONE = "undone"


class Move(NamedTuple):
    """Memories that change together, each in its new version, and why."""

    what: str
    why: str
    changed: tuple[Memory, ...]
    vector_from: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Memory ids whose vector is the mean of those of other memories."""


class Changed(Frozen):
    """One memory's step. `before` 0: it did not exist."""

    key: ids.Key
    memory_id: Name
    before: Annotated[int, Field(ge=0)]
    after: Annotated[int, Field(ge=1)]
    what: str
    why: str


class ChangeSet(Record):
    """The head of a change set; its lines lie in parts, because a row holds at most 400 KB."""

    prefix: ClassVar[str] = "CHANGE#"

    tenant: Name
    number: Annotated[int, Field(ge=1)]
    kind: ChangeKind
    state: ChangeState = ChangeState.APPLYING
    run_id: str
    actor: str
    container: str | None = None
    user_id: str | None = None
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    undone_at: AwareDatetime | None = None
    undone_by: str | None = None
    changes: Annotated[int, Field(ge=0)] = 0
    parts: Annotated[int, Field(ge=0)] = 0
    seen_before: AwareDatetime | None = None
    """Of a consolidation: when the one before it looked at the episodes. An undo goes back there."""
    looked_before: str | None = None
    """And how far through the memories that one had looked."""

    @property
    def key(self) -> ids.Key:
        return change_set_key(self.tenant, self.number)

    @property
    def gone_at(self) -> datetime | None:
        return lapses_at(self.kind, self.started_at)

    @property
    def lines_end_at(self) -> datetime | None:
        """When its lines are gone, and what lists it."""
        return self.gone_at + BEHIND if self.gone_at else None


class ChangePart(Record):
    prefix: ClassVar[str] = "PART#"

    tenant: Name
    number: Annotated[int, Field(ge=1)]
    index: Annotated[int, Field(ge=0)]
    changes: tuple[Changed, ...]
    ends_at: AwareDatetime | None = None

    @property
    def gone_at(self) -> datetime | None:
        return self.ends_at

    @property
    def key(self) -> ids.Key:
        return ids.Key(parts_pk(self.tenant, self.number), f"{self.prefix}{self.index:06d}")


class Counter(Record):
    """The last number given in a tenant."""

    prefix: ClassVar[str] = "COUNTER"

    tenant: Name
    last: Annotated[int, Field(ge=0)] = 0

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "CHANGES"), self.prefix)


class Run(Record):
    """One consolidation, prune, quarantine, release or deletion of one user, from its request to its report."""

    prefix: ClassVar[str] = "WORK"

    tenant: Name
    run_id: str
    kind: ChangeKind
    scope: Scope
    actor: str
    forced: bool = False
    """Asked for by a person: the guard's counters do not hold it back."""
    change_set: int | None = None
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    selection: str | None = None
    """Of a deletion: which memories are meant, as the JSON of the request."""
    purge: bool = False
    """Of a deletion: the next sweep purges what is deleted."""
    selector: Selector | None = None
    """Of a quarantine, and of its release: what it is about."""
    releases: str | None = None
    """Of a release: the quarantine's run."""
    counts: dict[str, int] = Field(default_factory=dict)
    reason: str | None = None
    cursor: str | None = None
    """Of a prune or a consolidation that is under way: how far it came."""

    @property
    def key(self) -> ids.Key:
        return run_key(self.tenant, self.run_id)

    @property
    def gone_at(self) -> datetime | None:
        return lapses_at(self.kind, self.started_at)


def change_set_key(tenant: str, number: int) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "CHANGES"), f"{ChangeSet.prefix}{number:010d}")


def parts_pk(tenant: str, number: int) -> str:
    return ids.tenant_pk(tenant, "CHANGES", str(number))


def counter_key(tenant: str) -> ids.Key:
    return Counter(tenant=tenant).key


def run_key(tenant: str, run_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "WORK", run_id), Run.prefix)


def touched(memory: Memory, *, verdict: str, reason: str, actor: str, now: datetime, **fields: object) -> Memory:
    """The memory in its next version, with why, ready for the index."""
    change = Change(verdict=verdict, reason=reason, actor=actor, at=now)
    return memory.model_copy(update=fields | {"change": change, "updated_at": now, "index_due": now, "version": memory.version + 1})
