"""The search index and the change of its embedding model."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from keepsake.api.base import Body, Time
from keepsake.records import Embedding, Id, Name
from keepsake.records.indexing import MigrationState

ModelSide = TypeAliasType("ModelSide", Literal["source", "target"])


class IndexAnswer(Body):
    alias: str
    indices: tuple[str, ...] = ()
    documents: int = 0
    rebuilt_at: Time | None = None
    """When it was last made anew from the table; null until that is done, or where it never was."""
    engine: str | None = None
    embedding: Embedding | None = None
    migration_id: str | None = None
    """The change of models that is open."""
    waiting: int = 0
    """Rows that the index does not show yet, counted up to 1,000."""


class RebuildAnswer(Body):
    status: Literal["started"] = "started"


class MigrationRequest(Body):
    """The model to change to; the endpoint serves it beside the present one."""

    embedding_model: Name
    embedding_dimension: Annotated[int, Field(ge=1, le=16_000)]


class MigrationView(Body):
    migration_id: str
    state: MigrationState
    source: Embedding
    target: Embedding
    active: Embedding
    """The one that recall goes by now."""
    done: int
    """Documents that the backfill brought to the target's index, of `total` at its start."""
    total: int
    errors: int
    last_error: str | None = None
    waiting: int
    """Documents of either index that still wait for a vector, counted up to 1,000: they are found by their words."""
    actor: str
    started_at: Time
    changed_at: Time


class LabelledQuery(Body):
    """A question of one user, with the ids of the memories or events that answer it where they are known."""

    tenant: Id
    container: Id = "default"
    namespace: Id = "default"
    user_id: Id | None = None
    query: Annotated[str, Field(min_length=1, max_length=4000)]
    relevant: Annotated[tuple[Name, ...], Field(max_length=100)] = ()


class CompareRequest(Body):
    queries: Annotated[tuple[LabelledQuery, ...], Field(max_length=100)] = ()
    """Without any, the words of stored memories and events are asked for."""
    sample: Annotated[int, Field(ge=1, le=100)] = 20
    """How many of those."""


class QueryComparison(Body):
    query: str
    """The place of the query in the request, or the id of the sampled record: never its words."""
    overlap_at_10: float
    """Share of the first ten that both models find."""
    recall_at_10: dict[ModelSide, float] | None = None
    """Share of the relevant ones among the first ten."""


class CompareAnswer(Body):
    queries: tuple[QueryComparison, ...]
    mean_overlap_at_10: float
    mean_recall_at_10: dict[ModelSide, float] | None = None
