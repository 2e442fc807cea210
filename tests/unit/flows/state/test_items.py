"""Items: read what was written, found by filter and by text, gone when their time is over."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepsake import api, telemetry
from keepsake.errors import Invalid, LostRace, ModelUnavailable, NotFound
from keepsake.flows.fence import Fenced
from keepsake.flows.governance.erase import erase, request
from keepsake.flows.state import items
from keepsake.ports import Write
from keepsake.records import Item, Permission, Principal
from local.in_memory import World, scope

OWNER = Principal(tenant="acme", key_id="k", permissions=(Permission.READ, Permission.WRITE, Permission.ADMIN))
MINE = scope(session_id=None)
LABELS = st.text(st.characters(codec="utf-8", exclude_characters=".\x00"), min_size=1, max_size=12)


def put(world: World, namespace: str, key: str, value: Any, **fields: Any) -> None:
    world.now += timedelta(seconds=1)
    body = api.ItemRequest.model_validate({"value": value} | fields)
    items.put(world.store, world.embedder, MINE, items.labels_of(namespace), key, body, world.now)


def get(world: World, namespace: str, key: str, refresh: bool = False) -> Any:
    return items.view(items.get(world.store, MINE, items.labels_of(namespace), key, refresh, world.now)).value


def search(world: World, *prefix: str, **asked: Any) -> api.ItemsFound:
    return items.search(world.store, world.embedder, MINE, api.ItemSearch.model_validate({"prefix": prefix} | asked), world.now)


def namespaces(world: World, **query: Any) -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        page = items.listed(world.store, MINE, api.NamespaceQuery(cursor=cursor, **query), world.now)
        found += [".".join(n) for n in page.namespaces]
        cursor = page.next_cursor
        if cursor is None:
            return found


def test_what_was_written_is_read_at_once_and_the_last_writer_wins() -> None:
    world = World()
    put(world, "users.ann", "theme", {"theme": "dark"})
    put(world, "users.ann", "theme", {"theme": "light"})
    assert get(world, "users.ann", "theme") == {"theme": "light"}
    (found,) = search(world, "users").items
    assert found.created_at < found.updated_at


@given(names=st.lists(st.tuples(LABELS, LABELS), min_size=1, max_size=6, unique=True))
@settings(max_examples=60, deadline=None)
def test_no_namespace_or_key_runs_into_another(names: list[tuple[str, str]]) -> None:
    world = World()
    for label, key in names:
        put(world, label, key, [label, key])
    for label, key in names:
        assert get(world, label, key) == [label, key]
        mine = search(world, label, limit=100).items
        assert {(i.namespace, i.key) for i in mine} == {((one,), k) for one, k in names if one == label}
    assert sorted(namespaces(world)) == sorted({label for label, _ in names})


def test_prefix_finds_what_lies_within_and_nothing_that_only_begins_alike() -> None:
    world = World()
    for namespace in ("users", "users.ann", "users.ann.notes", "users2"):
        put(world, namespace, "k", namespace)
    assert {i.value for i in search(world, "users").items} == {"users", "users.ann", "users.ann.notes"}
    assert {i.value for i in search(world, "users", "ann").items} == {"users.ann", "users.ann.notes"}


def test_filter_asks_values_by_path() -> None:
    world = World()
    put(world, "n", "a", {"age": 30, "home": {"city": "Oslo"}})
    put(world, "n", "b", {"age": 41, "home": {"city": "Bonn"}})
    both: Any = {"and": [{"field": "value.age", "op": "gt", "value": 18}, {"field": "value.home.city", "op": "eq", "value": "Oslo"}]}
    assert [i.key for i in search(world, "n", filter=both).items] == ["a"]
    with pytest.raises(Invalid, match="value"):
        search(world, "n", filter={"field": "category", "op": "eq", "value": "x"})


def test_query_finds_the_nearest_first_and_what_is_not_indexed_last() -> None:
    world = World()
    put(world, "n", "tea", {"text": "Ann drinks green tea"})
    put(world, "n", "car", {"text": "The blue car needs new tyres"})
    put(world, "n", "off", {"text": "Ann drinks green tea"}, index=False)
    found = search(world, "n", query="green tea").items
    assert [i.key for i in found] == ["tea", "car", "off"]
    assert found[0].score is not None
    assert found[-1].score is None


def test_only_the_paths_that_were_named_are_searched() -> None:
    world = World()
    put(world, "n", "a", {"title": "green tea", "body": "tyres"}, index=["body"])
    put(world, "n", "b", {"title": "tyres", "parts": [{"text": "green tea"}]}, index=["parts[*].text"])
    assert [i.key for i in search(world, "n", query="green tea").items] == ["b", "a"]


def test_without_the_model_words_decide_and_the_answer_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    put(world, "n", "car", {"text": "The blue car needs new tyres"})

    def down(*_: object) -> Any:
        raise ModelUnavailable("down")

    monkeypatch.setattr(type(world.embedder), "embed", down)
    put(world, "n", "tea", {"text": "Ann drinks green tea"})
    counted: list[str] = []
    monkeypatch.setattr(telemetry, "count", lambda name, _, **of: counted.append(f"{name} {of}"))
    found = search(world, "n", query="green tea")
    assert [i.key for i in found.items] == ["tea", "car"]
    assert found.degraded == ("vector",)
    assert counted == ["RecallsDegraded {'part': 'vector'}"]
    monkeypatch.undo()
    again = search(world, "n", query="green tea")
    assert (again.items[0].key, again.degraded) == ("tea", ())


def test_expired_item_is_gone_before_the_table_removes_it_and_reading_may_refresh() -> None:
    world = World()
    put(world, "n", "a", 1, ttl_minutes=10)
    put(world, "n", "b", 2, ttl_minutes=10)
    world.now += timedelta(minutes=8)
    assert get(world, "n", "a", refresh=True) == 1
    assert get(world, "n", "b") == 2
    world.now += timedelta(minutes=8)
    assert get(world, "n", "a") == 1
    with pytest.raises(NotFound):
        get(world, "n", "b")
    assert [i.key for i in search(world, "n").items] == ["a"]
    world.now += timedelta(minutes=8)
    assert namespaces(world) == []


def test_namespaces_are_listed_once_by_prefix_suffix_depth_and_page() -> None:
    world = World()
    for namespace in ("a.b.c", "a.b.d", "a.x.c", "b.c", "b.c.e"):
        for key in ("k1", "k2"):
            put(world, namespace, key, 1)
    assert namespaces(world) == ["a.b.c", "a.b.d", "a.x.c", "b.c", "b.c.e"]
    assert namespaces(world, limit=2) == ["a.b.c", "a.b.d", "a.x.c", "b.c", "b.c.e"]
    assert namespaces(world, prefix="a.b") == ["a.b.c", "a.b.d"]
    assert namespaces(world, prefix="a.*.c") == ["a.b.c", "a.x.c"]
    assert namespaces(world, suffix="c") == ["a.b.c", "a.x.c", "b.c"]
    assert namespaces(world, max_depth=2) == ["a.b", "a.x", "b.c"]
    assert namespaces(world, max_depth=1, limit=1) == ["a", "b"]


def test_namespaces_are_looked_at_so_many_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(items, "MOST_STEPS", 2)
    world = World()
    for number in range(5):
        put(world, f"n{number}.{'rare' if number == 4 else 'common'}", "k", 1)
    assert namespaces(world, suffix="rare") == ["n4.rare"]


def test_cut_namespace_is_listed_once_however_many_lie_within_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Over all pages, and with one small read for each that is listed."""
    monkeypatch.setattr(items, "MOST_STEPS", 3)
    world = World()
    for number in range(20):
        put(world, f"a.n{number:02}", "k", 1)
    for namespace in ("a", "a~", "ä.x", "a.~~", "b.x"):
        put(world, namespace, "k", 1)
    assert namespaces(world, max_depth=1) == ["ä", "a", "a~", "b"]
    assert namespaces(world, max_depth=1, limit=1) == ["ä", "a", "a~", "b"]
    assert namespaces(world, max_depth=1, suffix="n07") == ["a"]
    assert len(namespaces(world, max_depth=2)) == 25 == len(namespaces(world))
    reads: list[tuple[str, str | None]] = []
    query = world.store.query

    def counted(pk: str, prefix: str, *, after: str | None = None, limit: int | None = None) -> Any:
        reads.append((prefix, after))
        return query(pk, prefix, after=after, limit=limit)

    monkeypatch.setattr(world.store, "query", counted)
    assert namespaces(world, max_depth=1) == ["ä", "a", "a~", "b"]
    assert len(reads) == 5, "each, and the end"
    assert namespaces(world, prefix="a.n07", max_depth=1) == namespaces(world, prefix="a", max_depth=1) == ["a"]
    assert all(after is None or after.startswith(prefix) for prefix, after in reads), "the table takes no other place to go on from"


