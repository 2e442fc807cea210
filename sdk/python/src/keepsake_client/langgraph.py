"""LangGraph's long-term store over items. Needs `keepsake-client[langgraph]`.

graph = builder.compile(store=KeepsakeStore(user_id="ann"))
"""

from __future__ import annotations

import asyncio
import logging
import math
import sys
from collections.abc import Coroutine, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeVar, cast

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
from keepsake_client.inputs import Filter, ItemPlace, ItemToGet, ItemToPut, Scope
from keepsake_client.items import Items
from keepsake_client.operations import C, operation
from keepsake_client.portions import portions
from keepsake_client.requests import Steps

AT_ONCE = 8
"""Most requests of one batch at a time."""
MOST_GETS, MOST_WRITES, MOST_BYTES = 10, 25, 200_000
"""Of one request."""
PAGE = 1000
"""Most items of one search."""
LONGEST_QUERY = 4000
"""Characters; embedding models read no more."""
T = TypeVar("T")
OPERATORS = {"$eq": "eq", "$ne": "ne", "$gt": "gt", "$gte": "gte", "$lt": "lt", "$lte": "lte"}

logger = logging.getLogger(__name__)


class KeepsakeStore(BaseStore):
    """Reads see what was written before, from any process. Every failure raises a KeepsakeError: nothing is lost silently.

    `url`, `key` and the scope are those of `Keepsake`: with `user_id` the items are that user's, and go when the user is erased; without
    it they are the container's. `index` names the fields that a search by text goes by, all of the value unless given, none where False;
    its `dims` and `embed` are not asked, for the service embeds. `ttl` as LangGraph has it; what has expired is never shown.
    A filter goes by names with dots between into nested objects, and a list equals each of its members. A value takes at most 256 KB of
    JSON. A search looks at 5,000 items; where there are more under its prefix, a warning is logged.
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
        """Results in the order of `ops`. Reads see what stood before the batch; of several puts to one key the last counts. Puts and
        deletions are written 25 at a time, each time all or none."""
        asked = list(ops)
        reads, writes = _planned(asked)
        items = StoredItems(self._memory.items._connection, self._memory.items._scope)
        with ThreadPoolExecutor(AT_ONCE) as pool:
            answers = list(pool.map(lambda group: items.read([asked[n] for n in group]), reads))
            list(pool.map(lambda puts: items.write(puts, self._index), writes))
        return _in_order(len(asked), reads, answers)

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """As `batch`."""
        asked = list(ops)
        reads, writes = _planned(asked)
        items = StoredItems(self._awaited.items._connection, self._awaited.items._scope)
        answers = await _each([items.read([asked[n] for n in group]) for group in reads])
        await _each([items.write(puts, self._index) for puts in writes])
        return _in_order(len(asked), reads, answers)


class StoredItems(Items[C]):
    """The store's operations as requests. Keys stand in bodies: in a path not every one comes through as it is."""

    @operation
    def read(self, ops: Sequence[Op]) -> Steps[Sequence[Result]]:
        """Of several gets, or of one other read."""
        if isinstance(ops[0], SearchOp):
            return [(yield from self._search(ops[0]))]
        if isinstance(ops[0], ListNamespacesOp):
            return [(yield from self._namespaces(ops[0]))]
        if isinstance(ops[0], GetOp):
            return (yield from self._gets([op for op in ops if isinstance(op, GetOp)]))
        raise ValueError(f"Unknown operation: {type(ops[0]).__name__}")

    @operation
    def write(self, ops: Sequence[PutOp], fields: Sequence[str] | Literal[False] | None) -> Steps[None]:
        deletes: list[ItemPlace] = [{"namespace": op.namespace, "key": op.key} for op in ops if op.value is None]
        puts: list[ItemToPut] = [
            {
                "namespace": op.namespace,
                "key": op.key,
                "value": dict(op.value),
                "index": fields if op.index is None or fields is False else op.index,
                "ttl_minutes": op.ttl,
            }
            for op in ops
            if op.value is not None
        ]
        yield from Items.batch.build(self, puts=puts, deletes=deletes)

    def _gets(self, ops: Sequence[GetOp]) -> Steps[list[Item | None]]:
        gets: list[ItemToGet] = [{"namespace": op.namespace, "key": op.key, "refresh_ttl": op.refresh_ttl} for op in ops]
        answer = yield from Items.batch.build(self, gets=gets)
        return [None if found is None else Item(**_fields(found)) for found in answer.items]

    def _search(self, op: SearchOp) -> Steps[list[SearchItem]]:
        rows: list[SearchItem] = []
        offset: int | None = op.offset
        while offset is not None and len(rows) < op.limit:
            page = yield from Items.search.build(
                self,
                op.namespace_prefix,
                query=(op.query or "")[:LONGEST_QUERY] or None,
                filter=translated(op.filter),
                limit=min(PAGE, op.limit - len(rows)),
                offset=offset,
                refresh_ttl=op.refresh_ttl,
            )
            if not page.complete:
                logger.warning("Not all items under %s were looked at: search under a longer prefix.", op.namespace_prefix)
            rows += [SearchItem(**_fields(found), score=found.score) for found in page.items]
            offset = page.next_offset
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
        yield _condition(field, "eq", wanted)
        return
    if not wanted:
        raise ValueError(f"{field}: an empty object is no condition that can be asked")
    compares = any(name.startswith("$") for name in wanted)
    for name, value in wanted.items():
        if not compares:
            yield from _conditions(f"{field}.{name}", value)
        elif name in OPERATORS:
            yield _condition(field, OPERATORS[name], value)
        else:
            raise ValueError(f"Unsupported operator: {name}")


