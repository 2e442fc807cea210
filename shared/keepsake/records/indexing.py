"""Which embedding model the search goes by, the change from one to another (rows E1, E2), and what is still owed to the search. The first
two concern the whole deployment, so they lie with the operator; the third lies with the rows that it names."""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum
from typing import Annotated, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Record
from keepsake.records.kinds import DueWork
from keepsake.records.memories import Embedding

OPERATOR = "operator"
"""Whose rows these are: no tenant's."""
RETRY_AFTER = timedelta(minutes=5)
"""When a backfill or rebuild that nobody finished is taken up again."""
NO_VECTORS = "vectors"
"""Why a row is owed something: a model did not answer, or another writer came between."""
SETTLED_AFTER = timedelta(seconds=60)
"""How long after a switch the other index is kept in any case: functions remember the active model for 5 s, and a request that began
before ends within 30."""


class Rebuild(Frozen):
    """The search index is being made anew from the table, and holds only a part of it."""

    started_at: AwareDatetime
    worked_at: AwareDatetime
    emptied: bool = False
    """What was there before is gone."""
    after: ids.Key | None = None
    """How far the table was read."""
    errors: Annotated[int, Field(ge=0)] = 0
    last_error: str | None = None


class Spaces(Record):
    """The model that the search goes by, and the other one whose index is kept in step while models are changed. One row, so that a switch
    is one write."""

    prefix: ClassVar[str] = "SPACES"

    active: Embedding
    other: Embedding | None = None
    migration_id: str | None = None
    """The open change; None: there is no other."""
    calibrated: bool = False
    """The first model was calibrated before its first vector. An index that is older keeps its vectors as they are."""

    rebuild: Rebuild | None = None
    """None: the indexes hold every row."""

    @property
    def key(self) -> ids.Key:
        return SPACES_KEY

    @property
    def kept(self) -> tuple[Embedding, ...]:
        """All that are kept in step, the active one first."""
        return (self.active,) if self.other is None else (self.active, self.other)


class Owed(Record):
    """Rows of one partition for which the index or a model still owes something. Its id follows from those and their versions."""

    prefix: ClassVar[str] = "OWED#"
    immutable: ClassVar[bool] = True

    pk: str
    owed_id: str
    keys: tuple[ids.Key, ...]
    why: str
    together: bool = True
    """Written in one transaction with its rows: where it is, they are as well."""
    due_at: AwareDatetime
    """When to try again."""
    first_due_at: AwareDatetime | None = None
    """When that was the first time, where it was in vain."""

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.pk, self.prefix + self.owed_id)

    @property
    def since(self) -> datetime:
        """When it should have been given."""
        return self.first_due_at or self.due_at

    @property
    def due(self) -> Due:
        return Due(DueWork.VECTORS if self.why == NO_VECTORS else DueWork.OWED, self.due_at)


class MigrationState(StrEnum):
    BACKFILLING = "backfilling"
    READY = "ready"
    SWITCHED = "switched"
    FINISHED = "finished"


class Migration(Record):
    """A change of the embedding model, from its start until one of the two indexes is given up."""

    prefix: ClassVar[str] = "MIGRATION"

    migration_id: str
    source: Embedding
    target: Embedding
    state: MigrationState = MigrationState.BACKFILLING
    actor: str
    started_at: AwareDatetime
    changed_at: AwareDatetime
    """When it was last started, switched, rolled back or finished."""
    total: Annotated[int, Field(ge=0)] = 0
    """Documents of the source's index at the start: new ones go to both by themselves."""
    done: Annotated[int, Field(ge=0)] = 0
    """Documents that the backfill brought to the target's index."""
    errors: Annotated[int, Field(ge=0)] = 0
    """Times that the model or the index did not answer the backfill."""
    last_error: str | None = None
    after: ids.Key | None = None
    """How far through the table the backfill is."""

    @property
    def key(self) -> ids.Key:
        return migration_key(self.migration_id)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.MIGRATION, self.changed_at + RETRY_AFTER) if self.state is MigrationState.BACKFILLING else None

    @property
    def settled_at(self) -> datetime:
        return self.changed_at + SETTLED_AFTER


SPACES_KEY = ids.Key(ids.tenant_pk(OPERATOR, "INDEX"), Spaces.prefix)


def migration_key(migration_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(OPERATOR, "MIGRATION", migration_id), Migration.prefix)
