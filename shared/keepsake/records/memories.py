"""Memories and what hangs on them: their claims, vectors, versions and the state of their user."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Annotated, Any, ClassVar

from pydantic import AwareDatetime, Field

from keepsake import ids
from keepsake.records.base import Due, Frozen, Id, Moment, Name, Record, Scope, Unit
from keepsake.records.kinds import (
    Approval,
    Category,
    DueWork,
    Durability,
    Kind,
    Role,
    Sensitivity,
    Source,
    Status,
    Trust,
    Type,
    Validity,
    Visibility,
)
from keepsake.records.quarantine import Quarantine

ASSISTANT = "assistant"
"""The subject of what a user tells the assistant to do."""


class Slot(Frozen):
    """A place in the profile: category > tag > feature holds value."""

    category: Name = "user_profile"
    tag: Name = "Miscellaneous"
    feature: Name
    value: Annotated[str, Field(min_length=1, max_length=2000)]


class Relation(Frozen):
    """A link: supersedes, revises, supports, contradicts, derived_from, merged_into, related_to, mentions."""

    type: Name
    target: Id


class AccessControl(Frozen):
    visibility: Visibility = Visibility.PRIVATE
    allowed_users: tuple[Name, ...] = ()
    allowed_roles: tuple[Name, ...] = ()


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
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None
    relations: tuple[Relation, ...] = ()
    access_control: AccessControl | None = None
    agent_scope: tuple[Id, ...] = ()
    assistant_visible: bool = True
    event_ids: tuple[Id, ...] = ()
    metadata: dict[str, Any] = Field(default_factory=dict)
    confidence: Unit | None = None
    trust_score: float | None = None
    source: str | None = None


class ForFacts(Frozen):
    """What the facts take that are read from an event, whatever it says."""

    metadata: dict[str, Any] = Field(default_factory=dict)
    expires_at: Moment | None = None


class Content(Frozen):
    raw: str
    summary: str
    structured: dict[str, Any] = Field(default_factory=dict)

    @property
    def said_by(self) -> str | None:
        """The speaker's name, or their role, where the summary is the speaker's own words; None where it is worded by somebody else."""
        return self._text("said_by")

    @property
    def said_at(self) -> datetime | None:
        """When it was said; None where nobody knows."""
        text = self._text("said_at")
        return datetime.fromisoformat(text) if text else None

    @property
    def context(self) -> str | None:
        """What own words need to be understood alone: the question that they answer, or the thing that they are about."""
        return self._text("context")

    def _text(self, name: str) -> str | None:
        value = self.structured.get(name)
        return value if isinstance(value, str) and value else None


class Embedding(Frozen):
    """A model and the dimension of its vectors: those of another model or dimension can't be compared with them."""

    model: Name
    dimension: Annotated[int, Field(ge=1, le=16_000)]


class VectorSet(Frozen):
    """What one model made of a record's texts: unit vectors in int8, one after the other, each times 127 over its largest component.
    A cosine asks for no scale, and moves by 0.002 at most (measured, 384 dimensions)."""

    made_by: Embedding
    of: str
    """The texts that it is of, as eight hex digits of their digest: it counts only while they are the record's, so that no vector
    outlives its words."""
    coarse: bool = False
    """In fewer bits, as an event's (rules/indexing/documents.py)."""
    data: bytes = b""
    refused: str | None = None
    """Why there is none: the model took the texts in no form, and is not asked again."""


class Change(Frozen):
    """Why this version exists."""

    verdict: str
    reason: str
    actor: str
    at: AwareDatetime