def _condition(field: str, op: str, wanted: Any) -> Filter:
    """JSON has neither infinities nor NaN: the largest number stands for the ones, and nothing equals the other."""
    if wanted is None and op in ("eq", "ne"):
        return {"field": field, "op": "exists", "value": op == "ne"}
    if isinstance(wanted, float) and math.isnan(wanted):
        unmet: Filter = {"field": field, "op": "in", "value": []}
        return {"not": unmet} if op == "ne" else unmet
    if isinstance(wanted, float) and math.isinf(wanted):
        wanted = math.copysign(sys.float_info.max, wanted)
    return {"field": field, "op": op, "value": wanted}


def _planned(ops: Sequence[Op]) -> tuple[list[list[int]], list[list[PutOp]]]:
    """Places of the reads and the puts that count, each list for one request. Raises InvalidNamespaceError."""
    for op in ops:
        validate_op_namespace(op)
    gets = [n for n, op in enumerate(ops) if isinstance(op, GetOp)]
    reads = [gets[start : start + MOST_GETS] for start in range(0, len(gets), MOST_GETS)]
    reads += [[n] for n, op in enumerate(ops) if not isinstance(op, (GetOp, PutOp))]
    last = {(op.namespace, op.key): op for op in ops if isinstance(op, PutOp)}
    return reads, portions(last.values(), MOST_WRITES, MOST_BYTES, of=lambda op: op.value)


async def _each(calls: Sequence[Coroutine[Any, Any, T]]) -> list[T]:
    """What they give, some at a time; all of them end before the first failure is raised."""
    turns = asyncio.Semaphore(AT_ONCE)

    async def one(call: Coroutine[Any, Any, T]) -> T:
        async with turns:
            return await call

    ended = await asyncio.gather(*map(one, calls), return_exceptions=True)
    for result in ended:
        if isinstance(result, BaseException):
            raise result
    return cast("list[T]", ended)


def _in_order(count: int, places: Sequence[Sequence[int]], answers: Sequence[Sequence[Result]]) -> list[Result]:
    found = {n: result for group, results in zip(places, answers, strict=True) for n, result in zip(group, results, strict=True)}
    return [found.get(n) for n in range(count)]


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