def test_deleted_item_is_gone_and_a_second_time_it_is_not_there() -> None:
    world = World()
    put(world, "n", "a", 1)
    items.delete(world.store, MINE, ("n",), "a", world.now)
    with pytest.raises(NotFound):
        items.delete(world.store, MINE, ("n",), "a", world.now)
    assert search(world, "n").items == ()


def test_search_looks_at_so_many_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    for number in range(6):
        put(world, "n", f"k{number}", number)
    monkeypatch.setattr(items, "MOST_SEARCHED", 5)
    found = search(world, "n", limit=100)
    assert (len(found.items), found.complete) == (5, False)
    assert search(world, "n", limit=2, offset=4).items != ()


def test_items_are_erased_with_their_user() -> None:
    world = World()
    put(world, "n", "a", 1)
    receipt = request(world.store, OWNER, "u1", None, world.now)
    done = erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)
    assert (done.before or {})["item"] == 1
    assert search(world, "n").items == ()


@pytest.mark.parametrize("namespace", ["", "a..b", ".", "a.b.c.d.e.f.g.h.i.j.k"])
def test_namespace_without_labels_is_refused(namespace: str) -> None:
    with pytest.raises(Invalid):
        put(World(), namespace or ".", "k", 1)


def batch(world: World, **asked: Any) -> list[Any]:
    body = api.ItemBatch.model_validate(asked)
    found = items.batch(world.store, world.embedder, MINE, body, world.now).items
    return [None if one is None else one.value for one in found]


