"""What Keepsake keeps: one class per kind of row, frozen, with bounds.

Memory states lie on separate axes (validity, status, trust); an event's progress is a fourth. Two clocks: `valid_from`/`valid_to`
say when a fact holds in the world, `recorded_at`/`superseded_at` when we knew it.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field

from keepsake import ids

Unit = Annotated[float, Field(ge=0, le=1)]
Name = Annotated[str, Field(min_length=1, max_length=256)]


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Role(StrEnum):
    USER = "user"
    ASSISTANT = "assistant"
    SYSTEM = "system"
    TOOL = "tool"


class Progress(StrEnum):
    """How far an event is."""

    PENDING = "pending"
    CHUNKED = "chunked"
    PROCESSED = "processed"
    FAILED = "failed"


class Verdict(StrEnum):
    """What an event is: material for memories, or a named kind of junk."""

    CANDIDATE = "candidate"
    GREETING = "greeting"
    EMOJI = "emoji"
    ASSISTANT_DUMP = "assistant_dump"
    WEB_PROSE = "web_prose"
    SECRET = "secret"
    TEST_ROW = "test_row"
    LIFECYCLE_LOG = "lifecycle_log"
    INJECTED = "injected"


class Kind(StrEnum):
    OBSERVATION = "observation"
    FACT = "fact"
    EPISODE = "episode"
    SUMMARY = "summary"
    TOPIC = "topic"
    MENTAL_MODEL = "mental_model"
    EVENT = "event"
    WORKING = "working"


class Type(StrEnum):
    EPISODIC = "episodic"
    SEMANTIC = "semantic"
    PROCEDURAL = "procedural"
    PREFERENCE = "preference"
    PROFILE = "profile"


class Category(StrEnum):
    IDENTITY = "identity"
    RELATIONSHIP = "relationship"
    PREFERENCE = "preference"
    BELIEF = "belief"
    PROFESSION = "profession"
    ATTRIBUTE = "attribute"
    PATTERN = "pattern"
    EVENT = "event"
    TASK = "task"
    CONSTRAINT = "constraint"
    PLAN = "plan"


TYPE_OF: dict[Category, Type] = {
    Category.PREFERENCE: Type.PREFERENCE,
    Category.IDENTITY: Type.PROFILE,
    Category.PROFESSION: Type.PROFILE,
    Category.RELATIONSHIP: Type.PROFILE,
    Category.ATTRIBUTE: Type.PROFILE,
    Category.PATTERN: Type.PROCEDURAL,
    Category.EVENT: Type.EPISODIC,
    Category.TASK: Type.EPISODIC,
    Category.BELIEF: Type.SEMANTIC,
    Category.CONSTRAINT: Type.SEMANTIC,
    Category.PLAN: Type.SEMANTIC,
}
"""Type follows category (row K1)."""


class Durability(StrEnum):
    TRANSIENT = "transient"
    SESSION = "session"
    PERSISTENT = "persistent"
    PERMANENT = "permanent"


class Sensitivity(StrEnum):
    NONE = "none"
    PERSONAL = "personal"
    SENSITIVE = "sensitive"


class Source(StrEnum):
    EXPLICIT = "explicit_user_input"
    IMPLICIT = "implicit_inference"
    SYSTEM = "system_generated"
    EXTERNAL = "external_data"
    CORRECTED = "corrected_memory"


class Validity(StrEnum):
    """Is it true?"""

    ACTIVE = "active"
    DEPRECATED = "deprecated"
    INVALID = "invalid"
    REVIEW = "review"


class Status(StrEnum):
    """Is it at hand?"""

    ACTIVE = "active"
    DEPRIORITIZED = "deprioritized"
    ARCHIVED = "archived"
    DELETED = "deleted"


class Trust(StrEnum):
    """May it be relied on? Declared from most to least."""

    TRUSTED = "trusted"
    CAUTION = "caution"
    UNTRUSTED = "untrusted"
    QUARANTINED = "quarantined"


class Approval(StrEnum):
    """State of an observation."""

    PENDING = "pending"
    APPROVED = "approved"
    REJECTED = "rejected"


class Visibility(StrEnum):
    PRIVATE = "private"
    SHARED = "shared"
    PUBLIC = "public"


class Permission(StrEnum):
    READ = "read"
    WRITE = "write"
    ADMIN = "admin"


class DueWork(StrEnum):
    """Kinds of work that waits in the index `due`."""

    DECAY = "DECAY"
    BATCH = "BATCH"
    DISTIL = "DISTIL"
    """A user whose episodes or facts wait to be consolidated or pruned."""
    VECTOR = "VECTOR"


class Due(NamedTuple):
    work: DueWork
    at: datetime


class Scope(Frozen):
    """Whose: the tenant and container always, a user unless the container itself is meant."""

    tenant: Name
    container: Name = "default"
    namespace: Name = "default"
    user_id: Name | None = None
    agent_id: Name | None = None
    session_id: Name | None = None

    @property
    def pk(self) -> str:
        return ids.user_pk(self.tenant, self.container, self.user_id)


class Record(Frozen):
    """One row of the table. `version` counts its writes from 1 and is the condition of the next one."""

    prefix: ClassVar[str]
    projected: ClassVar[bool] = False
    """True for rows that have a document in the search index."""

    version: Annotated[int, Field(ge=1)] = 1

    @property
    def key(self) -> ids.Key:
        raise NotImplementedError

    @property
    def lookup(self) -> str | None:
        """Hash key in the index `by_id`, for what a path names by its id alone."""
        return None

    @property
    def due(self) -> Due | None:
        return None

    @property
    def index_due_at(self) -> datetime | None:
        """Set while the search index is behind this row."""
        return None

    @property
    def gone_at(self) -> datetime | None:
        """When DynamoDB may delete the row."""
        return None


class Slot(Frozen):
    """A place in the profile: category > tag > feature holds value."""

    category: Name = "user_profile"
    tag: Name = "Miscellaneous"
    feature: Name
    value: Annotated[str, Field(min_length=1, max_length=2000)]


class FactInput(Frozen):
    """A fact that the caller states outright (row R2). `confidence`, `trust_score` and `source` are hints, never authority."""

    content: Annotated[str, Field(min_length=1, max_length=8000)]
    subject: Name = "user"
    category: Category | None = None
    slot: Slot | None = None
    type: Type | None = None
    labels: tuple[Name, ...] = ()
    tags: tuple[Name, ...] = ()
    entities: tuple[Name, ...] = ()
    anchors: tuple[Name, ...] = ()
    importance: Unit | None = None
    durability: Durability | None = None
    valid_from: AwareDatetime | None = None
    valid_to: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None
    relations: tuple[Relation, ...] = ()
    access_control: AccessControl | None = None
    agent_scope: tuple[Name, ...] = ()
    assistant_visible: bool = True
    event_ids: tuple[Name, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)
    confidence: Unit | None = None
    trust_score: float | None = None
    source: str | None = None


class Relation(Frozen):
    """A link: supersedes, supports, contradicts, derived_from, merged_into, related_to, mentions."""

    type: Name
    target: Name


class AccessControl(Frozen):
    visibility: Visibility = Visibility.PRIVATE
    allowed_users: tuple[Name, ...] = ()
    allowed_roles: tuple[Name, ...] = ()


class Event(Record):
    """One message or behaviour record, masked: the evidence. Immutable but for its progress."""

    prefix: ClassVar[str] = "EVENT#"
    projected: ClassVar[bool] = True

    scope: Scope
    event_id: Name
    batch_id: str
    role: Role = Role.USER
    name: str | None = None
    content: str
    timestamp: AwareDatetime
    event_type: Name = "message"
    page: str | None = None
    metadata: dict[str, Any] = Field(default_factory=dict)
    fact: FactInput | None = None
    verdict: Verdict = Verdict.CANDIDATE
    masked: Annotated[int, Field(ge=0)] = 0
    extract: bool = True
    content_hash: str
    recorded_at: AwareDatetime
    seq: Annotated[int, Field(ge=0)] = 0
    """Order of acceptance in its session."""
    previous_event_id: str | None = None
    progress: Progress = Progress.PENDING
    reason: str | None = None
    resolved: tuple[str, ...] = ()
    """Dates that the content's temporal phrases mean, as `last month = April 2026`."""
    observation_ids: tuple[str, ...] = ()
    memory_ids: tuple[str, ...] = ()
    has_vector: bool = False
    index_due: AwareDatetime | None = None

    @property
    def key(self) -> ids.Key:
        return event_key(self.scope, self.event_id)

    @property
    def lookup(self) -> str:
        return ids.id_key(self.scope.tenant, self.event_id)

    @property
    def index_due_at(self) -> datetime | None:
        return self.index_due


