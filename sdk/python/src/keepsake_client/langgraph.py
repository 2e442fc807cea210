"""LangGraph's long-term store over items. Needs `keepsake-client[langgraph]`.

graph = builder.compile(store=KeepsakeStore(user_id="ann"))
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from typing import Any, Literal, cast

from langgraph.store.base import (
    BaseStore,
    GetOp,
    IndexConfig,
    Item,
    ListNamespacesOp,
    MatchCondition,
    Op,
    PutOp,
    Result,
    SearchItem,
    SearchOp,
    TTLConfig,
    validate_op_namespace,
)
from typing_extensions import Unpack

from keepsake_client import models
from keepsake_client.client import AsyncKeepsake, Keepsake
from keepsake_client.errors import NotFound
from keepsake_client.inputs import Filter, Scope
from keepsake_client.items import Items
from keepsake_client.operations import C, operation
from keepsake_client.requests import Steps

AT_ONCE = 8
"""Most requests of one batch at a time."""
PAGE = 1000
"""Most items of one search."""
LONGEST_QUERY = 4000
"""Characters; embedding models read no more."""
OPERATORS = {"$eq": "eq", "$ne": "ne", "$gt": "gt", "$gte": "gte", "$lt": "lt", "$lte": "lte"}

logger = logging.getLogger(__name__)


class KeepsakeStore(BaseStore):
    """Reads see what was written before, from any process. Every failure raises a KeepsakeError: nothing is lost silently.

    `url`, `key` and the scope are those of `Keepsake`: with `user_id` the items are that user's, and go when the user is erased; without
    it they are the container's. `index` names the fields that a search by text goes by, all of the value unless given, none where False;
    its `dims` and `embed` are not asked, for the service embeds. `ttl` as LangGraph has it; what has expired is never shown.
    A search looks at 5,000 items; where there are more under its prefix, a warning is logged.
    """

    supports_ttl = True

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        index: IndexConfig | Literal[False] | None = None,
        ttl: TTLConfig | None = None,
        **scope: Unpack[Scope],
    ) -> None:
        self.ttl_config = ttl
        self._index: Sequence[str] | Literal[False] | None = False if index is False else (index or {}).get("fields")
        self._memory = Keepsake(url, key, **scope)
        self._awaited = AsyncKeepsake(url, key, **scope)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Results in the order of `ops`. Reads see what stood before the batch; of several puts to one key the last counts."""
        asked = list(ops)
        reads, puts = _planned(asked)
        items = StoredItems(self._memory.items._connection, self._memory.items._scope)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            found = dict(zip(reads, pool.map(lambda n: items.read(asked[n]), reads), strict=True))
            list(pool.map(lambda op: items.write(op, self._index), puts))
        return [found.get(n) for n in range(len(asked))]

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`."""
        asked = list(ops)
        reads, puts = _planned(asked)
        items = StoredItems(self._awaited.items._connection, self._awaited.items._scope)
        turns = asyncio.Semaphore(AT_ONCE)

        async def each(calls: Iterable[Callable[[], Awaitable[Result]]]) -> list[Result]:
            async def one(call: Callable[[], Awaitable[Result]]) -> Result:
                async with turns:
                    return await call()

            ended = await asyncio.gather(*map(one, calls), return_exceptions=True)
            for result in ended:
                if isinstance(result, BaseException):
                    raise result
            return cast("list[Result]", ended)

        found = dict(zip(reads, await each(partial(items.read, asked[n]) for n in reads), strict=True))
        await each(partial(items.write, op, self._index) for op in puts)
        return [found.get(n) for n in range(len(asked))]


class StoredItems(Items[C]):
    """The store's operations as requests."""

    @operation
    def read(self, op: Op) -> Steps[Result]:
        if isinstance(op, GetOp):
            return (yield from self._get(op))
        if isinstance(op, SearchOp):
            return (yield from self._search(op))
        if isinstance(op, ListNamespacesOp):
            return (yield from self._namespaces(op))
        raise ValueError(f"Unknown operation: {type(op).__name__}")

    @operation
    def write(self, op: PutOp, fields: Sequence[str] | Literal[False] | None) -> Steps[None]:
        if op.value is None:
            with suppress(NotFound):
                yield from Items.delete.build(self, op.namespace, op.key)
            return
        index = fields if op.index is None or fields is False else op.index
        yield from Items.put.build(self, op.namespace, op.key, dict(op.value), index=index, ttl_minutes=op.ttl)

    def _get(self, op: GetOp) -> Steps[Item | None]:
        try:
            found = yield from Items.get.build(self, op.namespace, op.key, refresh_ttl=op.refresh_ttl)
        except NotFound:
            return None
        return Item(**_fields(found))

    def _search(self, op: SearchOp) -> Steps[list[SearchItem]]:
        rows: list[SearchItem] = []
        while len(rows) < op.limit:
            size = min(PAGE, op.limit - len(rows))
            page = yield from Items.search.build(
                self,
                op.namespace_prefix,
                query=(op.query or "")[:LONGEST_QUERY] or None,
                filter=translated(op.filter),
                limit=size,
                offset=op.offset + len(rows),
                refresh_ttl=op.refresh_ttl,
            )
            if not page.complete:
                logger.warning("Not all items under %s were looked at: search under a longer prefix.", op.namespace_prefix)
            rows += [SearchItem(**_fields(found), score=found.score) for found in page.items]
            if len(page.items) < size:
                break
        return rows

    def _namespaces(self, op: ListNamespacesOp) -> Steps[list[tuple[str, ...]]]:
        # The service narrows by one prefix and one suffix; what more there is, is asked of what it gives.
        conditions = op.match_conditions or ()
        narrowed = {condition.match_type: condition.path for condition in conditions}
        found = yield from Items.namespaces.build(self, prefix=narrowed.get("prefix"), suffix=narrowed.get("suffix")).collected()
        meeting = (labels for labels in found if all(_meets(labels, condition) for condition in conditions))
        return sorted({labels[: op.max_depth] for labels in meeting})[op.offset : op.offset + op.limit]


def translated(filter: Mapping[str, Any] | None) -> Filter | None:
    """LangGraph's filter as Keepsake's. Raises ValueError for an operator that is none."""
    conditions = [one for field, wanted in (filter or {}).items() for one in _conditions(f"value.{field}", wanted)]
    return {"and": conditions} if conditions else None


def _conditions(field: str, wanted: Any) -> Iterator[Filter]:
    if not isinstance(wanted, Mapping):
        yield {"field": field, "op": "eq", "value": wanted}
        return
    compares = any(name.startswith("$") for name in wanted)
    for name, value in wanted.items():
        if not compares:
            yield from _conditions(f"{field}.{name}", value)
        elif name in OPERATORS:
            yield {"field": field, "op": OPERATORS[name], "value": value}
        else:
            raise ValueError(f"Unsupported operator: {name}")


def _planned(ops: Sequence[Op]) -> tuple[list[int], list[PutOp]]:
    """Places of the reads, and the puts that count. Raises InvalidNamespaceError."""
    for op in ops:
        validate_op_namespace(op)
    puts = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
    return [n for n, op in enumerate(ops) if not isinstance(op, PutOp)], list(puts.values())


def _meets(labels: tuple[str, ...], condition: MatchCondition) -> bool:
    path = condition.path
    if len(labels) < len(path):
        return False
    part = labels[: len(path)] if condition.match_type == "prefix" else labels[len(labels) - len(path) :]
    return all(wanted in ("*", label) for wanted, label in zip(path, part, strict=True))


def _fields(found: models.ItemView | models.FoundItem) -> dict[str, Any]:
    return {
        "namespace": tuple(found.namespace),
        "key": found.key,
        "value": found.value,
        "created_at": found.created_at,
        "updated_at": found.updated_at,
    }
