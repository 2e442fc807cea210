"""What the queues carry: ids, never content."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records import Batch, Frozen, Id, Name, Scope


class BatchWork(Frozen):
    """One batch that waits to be extracted or consolidated."""

    schema_version: Annotated[Literal[1], Field(alias="schema")] = 1
    tenant: Name
    container: Name
    user_id: Name | None = None
    batch_id: Name
    attempt: Annotated[int, Field(ge=1)] = 1

    @property
    def scope(self) -> Scope:
        return Scope(tenant=self.tenant, container=self.container, user_id=self.user_id)

    @property
    def group(self) -> str:
        """One group per user: a user's batches never race, different users run side by side."""
        return ids.group_id(ids.user_pk(self.tenant, self.container, self.user_id))

    @property
    def deduplication(self) -> str:
        """The message's own id with its attempt; from its content, a redrive within five minutes would be swallowed."""
        return ids.digest(f"{self.tenant}\n{self.batch_id}\n{self.attempt}")

    def body(self) -> str:
        return self.model_dump_json(by_alias=True)


class UserWork(Frozen):
    """Upkeep of one user's memories: a consolidation of episodes, a prune, a quarantine or its release, a deletion, topics to remake, a
    session to fold, or an event to delete. It has a queue of its own, so that no batch waits behind it; the user's state
    orders what both write."""

    schema_version: Annotated[Literal[1], Field(alias="schema")] = 1
    tenant: Name
    container: Name
    namespace: Name = "default"
    user_id: Name | None = None
    upkeep: Literal["distil", "prune", "quarantine", "delete", "topics", "fold", "forget"]
    session_id: Name | None = None
    """Of a folding: which session."""
    event_id: Id | None = None
    """Of an event's deletion: which one, and who asked for it."""
    actor: Name | None = None
    run_id: Name
    attempt: Annotated[int, Field(ge=1)] = 1

    @property
    def group(self) -> str:
        return ids.group_id(ids.user_pk(self.tenant, self.container, self.user_id))

    @property
    def deduplication(self) -> str:
        return ids.digest(f"{self.tenant}\n{self.run_id}\n{self.attempt}")

    @property
    def scope(self) -> Scope:
        return Scope(tenant=self.tenant, container=self.container, namespace=self.namespace, user_id=self.user_id)

    def body(self) -> str:
        return self.model_dump_json(by_alias=True)


class AccessWork(Frozen):
    """Memories that a recall told, and that nobody used lately (row Q9)."""

    schema_version: Annotated[Literal[1], Field(alias="schema")] = 1
    tenant: Name
    container: Name
    namespace: Name = "default"
    user_id: Name | None = None
    recall_id: Name
    at: AwareDatetime
    used: tuple[Name, ...] = ()

    @property
    def group(self) -> str:
        return ids.group_id(ids.user_pk(self.tenant, self.container, self.user_id))

    @property
    def deduplication(self) -> str:
        return ids.digest(f"{self.tenant}\n{self.recall_id}")

    @property
    def scope(self) -> Scope:
        return Scope(tenant=self.tenant, container=self.container, namespace=self.namespace, user_id=self.user_id)

    def body(self) -> str:
        return self.model_dump_json(by_alias=True, exclude_none=True)


Work = BatchWork | UserWork | AccessWork


def work_of(batch: Batch) -> BatchWork:
    scope = batch.scope
    return BatchWork(
        tenant=scope.tenant,
        container=scope.container,
        user_id=scope.user_id,
        batch_id=batch.batch_id,
        attempt=batch.attempt,
    )
