"""The values that records take: one enumeration for each axis and each closed list."""

from __future__ import annotations

from enum import StrEnum


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


GUIDES = (Kind.TOPIC, Kind.SUMMARY)
"""What leads a recall to facts."""


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
    """May it be relied on? From most to least."""

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
    RETENTION = "RETENTION"
    """Events that the container keeps no longer."""
    LOG = "LOG"
    """Rows of state that are kept as long as events are."""
    POLICY = "POLICY"
    """Settings that changed when rows are looked at again."""
    ERASURE = "ERASURE"
    """Erasures of a user that nobody finished."""
    BANK = "BANK"
    """What a deleted bank leaves to be taken away."""
    SESSION = "SESSION"
    """A session that may be idle."""
    OWED = "OWED"
    """Rows that the index does not show yet."""
    VECTORS = "VECTORS"
    """Rows for which a model owes vectors: a line of its own, so that a model that is away holds up nothing that is not shown."""
    EXPORT = "EXPORT"
    """Exports that nobody finished."""
    IMPORT = "IMPORT"
    """Imports that nobody finished."""
    DEAD_LETTER = "DEAD_LETTER"
    """Messages that a queue gave up."""
    MIGRATION = "MIGRATION"
    """Changes of the embedding model whose backfill is not done."""


BY_TENANT = frozenset({DueWork.DECAY, DueWork.RETENTION})
"""Work that is listed by its tenant: who asks for a tenant's reads no key of another's."""