class Content(Frozen):
    raw: str
    summary: str
    structured: dict[str, Any] = Field(default_factory=dict)


class Embedding(Frozen):
    model: str
    dimension: int


class Change(Frozen):
    """Why this version exists."""

    verdict: str
    reason: str
    actor: str
    at: AwareDatetime


class Memory(Record):
    """An observation, fact, episode, summary, topic or mental model (row K1)."""

    prefix: ClassVar[str] = "MEM#"
    projected: ClassVar[bool] = True

    scope: Scope
    memory_id: Name
    kind: Kind
    agent_scope: tuple[str, ...] = ()
    assistant_visible: bool = True
    content: Content
    type: Type
    subject: str = "user"
    category: Category
    slot: Slot | None = None
    topic: str | None = None
    entities: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)
    importance: Unit = 0.5
    confidence: Unit = 0.5
    durability: Durability = Durability.PERSISTENT
    sensitivity: Sensitivity = Sensitivity.NONE
    source: Source = Source.EXPLICIT
    source_role: Role = Role.USER
    hints: dict[str, Any] = Field(default_factory=dict)
    event_ids: tuple[str, ...] = ()
    replaces: str | None = None
    """Words of the value that this one replaces, where the text names it."""
    correction: bool = False
    """The text marks itself as a correction ("actually", "no longer", "moved to")."""
    negated: bool = False
    """The claim is that something does not hold any more."""

    valid_from: AwareDatetime
    valid_to: AwareDatetime | None = None
    recorded_at: AwareDatetime
    superseded_at: AwareDatetime | None = None

    validity: Validity = Validity.ACTIVE
    status: Status = Status.ACTIVE
    trust: Trust = Trust.CAUTION
    approval: Approval | None = None

    created_at: AwareDatetime
    updated_at: AwareDatetime
    last_accessed_at: AwareDatetime
    decay_score: Unit = 1.0
    decay_factor: Annotated[float, Field(gt=0)] = 1.0
    retrieval_boost: Annotated[float, Field(ge=0, le=2)] = 1.0
    reinforcements: Annotated[int, Field(ge=0)] = 0
    reinforced_at: AwareDatetime | None = None
    expires_at: AwareDatetime | None = None
    pinned: bool = False
    protected: bool = False
    legal_hold: bool = False

    relations: tuple[Relation, ...] = ()
    access: AccessControl = AccessControl()
    embedding: Embedding | None = None
    extractor: str
    prompt_version: str | None = None
    order: Annotated[int, Field(ge=0)] = 0
    """Order of acceptance of its newest evidence: settles equal event times."""
    change: Change
    consolidated_at: AwareDatetime | None = None
    """Of an episode: when it was last distilled into facts."""
    activated_at: AwareDatetime | None = None
    """Of a mental model: since when its gate holds; None keeps it from recall."""
    decay_due: AwareDatetime | None = None
    vector_due: AwareDatetime | None = None
    """Set while it has no vector because the embedder was down (row E2)."""
    index_due: AwareDatetime | None = None

    @property
    def key(self) -> ids.Key:
        return memory_key(self.scope, self.memory_id)

    @property
    def lookup(self) -> str:
        return ids.id_key(self.scope.tenant, self.memory_id)

    @property
    def due(self) -> Due | None:
        if self.vector_due:
            return Due(DueWork.VECTOR, self.vector_due)
        return Due(DueWork.DECAY, self.decay_due) if self.decay_due else None

    @property
    def index_due_at(self) -> datetime | None:
        return self.index_due

    @property
    def current(self) -> bool:
        """Known to be true and not deleted."""
        return self.validity is Validity.ACTIVE and self.status is not Status.DELETED


