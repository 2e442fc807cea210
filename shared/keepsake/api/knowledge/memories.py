"""How memories, events, topics and the profile are listed and shown."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from keepsake.api.base import TIME_FROM_TEXT, Body, Limit, Scoped, ScopeQuery, Time, View
from keepsake.records import Category, Event, Kind, Memory, Moment, Name, Progress, Status, Trust, Type, Validity, Verdict
from keepsake.rules import quoting
from keepsake.rules.knowledge import guides
from keepsake.rules.policy import Strategy

Stance = TypeAliasType("Stance", Literal["for", "against"])
LinkDirection = TypeAliasType("LinkDirection", Literal["out", "in"])


MomentParameter = Annotated[Moment, TIME_FROM_TEXT]


class Selection(Scoped):
    """Which memories are meant: those that meet all of it."""

    kind: Kind | None = None
    type: Type | None = None
    subject: Name | None = None
    category: Category | None = None
    topic: Name | None = None
    validity: Validity | None = None
    status: Status | None = None
    trust: Trust | None = None
    text: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    """Words that all stand in it, in any form (`move` finds `moved`)."""
    filter: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    """A filter as a recall takes it, as JSON: `{"field": "metadata.device", "op": "eq", "value": "ios"}`."""
    created_after: MomentParameter | None = None
    """From this time on."""
    created_before: MomentParameter | None = None
    """Before this time."""
    updated_after: MomentParameter | None = None
    """From this time on."""
    updated_before: MomentParameter | None = None
    """Before this time."""


class ListQuery(Selection):
    """A page may hold fewer than `limit`, also none, where the next ones are far apart; `next_cursor` tells whether there are more."""

    limit: Limit = 50
    cursor: str | None = None


class DeletionQuery(Selection):
    preview: bool = False
    """Answer what would be deleted, and change nothing."""
    purge: bool = False
    """For good with the next sweep, within the hour, instead of after the days in which a deleted memory can be restored."""


class MemoryView(View):
    memory_id: str
    kind: Kind
    content: str
    quoted: str | None = None
    raw: str
    structured: dict[str, Any]
    event_ids: tuple[str, ...]
    version: int
    processing_status: Progress
    case: str


class MemoryList(Body):
    memories: tuple[MemoryView, ...]
    next_cursor: str | None = None


class FieldChange(Body):
    """What a version changed against the one before it."""

    field: str
    before: Any
    after: Any


class VersionView(View):
    version: int
    content: str
    verdict: str
    reason: str
    actor: str
    at: Time
    changes: tuple[FieldChange, ...] = ()
    """Against the version before it; none of the first one, and of what was purged."""


class HistoryAnswer(Body):
    versions: tuple[VersionView, ...]
    next_cursor: str | None = None


class EventView(View):
    event_id: str
    content: str
    verdict: Verdict
    processing_status: Progress
    memory_ids: tuple[str, ...]


class Evidence(Body):
    observation_id: str
    content: str
    verdict: str
    reason: str
    approval: str | None
    stance: Stance
    event_ids: tuple[str, ...]
    at: Time


class CaseAnswer(Body):
    memory_id: str
    content: str
    trust: Trust
    confidence: float
    observations: tuple[Evidence, ...]
    events: tuple[EventView, ...]
    history: tuple[VersionView, ...]
    next_cursor: str | None = None


class RelationView(Body):
    type: str
    target: str
    direction: LinkDirection
    content: str | None = None


class RelationsAnswer(Body):
    relations: tuple[RelationView, ...]
    next_cursor: str | None = None


class DecayQuery(ScopeQuery):
    now: MomentParameter | None = None
    """Suppose this time."""


class DecayPoint(Body):
    at: Time
    score: float


class DecayStep(Body):
    """What a sweep will make of it."""

    at: Time
    status: Status
    score: float
    reason: str


class DecayAnswer(Body):
    memory_id: str
    at: Time
    strategy: Strategy
    """The container's."""
    status: Status
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
    points: tuple[DecayPoint, ...]
    """Of the curve, from when it was last touched; none where it does not fade."""
    steps: tuple[DecayStep, ...]
    """Of the sweeps to come, each with another status."""


class TopicView(View):
    memory_id: str
    topic: str
    facts: int
    """Current facts under it."""
    aliases: tuple[str, ...]
    summaries: tuple[MemoryView, ...]


class TopicList(Body):
    topics: tuple[TopicView, ...]
    next_cursor: str | None = None


class ProfileQuery(Scoped):
    subject: Name | None = None
    """Whose profile alone: `user`, or one of those that the scope tells about. Without it, or with `*`, everybody's: an agent's role and a
    container's own facts are seldom about a user."""
    category: Name | None = None
    tag: Name | None = None
    feature: Name | None = None


class ProfileValue(Body):
    value: str
    memory_id: str
    subject: str
    content: str
    confidence: float
    trust: Trust
    validity: Validity
    valid_from: Time
    valid_to: Time | None = None
    recorded_at: Time
    superseded_at: Time | None = None
    event_ids: tuple[str, ...]
    replaced_by: str | None = None
    verdict: str
    reason: str
    """Why it stands as it does."""


class ProfileFeature(Body):
    values: tuple[ProfileValue, ...] = ()
    history: tuple[ProfileValue, ...] = ()
    """Earlier and contested values, newest first."""


class ProfileAnswer(Body):
    profile: dict[str, dict[str, dict[str, ProfileFeature]]]
    """Category > tag > feature."""


HIDDEN_OF_EVENTS = frozenset(
    "scope content_hash index_due previous_event_id observation_ids changed_ids version fact for_facts progress searchable vectors"
    " embedded".split()
)
HIDDEN_OF_MEMORIES = frozenset("scope content order index_due decay_due fades_with access vectors embedded told".split())
"""Fields of the records that are ours alone, or are shown in another form."""


def event_view(event: Event) -> dict[str, Any]:
    """The whole event as the API shows it."""
    view = event.model_dump(mode="json", exclude=set(HIDDEN_OF_EVENTS))
    return {"event_id": view.pop("event_id")} | event.scope.model_dump(mode="json", exclude={"tenant"}) | view | {
        "processing_status": event.progress.value
    }  # fmt: skip


def memory_view(memory: Memory) -> dict[str, Any]:
    """The whole record as the API shows it: `content` is the summary text, the scope's fields stand beside it."""
    view = memory.model_dump(mode="json", exclude=set(HIDDEN_OF_MEMORIES))
    scope = memory.scope.model_dump(mode="json", exclude={"tenant"})
    return (
        {"memory_id": view.pop("memory_id"), "kind": view.pop("kind"), "content": memory.content.summary}
        | {"quoted": quoting.data(memory.content.summary, memory.trust, memory.source_role)}
        | {"raw": memory.content.raw or memory.content.summary, "structured": guides.structured(memory)}
        | scope
        | view
        | {"processing_status": Progress.CHUNKED.value if memory.index_due else Progress.PROCESSED.value}
        | {"access_control": memory.access.model_dump(mode="json"), "case": f"/v1/memories/{memory.memory_id}/case"}
    )
