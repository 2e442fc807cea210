"""Settings of one deployment, read from the environment once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal

from pydantic import Field, field_validator

from keepsake.records import Frozen

PREFIX = "KEEPSAKE_"


class Settings(Frozen):
    """Each field is the environment variable KEEPSAKE_<NAME>; OPENAI_BASE_URL keeps the name that its SDK gives it."""

    table: str = ""
    request_counts_table: str = ""
    requests_per_minute: Annotated[int, Field(ge=0)] = 0
    """That one tenant may send; 0: any number."""
    events_per_minute: Annotated[int, Field(ge=0)] = 0
    bytes_per_minute: Annotated[int, Field(ge=0)] = 0
    """Of request bodies."""
    authorizer_ttl: Annotated[int, Field(ge=0, le=3600)] = 0
    """Seconds for which API Gateway remembers a key."""
    import_bytes: Annotated[int, Field(ge=0)] = 0
    """Of one file; 0: as many as S3 takes in one upload."""
    import_lines: Annotated[int, Field(ge=0)] = 0
    import_bytes_per_day: Annotated[int, Field(ge=0)] = 0
    """Of all files of one tenant in 24 hours."""
    import_lines_per_day: Annotated[int, Field(ge=0)] = 0
    extract_queue_url: str = ""
    consolidate_queue_url: str = ""
    access_queue_url: str = ""
    dead_letter_urls: str = ""
    """Of the three queues' dead-letter queues, with commas between."""
    search_endpoint: str = ""
    search_signed: bool = False
    """Sign requests to OpenSearch with SigV4: true on AWS."""
    search_analyzer: Literal["english", "standard"] = "english"
    search_shards: Annotated[int, Field(ge=1, le=1024)] = 1
    """Of an index that is made from now on."""
    search_replicas: Annotated[int, Field(ge=0, le=5)] = 0
    """Copies of each shard; a domain of one node has room for none."""
    index_alias: str = "keepsake"
    embedding_model: str = "multilingual-e5-small.3"
    embedding_dimension: Annotated[int, Field(ge=1, le=16_000)] = 384
    embedding_text_tokens: Annotated[int, Field(ge=64, le=1_000_000)] = 8_191
    """What the embedding model takes of one text; the rest of a longer one is found by its words alone."""
    chat_model: str = ""
    """Empty: memories are extracted by rules."""
    judge_model: str = ""
    """Reads two statements and scores whether the later one ends the earlier one, at the model endpoint's /rerank; empty, or beside a chat
    model, which judges itself: none."""
    salience_model: str = ""
    """Reads a statement and its message and scores how surely it is worth keeping, at the model endpoint's /rerank; empty, or beside a chat
    model, which reads itself: none."""
    filing_model: str = ""
    """Reads a statement and its message and scores what label fits it (rules/reading/filing.py), at the model endpoint's /rerank; empty, or
    beside a chat model, which reads itself: none."""
    model_tokens_per_day: Annotated[int, Field(ge=0)] = 0
    """Tokens of the chat model that a tenant may use in a UTC day; 0: any number."""
    rerank_url: str = ""
    """A cross-encoder's /rerank; empty: the fused order stands."""
    rerank_style: Literal["cohere", "tei"] = "cohere"
    rerank_model: str = ""
    rerank_secret_arn: str = ""
    openai_base_url: str = "https://api.openai.com/v1"
    model_secret_arn: str = ""
    operator_secret_arn: str = ""
    files_bucket: str = ""
    """Where the files of exports and imports lie."""
    state_bucket: str = ""
    """Where large rows of a session's state lie."""
    signing_secret_arn: str = ""
    """What exports are signed with."""
    exports_function: str = ""
    """Writes what another function asked to be exported."""
    erase_function: str = ""
    """Erases whom another function asked to be erased."""

    @field_validator("search_endpoint")
    @classmethod
    def with_scheme(cls, value: str) -> str:
        return f"http://{value}" if value and "://" not in value else value


def read(environment: Mapping[str, str]) -> Settings:
    """Settings of an environment; an empty variable counts as unset. Raises pydantic.ValidationError."""
    names = {field: "OPENAI_BASE_URL" if field == "openai_base_url" else PREFIX + field.upper() for field in Settings.model_fields}
    return Settings.model_validate({field: environment[name] for field, name in names.items() if environment.get(name)})


@cache
def current() -> Settings:
    """This process's settings."""
    return read(os.environ)