def place(key: str, **fields: Any) -> dict[str, Any]:
    return {"namespace": ["notes"], "key": key} | fields


def test_gets_of_a_batch_see_what_stood_before_it() -> None:
    world = World()
    put(world, "notes", "a", 1)
    put(world, "notes", "b", 2)
    asked = {"gets": [place("b"), place("none"), place("a")], "puts": [place("a", value=3)], "deletes": [place("b"), place("none")]}
    assert batch(world, **asked) == [2, None, 1]
    assert batch(world, gets=[place("a"), place("b")]) == [3, None]


def test_item_that_a_batch_puts_is_found_by_its_text_and_keeps_its_beginning() -> None:
    world = World()
    put(world, "notes", "tea", {"text": "something else"})
    begun = search(world).items[0].created_at
    world.now += timedelta(seconds=1)
    texts = {"tea": "green tea", "car": "new tyres", "hidden": "green tea"}
    batch(world, puts=[place(k, value={"text": t}, index=False if k == "hidden" else ["text"]) for k, t in texts.items()])
    first, *others = search(world, query="green tea").items
    assert (first.key, first.created_at, first.score) == ("tea", begun, pytest.approx(1, abs=1e-3))
    assert [o.score for o in others if o.key == "hidden"] == [None]


def test_batch_whose_model_is_down_is_written_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def down(*_: object) -> Any:
        raise ModelUnavailable("down")

    with monkeypatch.context() as patch:
        patch.setattr(type(world.embedder), "embed", down)
        batch(world, puts=[place("tea", value={"text": "green tea"})])
    assert search(world, query="green tea").items[0].key == "tea"


