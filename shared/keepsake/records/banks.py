"""A container as clients of AgentCore Memory know it: a memory with a name and strategies."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Id, Name, Record
from keepsake.records.kinds import DueWork

StrategyType = Literal["SEMANTIC", "SUMMARIZATION", "USER_PREFERENCE", "EPISODIC"]


class Strategy(Frozen):
    """Which memories are told under which namespaces."""

    strategy_id: Name
    name: Name
    type: StrategyType
    description: str | None = None
    templates: Annotated[tuple[str, ...], Field(min_length=1, max_length=1)]
    reflection_templates: Annotated[tuple[str, ...], Field(max_length=1)] = ()
    """Of the patterns over episodes."""
    created_at: AwareDatetime


class IndexedKey(Frozen):
    key: Name
    type: Literal["STRING", "STRINGLIST", "NUMBER"]


class Bank(Record):
    """Names a container, and says how it is told. Its name is its own in the tenant."""

    prefix: ClassVar[str] = "BANK#"

    tenant: Id
    container: Id
    """`<name>-<10 signs>`: a name that is given again after a deletion is another container."""
    name: Name
    description: str | None = None
    role_arn: str | None = None
    event_days: Annotated[int, Field(ge=1)]
    """How long events are kept."""
    strategies: tuple[Strategy, ...] = ()
    indexed_keys: tuple[IndexedKey, ...] = ()
    made_by: str | None = None
    """Digest of the token of the request that made it: the same request again is answered with it."""
    changed_by: str | None = None
    """The same of the last request that changed it."""
    created_at: AwareDatetime
    updated_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return bank_key(self.tenant, self.name)


class Remains(Record):
    """What a deleted bank leaves to be taken away: its actors by erasures of their own, then what is the container's. Gone when that is."""

    prefix: ClassVar[str] = "REMAINS#"

    tenant: Id
    container: Id
    actor: str
    """Whose key deleted the bank."""
    after: str | None = None
    """Sort key up to which actors' erasures have been asked for."""
    due_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return ids.Key(banks_pk(self.tenant), self.prefix + ids.part(self.container))

    @property
    def due(self) -> Due:
        return Due(DueWork.BANK, self.due_at)


def banks_pk(tenant: str) -> str:
    return ids.tenant_pk(tenant, "BANKS")


def bank_key(tenant: str, name: str) -> ids.Key:
    return ids.Key(banks_pk(tenant), Bank.prefix + ids.part(name))
