"""Keys, who calls with them, and where a user has records."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Id, Name, Place, Record
from keepsake.records.kinds import DueWork, Permission


class Membership(Record):
    """Lists the containers in which a user has records, so that all of them can be found again."""

    prefix: ClassVar[str] = "IN#"

    tenant: Name
    user_id: Name
    container: Name

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "USER", self.user_id), self.prefix + ids.part(self.container))


class Trace(Record):
    """Lists a row of the tenant's that tells of a user, so that an erasure finds it and reads nobody else's: a change set of its own, a
    part of one over many users, a run, a sweep's report, an answer to an idempotency key. Written before what it lists, or with it."""

    prefix: ClassVar[str] = "TRACE#"
    immutable: ClassVar[bool] = True

    tenant: Name
    container: Name
    user_id: Name
    of: ids.Key
    ends_at: AwareDatetime | None = None
    """When it may go: behind what it lists. None: that stays."""

    @property
    def gone_at(self) -> datetime | None:
        return self.ends_at

    @property
    def key(self) -> ids.Key:
        named = ids.digest(f"{self.of.pk}\n{self.of.sk}")[:32]
        return ids.Key(ids.tenant_pk(self.tenant, "USER", self.user_id), trace_prefix(self.container) + named)


def trace_prefix(container: str) -> str:
    return f"{Trace.prefix}{ids.part(container)}#"


class Resident(Record):
    """Lists a user of a container, so that what concerns the container reads no other's rows."""

    prefix: ClassVar[str] = "USER#"

    tenant: Id
    container: Id
    user_id: Id

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "USERS", self.container), self.prefix + ids.part(self.user_id))


class Home(Record):
    """Where the rows of an owner lie, a user's or a container's own, by the mark that their ids carry."""

    prefix: ClassVar[str] = "HOME#"

    tenant: Id
    container: Id
    user_id: Id | None = None

    @property
    def pk(self) -> str:
        """The owner's partition."""
        return ids.user_pk(self.tenant, self.container, self.user_id)

    @property
    def key(self) -> ids.Key:
        return ids.Key(homes_pk(self.tenant, ids.mark(self.pk)), self.prefix + ids.digest(self.pk)[:32])


class Customer(Record):
    """Lists a tenant: the hourly sweep goes from one to the next."""

    prefix: ClassVar[str] = "TENANT#"
    PK: ClassVar[str] = "TENANTS"

    tenant: Id

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.PK, self.prefix + ids.part(self.tenant))


class ApiKey(Record):
    """A key by its hash. Bound to a tenant, and to a user, agent or containers where given."""

    prefix: ClassVar[str] = "KEY#"

    tenant: Name
    key_id: str
    key_hash: str
    permissions: tuple[Permission, ...]
    roles: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    user_id: str | None = None
    agent_id: str | None = None
    created_at: AwareDatetime
    revoked_at: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None
    """Until when it works beside the key that replaced it."""
    replaces: str | None = None
    replaced_by: str | None = None
    """Ids of the keys before and after it in a rotation."""
    last_used_at: AwareDatetime | None = None
    """To the hour, about: written at most that often."""

    def works(self, now: datetime) -> bool:
        return self.revoked_at is None and (self.expires_at is None or now < self.expires_at)

    @property
    def key(self) -> ids.Key:
        return api_key_key(self.tenant, self.key_id)


class BoundKey(Record):
    """Lists a key with the user that it is bound to until it is revoked, so that an erasure reads nobody else's."""

    prefix: ClassVar[str] = "KEYOF#"

    tenant: Name
    user_id: Name
    key_id: str

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "USER", self.user_id), self.prefix + self.key_id)


class TokenCount(Record):
    """The chat model's tokens that a tenant used in a UTC day. `tokens` is counted in an attribute of its own."""

    prefix: ClassVar[str] = "TOKENS#"

    tenant: Name
    day: date
    tokens: int = 0

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "TOKENS"), f"{self.prefix}{self.day.isoformat()}")


class ContainerSettings(Record):
    """What a container does otherwise than by default; `rules.policy` knows the names and bounds."""

    prefix: ClassVar[str] = "SETTINGS"

    tenant: Name
    container: Name
    values: dict[str, Any] = Field(default_factory=dict)
    updated_at: AwareDatetime
    updated_by: str
    spread_due: AwareDatetime | None = None
    """Set while what is stored is not due by these settings yet."""
    spread_place: Place | None = None
    """How far through the container's rows that is done."""

    @property
    def due(self) -> Due | None:
        return Due(DueWork.POLICY, self.spread_due) if self.spread_due else None

    @property
    def key(self) -> ids.Key:
        return container_settings_key(self.tenant, self.container)


class Principal(Frozen):
    """Who calls, as the authorizer resolved it from the key."""

    tenant: Name
    key_id: str
    permissions: tuple[Permission, ...]
    roles: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    user_id: str | None = None
    agent_id: str | None = None
    operator: bool = False
    expires_at: AwareDatetime | None = None
    """Until when the key works, where it was rotated."""

    @property
    def actor(self) -> str:
        return f"key:{self.key_id}"


def homes_pk(tenant: str, mark: str) -> str:
    """The partition that holds the homes of one mark."""
    return ids.tenant_pk(tenant, "HOME", mark)


def api_key_key(tenant: str, key_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "KEYS"), ApiKey.prefix + key_id)


def container_settings_key(tenant: str, container: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "CONTAINER", container), ContainerSettings.prefix)
