"""What all rows have in common: frozen, a version, a key, and what the indexes need of them."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, ClassVar, NamedTuple

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field

from keepsake import ids
from keepsake.records.kinds import DueWork

Unit = Annotated[float, Field(ge=0, le=1)]
Name = Annotated[str, Field(min_length=1, max_length=256)]


def _fits_a_key(value: str) -> str:
    """Refuses what would not fit beside two more of its kind into a key of the table, which takes 2,048 bytes, 1,024 of them to sort by."""
    size = len(ids.part(value))
    if size > MOST_ENCODED:
        raise ValueError(f"takes at most {MOST_ENCODED} characters when percent-encoded, this one has {size}")
    return value


MOST_ENCODED = 512
Id = Annotated[Name, AfterValidator(_fits_a_key)]
"""A name that is part of a key. Letters and digits count once, other signs of ASCII three times, other letters six to twelve times."""


def _between(first: int, last: int) -> AfterValidator:
    """Refuses years outside of `first` to `last`: what stands for "none" in other systems (year 1, year 9999) is left out here, and a
    duration that is added to or taken from what is left stays a date."""

    def check(at: datetime) -> datetime:
        if not first <= at.year <= last:
            raise ValueError(f"lies outside of the years {first} to {last}; leave it out where there is none")
        return at

    return AfterValidator(check)


SaidAt = Annotated[AwareDatetime, _between(1900, 2200)]
"""When something was said, or is asked."""
Moment = Annotated[AwareDatetime, _between(1000, 3000)]
"""When something holds in the world, or ends."""


class Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, hide_input_in_errors=True)


class Due(NamedTuple):
    work: DueWork
    at: datetime


class Place(Frozen):
    """How far a walk through partitions came: the partition, which of the walk's prefixes, and the last sort key that was read."""

    owner: str
    stretch: Annotated[int, Field(ge=0)] = 0
    after: str | None = None


class Scope(Frozen):
    """Whose: the tenant and container always, a user unless the container itself is meant."""

    tenant: Id
    container: Id = "default"
    namespace: Id = "default"
    user_id: Id | None = None
    agent_id: Id | None = None
    session_id: Id | None = None

    @property
    def pk(self) -> str:
        return ids.user_pk(self.tenant, self.container, self.user_id)

    @property
    def session_name(self) -> str:
        """What the session goes by in its owner's partition: two namespaces' sessions of one id share no row."""
        return f"{ids.part(self.namespace)}#{ids.part(self.session_id or ids.NO_USER)}"


class Record(Frozen):
    """One row of the table. `version` counts its writes from 1 and is the condition of the next one."""

    prefix: ClassVar[str]
    projected: ClassVar[bool] = False
    """True for rows that have a document in the search index."""
    immutable: ClassVar[bool] = False
    """True for rows whose key says all that they hold: writing one again is no conflict."""

    version: Annotated[int, Field(ge=1)] = 1

    @property
    def key(self) -> ids.Key:
        raise NotImplementedError

    @property
    def lookup(self) -> str | None:
        """Hash key in the index `by_id`, for what a path names by its id alone and the id does not lead to."""
        return None

    @property
    def due(self) -> Due | None:
        return None

    @property
    def index_due_at(self) -> datetime | None:
        """Set on what is written for the search index to show; it is no part of the row."""
        return None

    @property
    def gone_at(self) -> datetime | None:
        """When DynamoDB may delete the row."""
        return None
