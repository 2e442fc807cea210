"""Requests of mem0's clients, every generation of them, as far as they are served. What cannot be honoured is named here and refused:
dropping it silently would change what is remembered."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, model_validator

from keepsake.api import MOST_EVENTS, MOST_TOP_K
from keepsake.errors import Invalid
from keepsake.records import Id, Name
from keepsake.rules.intake import named_once
from keepsake.rules.recall.filters import wrong

Moment = int | float | str
ENTITIES = ("user_id", "agent_id", "app_id", "run_id")
MOST_BATCH = 1000
MOST_PAGE = 1000
PAGE = 100
MOST_METADATA_BYTES = 8 * 1024

INSTEAD: dict[str, str] = {
    "custom_instructions": "what is kept is decided alike for all: keep a text as it is with infer=False",
    "agent_custom_instructions": "what is kept is decided alike for all: keep a text as it is with infer=False",
    "prompt_profile_id": "what is kept is decided alike for all: keep a text as it is with infer=False",
    "includes": "what is kept is decided alike for all: send only what is meant",
    "excludes": "what is kept is decided alike for all: leave out what is not meant",
    "custom_categories": "categories are Keepsake's own: put yours into metadata and filter by it",
    "structured_data_schema": "a memory is text with metadata: put structured data into metadata",
    "immutable": "protect the memory instead, with POST /v1/memories/{id}/protect",
    "enable_graph": "facts are always linked: read GET /v1/memories/{id}/relations",
    "temporal_reasoning": "dates are always read: leave it out",
}
"""Fields that change what is kept, with what to do instead."""
HARMLESS: tuple[Any, ...] = (None, False, [], {}, "")
"""Values with which such a field asks for nothing."""


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)


class Asked(Model):
    """What any request may carry: older clients name an organisation and a project, as the ping told them."""

    org_id: str | None = None
    project_id: Id | None = None
    org_name: str | None = None
    project_name: str | None = None
    version: str | None = None
    output_format: str | None = None
    api_version: str | None = None
    source: str | None = None
    """Which of mem0's tools asks."""
    async_mode: bool | None = None
    """Of an addition: False waits until it is read. Asks for nothing elsewhere, and some clients send it everywhere."""


class Entities(Asked):
    """Whose, as an addition or a deletion names it."""

    user_id: Id | None = None
    agent_id: Id | None = None
    app_id: Id | None = None
    run_id: Id | None = None

    @property
    def named(self) -> dict[str, str]:
        """Those that are given."""
        return {name: value for name in ENTITIES if (value := getattr(self, name)) is not None}


class Message(Model):
    role: Literal["user", "assistant", "system", "tool"] = "user"
    content: str
    name: Name | None = None


class Addition(Entities):
    messages: Annotated[tuple[Message, ...], Field(min_length=1, max_length=MOST_EVENTS)]
    filters: dict[str, Any] | None = None
    """Entity ids, as some clients' options give them."""
    metadata: dict[str, Any] | None = None
    infer: bool = True
    timestamp: Moment | None = None
    observation_datetime: str | None = None
    observation_date: str | None = None
    timezone: str | None = None
    expiration_date: str | None = None

    @model_validator(mode="after")
    def bounded(self) -> Self:
        if len(json.dumps(self.metadata or {}, ensure_ascii=False).encode()) > MOST_METADATA_BYTES:
            raise ValueError(f"metadata: takes at most {MOST_METADATA_BYTES} bytes, since every memory that is read has it")
        return self

    @property
    def said(self) -> Moment | None:
        return next((v for v in (self.timestamp, self.observation_datetime, self.observation_date) if v is not None), None)


class Reading(Entities):
    """What a search and a list have in common. Clients before 2.0 name entities beside the filters."""

    filters: dict[str, Any] | None = None
    metadata: dict[str, Any] | None = None
    categories: list[str] | None = None
    fields: list[str] | None = None
    show_expired: bool | None = None
    latest_only: bool | None = None
    top_k: Annotated[int, Field(ge=1, le=1000)] | None = None
    limit: Annotated[int, Field(ge=1, le=1000)] | None = None
    enable_graph: bool | None = None

    @property
    def conditions(self) -> dict[str, Any] | None:
        """All that narrows it, as one filter."""
        beside: list[dict[str, Any]] = [{name: value} for name, value in self.named.items()]
        beside += [{"metadata": self.metadata}] if self.metadata else []
        beside += [{"categories": {"in": self.categories}}] if self.categories else []
        if not beside:
            return self.filters
        return {"AND": [*([self.filters] if self.filters else []), *beside]}


