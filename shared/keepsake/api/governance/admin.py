"""Keys, sweeps, upkeep, change sets and health."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator
from typing_extensions import TypeAliasType

from keepsake.api.base import Body, Limit, Time
from keepsake.changes import Changed, ChangeKind, ChangeState
from keepsake.records import Id, Kind, Moment, Name, Permission, Role, SaidAt, Status, Trust, Validity

OVERLAP_S = 24 * 3600
MOST_OVERLAP_S = 30 * 24 * 3600
"""How long a rotated key works beside its successor, by default and at most: time to bring the new one to every client."""


class KeyRequest(Body):
    tenant: Annotated[str, Field(pattern=r"^[a-z0-9][a-z0-9-]{0,62}$")] | None = None
    roles: tuple[Name, ...] = ()
    permissions: Annotated[tuple[Permission, ...], Field(min_length=1)]
    containers: tuple[Id, ...] = ()
    user_id: Id | None = None
    agent_id: Id | None = None


class KeyQuery(Body):
    tenant: Id | None = None


MOST_KEYS = 1_000
"""Of a page for who names no `limit`."""


class KeyListQuery(KeyQuery):
    limit: Limit | None = None
    """Without it a page has 1,000."""
    cursor: str | None = None


class RotationRequest(Body):
    overlap_s: Annotated[int, Field(ge=0, le=MOST_OVERLAP_S)] = OVERLAP_S
    """Seconds for which the old key still works; 0: no longer than API Gateway remembers it (see `old_works_until` of the answer)."""


class KeyView(Body):
    key_id: str
    tenant: str
    permissions: tuple[Permission, ...]
    roles: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    user_id: str | None = None
    agent_id: str | None = None
    created_at: Time
    revoked_at: Time | None = None
    expires_at: Time | None = None
    """Of a rotated key: until when it still works."""
    replaces: str | None = None
    replaced_by: str | None = None
    last_used_at: Time | None = None
    """To about an hour."""


class OwnKey(Body):
    """The key that asks."""

    key_id: str
    tenant: str
    permissions: tuple[Permission, ...]
    roles: tuple[str, ...] = ()
    containers: tuple[str, ...] = ()
    """That it is bound to; none: all."""
    user_id: str | None = None
    agent_id: str | None = None
    operator: bool = False
    """It administers every tenant, and is none's."""
    expires_at: Time | None = None


class NewKey(KeyView):
    key: str
    old_works_until: Time | None = None
    """Of a rotation: when the old key has ended at the latest. It ends with its overlap, but for as long as API Gateway remembers it from
    before the rotation (`AuthorizerTtl`, 60 s by default) it works in any case; 0 there makes every end exact."""


class KeyList(Body):
    keys: tuple[KeyView, ...]
    next_cursor: str | None = None
    """Where there are more. A key that is bound sees only what it may administer, so its pages may be short, or empty."""


class SweepScope(Body):
    container: Id | None = None
    user_id: Id | None = None


class SweepRequest(Body):
    scope: SweepScope = SweepScope()
    preview: bool = False
    now: Moment | None = None

    @model_validator(mode="after")
    def supposed_time_only_in_preview(self) -> Self:
        if self.now is not None and not self.preview:
            raise ValueError("now is for a preview only")
        return self


class Fading(Body):
    memory_id: str
    content: str
    user_id: str | None
    score: float
    before: Status
    after: Status
    reason: str


class SweepAnswer(Body):
    run_id: str | None = None
    change_set: int | None = None
    preview: bool
    at: Time
    examined: int
    changed: dict[str, int]
    changes: tuple[Fading, ...] = ()
    done: bool = True


class UpkeepScope(SweepScope):
    namespace: Id | None = None


class UpkeepRequest(Body):
    """A consolidation or a prune of one user's memories, or of the container's own."""

    scope: UpkeepScope = UpkeepScope()
    preview: bool = False


MOST_SELECTOR_BYTES = 2_500
"""As JSON, with its scope. Up to 50 of them are in force for one user and stand in the one row of the user's state, of 400 KB at most."""