def test_item_is_written_once_in_a_batch() -> None:
    for asked in ({"puts": [place("a", value=1), place("a", value=2)]}, {"puts": [place("a", value=1)], "deletes": [place("a")]}):
        with pytest.raises(Invalid):
            batch(World(), **asked)


class Raced:
    """The world's store, where something happens before an item is first written."""

    def __init__(self, world: World, meanwhile: Callable[[], object]) -> None:
        self._world, self._raced, self._meanwhile = world, False, meanwhile

    def __getattr__(self, name: str) -> Any:
        return getattr(self._world.store, name)

    def commit(self, writes: Any) -> None:
        if not self._raced and any(isinstance(w, Write) and isinstance(w.record, Item) for w in writes):
            self._raced = True
            self._meanwhile()
        self._world.store.commit(writes)


def test_batch_that_loses_a_race_is_written_as_a_whole() -> None:
    world = World()
    put(world, "notes", "a", 1)
    body = api.ItemBatch.model_validate({"puts": [place("a", value=3), place("b", value=4)]})
    items.batch(Raced(world, lambda: put(world, "notes", "a", 2)), world.embedder, MINE, body, world.now)
    assert batch(world, gets=[place("a"), place("b")]) == [3, 4]


def test_batch_that_an_erasure_overtakes_leaves_nothing() -> None:
    world = World()
    put(world, "notes", "kept before", 1)

    def erased() -> None:
        receipt = request(world.store, OWNER, "u1", None, world.now)
        erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)

    body = api.ItemBatch.model_validate({"puts": [place("a", value=3), place("b", value=4)]})
    with pytest.raises(LostRace):
        items.batch(Fenced(Raced(world, erased), world.now), world.embedder, MINE, body, world.now)
    assert search(world).items == ()


def test_get_of_a_batch_lets_the_time_begin_anew_where_asked() -> None:
    world = World()
    for key in ("read", "refreshed"):
        put(world, "notes", key, key, ttl_minutes=10)
    world.now += timedelta(minutes=9)
    assert batch(world, gets=[place("read"), place("refreshed", refresh_ttl=True)]) == ["read", "refreshed"]
    world.now += timedelta(minutes=9)
    assert batch(world, gets=[place("read"), place("refreshed")]) == [None, "refreshed"]


def test_page_ends_where_an_answer_is_full_and_tells_where_the_next_begins() -> None:
    world = World()
    for n in range(30):
        put(world, "notes", f"{n:02}", "x" * 250_000, index=False)
    first = search(world, "notes", limit=1000)
    assert first.complete
    assert 10 < len(first.items) < 30
    assert first.next_offset == len(first.items)
    second = search(world, "notes", limit=1000, offset=first.next_offset)
    assert second.next_offset is None
    assert sorted(i.key for page in (first, second) for i in page.items) == [f"{n:02}" for n in range(30)]


def test_search_reads_no_more_than_it_has_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    for n in range(5):
        put(world, "notes", str(n), "x" * 1000, index=False)
    monkeypatch.setattr(items, "MOST_SEARCHED_BYTES", 2000)
    found = search(world, "notes")
    assert (len(found.items), found.complete) == (2, False)


def test_field_counted_from_the_end_is_found_by_its_text() -> None:
    world = World()
    put(world, "notes", "a", {"parts": ["new tyres", "green tea"]}, index=["parts[-1]"])
    assert search(world, query="green tea").items[0].score == pytest.approx(1, abs=1e-3)
