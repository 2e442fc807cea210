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
    HeldFor,
    Name,
    Role,
    Sensitivity,
    Slot,
    Source,
    Unit,
)


class SaidBefore(Frozen):
    """Words of an earlier event, by their places in its content: they are never copied, so that what is forgotten there is gone here."""

    event_id: Name
    begin: Annotated[int, Field(ge=0)]
    end: Annotated[int, Field(gt=0)]


class Claim(Frozen):
    """One atomic claim with its evidence.

    `content` is the speaker's own words, cut to the statement ("airflow is on 2.10 since monday [29 June 2026]"), or a chat model's wording
    of them; `raw` is the words it was made from.
    """

    content: Annotated[str, Field(min_length=1, max_length=8000)]
    raw: str
    context: Annotated[str, Field(max_length=700)] = ""
    """What it needs to stand alone, in the words of the talk: the question that it answers, what "it" is. Shown and indexed beside it."""
    context_from: str | None = None
    """Content of the claim of the same event whose words the context holds: where that may not be told, neither may this."""
    subject: Name = "user"
    subject_sure: bool = True
    """It names whom it is about; where not, what is known of another may tell better."""
    category: Category = Category.ATTRIBUTE
    durability: Durability = Durability.PERSISTENT
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
    weight: float | None = None
    """What speaks for its being of use later, by its words (`rules/reading/usefulness.py`); None: kept whatever it weighs."""
    negated: bool = False
    """The claim ends something ("I quit smoking", "no longer at Google") and names nothing in its place."""
    said_before: SaidBefore | None = None
    """What it needs to stand alone was said in an earlier message of the same sitting."""
    goes_on: bool = False
    """What it needs to stand alone was said in an earlier message (`rules/knowledge/goes_on.py`)."""
    undoes: bool = False
    """It takes the last change back ("back to grams", "never mind, keep it")."""


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


class Changes(StrEnum):
    """What a later statement does to an earlier one, as a model judges it."""

    REPLACES = "replaces"
    """It gives another value, state or plan of the same thing."""
    ENDS = "ends"
    """The earlier one holds no more."""
    UNSURE = "unsure"
    """It probably changes it."""


class Judgement(Frozen):
    """A model's word on two statements (row K4)."""

    observation_id: str
    """The later one."""
    fact_id: str
    changes: Changes


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
    people: tuple[tuple[str, str], ...] = ()
    """(name, kin or "") of those whom this user has spoken of before, in lower case."""
    held_for: HeldFor | None = None
    """Whom the session was held for when it was last heard."""
    before: tuple[Event, ...] = ()
    """The session's events just before, for what "there" or "yes" refers to; never extracted again."""


class Reflected(NamedTuple):
    """A model's answer: each sentence with the indexes of its evidence, and what it found no evidence for."""

    sentences: tuple[tuple[str, tuple[int, ...]], ...]
    missing: tuple[str, ...] = ()