KEPT = "kept"
"""The verdict of a fact that was written as it was given."""


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
    trust_before: Trust | None = None
    """What a quarantine of its evidence lowered; None: nothing did."""
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
    vectors: tuple[VectorSet, ...] = ()
    """One set of each model; while models are changed, of both."""
    embedded: Annotated[int, Field(ge=0)] = 0
    """How often vectors were added without a new version, which counts what callers see."""
    extractor: str
    prompt_version: str | None = None
    order: Annotated[int, Field(ge=0)] = 0
    """Order of acceptance of its newest evidence: settles equal event times."""
    change: Change
    consolidated_at: AwareDatetime | None = None
    """Of an episode: when the last consolidation looked at it. It follows from the user's state (`distilled`), and no row says it."""
    activated_at: AwareDatetime | None = None
    """Of a mental model: since when its gate holds; None keeps it from recall."""
    told: tuple[dict[str, Any], ...] = ()
    """Of a summary: what it keeps of the facts that it tells (rules/knowledge/kept.py)."""
    purged_at: AwareDatetime | None = None
    """Since when only its id is left, without content."""
    decay_due: AwareDatetime | None = None
    """When a sweep looks at it again; of a deleted memory, when it is purged."""
    fades_with: tuple[str, AwareDatetime] | None = None
    """Its id, and when the batch that made it comes up in a sweep: what is written before that and due no earlier, the batch lists
    (`Batch.fades`). A copy under another id lists itself."""
    index_due: AwareDatetime | None = None

    @property
    def key(self) -> ids.Key:
        return memory_key(self.scope, self.memory_id)

    @property
    def lookup(self) -> str | None:
        return ids.stray_key(self.key, self.memory_id)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.DECAY, self.decay_due) if self.decay_due and not self.listed_by_batch else None

    @property
    def listed_by_batch(self) -> bool:
        if self.fades_with is None or self.decay_due is None:
            return False
        name, at = self.fades_with
        return name == self.memory_id and self.updated_at < at <= self.decay_due

    @property
    def index_due_at(self) -> datetime | None:
        return self.index_due

    @property
    def current(self) -> bool:
        """Known to be true and not deleted."""
        return self.validity is Validity.ACTIVE and self.status is not Status.DELETED

    @property
    def at_hand(self) -> bool:
        """Neither deleted nor purged."""
        return self.status is not Status.DELETED and self.purged_at is None

    @property
    def standing(self) -> bool:
        """Whether it is a current instruction to the assistant that a user gave. What tools, pages and agents say is data, and instructs
        nobody."""
        to_assistant = self.kind is Kind.FACT and self.category is Category.CONSTRAINT and self.subject == ASSISTANT
        return to_assistant and self.current and self.source_role is Role.USER and self.trust in (Trust.TRUSTED, Trust.CAUTION)


class PastVersion(Record):
    """A memory as it was before a later version replaced it."""

    prefix: ClassVar[str] = "HIST#"
    immutable: ClassVar[bool] = True

    memory: Memory

    @property
    def key(self) -> ids.Key:
        return ids.Key(self.memory.scope.pk, f"{history_prefix(self.memory.memory_id)}{self.memory.version:08d}")


class Decided(Frozen):
    """How many observations of a batch are decided. What they made of themselves is written behind that."""

    batch_id: str
    observations: Annotated[int, Field(ge=0)]
    event_id: str | None = None
    """One of its events: once that is read, all that the decisions made is written. None: it was written with them."""
    changed: tuple[str, ...] = ()
    """Memories that they changed and no event names: the index owes them as long as the batch is open."""


class Looked(Frozen):
    """How far upkeep looked through an owner's memories of one namespace, and what was made there since."""

    namespace: Name
    prune: str
    """What the sort keys begin with, behind their kind, of what it saw: what lies behind is new to it."""
    distil: str
    pruned_at: AwareDatetime | None = None
    """When the last prune was done: it compared every fact that was made before."""
    distilled_at: AwareDatetime | None = None
    """When the episodes were last consolidated: that run looked at every one that was made before."""
    new_facts: Annotated[int, Field(ge=0)] = 0
    """Facts made since the last prune."""
    new_episodes: Annotated[int, Field(ge=0)] = 0
    """Episodes made since the last consolidation of episodes."""
    evicted: bool = False
    """A persistent working item was evicted since then."""


class HeldFor(Frozen):
    """A session that the user holds for somebody else."""

    session_id: Id
    who: Name
    """A first name or kin, in lower case."""
    at: AwareDatetime
    """When something was last said in it."""


