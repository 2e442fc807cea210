"""Items: JSON values by namespace and key (read what was written, at once), found by filter and by text."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import accumulate, islice
from typing import Any

from keepsake import api, cursors, telemetry
from keepsake.api.state.items import MOST_LABELS
from keepsake.errors import Invalid, LostRace, ModelUnavailable, NotFound, Unavailable
from keepsake.flows import members
from keepsake.flows.carried import carried_size
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.ids import Key
from keepsake.ports import Delete, Embedder, Store, Write
from keepsake.records import Embedding, Item, ItemVectors, Record, Scope, item_key, items_prefix
from keepsake.rules import nearness, words
from keepsake.rules.recall import filters
from keepsake.rules.state import namespaces, texts

MISSING = "vector"
"""What `degraded` names where the model does not answer."""
RACES = 5
READ_AT_ONCE = 500
MOST_SEARCHED = 5_000
"""Items that a search looks at: 10 MB of small ones, about a second's reading."""
MOST_SEARCHED_BYTES = 32_000_000
"""Of large ones, with their vectors: what there is time and memory for."""
MOST_STEPS = 1_000
"""Namespaces that one list looks at, a small read each; the next one goes on behind them."""
LAST = "ÿ"
"""Behind every sign of a key, which are those that percent-encoding leaves; a cursor holds what can be printed."""
MOST_EMBEDDED = 100
"""Texts of items without a vector of the model in use that a search embeds beside its query."""
FIELDS = filters.Fields(
    frozenset({"key", "created_at", "updated_at"}),
    "value.",
    frozenset({"created_at", "updated_at"}),
    lambda found, field: (
        filters.inside(found[1], field.removeprefix("value."))
        if field.startswith("value.")
        else getattr(found[0], {"key": "name"}.get(field, field))
    ),
)
"""What a filter may ask of an item and its value."""


def labels_of(namespace: str | None) -> tuple[str, ...]:
    """The labels of a namespace as it stands in a path, with dots between. Raises Invalid."""
    labels = tuple(namespace.split(".")) if namespace else ()
    if len(labels) > MOST_LABELS or not all(labels) or any("\x00" in label for label in labels):
        raise Invalid(
            f"namespace: takes 1 to {MOST_LABELS} labels with dots between", errors=[{"field": "namespace", "message": "is not fit"}]
        )
    return labels


def put(store: Store, embedder: Embedder, scope: Scope, labels: tuple[str, ...], name: str, given: api.ItemInput, now: datetime) -> Item:
    """The item as it stands; the last writer wins. Raises Unavailable while the user is erased."""
    (made,) = write(store, embedder, scope, {item_key(scope, labels, name): _made(scope, labels, name, given, now)}, (), now)
    return made


def batch(store: Store, embedder: Embedder, scope: Scope, asked: api.ItemBatch, now: datetime) -> api.ItemsGot:
    """The gets first, then all writes or none. Raises Invalid where one item is written twice, Unavailable while the user is erased."""
    puts = {item_key(scope, p.namespace, p.key): _made(scope, p.namespace, p.key, p, now) for p in asked.puts}
    deletes = {item_key(scope, d.namespace, d.key) for d in asked.deletes}
    if len(puts.keys() | deletes) < len(asked.puts) + len(asked.deletes):
        raise Invalid("puts: an item is written twice", errors=[{"field": "puts", "message": "name an item that another write names"}])
    keys = [item_key(scope, g.namespace, g.key) for g in asked.gets]
    found = {k: r for k, r in store.read(keys, consistent=True).items() if isinstance(r, Item) and _alive(r, now)} if keys else {}
    wanted = {key for key, get in zip(keys, asked.gets, strict=True) if get.refresh_ttl}
    found |= {i.key: i for i in _refreshed(store, [i for k, i in found.items() if k in wanted], now)}
    if puts or deletes:
        write(store, embedder, scope, puts, deletes, now)
    return api.ItemsGot(items=tuple(view(found[k]) if k in found else None for k in keys))


def write(
    store: Store, embedder: Embedder, scope: Scope, puts: Mapping[Key, Item], deletes: Collection[Key], now: datetime
) -> tuple[Item, ...]:
    """All of it or nothing, and what was put as it stands."""
    if read_state(store, scope)[0].erasing:
        raise Unavailable("This user is being erased.", retry_after_s=10)
    if any(len(key.sk.encode()) > cursors.LONGEST for key in puts):
        raise Invalid("key: is too long with its namespace", errors=[{"field": "key", "message": "is too long with its namespace"}])
    members.enlist(store, scope)
    made = dict(zip(puts, _embedded(embedder, list(puts.values())), strict=True))
    for _ in range(RACES):
        held = store.read(list(made), consistent=True) if made else {}
        after = [_succeeding(item, held.get(key), now) for key, item in made.items()]
        versions = [held[item.key].version if item.key in held else None for item in after]
        try:
            store.commit([*map(Write, after, versions), *map(Delete, deletes)])
        except LostRace:
            continue
        return tuple(after)
    raise LostRace("Too many writers on one item.")


