"""Items: JSON values by namespace and key (read what was written, at once), found by filter and by text."""

from __future__ import annotations

import base64
import json
import struct
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from operator import mul
from typing import Any

from keepsake import api, cursors
from keepsake.api.state.items import MOST_LABELS
from keepsake.errors import Invalid, LostRace, ModelUnavailable, NotFound, Unavailable
from keepsake.flows import members
from keepsake.flows.knowledge.upkeep import read_state
from keepsake.ports import Delete, Embedder, Store, Write
from keepsake.records import Embedding, Item, ItemVectors, Scope, item_key, items_prefix
from keepsake.rules import words
from keepsake.rules.recall import filters
from keepsake.rules.state import namespaces, texts

RACES = 5
READ_AT_ONCE = 500
MOST_SEARCHED = 5_000
"""Items that a search looks at: 10 MB of them, about a second's reading."""
MOST_STEPS = 1_000
"""Namespaces that one list looks at, a small read each; the next one goes on behind them."""
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


def put(store: Store, embedder: Embedder, scope: Scope, labels: tuple[str, ...], name: str, given: api.ItemRequest, now: datetime) -> Item:
    """The item as it stands; the last writer wins. Raises Unavailable while the user is erased."""
    if read_state(store, scope)[0].erasing:
        raise Unavailable("This user is being erased.", retry_after_s=10)
    members.enlist(store, scope)
    made = Item(
        scope=scope, labels=labels, name=name, text=json.dumps(given.value, ensure_ascii=False, separators=(",", ":")), fields=given.index,
        ttl_minutes=given.ttl_minutes, expires_at=_expiry(given.ttl_minutes, now), created_at=now, updated_at=now,
    )  # fmt: skip
    if len(made.key.sk.encode()) > cursors.LONGEST:
        raise Invalid("key: is too long with its namespace", errors=[{"field": "key", "message": "is too long with its namespace"}])
    made = made.model_copy(update={"vectors": _vectors(embedder, texts.texts(given.value, given.index))})
    for _ in range(RACES):
        held = store.read([made.key], consistent=True).get(made.key)
        after = made
        if isinstance(held, Item):
            begun = held.created_at if _alive(held, now) else now
            after = made.model_copy(update={"created_at": begun, "version": held.version + 1})
        try:
            store.commit([Write(after, held.version if held else None)])
        except LostRace:
            continue
        return after
    raise LostRace("Too many writers on one item.")


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
    """Raises NotFound."""
    store.commit([Delete(get(store, scope, labels, name, False, now).key)])


def search(store: Store, embedder: Embedder, scope: Scope, asked: api.ItemSearch, now: datetime) -> api.ItemsFound:
    """Raises Invalid for a filter that is none."""
    passes = filters.compiled(asked.filter, "filter", of=FIELDS)
    found: list[tuple[Item, Any]] = []
    complete = True
    for seen, item in enumerate(_walk(store, scope, items_prefix(asked.prefix))):
        if seen == MOST_SEARCHED:
            complete = False
            break
        if _alive(item, now) and passes((item, value := json.loads(item.text))):
            found.append((item, value))
    degraded: tuple[str, ...] = ()
    ranked: list[tuple[Item, Any, float | None]]
    if asked.query is None:
        ranked = [(i, v, None) for i, v in sorted(found, key=lambda f: (f[0].updated_at, f[0].key), reverse=True)]
    else:
        scores, degraded = _scores(embedder, asked.query, found)
        order = sorted(range(len(found)), key=lambda n: (scores[n] is None, -(scores[n] or 0.0), found[n][0].key))
        ranked = [(*found[n], scores[n]) for n in order]
    page = ranked[asked.offset : asked.offset + asked.limit]
    kept = _refreshed(store, [i for i, _, _ in page], now) if asked.refresh_ttl else [i for i, _, _ in page]
    rows = tuple(
        api.FoundItem(**_fields(item, value), score=score if score is None else round(score, 6))
        for item, (_, value, score) in zip(kept, page, strict=True)
    )
    return api.ItemsFound(items=rows, complete=complete, degraded=degraded)


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


def _vectors(embedder: Embedder, said: Sequence[str]) -> ItemVectors | None:
    """None where there is nothing to embed, or the model does not answer: a search embeds it then."""
    if not said:
        return None
    try:
        made = embedder.embed(list(said))
    except ModelUnavailable:
        return None
    data = b"".join(struct.pack(f"<{len(v)}e", *v) for v in made)
    return ItemVectors(made_by=Embedding(model=embedder.model, dimension=embedder.dimension), data=base64.b64encode(data).decode())


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
        return [max((_overlap(wanted, t) for t in own), default=None) for own in said], ("vector",)
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
    return float(sum(map(mul, one, other)))