class QuarantineRequest(Body):
    """Of one user's events, or the container's own, those that have all that is given: by where they come from (`role`, the speaker's
    `name`, the metadata's `source`, the agent that brought them), by session, or by when they were said. Later ones too."""

    scope: UpkeepScope = UpkeepScope()
    role: Role | None = None
    name: Name | None = None
    source: Name | None = None
    agent_id: Id | None = None
    session_id: Id | None = None
    since: SaidAt | None = None
    until: SaidAt | None = None
    preview: bool = False

    @property
    def selected(self) -> dict[str, Any]:
        return self.model_dump(exclude={"scope", "preview"}, exclude_none=True)

    @model_validator(mode="after")
    def names_something(self) -> Self:
        if not self.selected:
            raise ValueError("give at least one of role, name, source, agent_id, session_id, since and until")
        if self.since is not None and self.until is not None and self.until <= self.since:
            raise ValueError("until lies after since")
        if len(self.model_dump_json().encode()) > MOST_SELECTOR_BYTES:
            raise ValueError(f"what it selects by takes at most {MOST_SELECTOR_BYTES} bytes in all")
        return self


class PlannedChange(Body):
    memory_id: str
    kind: Kind
    what: str
    why: str
    content_before: str | None = None
    content: str
    validity: Validity
    status: Status
    trust: Trust


class UpkeepAnswer(Body):
    kind: ChangeKind
    run_id: str | None = None
    change_set: int | None = None
    preview: bool
    at: Time
    examined: int | None = None
    changed: dict[str, int] = Field(default_factory=dict)
    changes: tuple[PlannedChange, ...] = ()
    """Of a preview; what a run did is in its change set."""
    done: bool = True
    reason: str | None = None


class ChangeSetQuery(Body):
    limit: Limit = 50
    cursor: str | None = None


class ChangeSetView(Body):
    number: int
    kind: ChangeKind
    state: ChangeState
    run_id: str
    actor: str
    container: str | None = None
    user_id: str | None = None
    started_at: Time
    finished_at: Time | None = None
    undone_at: Time | None = None
    undone_by: str | None = None
    changes: int


class ChangeSetList(Body):
    change_sets: tuple[ChangeSetView, ...]
    next_cursor: str | None = None


class ChangeLine(Body):
    memory_id: str
    from_version: int
    """0: the change made it."""
    to_version: int
    what: str
    why: str

    @classmethod
    def of(cls, line: Changed) -> Self:
        return cls(memory_id=line.memory_id, from_version=line.before, to_version=line.after, what=line.what, why=line.why)


class ChangeSetDetail(ChangeSetView):
    lines: tuple[ChangeLine, ...]


class UndoAnswer(Body):
    number: int
    state: ChangeState
    restored: int
    final: tuple[str, ...] = ()
    """Memories that are purged: they can't be restored."""
    done: bool
    """False: time ran out; the same request goes on."""


RateKind = TypeAliasType("RateKind", Literal["requests", "events", "bytes"])


class Rate(Body):
    what: RateKind
    last_hour: int
    """To about a hundredth of the limit."""
    most_in_a_minute: int
    """Of that hour."""
    limit: int
    """A minute."""


class UsageAnswer(Body):
    """What the tenant used: what its costs follow."""

    rates: tuple[Rate, ...]
    """Of what has a limit; the rest is not counted."""
    cost_usd: float
    """About what these requests and events of the last hour cost on AWS at list prices, without models, the search domain and waiting."""
    model_tokens_today: int
    """Of the chat model, since midnight UTC."""
    model_tokens_limit: int
    """A day; 0: none, and then they are not counted."""


HealthStatus = TypeAliasType("HealthStatus", Literal["ok", "degraded", "down"])


class Dependency(Body):
    name: str
    ok: bool | None
    """None: not asked, since the request had no key."""
    detail: str | None = None


class HealthAnswer(Body):
    status: HealthStatus
    dependencies: tuple[Dependency, ...]
