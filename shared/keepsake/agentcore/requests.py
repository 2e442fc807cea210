"""What clients of AgentCore Memory send, by its service model, with its bounds. What is not served here is not in these shapes, so it is
refused by its name."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator
from pydantic.alias_generators import to_camel

from keepsake.records import SaidAt

MOST_BRANCH = 100


class Wire(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True, alias_generator=to_camel)


def _time(value: object) -> object:
    """Seconds since 1970 with their fraction, or ISO 8601."""
    if isinstance(value, bool):
        raise ValueError("has to be a time")
    try:
        if isinstance(value, int | float):
            return datetime.fromtimestamp(value, UTC)
        at = datetime.fromisoformat(str(value))
    except (ValueError, OverflowError, OSError) as err:
        raise ValueError("has to be a time") from err
    return at if at.tzinfo else at.replace(tzinfo=UTC)


Time = Annotated[SaidAt, BeforeValidator(_time)]
Text = Annotated[str, Field(min_length=1, max_length=100_000)]
Key = Annotated[str, Field(min_length=1, max_length=128)]
ShortText = Annotated[str, Field(min_length=1, max_length=64)]
Token = Annotated[str, Field(min_length=1, max_length=500)]
Namespace = Annotated[str, Field(min_length=1, max_length=1024)]
Template = Annotated[str, Field(min_length=1, max_length=512)]
ResourceName = Annotated[str, Field(pattern=r"^[a-zA-Z][a-zA-Z0-9_]{0,47}$")]
Description = Annotated[str, Field(min_length=1, max_length=4096)]
ExpiryDays = Annotated[int, Field(ge=3, le=3650)]


class Paged(Wire):
    max_results: Annotated[int, Field(ge=1, le=100)] = 20
    next_token: str | None = None


# ---------------------------------------------------------------- events


class Said(Wire):
    text: Text


class Conversational(Wire):
    content: Said
    role: Literal["ASSISTANT", "USER", "TOOL", "OTHER"]


class Item(Wire):
    """One of the two: a message, or what is kept byte for byte."""

    conversational: Conversational | None = None
    blob: Any = None

    @model_validator(mode="after")
    def one(self) -> Self:
        if (self.conversational is None) == (self.blob is None):
            raise ValueError("takes one of conversational and blob, and not null")
        return self


class Branch(Wire):
    name: Annotated[str, Field(min_length=1, max_length=MOST_BRANCH)]
    root_event_id: Annotated[str, Field(pattern=r"^[0-9]{1,30}#[a-fA-F0-9]{1,64}$")] | None = None


class StringValue(Wire):
    string_value: Annotated[str, Field(max_length=256)]


class CreateEvent(Wire):
    actor_id: Annotated[str, Field(min_length=1, max_length=255)]
    session_id: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    event_timestamp: Time
    payload: Annotated[tuple[Item, ...], Field(max_length=100)]
    branch: Branch | None = None
    client_token: Token | None = None
    metadata: Annotated[dict[Key, StringValue], Field(max_length=15)] = Field(default_factory=dict)
    extraction_mode: Literal["SKIP"] | None = None


class Inline(Wire):
    payload: Annotated[tuple[Item, ...], Field(min_length=1, max_length=100)]


class DataSource(Wire):
    inline: Inline


class IngestData(Wire):
    source: DataSource
    content_timestamp: Time
    actor_id: Annotated[str, Field(min_length=1, max_length=255)]
    session_id: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    metadata: Annotated[dict[Key, StringValue], Field(max_length=15)] = Field(default_factory=dict)
    client_token: Token | None = None


class ExtractionJobFilter(Wire):
    strategy_id: Text | None = None
    session_id: Text | None = None
    actor_id: Text | None = None
    status: Literal["FAILED"] | None = None


class ListExtractionJobs(Paged):
    max_results: Annotated[int, Field(ge=1, le=50)] = 20
    filter: ExtractionJobFilter | None = None


class ExtractionJob(Wire):
    job_id: Text


class StartExtractionJob(Wire):
    extraction_job: ExtractionJob
    client_token: Token | None = None


class Left(Wire):
    metadata_key: Key


class EventRight(Wire):
    metadata_value: StringValue


class EventCondition(Wire):
    left: Left
    operator: Literal["EQUALS_TO", "EXISTS", "NOT_EXISTS"]
    right: EventRight | None = None


class BranchFilter(Wire):
    name: Annotated[str, Field(min_length=1, max_length=MOST_BRANCH)]
    include_parent_branches: bool = False


class EventFilter(Wire):
    branch: BranchFilter | None = None
    event_metadata: Annotated[tuple[EventCondition, ...], Field(max_length=5)] = ()


class ListEvents(Paged):
    include_payloads: bool = True
    filter: EventFilter | None = None


class SessionFilter(Wire):
    event_filter: Literal["HAS_EVENTS"] | None = None


class ListSessions(Paged):
    filter: SessionFilter | None = None


# ---------------------------------------------------------------- records


class Value(Wire):
    string_value: Annotated[str, Field(min_length=1, max_length=256)] | None = None
    string_list_value: Annotated[tuple[ShortText, ...], Field(min_length=1, max_length=5)] | None = None
    number_value: float | None = None
    date_time_value: Time | None = None

    @model_validator(mode="after")
    def one(self) -> Self:
        if len(self.model_fields_set) != 1 or all(getattr(self, name) is None for name in type(self).model_fields):
            raise ValueError("takes one value")
        return self

    @property
    def plain(self) -> Any:
        if self.date_time_value is not None:
            return {"dateTimeValue": self.date_time_value.timestamp()}
        if self.string_list_value is not None:
            return list(self.string_list_value)
        return self.string_value if self.string_value is not None else self.number_value


class Right(Wire):
    metadata_value: Value


class Condition(Wire):
    left: Left
    operator: Literal[
        "EQUALS_TO", "EXISTS", "NOT_EXISTS", "BEFORE", "AFTER", "CONTAINS", "GREATER_THAN", "GREATER_THAN_OR_EQUALS", "LESS_THAN",
        "LESS_THAN_OR_EQUALS",
    ]  # fmt: skip
    right: Right | None = None


Conditions = Annotated[tuple[Condition, ...], Field(max_length=5)]


class Named(Paged):
    """By an exact namespace, or by the path that namespaces begin with."""

    namespace: Namespace | None = None
    namespace_path: Namespace | None = None

    @model_validator(mode="after")
    def one_of_both(self) -> Self:
        if self.namespace is not None and self.namespace_path is not None:
            raise ValueError("takes one of namespace and namespacePath")
        return self


class Criteria(Wire):
    search_query: Annotated[str, Field(min_length=1, max_length=10_000)]
    memory_strategy_id: str | None = None
    top_k: Annotated[int, Field(ge=1, le=100)] = 10
    metadata_filters: Conditions = ()


class RetrieveMemoryRecords(Named):
    search_criteria: Criteria


class ListMemoryRecords(Named):
    memory_strategy_id: str | None = None
    metadata_filters: Conditions = ()


class RecordText(Wire):
    text: Annotated[str, Field(min_length=1, max_length=8000)]
    """AgentCore takes 16,000 characters; a fact here takes half as many."""


class Expiry(Wire):
    record_expiry_duration_days: Annotated[int, Field(ge=31, le=36_500)]


class NewRecord(Wire):
    request_identifier: Annotated[str, Field(min_length=1, max_length=80)]
    namespaces: Annotated[tuple[Namespace, ...], Field(max_length=1)]
    content: RecordText
    timestamp: Time
    memory_strategy_id: Annotated[str, Field(min_length=1, max_length=100)] | None = None
    metadata: Annotated[dict[Key, Value], Field(max_length=20)] = Field(default_factory=dict)


class BatchCreate(Wire):
    records: Annotated[tuple[NewRecord, ...], Field(max_length=100)]
    client_token: Token | None = None
    record_expiry_specification: Expiry | None = None


class ChangedRecord(Wire):
    """Its namespaces and metadata stay as they are, so they are not taken here."""

    memory_record_id: Annotated[str, Field(min_length=1, max_length=300)]
    timestamp: Time
    content: RecordText | None = None


class BatchUpdate(Wire):
    records: Annotated[tuple[ChangedRecord, ...], Field(max_length=100)]


class NamedRecord(Wire):
    memory_record_id: Annotated[str, Field(min_length=1, max_length=300)]
    namespace: Namespace | None = None


class BatchDelete(Wire):
    records: Annotated[tuple[NamedRecord, ...], Field(max_length=100)]


# ---------------------------------------------------------------- memories, as resources


class Reflections(Wire):
    namespaces: Annotated[tuple[Template, ...], Field(max_length=1)] = ()
    namespace_templates: Annotated[tuple[Template, ...], Field(max_length=1)] = ()


class NewStrategy(Wire):
    name: ResourceName
    description: Description | None = None
    namespaces: Annotated[tuple[Template, ...], Field(max_length=1)] = ()
    namespace_templates: Annotated[tuple[Template, ...], Field(max_length=1)] = ()


class EpisodicStrategy(NewStrategy):
    reflection_configuration: Reflections | None = None


class StrategyInput(Wire):
    """One of four; strategies with a prompt or a pipeline of one's own are not served."""

    semantic_memory_strategy: NewStrategy | None = None
    summary_memory_strategy: NewStrategy | None = None
    user_preference_memory_strategy: NewStrategy | None = None
    episodic_memory_strategy: EpisodicStrategy | None = None

    @model_validator(mode="after")
    def one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError("takes one strategy")
        return self