class PastVersion(Record):
    """A memory as it was before a later version replaced it."""

    prefix: ClassVar[str] = "HIST#"

    memory: Memory

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.memory.scope.pk, f"{history_prefix(self.memory.memory_id)}{self.memory.version:08d}")


class Vectors(Record):
    """The vectors of one event or memory, beside it: float16, little-endian, one after the other.

    Half precision halves what a vector costs to write and keep; a unit vector loses less than 0.001 of a cosine.
    """

    prefix: ClassVar[str] = "VEC#"

    of: ids.Key
    model: str
    dimension: Annotated[int, Field(ge=1)]
    data: bytes

    @property
    def key(self) -> ids.Key:
        return vectors_key(self.of)


class Batch(Record):
    """What one request brought. Written last, so that its presence is the acceptance."""

    prefix: ClassVar[str] = "BATCH"

    scope: Scope
    batch_id: str
    event_ids: tuple[str, ...]
    recorded_at: AwareDatetime
    attempt: Annotated[int, Field(ge=1)] = 1
    turns_counted: bool = False
    """Its user messages are in the user's count of turns."""
    retry_at: AwareDatetime | None = None
    """When to queue it again; None once every event is processed or failed."""
    ttl_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return batch_key(self.scope.tenant, self.batch_id)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.BATCH, self.retry_at) if self.retry_at else None

    @property
    def gone_at(self) -> datetime:
        return self.ttl_at