class UserState(Record):
    """What is known of a user as a whole; its version orders all knowledge writes of that user (row K5)."""

    prefix: ClassVar[str] = "STATE"

    scope: Scope
    speakers: tuple[str, ...] = ()
    """Names that spoke in the user's sessions, at most 100."""
    people: tuple[tuple[str, str], ...] = ()
    """(name, kin or "") of those whom the user has spoken of, in lower case, so that a later "Antek" or "my mum" is understood. The user's
    own name has "user" for its kin."""

    @property
    def own_names(self) -> tuple[str, ...]:
        return tuple(name for name, kin in self.people if kin == Role.USER.value)

    held_for: tuple[HeldFor, ...] = ()
    """The last sessions that are held for somebody else."""
    facts: Annotated[int, Field(ge=0)] = 0
    """Current facts when one of them last changed."""
    turns: Annotated[int, Field(ge=0)] = 0
    """User messages seen."""
    events: Annotated[int, Field(ge=0)] = 0
    """Events seen, behaviour too."""
    sessions: Annotated[int, Field(ge=0)] = 0
    """Sessions that began."""
    active_at: AwareDatetime | None = None
    """When the newest event that was seen arrived."""
    turns_at_last_run: Annotated[int, Field(ge=0)] = 0
    looked: tuple[Looked, ...] = ()
    """How far prunes and consolidations have looked, the namespace that changed last at the end, at most 100; of one that is not named,
    nowhere yet."""
    runs: Annotated[int, Field(ge=0)] = 0
    """Consolidations and prunes so far: the next one's id follows from it."""
    topics_due: tuple[str, ...] = ()
    """Namespaces whose topics follow at once: since an act, an import or an undo (rows K7, K8). Those of a small bank are made anew, all of
    them."""
    topics_waiting: tuple[str, ...] = ()
    """Namespaces whose topics lag behind what batches brought: they follow after some events, after some minutes, and when asked for."""
    topics_changed: tuple[str, ...] = ()
    """Ids of the facts behind which they lag, of every namespace that waits."""
    topics_walk: tuple[tuple[str, str], ...] = ()
    """Namespaces of which all facts are to be looked at again, and how far that is: since an import, or since more changed than is
    named."""
    topics_made: tuple[tuple[str, int], ...] = ()
    """`facts` when the topics of a namespace were last made anew, all of them; of the namespaces that were made last. Of one that falls
    out, all are made anew once more."""
    topics_at: Annotated[int, Field(ge=0)] = 0
    """`events` when topics were last made."""
    standing: tuple[str, ...] = ()
    """Ids of the user's standing instructions, the newest: named here, so that they are read with every recall whatever it asks. An id
    whose memory is no longer current stays until another change; the gates hold it."""
    said_at: AwareDatetime | None = None
    """When the newest of what is decided was said: what was said before it came late."""
    decided: tuple[Decided, ...] = ()
    """The last batches whose observations were decided: one that is tried again goes on from here."""
    quarantines: tuple[Quarantine, ...] = ()
    """In force; what is said later may fall under them too (row V7)."""
    erased_at: AwareDatetime | None = None
    """When the user was last erased: work that began before leaves nothing behind (row V4)."""
    erasing: bool = False
    """Nothing is retained while it is under way."""
    upkeep_at: AwareDatetime | None = None
    """When to queue upkeep again if its message was lost; None: none waits."""

    @property
    def key(self) -> ids.Key:
        return state_key(self.scope)

    @property
    def due(self) -> Due | None:
        return Due(DueWork.DISTIL, self.upkeep_at) if self.upkeep_at else None


REPORT_KEPT = timedelta(days=365)


class Sweep(Record):
    """The report of one decay sweep."""

    prefix: ClassVar[str] = "RUN"

    run_id: str
    tenant: Id
    """Whose memories are swept; the operator's own tenant stands for all."""
    container: str | None = None
    user_id: str | None = None
    actor: str = "decay_sweep"
    started_at: AwareDatetime
    finished_at: AwareDatetime | None = None
    examined: int = 0
    changed: dict[str, int] = Field(default_factory=dict)
    change_sets: dict[str, int] = Field(default_factory=dict)
    """The number of its change set in each tenant that it touched."""
    reached: str | None = None
    """Of a run over every tenant: the last one that had its turn."""
    unfinished: tuple[str, ...] = ()
    """Those with more to do than their turn took. They go on once all had one."""

    @property
    def key(self) -> ids.Key:
        return ids.Key(ids.tenant_pk(self.tenant, "RUN", self.run_id), self.prefix)

    @property
    def gone_at(self) -> datetime:
        return self.started_at + REPORT_KEPT


FACT_IDS = "f_"
"""How the ids of facts begin."""
OBSERVATION_PREFIX = "OBS#"
"""Observations lie apart, so that reading what is known does not read what was only said."""


def memory_key(scope: Scope, memory_id: str) -> ids.Key:
    return ids.Key(scope.pk, memory_sk(memory_id))


@lru_cache(16_384)
def memory_sk(memory_id: str) -> str:
    """Memories of a user lie in the order of their ids' times, whatever their kind."""
    kind, _, rest = memory_id.partition("_")
    prefix = OBSERVATION_PREFIX if kind == "o" else Memory.prefix
    return f"{prefix}{ids.part(rest[:12])}#{ids.part(memory_id)}"


def observations_prefix(recorded_at: datetime) -> str:
    """Of the observations of what was accepted at that time."""
    return f"{OBSERVATION_PREFIX}{ids.moment(recorded_at)}#"


TOPIC_PREFIX = f"{Memory.prefix}{0:012x}#t_"
"""A user's topics, whose ids all carry the time zero: they can be read without the facts."""
SUMMARY_PREFIX = f"{Memory.prefix}{0:012x}#s_"
"""Their summaries, which say what facts are under them."""


def history_prefix(memory_id: str) -> str:
    return f"{PastVersion.prefix}{ids.part(memory_id)}#"


def state_key(scope: Scope) -> ids.Key:
    return ids.Key(scope.pk, UserState.prefix)