class IndexedKey(Wire):
    key: Key
    type: Literal["STRING", "STRINGLIST", "NUMBER"]


class CreateMemory(Wire):
    client_token: Annotated[str, Field(max_length=500)] | None = None
    name: ResourceName
    description: Description | None = None
    memory_execution_role_arn: str | None = None
    """Nothing here acts in a role of the caller's: it is taken, and told again."""
    event_expiry_duration: ExpiryDays
    memory_strategies: Annotated[tuple[StrategyInput, ...], Field(max_length=6)] = ()
    indexed_keys: Annotated[tuple[IndexedKey, ...], Field(max_length=10)] = ()


class ChangedStrategy(Wire):
    """Its namespaces stay: records lie under them."""

    memory_strategy_id: str
    description: Description | None = None


class GoneStrategy(Wire):
    memory_strategy_id: str


class StrategyChanges(Wire):
    add_memory_strategies: Annotated[tuple[StrategyInput, ...], Field(max_length=6)] = ()
    modify_memory_strategies: Annotated[tuple[ChangedStrategy, ...], Field(max_length=6)] = ()
    delete_memory_strategies: Annotated[tuple[GoneStrategy, ...], Field(max_length=6)] = ()


class UpdateMemory(Wire):
    client_token: Annotated[str, Field(max_length=500)] | None = None
    description: Description | None = None
    event_expiry_duration: ExpiryDays | None = None
    memory_execution_role_arn: str | None = None
    memory_strategies: StrategyChanges | None = None
    add_indexed_keys: Annotated[tuple[IndexedKey, ...], Field(max_length=10)] = ()


class DeleteMemory(Wire):
    client_token: str | None = None