class OpenBatch(Record):
    """Stands in the user's partition while a batch has events that the index does not show yet."""

    prefix: ClassVar[str] = "OPEN#"

    scope: Scope
    batch_id: str
    event_ids: tuple[str, ...]

    @property
    def key(self) -> ids.Key:
        return open_batch_key(self.scope, self.batch_id)


class Membership(Record):
    """Lists the containers in which a user has records, so that all of them can be found again."""

    prefix: ClassVar[str] = "IN#"

    tenant: Name
    user_id: Name
    container: Name

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "USER", self.user_id), self.prefix + ids.part(self.container))


class Reply(Record):
    """The answer to an idempotency key, for 7 days. `answer` is None while the first request is still under way."""

    prefix: ClassVar[str] = "IDEM"

    tenant: Name
    key_hash: str
    body_hash: str
    answer: str | None = None
    started_at: AwareDatetime
    ttl_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "IDEM", self.key_hash), self.prefix)

    @property
    def gone_at(self) -> datetime:
        return self.ttl_at


class UserState(Record):
    """What is known of a user as a whole; its version orders all knowledge writes of that user (row K5)."""

    prefix: ClassVar[str] = "STATE"

    scope: Scope
    speakers: tuple[str, ...] = ()
    """Names that spoke in the user's sessions, at most 100."""
    facts: Annotated[int, Field(ge=0)] = 0
    """Current facts when one of them last changed."""
    turns: Annotated[int, Field(ge=0)] = 0
    """User messages seen."""
    turns_at_last_run: Annotated[int, Field(ge=0)] = 0
    episode_writes: Annotated[int, Field(ge=0)] = 0
    """Episodes written since the last consolidation of episodes."""
    persistent_evicted: bool = False
    """A persistent working item was evicted since then."""
    new_facts: Annotated[int, Field(ge=0)] = 0
    """Facts made since the last prune."""
    runs: Annotated[int, Field(ge=0)] = 0
    """Consolidations and prunes so far: the next one's id follows from it."""
    upkeep_at: AwareDatetime | None = None
    """When to queue upkeep again if its message was lost; None: none waits."""

    @property
    def key(self) -> ids.Key:
        return state_key(self.scope)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.DISTIL, self.upkeep_at) if self.upkeep_at else None


