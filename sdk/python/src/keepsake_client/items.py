"""JSON values by namespace and key, byte for byte, with filter, search and a time to live."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.inputs import Filter, ItemPlace, ItemToGet, ItemToPut, Scope
from keepsake_client.operations import C, Group, listing, operation
from keepsake_client.requests import Pages, Request, given, path

Labels = str | Sequence[str]
"""Of an item's namespace, from the outermost in: `("users", "ann")`, or with dots between."""


class Items(Group[C]):
    @operation
    def put(
        self,
        labels: Labels,
        key: str,
        value: Any,
        *,
        index: Sequence[str] | Literal[False] | None = None,
        ttl_minutes: float | None = None,
        **scope: Unpack[Scope],
    ) -> Request[models.ItemView]:
        """Takes the place of what was there. `index`: paths in the value that a search by text goes by, like `title`; all of it unless
        given, nothing where False. Without `ttl_minutes` it stays for good."""
        body = {"value": value, **given(index=index, ttl_minutes=ttl_minutes)}
        return self._post(path("items", dotted(labels), key), models.ItemView, scope, body, method="PUT")

    @operation
    def get(self, labels: Labels, key: str, *, refresh_ttl: bool = False, **scope: Unpack[Scope]) -> Request[models.ItemView]:
        """As it was written last. Raises NotFound, also once its time is over; `refresh_ttl` lets that begin anew."""
        query = self._scoped(scope) | {"refresh_ttl": refresh_ttl}
        return Request("GET", path("items", dotted(labels), key), models.ItemView, query)

    @operation
    def delete(self, labels: Labels, key: str, **scope: Unpack[Scope]) -> Request[None]:
        """Raises NotFound where there is none."""
        return Request("DELETE", path("items", dotted(labels), key), None, self._scoped(scope))

    @operation
    def batch(
        self,
        *,
        gets: Sequence[ItemToGet] = (),
        puts: Sequence[ItemToPut] = (),
        deletes: Sequence[ItemPlace] = (),
        **scope: Unpack[Scope],
    ) -> Request[models.ItemsGot]:
        """Up to 10 gets, which see what stood before, 25 puts and 25 deletes, all of which are done or none. Of the answer, `items` holds
        what was got, in that order, None where there is nothing. Raises Invalid where one item is written twice."""
        named = {"gets": gets, "puts": puts, "deletes": deletes}
        return self._post("/items/batch", models.ItemsGot, scope, {name: list(rows) for name, rows in named.items() if rows})

    @operation
    def search(
        self,
        prefix: Sequence[str] = (),
        *,
        query: str | None = None,
        filter: Filter | None = None,
        limit: int = 10,
        offset: int = 0,
        refresh_ttl: bool = False,
        **scope: Unpack[Scope],
    ) -> Request[models.ItemsFound]:
        """Of a namespace and those within it. With `query` the nearest by meaning come first, without it those that changed last.
        `filter`: over `value.*`, `key`, `created_at`, `updated_at`. `limit`: 1 to 1,000; of large items fewer come, and `next_offset` tells
        where the next ones begin."""
        body = given(query=query, filter=filter)
        body |= {"prefix": list(prefix), "limit": limit, "offset": offset, "refresh_ttl": refresh_ttl}
        return self._post("/items/search", models.ItemsFound, scope, body)

    @listing
    def namespaces(
        self,
        *,
        prefix: Labels | None = None,
        suffix: Labels | None = None,
        max_depth: int | None = None,
        limit: int | None = None,
        **scope: Unpack[Scope],
    ) -> Pages[tuple[str, ...]]:
        """Those that hold items; `*` in prefix and suffix stands for any one label. `max_depth` cuts them to so many."""
        query = self._scoped(scope) | {
            "prefix": None if prefix is None else dotted(prefix),
            "suffix": None if suffix is None else dotted(suffix),
            "max_depth": max_depth,
        }
        return Pages(Request("GET", "/items", dict[str, Any], query), "namespaces", tuple[str, ...], limit)


def dotted(labels: Labels) -> str:
    return labels if isinstance(labels, str) else ".".join(labels)