def _made(scope: Scope, labels: tuple[str, ...], name: str, given: api.ItemInput, now: datetime) -> Item:
    return Item(
        scope=scope, labels=labels, name=name, text=json.dumps(given.value, ensure_ascii=False, separators=(",", ":")), fields=given.index,
        ttl_minutes=given.ttl_minutes, expires_at=_expiry(given.ttl_minutes, now), created_at=now, updated_at=now,
    )  # fmt: skip


def _succeeding(item: Item, held: Record | None, now: datetime) -> Item:
    if not isinstance(held, Item):
        return item
    return item.model_copy(update={"created_at": held.created_at if _alive(held, now) else now, "version": held.version + 1})


def get(store: Store, scope: Scope, labels: tuple[str, ...], name: str, refresh_ttl: bool, now: datetime) -> Item:
    """Raises NotFound, also for what has expired."""
    key = item_key(scope, labels, name)
    item = store.read([key], consistent=True).get(key)
    if not isinstance(item, Item) or not _alive(item, now):
        raise NotFound("There is no such item.")
    if refresh_ttl:
        (item,) = _refreshed(store, [item], now)
    return item


def delete(store: Store, scope: Scope, labels: tuple[str, ...], name: str, now: datetime) -> None:
    """Raises NotFound, to all but one of several who delete it at once."""
    try:
        store.commit([Delete(get(store, scope, labels, name, False, now).key, present=True)])
    except LostRace as err:
        raise NotFound("There is no such item.") from err


def search(store: Store, embedder: Embedder, scope: Scope, asked: api.ItemSearch, now: datetime) -> api.ItemsFound:
    """Raises Invalid for a filter that is none."""
    passes = filters.compiled(asked.filter, "filter", of=FIELDS)
    found: list[tuple[Item, Any]] = []
    complete = True
    read = 0
    for seen, item in enumerate(_walk(store, scope, items_prefix(asked.prefix))):
        if seen == MOST_SEARCHED or read > MOST_SEARCHED_BYTES:
            complete = False
            break
        read += len(item.text) + (len(item.vectors.data) if item.vectors else 0)
        if _alive(item, now) and passes((item, value := json.loads(item.text))):
            found.append((item, value))
    degraded: tuple[str, ...] = ()
    ranked: list[tuple[Item, Any, float | None]]
    if asked.query is None:
        ranked = [(i, v, None) for i, v in sorted(found, key=lambda f: (f[0].updated_at, f[0].key), reverse=True)]
    else:
        scores, degraded = _scores(embedder, asked.query, found)
        for lost in degraded:
            telemetry.count("RecallsDegraded", 1, part=lost)
        order = sorted(range(len(found)), key=lambda n: (scores[n] is None, -(scores[n] or 0.0), found[n][0].key))
        ranked = [(*found[n], scores[n]) for n in order]
    page = _fitting(ranked[asked.offset : asked.offset + asked.limit])
    kept = _refreshed(store, [i for i, _, _ in page], now) if asked.refresh_ttl else [i for i, _, _ in page]
    rows = tuple(
        api.FoundItem(**_fields(item, value), score=score if score is None else round(score, 6))
        for item, (_, value, score) in zip(kept, page, strict=True)
    )
    behind = asked.offset + len(rows)
    return api.ItemsFound(items=rows, complete=complete, next_offset=behind if behind < len(ranked) else None, degraded=degraded)


def _fitting(page: Sequence[tuple[Item, Any, float | None]]) -> list[tuple[Item, Any, float | None]]:
    """As many as one answer carries; at least one."""
    carried = accumulate(carried_size(item.text) for item, _, _ in page)
    return [row for n, (row, so_far) in enumerate(zip(page, carried, strict=True)) if n == 0 or so_far <= api.MOST_CARRIED_BYTES]


def listed(store: Store, scope: Scope, query: api.NamespaceQuery, now: datetime) -> api.NamespaceList:
    """The namespaces that hold items, in their order, each once: one small read for each."""
    prefix, suffix = labels_of(query.prefix), labels_of(query.suffix)
    after = cursors.read(scope.pk, Item.prefix, query.cursor)
    spelled = prefix[: prefix.index(namespaces.ANY)] if namespaces.ANY in prefix else prefix
    found: dict[tuple[str, ...], str] = {}
    for _ in range(MOST_STEPS):
        page = store.query(scope.pk, items_prefix(spelled), after=after, limit=1)
        (item,) = page.records or (None,)
        if not isinstance(item, Item):
            return api.NamespaceList(namespaces=tuple(found))
        if not _alive(item, now):
            after = item.key.sk
            continue
        # Behind every item of this namespace, which follow "#", and before those within it: percent-encoding yields nothing below "%".
        after = f"{items_prefix(item.labels)}$"
        if namespaces.shown(item.labels, prefix, suffix):
            cut = namespaces.cut(item.labels, query.max_depth)
            if cut not in found and len(found) == query.limit:
                last = list(found.values())[-1]
                return api.NamespaceList(namespaces=tuple(found), next_cursor=cursors.make(scope.pk, Item.prefix, last))
            if len(cut) == query.max_depth:  # what else lies within it would be cut to the same
                after = f"{items_prefix(max(cut, spelled, key=len))}{LAST}"
            found[cut] = after
    return api.NamespaceList(namespaces=tuple(found), next_cursor=cursors.make(scope.pk, Item.prefix, after) if after else None)