class Session(Record):
    """One conversation: the order of its events and who speaks in it."""

    prefix: ClassVar[str] = "SESSION#"

    scope: Scope
    next_seq: Annotated[int, Field(ge=0)] = 0
    last_event_id: str | None = None
    recent: tuple[str, ...] = ()
    """Its latest event ids, at most 20: the short-term context."""
    speakers: tuple[str, ...] = ()
    """Names of its user events, at most 100."""
    updated_at: AwareDatetime

    @property
    def key(self) -> ids.Key:
        return session_key(self.scope)


class Signal(Frozen):
    """What one behaviour event says about one feature, as evidence for or against a preference (row R9)."""

    event_id: Name
    at: AwareDatetime
    event_type: Name
    feature: Name
    value: Annotated[str, Field(min_length=1, max_length=500)]
    weight: Annotated[float, Field(ge=0)]
    polarity: Annotated[int, Field(ge=-1, le=1)]


class SignalLog(Record):
    """A user's latest behaviour signals, at most 500: one click proves little, so they are weighed together."""

    prefix: ClassVar[str] = "SIGNALS"

    scope: Scope
    signals: tuple[Signal, ...] = ()

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.scope.pk, self.prefix)


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

    @property
    def key(self) -> ids.Key:
        return api_key_key(self.tenant, self.key_id)


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

    @property
    def actor(self) -> str:
        return f"key:{self.key_id}"


class Sweep(Record):
    """The report of one decay sweep."""

    prefix: ClassVar[str] = "RUN"

    run_id: str
    tenant: Name
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    examined: int = 0
    changed: dict[str, int] = Field(default_factory=dict)
    change_sets: dict[str, int] = Field(default_factory=dict)
    """The number of its change set in each tenant that it touched."""

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "RUN", self.run_id), self.prefix)


def event_key(scope: Scope, event_id: str) -> ids.Key:
    return ids.Key(scope.pk, Event.prefix + ids.part(event_id))


OBSERVATION_PREFIX = "OBS#"
"""Observations lie apart, so that reading what is known does not read what was only said."""


def memory_key(scope: Scope, memory_id: str) -> ids.Key:
    return ids.Key(scope.pk, memory_sk(memory_id))


def memory_sk(memory_id: str) -> str:
    """Memories of a user lie in the order of their ids' times, whatever their kind."""
    kind, _, rest = memory_id.partition("_")
    prefix = OBSERVATION_PREFIX if kind == "o" else Memory.prefix
    return f"{prefix}{ids.part(rest[:12])}#{ids.part(memory_id)}"


TOPIC_PREFIX = f"{Memory.prefix}{0:012x}#t_"
"""A user's topics, whose ids all carry the time zero: they can be read without the facts."""


def history_prefix(memory_id: str) -> str:
    return f"{PastVersion.prefix}{ids.part(memory_id)}#"


def vectors_key(of: ids.Key) -> ids.Key:
    return ids.Key(of.pk, Vectors.prefix + of.sk)


def batch_key(tenant: str, batch_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "BATCH", batch_id), Batch.prefix)


def open_batch_key(scope: Scope, batch_id: str) -> ids.Key:
    return ids.Key(scope.pk, OpenBatch.prefix + batch_id)


def session_key(scope: Scope) -> ids.Key:
    return ids.Key(scope.pk, Session.prefix + ids.part(scope.session_id or ids.NO_USER))


def state_key(scope: Scope) -> ids.Key:
    return ids.Key(scope.pk, UserState.prefix)


def api_key_key(tenant: str, key_id: str) -> ids.Key:
    return ids.Key(ids.tenant_pk(tenant, "KEYS"), ApiKey.prefix + key_id)