class Search(Reading):
    query: Annotated[str, Field(min_length=1, max_length=8000)]
    threshold: Annotated[float, Field(ge=0, le=1)] | None = None
    rerank: bool | None = None
    keyword_search: bool | None = None
    filter_memories: bool | None = None
    reference_date: Moment | None = None
    only_metadata_based_search: bool | None = None

    @model_validator(mode="after")
    def servable(self) -> Self:
        if self.show_expired:
            raise ValueError("show_expired: a search never tells what has expired; a list does")
        if self.filter_memories or self.only_metadata_based_search:
            raise ValueError("filter_memories and only_metadata_based_search: are not served; use filters, or list by metadata")
        if (self.top_k or self.limit or 0) > MOST_TOP_K:
            raise ValueError(f"top_k: has to be at most {MOST_TOP_K}")
        return self


class Listing(Reading):
    start_date: str | None = None
    end_date: str | None = None
    keywords: Annotated[str, Field(min_length=1, max_length=1000)] | None = None
    page: Annotated[int, Field(ge=1)] | None = None
    page_size: Annotated[int, Field(ge=1, le=MOST_PAGE)] | None = None


class Update(Asked):
    text: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    metadata: dict[str, Any] | None = None
    timestamp: Moment | None = None
    expiration_date: str | None = None

    @model_validator(mode="after")
    def something(self) -> Self:
        if not {"text", "metadata", "timestamp", "expiration_date"} & self.model_fields_set:
            raise ValueError("at least one of text, metadata, timestamp, expiration_date is needed")
        return self


class BatchedUpdate(Model):
    memory_id: Name
    text: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    metadata: dict[str, Any] | None = None


class BatchUpdate(Asked):
    memories: Annotated[tuple[BatchedUpdate, ...], Field(min_length=1, max_length=MOST_BATCH)]


class OneOf(Model):
    memory_id: Name


class BatchDeletion(Asked):
    memories: Annotated[tuple[OneOf, ...], Field(min_length=1, max_length=MOST_BATCH)]


class Feedback(Asked):
    memory_id: Name
    feedback: Literal["POSITIVE", "NEGATIVE", "VERY_NEGATIVE"] | None = None
    feedback_reason: Annotated[str, Field(max_length=2000)] | None = None


class Named(Entities):
    """Those whose memories are meant, by the address."""


class ExportRequest(Entities):
    """`schema` may only be empty: memories are exported as they are."""

    model_config = ConfigDict(protected_namespaces=())

    schema_: Any = Field(None, alias="schema")
    filters: dict[str, Any] | None = None
    export_instructions: str | None = None

    @property
    def conditions(self) -> dict[str, Any]:
        return (
            {"AND": [*([self.filters] if self.filters else []), *({n: v} for n, v in self.named.items())]}
            if self.filters or self.named
            else {}
        )


class ExportQuery(Entities):
    filters: dict[str, Any] | None = None
    memory_export_id: Name | None = None


class Events(Asked):
    user_id: Id | None = None
    page: Annotated[int, Field(ge=1)] | None = None
    page_size: Annotated[int, Field(ge=1, le=50)] | None = None


def served(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields without those that ask for nothing. Raises Invalid for one that asks for what is not done, with what to do instead."""
    for name, instead in INSTEAD.items():
        if name in fields and not any(fields[name] is v or (v is not None and fields[name] == v) for v in HARMLESS):
            raise wrong(name, f"is not served: {instead}")
    return {name: value for name, value in fields.items() if name not in INSTEAD}


def texts(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of an addition with each message's content as one text. Raises Invalid for pictures and files."""
    messages = fields.get("messages")
    if isinstance(messages, str | dict):
        messages = [{"role": "user", "content": messages} if isinstance(messages, str) else messages]
    if not isinstance(messages, list):
        return fields
    return fields | {"messages": [_text(m, n) for n, m in enumerate(messages)]}


def _text(message: Any, nth: int) -> Any:
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, dict):
        content = [content]
    if not isinstance(content, list):
        return message
    if not all(isinstance(p, dict) and p.get("type") == "text" and isinstance(p.get("text"), str) for p in content):
        raise _no_text(nth)
    return message | {"content": "\n".join(p["text"] for p in content)}


def _no_text(nth: int) -> Invalid:
    return wrong(f"messages.{nth}.content", "takes text alone: describe a picture or a file in words")


def of_address(query: Mapping[str, str]) -> dict[str, Any]:
    """Parameters of an address in the types that a body has them in."""
    fields: dict[str, Any] = {}
    for name, value in query.items():
        if name in ("page", "page_size", "limit", "top_k"):
            fields[name] = int(value) if value.isdecimal() and len(value) < 10 else value
        elif name in ("categories", "fields"):
            fields[name] = value.split(",")
        elif name in ("show_expired", "latest_only", "enable_graph", "async_mode"):
            fields[name] = {"true": True, "false": False}.get(value.lower(), value)
        elif name in ("metadata", "filters"):
            try:
                fields[name] = json.loads(value, object_pairs_hook=named_once.fields)
            except (ValueError, RecursionError) as err:
                raise wrong(name, "is not JSON") from err
        else:
            fields[name] = value
    return fields
