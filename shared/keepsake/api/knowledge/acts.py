"""Corrections and acts on one memory."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import Field, model_validator
from typing_extensions import TypeAliasType

from keepsake.api.base import FROM_TEXT, Scoped, of_an_event
from keepsake.records import Category, Durability, FactInput, Id, Moment, Name, Slot, Type, Unit

MOST_MERGED = 10
"""Facts that one merge takes along: what follows from it must fit into the same transaction."""

WiderVisibility = TypeAliasType("WiderVisibility", Literal["shared", "public"])


class VerbatimRequest(FactInput, Scoped):
    """A fact that is kept as it is given."""

    @model_validator(mode="after")
    def bounded(self) -> Self:
        return of_an_event(self)


class WaitQuery(Scoped):
    wait_s: Annotated[int, Field(ge=0, le=20), FROM_TEXT] = 5
    """Seconds to wait for the index to show it before answering."""


class ActRequest(Scoped):
    """For acts that need nothing but the memory. Scope fields stand here or in the query."""


class PromoteRequest(Scoped):
    """From private over shared to public; shared adds to who may see it already."""

    to: WiderVisibility
    allowed_users: Annotated[tuple[Name, ...], Field(max_length=100)] = ()
    allowed_roles: Annotated[tuple[Name, ...], Field(max_length=100)] = ()

    @model_validator(mode="after")
    def shared_with_somebody(self) -> Self:
        if self.to == "shared" and not (self.allowed_users or self.allowed_roles):
            raise ValueError("shared needs allowed_users or allowed_roles")
        return self


class HandoffRequest(Scoped):
    to_agent_id: Id


class MergeRequest(Scoped):
    ids: Annotated[tuple[Name, ...], Field(min_length=1, max_length=MOST_MERGED)]


class FeedbackRequest(Scoped):
    useful: bool
    recall_id: Name | None = None


class CorrectionRequest(Scoped):
    """What is given takes the place of what stood there; `null` empties a slot or an end of time. The rest stays."""

    version: Annotated[int, Field(ge=1)]
    """The version that the correction was made from."""
    content: Annotated[str, Field(min_length=1, max_length=8000)] | None = None
    subject: Name = "user"
    category: Category = Category.ATTRIBUTE
    slot: Slot | None = None
    type: Type = Type.PROFILE
    labels: tuple[Name, ...] = ()
    tags: tuple[Name, ...] = ()
    entities: tuple[Name, ...] = ()
    anchors: tuple[Name, ...] = ()
    importance: Unit = 0.5
    durability: Durability = Durability.PERSISTENT
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    expires_at: Moment | None = None
    assistant_visible: bool = True
    metadata: dict[str, Any] = Field(default_factory=dict)

    EMPTIED: ClassVar = frozenset({"slot", "valid_to", "expires_at"})
    """Fields that null empties."""

    @property
    def given(self) -> frozenset[str]:
        """The fields that are corrected."""
        return frozenset(self.model_fields_set - set(Scoped.model_fields) - {"version"})

    @model_validator(mode="after")
    def something(self) -> Self:
        if not self.given:
            raise ValueError("at least one field to correct is needed")
        if any(getattr(self, name) is None for name in self.given - self.EMPTIED):
            raise ValueError("content and valid_from cannot be emptied")
        return self


class DeleteQuery(Scoped):
    purge: bool = False
    """At once and for good, instead of after the days in which a deleted memory can be restored."""
