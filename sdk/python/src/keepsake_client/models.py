"""Answers of the service. Made from its OpenAPI document by `python -m local.client_models`; not to be edited.

Fields that a newer service adds are taken and kept; a value that it adds to a list of names is taken as well.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import AwareDatetime, BaseModel, ConfigDict

Time = AwareDatetime


class Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="allow", defer_build=True, protected_namespaces=())


AbsenceCause = Literal["listed", "gate", "told", "floor", "min_score", "rank", "budget", "not_a_candidate"] | str
ApprovalState = Literal["pending", "approved", "rejected"] | str
"""State of an observation."""
BatchStatus = Literal["pending", "processing", "processed", "failed"] | str
ChangeKind = Literal["consolidation", "prune", "sweep", "quarantine", "release", "deletion"] | str
ChangeState = Literal["applying", "applied", "undoing", "undone"] | str
ContainerName = str
"""A part of the tenant that shares nothing with others, like an application; `default` unless given."""
ErasureResult = Literal["erased", "nothing was known"] | str
ErasureStatus = Literal["running", "held", "done"] | str
EventVerdict = (
    Literal["candidate", "greeting", "emoji", "assistant_dump", "web_prose", "secret", "test_row", "lifecycle_log", "injected"] | str
)
"""What an event is: material for memories, or a named kind of junk."""
FadingStrategy = Literal["power-law", "exponential", "none"] | str
HealthStatus = Literal["ok", "degraded", "down"] | str
KeyPermission = Literal["read", "write", "admin"] | str
LinkDirection = Literal["out", "in"] | str
MemoryCategory = (
    Literal["identity", "relationship", "preference", "belief", "profession", "attribute", "pattern", "event", "task", "constraint", "plan"]
    | str
)
MemoryDurability = Literal["transient", "session", "persistent", "permanent"] | str
MemoryKind = Literal["observation", "fact", "episode", "summary", "topic", "mental_model", "event", "working"] | str
MemorySensitivity = Literal["none", "personal", "sensitive"] | str
MemorySource = Literal["explicit_user_input", "implicit_inference", "system_generated", "external_data", "corrected_memory"] | str
MemoryStatus = Literal["active", "deprioritized", "archived", "deleted"] | str
"""Is it at hand?"""
MemoryTier = Literal["working", "fact", "episode"] | str
MemoryType = Literal["episodic", "semantic", "procedural", "preference", "profile"] | str
MemoryValidity = Literal["active", "deprecated", "invalid", "review"] | str
"""Is it true?"""
MemoryVisibility = Literal["private", "shared", "public"] | str
MigrationState = Literal["backfilling", "ready", "switched", "finished"] | str
ModelSide = Literal["source", "target"] | str
NamespaceName = str
"""A part of the container whose memories are told apart; `default` unless given."""
ProcessingStatus = Literal["pending", "chunked", "processed", "failed"] | str
"""How far an event is."""
QueueName = Literal["extract", "consolidate", "access", "stream"] | str
RateKind = Literal["requests", "events", "bytes"] | str
SpeakerRole = Literal["user", "assistant", "system", "tool"] | str
Stance = Literal["for", "against"] | str
TransferStatus = Literal["waiting", "checking", "running", "indexing", "finished", "failed"] | str
TrustLevel = Literal["trusted", "caution", "untrusted", "quarantined"] | str
"""May it be relied on? From most to least."""


class AcceptedEvent(Answer):
    event_id: str
    """The event's id, yours or ours; unique within tenant, container and user."""
    status: ProcessingStatus
    """How far the event is."""
    verdict: EventVerdict
    """`candidate` for memories, or the kind of junk that it is."""
    masked: int
    """Secrets in it that were masked."""


class AccessControl(Answer):
    visibility: MemoryVisibility
    """private: its user; shared: also those listed; public: all in the container."""
    allowed_users: list[str]
    """Users that may see it."""
    allowed_roles: list[str]
    """Roles of keys that may see it."""


class BackupCopy(Answer):
    """A copy that nobody can erase from, and when it lapses by itself."""

    name: str
    """Which copy."""
    lapses_at: Time
    """When it lapses."""


class BatchAnswer(Answer):
    batch_id: str
    """The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is."""
    status: BatchStatus
    """How far the batch is; failed if any of its events is."""
    events: list[EventProgress]
    """The events, in order of the request; at most 100 in one."""


class CaptureAnswer(Answer):
    batch_id: str
    """The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is."""
    session_id: str
    """The conversation that it belongs to."""
    turn: int
    """The session's turn, by which working items fade."""
    observations: list[CapturedObservation]
    """The single observations."""
    dropped: list[DroppedEvent]
    """Events that nothing was taken from."""
    evicted: list[WorkingItemView]
    """Items that had to give way."""
    replaced: list[WorkingItemView]
    """Items that something newer took the place of."""


class CapturedObservation(Answer):
    """One observation and where it went; `fact` and `episode` are decided in the background, against what is known."""

    observation_id: str
    """The observation that it comes from."""
    content: str
    """Its words."""
    subject: str
    """Whom or what it is about; `user` is the user."""
    category: MemoryCategory
    """What it tells about."""
    importance: float
    """0 to 1: how long it lasts without being used."""
    durability: MemoryDurability
    """How long it is meant to last; `permanent` never fades."""
    routed: list[MemoryTier]
    """Where it went."""
    item_id: str
    """The working item's id."""
    event_ids: list[str]
    """Ids of the events that prove it, or that it is about."""


