"""What an extractor says that events mean. A claim becomes an observation, and by reconciliation perhaps a fact."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, NamedTuple

from pydantic import AwareDatetime, Field

from keepsake.records import (
    Category,
    Durability,
    Event,
    Frozen,
    Name,
    Role,
    Sensitivity,
    Slot,
    Source,
    Unit,
)


class Claim(Frozen):
    """One atomic claim with its evidence.

    `content` reads alone ("The user's budget is under 800"); `raw` is the words it was made from.
    `category` and `durability` are None where no rule names them: the nearest labelled prototype decides.
    """

    content: Annotated[str, Field(min_length=1, max_length=8000)]
    raw: str
    subject: Name = "user"
    category: Category | None = None
    durability: Durability | None = None
    slot: Slot | None = None
    entities: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    anchors: tuple[str, ...] = ()
    importance: Unit = 0.5
    confidence: Unit = 0.5
    sensitivity: Sensitivity = Sensitivity.NONE
    source: Source = Source.EXPLICIT
    source_role: Role = Role.USER
    event_ids: Annotated[tuple[str, ...], Field(min_length=1)]
    valid_from: AwareDatetime
    valid_to: AwareDatetime | None = None
    replaces: str | None = None
    """Words of the earlier value that the text names as replaced ("not Thursday" in "Not Thursday, Friday.")."""
    correction: bool = False
    """The text marks itself as a correction ("actually", "no longer", "moved to")."""
    negated: bool = False
    """The claim ends something ("I quit smoking", "no longer at Google") and names nothing in its place."""


class ActionKind(StrEnum):
    NEW = "new"
    REINFORCE = "reinforce"
    UPDATE = "update"
    INVALIDATE = "invalidate"


class Action(Frozen):
    """What consolidation does to one fact, by which episodes (row K6)."""

    kind: ActionKind
    content: str = ""
    """The statement; empty where only the target changes."""
    subject: Name = "user"
    category: Category = Category.PATTERN
    confidence: Unit = 0.5
    target_id: str | None = None
    """The fact that it reinforces, updates or invalidates."""
    episode_ids: Annotated[tuple[str, ...], Field(min_length=1)]
    reason: str = ""


class TrimKind(StrEnum):
    REDUNDANT = "redundant"
    CONTRADICTED = "contradicted"
    NOISY = "noisy"
    VAGUE = "vague"
    MERGE = "merge"


class Trim(Frozen):
    """What a prune could do without, or join (row K9)."""

    kind: TrimKind
    fact_ids: Annotated[tuple[str, ...], Field(min_length=1)]
    """The fact that goes, or all that become one."""
    by_id: str | None = None
    """The fact that says it, or stands against it."""
    content: str = ""
    reason: str = ""


class Chunk(Frozen):
    """Consecutive events of one session that are extracted together."""

    events: Annotated[tuple[Event, ...], Field(min_length=1)]
    speakers: tuple[str, ...] = ()
    """Names among the session's user events. One name is an alias of 'user', several are each their own subject."""
    before: tuple[Event, ...] = ()
    """The session's events just before, for what "there" or "yes" refers to; never extracted again."""


class Reflected(NamedTuple):
    """A model's answer: each sentence with the indexes of its evidence, and what it found no evidence for."""

    sentences: tuple[tuple[str, tuple[int, ...]], ...]
    missing: tuple[str, ...] = ()