def view(item: Item) -> api.ItemView:
    return api.ItemView(**_fields(item, json.loads(item.text)))


def _fields(item: Item, value: Any) -> dict[str, Any]:
    return {
        "namespace": item.labels, "key": item.name, "value": value, "created_at": item.created_at, "updated_at": item.updated_at,
        "expires_at": item.expires_at,
    }  # fmt: skip


def _walk(store: Store, scope: Scope, prefix: str) -> Iterator[Item]:
    after = None
    while True:
        page = store.query(scope.pk, prefix, after=after, limit=READ_AT_ONCE, consistent=True)
        yield from (r for r in page.records if isinstance(r, Item))
        after = page.after
        if after is None:
            return


def _alive(item: Item, now: datetime) -> bool:
    """DynamoDB takes days to remove what has expired."""
    return item.expires_at is None or now < item.expires_at


def _expiry(ttl_minutes: float | None, now: datetime) -> datetime | None:
    return now + timedelta(minutes=ttl_minutes) if ttl_minutes else None


def _refreshed(store: Store, items: Sequence[Item], now: datetime) -> list[Item]:
    """The items, each with its time to live begun anew; one that somebody else wrote meanwhile keeps theirs."""
    lasting = [i for i in items if i.ttl_minutes]
    after = {i.key: i.model_copy(update={"expires_at": _expiry(i.ttl_minutes, now), "version": i.version + 1}) for i in lasting}
    store.put_each([Write(a, a.version - 1) for a in after.values()])
    return [after.get(i.key, i) for i in items]


def _embedded(embedder: Embedder, made: Sequence[Item]) -> list[Item]:
    """The items with their vectors, all texts in one request; as they are where the model does not answer: a search embeds them then."""
    said = [texts.texts(json.loads(item.text), item.fields) for item in made]
    if not any(said):
        return list(made)
    try:
        vectors = iter(embedder.embed([text for own in said for text in own]))
    except ModelUnavailable:
        return list(made)
    by = Embedding(model=embedder.model, dimension=embedder.dimension)
    packed = [b"".join(struct.pack(f"<{len(v)}e", *v) for v in islice(vectors, len(own))) for own in said]
    return [
        item.model_copy(update={"vectors": ItemVectors(made_by=by, data=base64.b64encode(data).decode())}) if data else item
        for item, data in zip(made, packed, strict=True)
    ]


def _scores(embedder: Embedder, query: str, found: Sequence[tuple[Item, Any]]) -> tuple[list[float | None], tuple[str, ...]]:
    """The cosine of each item's nearest text; by words in common where the model does not answer."""
    said = [texts.texts(value, item.fields) for item, value in found]
    made_by = Embedding(model=embedder.model, dimension=embedder.dimension)
    stale = [n for n, (item, _) in enumerate(found) if said[n] and (item.vectors is None or item.vectors.made_by != made_by)]
    fresh = [(n, text) for n in stale for text in said[n]][:MOST_EMBEDDED]
    try:
        asked, *beside = embedder.embed([query, *(text for _, text in fresh)])
    except ModelUnavailable:
        wanted = words.content(query)
        return [max((_overlap(wanted, t) for t in own), default=None) for own in said], (MISSING,)
    made: dict[int, list[Sequence[float]]] = {}
    for (n, _), vector in zip(fresh, beside, strict=True):
        made.setdefault(n, []).append(vector)
    for n, (item, _) in enumerate(found):
        if item.vectors is not None and item.vectors.made_by == made_by:
            made.setdefault(n, []).extend(_unpacked(item.vectors))
    return [max(_cosine(asked, v) for v in made[n]) if n in made else None for n in range(len(found))], ()


def _overlap(wanted: frozenset[str], text: str) -> float:
    return len(wanted & words.content(text)) / len(wanted) if wanted else 0.0


def _unpacked(held: ItemVectors) -> list[tuple[float, ...]]:
    data, size = base64.b64decode(held.data), 2 * held.made_by.dimension
    return [struct.unpack(f"<{held.made_by.dimension}e", data[i : i + size]) for i in range(0, len(data), size)]


def _cosine(one: Sequence[float], other: Sequence[float]) -> float:
    """At most 1, which half floats would pass by a little."""
    return max(-1.0, min(1.0, nearness.dot(one, other)))