class CaseAnswer(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    content: str
    """Its words."""
    trust: TrustLevel
    """Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined."""
    confidence: float
    """0 to 1: how sure it is. In a request a hint."""
    observations: list[CaseObservation]
    """The single observations."""
    events: list[EventView]
    """The events that it rests on."""
    history: list[VersionView]
    """Its versions, newest first."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class CaseObservation(Answer):
    observation_id: str
    """The observation that it comes from."""
    content: str
    """Its words."""
    verdict: str
    """How it came about, like `new`, `supporting`, `superseding`, `corrected`."""
    reason: str
    """Why."""
    approval: str | None = None
    """Of an observation: whether it was approved or rejected."""
    stance: Stance
    """Whether it speaks for the memory or against it."""
    event_ids: list[str]
    """Ids of the events that prove it, or that it is about."""
    at: Time
    """When."""


class ChangeLine(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    from_version: int
    """0: the change made it."""
    to_version: int
    """The version afterwards."""
    what: str
    """What is done."""
    why: str
    """Why: the legs that found it, or the reason of a change; `standing instruction` for what is told whatever is asked, `earlier, <date>` for what a later one may have replaced."""


class ChangeSetDetail(Answer):
    number: int
    """The change set's number."""
    kind: ChangeKind
    """What made it."""
    state: ChangeState
    """How far it is."""
    run_id: str
    """The run's id."""
    actor: str
    """Who did it: `key:` and the key's id, or the part of the service."""
    container: str | None = None
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    started_at: Time
    """When it began."""
    finished_at: Time | None = None
    """When it was done."""
    undone_at: Time | None = None
    """When it was undone."""
    undone_by: str | None = None
    """Who undid it."""
    changes: int
    """How many changes it holds."""
    lines: list[ChangeLine]
    """The changes one by one."""


class ChangeSetList(Answer):
    change_sets: list[ChangeSetView]
    """Change sets, newest first."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class ChangeSetView(Answer):
    number: int
    """The change set's number."""
    kind: ChangeKind
    """What made it."""
    state: ChangeState
    """How far it is."""
    run_id: str
    """The run's id."""
    actor: str
    """Who did it: `key:` and the key's id, or the part of the service."""
    container: str | None = None
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    started_at: Time
    """When it began."""
    finished_at: Time | None = None
    """When it was done."""
    undone_at: Time | None = None
    """When it was undone."""
    undone_by: str | None = None
    """Who undid it."""
    changes: int
    """How many changes it holds."""


class CompareAnswer(Answer):
    queries: list[QueryComparison]
    """The questions, one by one."""
    mean_overlap_at_10: float
    """Mean share of the first ten that both models find."""
    mean_recall_at_10: dict[str, float] | None = None
    """Mean share of the relevant ones among the first ten, by model."""


class ContainerSetting(Answer):
    value: bool | int | float | str
    """The value there."""
    default: bool | int | float | str
    """What holds where nothing is set."""
    means: str
    """What it does, and its unit."""


class ContextLine(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    content: str
    """Its words."""
    at: Time | None = None
    """When."""


class DeadLetterList(Answer):
    dead_letters: list[DeadLetterView]
    """What the queues gave up, the newest first."""
    more: bool
    """There are more than were asked for."""


class DeadLetterView(Answer):
    """Ids and reasons, never content."""

    id: str
    """Its id."""
    tenant: str
    """Whose it is."""
    container: str
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    queue: QueueName
    """The queue that gave it up."""
    reason: str
    """Of its last failure."""
    received: int
    """How often it was delivered."""
    failed_at: Time
    """When it last failed."""
    dead_at: Time
    """When it was given up."""
    batch_id: str | None = None
    """The batch that it is about."""
    run_id: str | None = None
    """The run's id."""
    recall_id: str | None = None
    """The recall that it is about."""
    redriven_at: Time | None = None
    """When it was sent again."""


class DecayAnswer(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    at: Time
    """When."""
    strategy: FadingStrategy
    """The container's."""
    status: MemoryStatus
    """Whether it is at hand: active, deprioritized (told at half its score), archived, deleted."""
    score: float
    """Now, by its age alone."""
    strength_days: float
    """The age at which the score of a power law falls to 0.71."""
    keeper: str | None = None
    """Why it does not fade; null where it does."""
    ends_at: Time | None = None
    """When it ends whatever its score."""
    purged_at: Time | None = None
    """When it is gone for good, if nobody touches it."""
    bands: dict[str, float]
    """The score from which each status holds; below the last it is deleted."""
    points: list[DecayPoint]
    """Of the curve, from when it was last touched; none where it does not fade."""
    steps: list[DecayStep]
    """Of the sweeps to come, each with another status."""


class DecayPoint(Answer):
    at: Time
    """When."""
    score: float
    """How well it fits; to be compared within one recall alone."""


class DecayStep(Answer):
    """What a sweep will make of it."""

    at: Time
    """When."""
    status: MemoryStatus
    """Whether it is at hand: active, deprioritized (told at half its score), archived, deleted."""
    score: float
    """How well it fits; to be compared within one recall alone."""
    reason: str
    """Why."""


class DegradedPart(Answer):
    part: str
    """Which part."""
    reason: str
    """Why."""


class DependencyHealth(Answer):
    name: str
    """Which one."""
    ok: bool | None = None
    """null: not asked, since the request had no key."""
    detail: str | None = None
    """What is wrong with it, or how much waits."""


class DroppedEvent(Answer):
    event_id: str
    """The event's id, yours or ours; unique within tenant, container and user."""
    reason: str
    """Why."""


class EmbeddingModel(Answer):
    """A model and the dimension of its vectors: those of another model or dimension can't be compared with them."""

    model: str
    """The model's name."""
    dimension: int
    """The length of its vectors."""


class ErasureStarted(Answer):
    receipt_id: str
    """The erasure's id."""


class EventList(Answer):
    events: list[EventView]
    """The newest first."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class EventProgress(Answer):
    event_id: str
    """The event's id, yours or ours; unique within tenant, container and user."""
    status: ProcessingStatus
    """How far the event is: processed means that its memories are recallable."""
    reason: str | None = None
    """Why it failed or made no memory; `read in part: ...` where the rules read not all of a long text."""
    memory_ids: list[str]
    """Ids of the memories that rest on it, or that prove it."""


class EventView(Answer):
    container: ContainerName
    namespace: NamespaceName
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    agent_id: str | None = None
    """The agent that acts, or whose it is."""
    session_id: str | None = None
    """The conversation that it belongs to."""
    event_id: str
    """The event's id, yours or ours; unique within tenant, container and user."""
    batch_id: str
    """The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is."""
    role: SpeakerRole
    """Who speaks. What is not a user's is quoted, and believed less."""
    name: str | None = None
    """The speaker's name."""
    content: str
    """Its words."""
    timestamp: Time
    """When it was said; when it arrives unless given."""
    event_type: str
    """`message`, or what was done, like `click`, `filter`, `purchase`."""
    page: str | None = None
    """Where it was done."""
    metadata: dict[str, Any]
    """Your own JSON beside it."""
    verdict: EventVerdict
    """`candidate` for memories, or the kind of junk that it is."""
    masked: int
    """Secrets in it that were masked."""
    extract: bool
    """Whether memories are made of it; false only keeps the events."""
    recorded_at: Time
    """Since when we know it."""
    seq: int
    """Order of acceptance in its session."""
    reason: str | None = None
    """Why."""
    resolved: list[str]
    """Dates that the content's temporal phrases mean, as `last month = April 2026`."""
    memory_ids: list[str]
    """Ids of the memories that rest on it, or that prove it."""
    lapses_at: Time | None = None
    """When the container's retention asks whether it is kept."""
    lapsed_at: Time | None = None
    """Since when its words are gone; DynamoDB deletes the row afterwards."""
    processing_status: ProcessingStatus
    """`processed` once it is indexed and recallable."""


class ExportStarted(Answer):
    export_id: str
    """The export's id."""
    status: TransferStatus
    """How far it is: running, finished, failed."""


class ExportView(Answer):
    export_id: str
    """The export's id."""
    status: TransferStatus
    """How far it is: running, finished, failed."""
    container: str | None = None
    """The container that is exported; null: all that the user is in."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    requested_at: Time
    """When it was asked for."""
    finished_at: Time | None = None
    """When it was done."""
    counts: dict[str, int]
    """Lines by kind, as far as it is."""
    bytes: int
    """Size of the file."""
    digest: str | None = None
    """SHA-256 chained over the file's lines, which its last line signs; an import checks it. Not the sum of the file."""
    sha256: str | None = None
    """SHA-256 of the file's bytes, as `sha256sum` gives it, once it is finished."""
    sha256_missing: str | None = None
    """Why a finished export has none."""
    download_url: str | None = None
    """Once it is finished; good for 15 minutes, asking again gives another."""
    failure: str | None = None
    """Why it failed."""
    expires_at: Time
    """When the file is removed."""


class FadingMemory(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    content: str
    """Its words."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    score: float
    """Its decay score."""
    before: MemoryStatus
    """Its status before."""
    after: MemoryStatus
    """Its status afterwards."""
    reason: str
    """Why."""


class FieldChange(Answer):
    """What a version changed against the one before it."""

    field: str
    """Name of the field."""
    before: Any
    """The value before."""
    after: Any
    """The value afterwards."""


class FoundItem(Answer):
    namespace: list[str]
    """Its labels, from the outermost in."""
    key: str
    """What it goes by in its namespace."""
    value: Any
    """Its JSON, as it was given."""
    created_at: Time
    """When it was made."""
    updated_at: Time
    """When it last changed."""
    expires_at: Time | None = None
    """From then on it is told no more, and the next sweep deletes it."""
    score: float | None = None
    """Cosine of the query and the nearest of its texts, -1 to 1; null without a query, and of what has no text."""


class HandoffAnswer(Answer):
    handoff: HandoffView
    """What was handed over."""
    evicted: list[WorkingItemView]
    """Items that had to give way."""


class HandoffView(Answer):
    from_agent_id: str | None = None
    """The agent that it comes from."""
    to_agent_id: str
    """The agent that takes it over."""
    items: list[str]
    """Ids of the items that were handed over."""
    whole: bool
    """All that the agent held in focus."""
    actor: str
    """Who did it: `key:` and the key's id, or the part of the service."""
    at: Time
    """When."""


class HealthAnswer(Answer):
    status: HealthStatus
    """ok; degraded: recall goes on without a part; down: the table does not answer."""
    dependencies: list[DependencyHealth]
    """Each one, by its name."""


class HistoryAnswer(Answer):
    versions: list[VersionView]
    """Its versions, newest first."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class ImportStarted(Answer):
    import_id: str
    """The import's id."""
    upload_url: str
    """For one PUT of the file, for 15 minutes."""
    most_bytes: int
    """Size that the file may have."""


class ImportView(Answer):
    import_id: str
    """The import's id."""
    status: TransferStatus
    """waiting (for the file), checking, running, indexing (all is written, and not all can be found yet), finished (all is recallable), failed."""
    container: str | None = None
    """Only lines of this container are taken."""
    user_id: str | None = None
    """Only lines of this user are taken."""
    requested_at: Time
    """When it was asked for."""
    finished_at: Time | None = None
    """When it was done."""
    proven: bool | None = None
    """True: an unaltered export of this tenant, restored as it was. False: taken as words of a third party. null: not known yet."""
    lines: int
    """Lines read so far."""
    counts: dict[str, int]
    """Of lines: written, equal to what is stored, in conflict with it, refused."""
    refusals: list[RefusedLine]
    """Lines in conflict or refused with their reason, the first 100."""
    failure: str | None = None
    """Why it failed."""


class IndexAnswer(Answer):
    alias: str
    """Name of the index for people who look into the domain."""
    indices: list[str]
    """The indices behind it."""
    documents: int
    """How many documents it holds."""
    rebuilt_at: Time | None = None
    """When it was last made anew from the table; null until that is done, or where it never was."""
    engine: str | None = None
    """Its k-NN engine."""
    embedding: EmbeddingModel | None = None
    """The model and dimension that recall goes by."""
    migration_id: str | None = None
    """The change of models that is open."""
    waiting: int
    """Rows that the index does not show yet, counted up to 1,000."""


class ItemView(Answer):
    namespace: list[str]
    """Its labels, from the outermost in."""
    key: str
    """What it goes by in its namespace."""
    value: Any
    """Its JSON, as it was given."""
    created_at: Time
    """When it was made."""
    updated_at: Time
    """When it last changed."""
    expires_at: Time | None = None
    """From then on it is told no more, and the next sweep deletes it."""


class ItemsFound(Answer):
    items: list[FoundItem]
    """A page of them, in order."""
    complete: bool
    """Whether all items under the prefix were looked at; a narrower prefix finds the rest."""
    next_offset: int | None = None
    """Where the next page begins; null at the end. A page holds fewer than `limit` where more would not fit into an answer."""
    degraded: list[str]
    """`vector` where the embedding model did not answer: then words in common decide."""


class ItemsGot(Answer):
    items: list[ItemView | None]
    """In the order of the gets; null where there is none."""


class KeyList(Answer):
    keys: list[KeyView]
    """The keys."""
    next_cursor: str | None = None
    """Where there are more. A key that is bound sees only what it may administer, so its pages may be short, or empty."""


class KeyView(Answer):
    key_id: str
    """The key's id."""
    tenant: str
    """The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one."""
    permissions: list[KeyPermission]
    """What it may do."""
    roles: list[str]
    """Roles that memories may be shared with."""
    containers: list[str]
    """Containers that it reaches; empty or none where it is not bound to any."""
    user_id: str | None = None
    """The user that it is bound to."""
    agent_id: str | None = None
    """The agent that it is bound to."""
    created_at: Time
    """When it was made."""
    revoked_at: Time | None = None
    """Since when it is revoked; it may still be taken for `AuthorizerTtl` seconds (60 by default)."""
    expires_at: Time | None = None
    """Of a rotated key: until when it still works."""
    replaces: str | None = None
    """Id of what it took the place of."""
    replaced_by: str | None = None
    """Id of what took its place."""
    last_used_at: Time | None = None
    """To about an hour."""


class McpReply(Answer):
    """The answer: `result` or `error`."""

    jsonrpc: str
    """`2.0`."""
    id: str | int | None = None
    """The request's number."""


class MemoryList(Answer):
    memories: list[MemoryView]
    """The memories, newest first."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class MemoryRelation(Answer):
    """A link: supersedes, revises, supports, contradicts, derived_from, merged_into, related_to, mentions."""

    type: str
    """How: supersedes, superseded_by, revises, revised_by, supports, contradicts, contradicted_by, derived_from, became (from an observation to its fact; became_revising and became_revised_by to what that stands beside), merged_into, related_to, mentions; your own are kept too."""
    target: str
    """What it points to, or comes from: a memory's or event's id, or a name."""


class MemoryView(Answer):
    container: ContainerName
    namespace: NamespaceName
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    agent_id: str | None = None
    """The agent that acts, or whose it is."""
    session_id: str | None = None
    """The conversation that it belongs to."""
    version: int
    """Counts its changes from 1; a correction names the one that it was made from."""
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    kind: MemoryKind
    """What it is."""
    agent_scope: list[str]
    """Agents that may see it; empty: all."""
    assistant_visible: bool
    """False: it is kept, and told in no recall."""
    type: MemoryType
    """What sort of knowledge it is; follows from the category unless given."""
    subject: str
    """Whom or what it is about; `user` is the user."""
    category: MemoryCategory
    """What it tells about."""
    slot: ProfileSlot | None = None
    """Its place in the profile, where it has one."""
    topic: str | None = None
    """Name of its topic."""
    entities: list[str]
    """Names in it: people, places, things."""
    labels: list[str]
    """Words that it is filed under."""
    tags: list[str]
    """Your own marks."""
    anchors: list[str]
    """Your own references, like a file or ticket."""
    metadata: dict[str, Any]
    """Your own JSON beside it."""
    importance: float
    """0 to 1: how long it lasts without being used."""
    confidence: float
    """0 to 1: how sure it is. In a request a hint."""
    durability: MemoryDurability
    """How long it is meant to last; `permanent` never fades."""
    sensitivity: MemorySensitivity
    """How private it is."""
    source: MemorySource
    """How it came to be known. In a request a hint."""
    source_role: SpeakerRole
    """Whose words it rests on."""
    hints: dict[str, Any]
    """What the caller claimed of it: kept, not relied on."""
    event_ids: list[str]
    """Ids of the events that prove it, or that it is about."""
    replaces: str | None = None
    """Words of the value that this one replaces, where the text names it."""
    correction: bool
    """The text marks itself as a correction ("actually", "no longer", "moved to")."""
    negated: bool
    """The claim is that something does not hold any more."""
    valid_from: Time
    """Since when it holds in the world; since it was said unless given."""
    valid_to: Time | None = None
    """Until when it holds in the world."""
    recorded_at: Time
    """Since when we know it."""
    superseded_at: Time | None = None
    """Until when we took it for true."""
    validity: MemoryValidity
    """Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested)."""
    status: MemoryStatus
    """Whether it is at hand: active, deprioritized (told at half its score), archived, deleted."""
    trust: TrustLevel
    """Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined."""
    trust_before: TrustLevel | None = None
    """What a quarantine of its evidence lowered; null: nothing did."""
    approval: ApprovalState | None = None
    """Of an observation: whether it was approved or rejected."""
    created_at: Time
    """When it was made."""
    updated_at: Time
    """When it last changed."""
    last_accessed_at: Time
    """When it was last recalled; its age counts from there."""
    decay_score: float
    """0 to 1: how much of it is left; its status follows from it."""
    decay_factor: float
    """How fast it fades; 1 is the ordinary pace."""
    retrieval_boost: float
    """What its score in a recall is multiplied by; moved by feedback."""
    reinforcements: int
    """How often it was said again."""
    reinforced_at: Time | None = None
    """When it was last said again."""
    expires_at: Time | None = None
    """From then on it is told no more, and the next sweep deletes it."""
    pinned: bool
    """It does not fade, and is told first."""
    protected: bool
    """It neither fades nor is pruned."""
    legal_hold: bool
    """It cannot be deleted, and its user not erased, until it is released."""
    relations: list[MemoryRelation]
    """Its links."""
    embedding: EmbeddingModel | None = None
    """The model that made its vector; null while that is owed, and it is found by its words alone."""
    extractor: str
    """What read it: `rules`, or the chat model; and why not the model where one is set."""
    prompt_version: str | None = None
    """The prompt that a chat model was asked with."""
    change: VersionReason
    """Why this version exists: verdict, reason, actor and time."""
    consolidated_at: Time | None = None
    """Of an episode: when the last consolidation looked at it. It follows from the user's state (`distilled`), and no row says it."""
    activated_at: Time | None = None
    """Of a mental model: since when its gate holds; null keeps it from recall."""
    purged_at: Time | None = None
    """Since when only its id is left, without content."""
    access_control: AccessControl
    """Who may see it beside its user."""
    content: str
    """Its words."""
    quoted: str | None = None
    """Its words for a prompt where they are not the user's own: marked and as data. Null where they are."""
    raw: str
    """The words that it was read from."""
    structured: dict[str, Any]
    """What its sentence says, as fields; differs by kind."""
    processing_status: ProcessingStatus
    """`processed` once it is indexed and recallable."""
    case: str
    """Path of everything for and against it."""


class MigrationView(Answer):
    migration_id: str
    """Id of the change of models."""
    state: MigrationState
    """How far it is."""
    source: EmbeddingModel
    """The model that is changed from."""
    target: EmbeddingModel
    """The model that is changed to."""
    active: EmbeddingModel
    """The one that recall goes by now."""
    done: int
    """Documents that the backfill brought to the target's index, of `total` at its start."""
    total: int
    """How many documents there were at the start."""
    errors: int
    """How often a step failed."""
    last_error: str | None = None
    """What the last failure was."""
    waiting: int
    """Documents of either index that still wait for a vector, counted up to 1,000: they are found by their words."""
    actor: str
    """Who did it: `key:` and the key's id, or the part of the service."""
    started_at: Time
    """When it began."""
    changed_at: Time
    """When it last went on."""


class NamespaceList(Answer):
    namespaces: list[list[str]]
    """Each as its labels, from the outermost in."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class NewKey(Answer):
    key_id: str
    """The key's id."""
    tenant: str
    """The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one."""
    permissions: list[KeyPermission]
    """What it may do."""
    roles: list[str]
    """Roles that memories may be shared with."""
    containers: list[str]
    """Containers that it reaches; empty or none where it is not bound to any."""
    user_id: str | None = None
    """The user that it is bound to."""
    agent_id: str | None = None
    """The agent that it is bound to."""
    created_at: Time
    """When it was made."""
    revoked_at: Time | None = None
    """Since when it is revoked; it may still be taken for `AuthorizerTtl` seconds (60 by default)."""
    expires_at: Time | None = None
    """Of a rotated key: until when it still works."""
    replaces: str | None = None
    """Id of what it took the place of."""
    replaced_by: str | None = None
    """Id of what took its place."""
    last_used_at: Time | None = None
    """To about an hour."""
    key: str
    """The key itself, shown this once."""
    old_works_until: Time | None = None
    """Of a rotation: when the old key has ended at the latest. It ends with its overlap, but for as long as API Gateway remembers it from before the rotation (`AuthorizerTtl`, 60 s by default) it works in any case; 0 there makes every end exact."""


class OwnKey(Answer):
    """The key that asks."""

    key_id: str
    """The key's id."""
    tenant: str
    """The customer that the key belongs to: small letters, digits and hyphens, at most 63. Only the operator's key has to name one."""
    permissions: list[KeyPermission]
    """What it may do."""
    roles: list[str]
    """Roles that memories may be shared with."""
    containers: list[str]
    """That it is bound to; none: all."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    agent_id: str | None = None
    """The agent that acts, or whose it is."""
    operator: bool
    """It administers every tenant, and is none's."""
    expires_at: Time | None = None
    """From then on it is told no more, and the next sweep deletes it."""


class PlannedChange(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    kind: MemoryKind
    """What it is."""
    what: str
    """What is done."""
    why: str
    """Why: the legs that found it, or the reason of a change; `standing instruction` for what is told whatever is asked, `earlier, <date>` for what a later one may have replaced."""
    content_before: str | None = None
    """Its words before."""
    content: str
    """Its words."""
    validity: MemoryValidity
    """Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested)."""
    status: MemoryStatus
    """Whether it is at hand: active, deprioritized (told at half its score), archived, deleted."""
    trust: TrustLevel
    """Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined."""


class ProfileAnswer(Answer):
    profile: dict[str, dict[str, dict[str, ProfileFeature]]]
    """Category > tag > feature."""


class ProfileFeature(Answer):
    values: list[ProfileValue]
    """What holds now."""
    history: list[ProfileValue]
    """Earlier and contested values, newest first."""


class ProfileSlot(Answer):
    """A place in the profile: category > tag > feature holds value."""

    category: str
    """The profile's chapter; `user_profile` unless given."""
    tag: str
    """The profile's part, like `Skills`."""
    feature: str
    """What has the value, like `language`."""
    value: str
    """The value there."""


class ProfileValue(Answer):
    value: str
    """The value there."""
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    subject: str
    """Whom or what it is about; `user` is the user."""
    content: str
    """Its words."""
    confidence: float
    """0 to 1: how sure it is. In a request a hint."""
    trust: TrustLevel
    """Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined."""
    validity: MemoryValidity
    """Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested)."""
    valid_from: Time
    """Since when it holds in the world; since it was said unless given."""
    valid_to: Time | None = None
    """Until when it holds in the world."""
    recorded_at: Time
    """Since when we know it."""
    superseded_at: Time | None = None
    """Until when we took it for true."""
    event_ids: list[str]
    """Ids of the events that prove it, or that it is about."""
    replaced_by: str | None = None
    """Id of what took its place."""
    verdict: str
    """How it came about, like `new`, `supporting`, `superseding`, `corrected`."""
    reason: str
    """Why it stands as it does."""


class QueryComparison(Answer):
    query: str
    """The place of the query in the request, or the id of the sampled record: never its words."""
    overlap_at_10: float
    """Share of the first ten that both models find."""
    recall_at_10: dict[str, float] | None = None
    """Share of the relevant ones among the first ten."""


class Rate(Answer):
    what: RateKind
    """What is done."""
    last_hour: int
    """To about a hundredth of the limit."""
    most_in_a_minute: int
    """Of that hour."""
    limit: int
    """A minute."""


class RebuildAnswer(Answer):
    status: Literal["started"] | str
    """It goes on in the background."""


class RecallAnswer(Answer):
    recall_id: str
    """The recall's id; it can be read again for 30 days."""
    query: str
    """The question, or the next message, in the user's words."""
    short_term_context: list[ContextLine]
    """The session: what its older turns were folded into, and its last turns, as they are: no part of `token_budget`."""
    mid_term_context: list[ContextLine]
    """The facts that were found."""
    long_term_user_context: list[ContextLine]
    """The summaries and mental models that were found."""
    formatted_context: str
    """All of it as text, ready for a prompt: what the user told the assistant for good, what is known, in the words of those who said it, the focus, the latest episodes."""
    memories: list[RecallItem]
    """What was found, best first."""
    tokens: int
    """Of `formatted_context`, wrapping included: at most `token_budget`."""
    degraded: list[DegradedPart]
    """Parts that did not answer, or did not fit; the rest is there."""
    diagnostics: RecallDiagnostics | None = None
    """How it came about: candidates, what was suppressed and why, times."""


class RecallDiagnostics(Answer):
    candidates: dict[str, int]
    """How many each leg of the search found."""
    suppressed: list[SuppressedMemory]
    """What was found and held back, and by which gate."""
    policy: dict[str, Any]
    """Settings that it went by."""
    timings_ms: dict[str, float]
    """Milliseconds by step."""


class RecallItem(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    kind: MemoryKind
    """What it is."""
    type: MemoryType | None = None
    """What sort of knowledge it is; follows from the category unless given."""
    content: str
    """Its words."""
    quoted: str | None = None
    """Its words for a prompt where they are not the user's own: marked and as data. Null where they are."""
    score: float
    """How well it fits; to be compared within one recall alone."""
    legs: dict[str, float]
    """What each leg of the search gave it."""
    subject: str | None = None
    """Whom or what it is about; `user` is the user."""
    category: MemoryCategory | None = None
    """What it tells about."""
    topic: str | None = None
    """Name of its topic."""
    confidence: float | None = None
    """0 to 1: how sure it is. In a request a hint."""
    trust: TrustLevel
    """Whether its reader may rely on it: trusted, caution, untrusted. What another user shares is untrusted."""
    source_role: SpeakerRole
    """Whose words it rests on; other than the user's stand quoted in the context."""
    validity: MemoryValidity
    """Whether it is true: active, deprecated (superseded), invalid (retracted), review (contested)."""
    status: MemoryStatus
    """Whether it is at hand: active, deprioritized (told at half its score), archived, deleted."""
    valid_from: Time | None = None
    """Since when it holds in the world; since it was said unless given."""
    valid_to: Time | None = None
    """Until when it holds in the world."""
    said_by: str | None = None
    """Whose own words the content is: a speaker's name, or `user` or `assistant`; null where it is worded by somebody else."""
    said_at: Time | None = None
    """When it was said."""
    context: str | None = None
    """What its words need to be understood alone: the question that they answer, or the thing that they are about."""
    event_ids: list[str]
    """Ids of the events that prove it, or that it is about."""
    pending: bool
    """It was just said, and is not decided yet."""
    why: list[str]
    """Why: the legs that found it, or the reason of a change; `standing instruction` for what is told whatever is asked, `earlier, <date>` for what a later one may have replaced."""
    case: str | None = None
    """Path of everything for and against it; null of an event, and of what another user shares."""


class RecallRecord(Answer):
    """A recall read again: the list as it was given."""

    recall_id: str
    """The recall's id; it can be read again for 30 days."""
    query: str
    """The question, or the next message, in the user's words."""
    short_term_context: list[ContextLine]
    """The session: what its older turns were folded into, and its last turns, as they are: no part of `token_budget`."""
    mid_term_context: list[ContextLine]
    """The facts that were found."""
    long_term_user_context: list[ContextLine]
    """The summaries and mental models that were found."""
    formatted_context: str
    """All of it as text, ready for a prompt: what the user told the assistant for good, what is known, in the words of those who said it, the focus, the latest episodes."""
    memories: list[RecallItem]
    """What was found, best first."""
    tokens: int
    """Of `formatted_context`, wrapping included: at most `token_budget`."""
    degraded: list[DegradedPart]
    """Parts that did not answer, or did not fit; the rest is there."""
    diagnostics: RecallDiagnostics | None = None
    """How it came about: candidates, what was suppressed and why, times."""
    at: Time
    """When it was given."""
    request: dict[str, Any]
    """What was asked for."""
    suppressed: list[SuppressedMemory]
    """What was found and held back, and by which gate."""
    gone: list[str]
    """Ids that were told, in the list or a context, and may not be told any more."""


class ReceiptView(Answer):
    receipt_id: str
    """The erasure's id."""
    user_id: str
    """The user who is erased."""
    containers: list[str]
    """Containers in which the user had records."""
    actor: str
    """Who asked for it."""
    requested_at: Time
    """When it was asked for."""
    done: bool
    """Whether it is done."""
    status: ErasureStatus
    """`held`: memories came under legal hold. It goes on when they are released; until then nothing is removed, and the service goes on."""
    result: ErasureResult | None = None
    """Of one that is done. `nothing was known`: no store held anything of a user of this name: is the name right, and the tenant?"""
    held: int
    """Memories under legal hold that stop it."""
    everywhere: bool
    """Not one container alone: keys bound to the user are revoked too."""
    before: dict[str, int] | None = None
    """What there was of the user, by kind; rows are counted as they are removed, so that it grows until all is done."""
    after: dict[str, int] | None = None
    """What every store answered at the end."""
    finished_at: Time | None = None
    """When it was done."""
    digest: str | None = None
    """SHA-256 of what the receipt says."""
    backups: list[BackupCopy]
    """Copies that nobody can erase from, with the date on which they lapse."""


class ReflectAnswer(Answer):
    answer: str
    """The sentences as one text."""
    sentences: list[ReflectSentence]
    """The answer's sentences, each with its memories."""
    missing: list[str]
    """What was asked and has no evidence, in the question's words."""
    degraded: list[DegradedPart]
    """Parts that did not answer, or did not fit; the rest is there."""
    recall_id: str
    """The recall's id; it can be read again for 30 days."""


class ReflectSentence(Answer):
    text: str
    """Its words."""
    memory_ids: list[str]
    """Ids of the memories that rest on it, or that prove it."""
    trust: TrustLevel
    """The least of what it rests on."""


class RefusedLine(Answer):
    """A line that was not taken, and why, without its words."""

    line: int
    """Number of the line, from 1."""
    reason: str
    """Why."""


class RelationView(Answer):
    type: str
    """How: supersedes, superseded_by, supports, contradicts, contradicted_by, derived_from (to its events and sources), became (from an observation to its fact, from a pattern to what followed it), merged_into, merged_from, related_to, mentions (a name), or your own."""
    target: str
    """What it points to, or comes from: a memory's or event's id, or a name."""
    direction: LinkDirection
    """out: from this memory; in: to it."""
    content: str | None = None
    """Words of the memory at the other end."""


class RelationsAnswer(Answer):
    relations: list[RelationView]
    """Its links."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class RetainAnswer(Answer):
    batch_id: str
    """The batch that brought it; `GET /v1/batches/{batch_id}` tells how far it is."""
    status: Literal["accepted"] | str
    """The events are safe; memories follow."""
    events: list[AcceptedEvent]
    """The events, in order of the request; at most 100 in one."""


class SessionContext(Answer):
    session_id: str
    """The conversation that it belongs to."""
    formatted_context: str
    """All of it as text, ready for a prompt: what the user told the assistant for good, what is known, in the words of those who said it, the focus, the latest episodes."""
    tokens: int
    """How many tokens it counts."""


class SessionCounters(Answer):
    turns: int
    """User messages since the session began."""
    messages: int
    """In the list, since the last folding."""
    tokens: int
    """Of those."""
    events: int
    """Accepted since the session began, behaviour too."""
    working_items: int
    """That the asking agent sees."""


class SessionList(Answer):
    sessions: list[SessionSummary]
    """Those that began last come first."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class SessionSummary(Answer):
    session_id: str
    """The conversation that it belongs to."""
    container: str
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    namespace: str
    """A part of the container whose memories are told apart; `default` unless given."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    events: int
    """Accepted since the session began, behaviour too."""
    turns: int
    """User messages since it began."""
    created_at: Time
    """When it was made."""
    last_activity_at: Time
    """When the newest event arrived."""
    closed_at: Time | None = None
    """Since when it is idle; null while it is not."""


class SessionView(Answer):
    session_id: str
    """The conversation that it belongs to."""
    container: str
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    namespace: str
    """A part of the container whose memories are told apart; `default` unless given."""
    user_id: str | None = None
    """The user that it is about; none where it is the container's own."""
    system_message: SystemMessage | None = None
    """What older turns were folded into; null before the first folding."""
    turns: list[TurnView]
    """The messages since, oldest first."""
    counters: SessionCounters
    """How much it holds."""
    handoffs: list[HandoffView]
    """What was handed to other agents."""
    closed_at: Time | None = None
    """When it was closed as idle."""
    updated_at: Time
    """When it last changed."""


class SettingsAnswer(Answer):
    container: str
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    version: int
    """Counts the changes; 0 where none were ever set."""
    settings: dict[str, ContainerSetting]
    """Every setting by its name."""
    updated_at: Time | None = None
    """When it last changed."""
    updated_by: str | None = None
    """Who changed them."""


class StateAppended(Answer):
    rows: list[StateView]
    """In the order of the request, without their data."""


class StateList(Answer):
    rows: list[StateView]
    """The newest first; a page ends early where its rows are large."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class StateView(Answer):
    row_id: str
    """The row's id; ids sort by when rows came."""
    session_id: str
    """The conversation that it belongs to."""
    branch: str
    """Which line of the session's history it belongs to."""
    metadata: dict[str, Any]
    """Your own JSON beside it."""
    data: Any
    """Its JSON, as it was given; null where it was left out."""
    size: int
    """Bytes of its JSON."""
    created_at: Time
    """When it was made."""


class SuppressedMemory(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    gate: str
    """Name of the gate that held it back."""
    reason: str
    """Why."""


class SweepAnswer(Answer):
    run_id: str | None = None
    """The run's id."""
    change_set: int | None = None
    """Number of its change set; undo it by that."""
    preview: bool
    """True: nothing is changed; what would be is answered."""
    at: Time
    """The time that it goes by."""
    examined: int
    """How many were looked at."""
    changed: dict[str, int]
    """How many were changed, by what."""
    changes: list[FadingMemory]
    """What was changed, or would be."""
    done: bool
    """Whether it is done."""


class SystemMessage(Answer):
    """What the session's older turns were folded into."""

    role: Literal["system"] | str
    """Who speaks. What is not a user's is quoted, and believed less."""
    content: str
    """Its words."""
    turns: int
    """Turns of the conversation."""
    messages: int
    """How many messages it stands for."""
    folds: int
    """How often it was folded."""
    made_by: str
    """The rules, or the chat model."""
    fallback: str | None = None
    """Why it was not the chat model."""
    at: Time
    """When."""


class TopicList(Answer):
    topics: list[TopicView]
    """The topics."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class TurnView(Answer):
    """One message of the session's list."""

    event_id: str
    """The event's id, yours or ours; unique within tenant, container and user."""
    role: SpeakerRole
    """Who speaks. What is not a user's is quoted, and believed less."""
    name: str | None = None
    """The speaker's name."""
    content: str
    """Its words."""
    event_type: str
    """`message`, or what was done, like `click`, `filter`, `purchase`."""
    at: Time
    """When."""
    verdict: EventVerdict
    """`candidate` for memories, or the kind of junk that it is."""
    opens_turn: bool
    """A user's message: a turn begins with it."""


class UndoAnswer(Answer):
    number: int
    """The change set's number."""
    state: ChangeState
    """How far it is."""
    restored: int
    """Memories that were brought back."""
    final: list[str]
    """Memories that are purged: they can't be restored."""
    done: bool
    """False: time ran out; the same request goes on."""


class UpkeepAnswer(Answer):
    kind: ChangeKind
    """What is run."""
    run_id: str | None = None
    """The run's id."""
    change_set: int | None = None
    """Number of its change set; undo it by that."""
    preview: bool
    """True: nothing is changed; what would be is answered."""
    at: Time
    """The time that it goes by."""
    examined: int | None = None
    """How many were looked at."""
    changed: dict[str, int]
    """How many were changed, by what."""
    changes: list[PlannedChange]
    """Of a preview; what a run did is in its change set."""
    done: bool
    """Whether it is done."""
    reason: str | None = None
    """Why."""


class UsageAnswer(Answer):
    """What the tenant used: what its costs follow."""

    rates: list[Rate]
    """Of what has a limit; the rest is not counted."""
    cost_usd: float
    """About what these requests and events of the last hour cost on AWS at list prices, without models, the search domain and waiting."""
    model_tokens_today: int
    """Of the chat model, since midnight UTC."""
    model_tokens_limit: int
    """A day; 0: none, and then they are not counted."""


class UserList(Answer):
    users: list[UserView]
    """In the order of their percent-encoded ids."""
    next_cursor: str | None = None
    """Send it as `cursor` for the next page; null at the last one."""


class UserView(Answer):
    user_id: str
    """The user that it is about; none where it is the container's own."""
    container: str
    """A part of the tenant that shares nothing with others, like an application; `default` unless given."""
    sessions: int
    """That something was said in."""
    events: int
    """Processed so far, behaviour too."""
    turns: int
    """User messages among them."""
    facts: int
    """Current facts."""
    last_activity_at: Time | None = None
    """When the newest processed event arrived."""


class VersionReason(Answer):
    """Why this version exists."""

    verdict: str
    """How it came about, like `new`, `supporting`, `superseding`, `corrected`."""
    reason: str
    """Why."""
    actor: str
    """Who did it: `key:` and the key's id, or the part of the service."""
    at: Time
    """When."""


class WhyNot(Answer):
    memory_id: str
    """The memory's id; in a recall also that of an event or a working item."""
    recalled: bool
    """It was told after all."""
    cause: AbsenceCause
    """What kept it out."""
    reason: str
    """Why."""
    gate: str | None = None
    """Name of the gate that held it back."""
    rank: int | None = None
    """Among all candidates, from 1, best first."""
    score: float | None = None
    """How well it fits; to be compared within one recall alone."""
    last_score: float | None = None
    """Of the last item in the list."""
    legs: dict[str, float]
    """What each leg of the search gave it."""
    tokens: int
    """How many tokens the item would take."""
    candidates: int
    """How many were weighed."""


class WorkingItemView(Answer):
    item_id: str
    """The working item's id."""
    agent_id: str | None = None
    """The agent that acts, or whose it is."""
    content: str
    """Its words."""
    subject: str
    """Whom or what it is about; `user` is the user."""
    category: MemoryCategory
    """What it tells about."""
    importance: float
    """0 to 1: how long it lasts without being used."""
    salience: float
    """Importance as it has faded; the least salient gives way."""
    durability: MemoryDurability
    """How long it is meant to last; `permanent` never fades."""
    trust: TrustLevel
    """Whether it may be relied on, from most to least: trusted, caution, untrusted, quarantined."""
    pinned: bool
    """It fades, and gives way to none."""
    turn: int
    """In which it was added or last refreshed."""
    event_ids: list[str]
    """Ids of the events that it was taken from."""
    observation_id: str | None = None
    """The observation that it comes from."""
    expires_at: Time | None = None
    """From then on it is told no more, and the next sweep deletes it."""
    added_at: Time
    """When it was added."""


class WorkingView(Answer):
    """The working items by salience, highest first, and the clock that they fade by."""

    session_id: str
    """The conversation that it belongs to."""
    turn: int
    """The session's turn, by which working items fade."""
    capacity: int
    """How many items an agent holds in focus."""
    pinned_slots: int
    """How many of them may be pinned."""
    items: list[WorkingItemView]
    """Its working items by salience, highest first."""
    evicted: list[WorkingItemView]
    """By this request: what had to give way, or what an added item replaced."""
    formatted: str
    """The items as a bullet list."""


class TopicView(MemoryView):
    topic: str
    """Name of its topic."""
    facts: int
    """Current facts under it."""
    aliases: list[str]
    """Other names of the topic."""
    summaries: list[MemoryView]
    """What is said under the topic in short."""


class VersionView(MemoryView):
    verdict: str
    """How it came about, like `new`, `supporting`, `superseding`, `corrected`."""
    reason: str
    """Why."""
    actor: str
    """Who did it: `key:` and the key's id, or the part of the service."""
    at: Time
    """When."""
    changes: list[FieldChange]
    """Against the version before it; none of the first one, and of what was purged."""
