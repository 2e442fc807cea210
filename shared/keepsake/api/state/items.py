"""Requests and answers about items: JSON values by namespace and key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, WithJsonSchema

from keepsake.api.base import Body, Limit, Scoped, Time
from keepsake.records import Id

MOST_LABELS = 10
MOST_LISTED = 1000
MOST_FIELDS = 8
"""Paths of an item that are found by text: each is a vector of its own."""


def _label(value: str) -> str:
    if "." in value or "\x00" in value:
        raise ValueError("holds a dot or a NUL, which no label may")
    return value


Label = Annotated[Id, AfterValidator(_label)]
Path = Annotated[str, Field(min_length=1, max_length=256)]

ItemFilter = Annotated[dict[str, Any], WithJsonSchema({"type": "object", "x-schema": "ItemFilter"})]
"""What `rules.recall.filters` checks; the description shows it as it does."""


MOST_GETS = 10
"""At once: what they answer has to fit into one answer however large they are."""
MOST_WRITES = 25
"""Of one batch; all of them are one transaction, whose texts are embedded in one request."""


class ItemInput(Body):
    value: Any
    """Any JSON; comes back as it was given."""
    index: Annotated[tuple[Path, ...], Field(min_length=1, max_length=MOST_FIELDS)] | Literal[False] | None = None
    """Paths in the value that a search by text goes by, like `title`, `author.name`, `parts[*].text`; all of it unless given, nothing
    where false."""
    ttl_minutes: Annotated[float, Field(gt=0, le=5_256_000)] | None = None
    """How long it stays after it was written, or read with `refresh_ttl`; for good unless given."""


class ItemRequest(ItemInput, Scoped):
    pass


class ItemPlace(Body):
    namespace: Annotated[tuple[Label, ...], Field(min_length=1, max_length=MOST_LABELS)]
    key: Id


class ItemToGet(ItemPlace):
    refresh_ttl: bool = False
    """Let its time to live begin anew, where the key may write; reading with one that may not changes nothing."""


class ItemToPut(ItemInput, ItemPlace):
    pass


class ItemBatch(Scoped):
    gets: Annotated[tuple[ItemToGet, ...], Field(max_length=MOST_GETS)] = ()
    """They see what stood before this batch."""
    puts: Annotated[tuple[ItemToPut, ...], Field(max_length=MOST_WRITES)] = ()
    """Each takes the place of what was there."""
    deletes: Annotated[tuple[ItemPlace, ...], Field(max_length=MOST_WRITES)] = ()
    """What is not there is no error."""


class ItemQuery(Scoped):
    refresh_ttl: bool = False
    """Let its time to live begin anew, where the key may write; reading with one that may not changes nothing."""


class ItemView(Body):
    namespace: tuple[str, ...]
    key: str
    value: Any
    created_at: Time
    updated_at: Time
    expires_at: Time | None = None


class ItemsGot(Body):
    items: tuple[ItemView | None, ...]
    """In the order of the gets; null where there is none."""


class ItemSearch(Scoped):
    prefix: Annotated[tuple[Label, ...], Field(max_length=MOST_LABELS)] = ()
    """Only items of this namespace, and of those within it."""
    query: Annotated[str, Field(min_length=1, max_length=4000)] | None = None
    """Nearest by meaning first; without it those that changed last."""
    filter: ItemFilter | None = None
    """As `filters` of a recall, over `value.*`, `key`, `created_at`, `updated_at`."""
    limit: Annotated[int, Field(ge=1, le=MOST_LISTED)] = 10
    offset: Annotated[int, Field(ge=0, le=5000)] = 0
    refresh_ttl: bool = False
    """Let the time to live of those that are found begin anew, where the key may write."""


class FoundItem(ItemView):
    score: float | None = None
    """Cosine of the query and the nearest of its texts, -1 to 1; null without a query, and of what has no text."""


class ItemsFound(Body):
    items: tuple[FoundItem, ...]
    complete: bool
    """Whether all items under the prefix were looked at; a narrower prefix finds the rest."""
    next_offset: int | None = None
    """Where the next page begins; null at the end. A page holds fewer than `limit` where more would not fit into an answer."""
    degraded: tuple[str, ...] = ()
    """`vector` where the embedding model did not answer: then words in common decide."""


class NamespaceQuery(Scoped):
    prefix: Annotated[str, Field(max_length=2000)] | None = None
    """Labels with dots between; `*` stands for any one."""
    suffix: Annotated[str, Field(max_length=2000)] | None = None
    """As `prefix`, from the end."""
    max_depth: Annotated[int, Field(ge=1, le=MOST_LABELS)] | None = None
    """Cut namespaces to this many labels."""
    limit: Limit = 50
    cursor: str | None = None


class NamespaceList(Body):
    namespaces: tuple[tuple[str, ...], ...]
    next_cursor: str | None = None
