"""A session's state: what goes in comes out, in order, whatever its size; and it is nobody's memory."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepsake import api, gateway
from keepsake.errors import NotFound, TooLarge, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.governance.erase import erase, request
from keepsake.flows.sessions import lists
from keepsake.flows.state import rows
from keepsake.ports import Delete
from keepsake.records import INLINE_BYTES, Permission, Principal
from local.in_memory import World, scope
from local.stand_ins import MemoryStore

OWNER = Principal(tenant="acme", key_id="k", permissions=(Permission.READ, Permission.WRITE, Permission.ADMIN))
NOISE = "".join(random.Random(7).choices("abcdefghijklmnopqrstuvwxyz0123456789", k=4 * INLINE_BYTES))
"""Text that packs to more than a row of the table takes."""
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner, max_size=4),
    max_leaves=12,
)


def append(world: World, *data: Any, session: str = "s1", **fields: Any) -> list[str]:
    body = api.StateRequest.model_validate({"rows": [{"data": d} | fields for d in data]})
    made = rows.append(Fenced(world.store, world.now), world.blobs, scope(session_id=session), body, world.now)
    return [r.row_id for r in made.rows]


def listed(world: World, session: str = "s1", **query: Any) -> api.StateList:
    return rows.listed(world.store, world.blobs, scope(session_id=session), api.StateQuery(**query))


@given(data=JSON)
@settings(max_examples=60, deadline=None)
def test_any_json_comes_back_as_it_was_given(data: Any) -> None:
    world = World()
    append(world, data)
    (row,) = listed(world).rows
    told = json.loads(row.model_dump_json())["data"]
    assert json.dumps(told) == json.dumps(data)


@given(counts=st.lists(st.integers(1, 5), min_size=1, max_size=5), limit=st.integers(1, 7))
@settings(max_examples=40, deadline=None)
def test_rows_come_newest_first_and_once_whatever_the_pages(counts: list[int], limit: int) -> None:
    world, made = World(), []
    for number, count in enumerate(counts):
        made += append(world, *(f"{number}.{n}" for n in range(count)))
        append(world, "elsewhere", session="s2")
    found: list[str] = []
    cursor = None
    while True:
        page = listed(world, limit=limit, cursor=cursor)
        found += [r.row_id for r in page.rows]
        cursor = page.next_cursor
        if cursor is None:
            break
    assert found == made[::-1]


def test_large_row_lies_in_the_bucket_and_comes_back_whole() -> None:
    world = World()
    append(world, {"blob": NOISE})
    assert len(world.blobs.values) == 1
    assert not any(NOISE[:200] in str(row) for row in world.store.rows.values())
    (row,) = listed(world).rows
    assert row.data == {"blob": NOISE}
    assert row.size == len(json.dumps({"blob": NOISE}, separators=(",", ":")))


def test_page_ends_early_where_its_rows_are_large() -> None:
    world = World()
    for _ in range(3):
        append(world, "x" * (2 << 20))
    first = listed(world)
    assert len(first.rows) == 2
    assert len(listed(world, cursor=first.next_cursor).rows) == 1


def test_list_without_data_reads_no_file() -> None:
    world = World()
    append(world, {"blob": NOISE})
    world.blobs.down = True
    (row,) = listed(world, include_data=False).rows
    assert row.data is None
    with pytest.raises(Unavailable):
        listed(world)


def test_rows_of_a_branch_are_told_apart_and_cleared_apart() -> None:
    world = World()
    append(world, 1)
    append(world, 2, branch="retry", metadata={"step": 2})
    (row,) = listed(world, branch="retry").rows
    assert (row.data, row.metadata) == (2, {"step": 2})
    rows.clear(world.store, world.blobs, scope(), "retry", lambda: 60.0)
    assert [r.data for r in listed(world).rows] == [1]


def test_deleted_row_and_its_file_are_gone() -> None:
    world = World()
    (row_id,) = append(world, {"blob": NOISE})
    rows.delete(world.store, world.blobs, scope(), row_id)
    assert not world.blobs.values
    assert listed(world).rows == ()
    with pytest.raises(NotFound):
        rows.delete(world.store, world.blobs, scope(), row_id)


def test_of_several_who_delete_a_row_at_once_one_does() -> None:
    world = World()
    (row_id,) = append(world, {"blob": NOISE})

    class Late(MemoryStore):
        def commit(self, writes: Any) -> None:
            world.store.commit([Delete(w.key) for w in writes])  # another who read it too comes first
            super().commit(writes)

    late = Late()
    late.rows = world.store.rows
    with pytest.raises(NotFound):
        rows.delete(late, world.blobs, scope(), row_id)
    assert not world.blobs.values
    assert listed(world).rows == ()


def test_clearing_stops_in_time_and_goes_on_when_asked_again() -> None:
    world = World()
    for _ in range(3):
        append(world, *range(60))
    with pytest.raises(Unavailable, match="again"):
        rows.clear(world.store, world.blobs, scope(), None, lambda: 1.0)
    assert 0 < len(listed(world, limit=200).rows) < 180
    rows.clear(world.store, world.blobs, scope(), None, lambda: 60.0)
    assert listed(world).rows == ()


def test_rows_of_one_request_are_all_there_or_none(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()
    append(world, 0)

    def fail(*_: object) -> None:
        raise Unavailable("The table is busy.")

    monkeypatch.setattr(MemoryStore, "commit", fail)
    with pytest.raises(Unavailable):
        append(world, 1, {"blob": NOISE})
    monkeypatch.undo()
    assert [r.data for r in listed(world).rows] == [0]
    assert not world.blobs.values


def test_what_cannot_be_answered_again_is_refused() -> None:
    world = World()
    with pytest.raises(TooLarge):
        append(world, "x" * (api.MOST_STATE_BYTES + 1))
    with pytest.raises(TooLarge):
        append(world, '"' * (api.MOST_CARRIED_BYTES // 3))
    with pytest.raises(TooLarge):
        append(world, 1, metadata={"note": "x" * (INLINE_BYTES + 1)})


def test_session_that_has_state_alone_is_listed() -> None:
    world = World()
    append(world, 1, session="s9")
    assert [s.session_id for s in lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u1")).sessions] == ["s9"]
    assert [u.user_id for u in lists.users(world.store, OWNER, api.UserListQuery()).users] == ["u1"]
    assert listed(world, session="s10").rows == ()


def test_state_is_erased_with_its_user_and_counted() -> None:
    world = World()
    append(world, 1, {"blob": NOISE})
    receipt = request(world.store, OWNER, "u1", None, world.now)
    world.blobs.down = True
    with pytest.raises(Unavailable):
        erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)
    world.blobs.down = False
    with pytest.raises(Unavailable):  # nothing is taken while it is under way
        append(world, 2)
    done = erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)
    assert done.before is not None
    assert done.after is not None
    assert (done.before["staterow"], done.before["state_files"]) == (2, 1)
    assert (done.after["staterow"], done.after["state_files"]) == (0, 0)
    assert not world.blobs.values


def test_state_is_no_memory_and_is_not_masked() -> None:
    world = World()
    secret = "my key is AKIAIOSFODNN7EXAMPLE and I live in Oslo"
    assert gateway.masked(secret) != secret
    append(world, {"note": secret})
    world.project()
    assert listed(world).rows[0].data == {"note": secret}
    assert not world.index.documents
    assert not world.memories()


def test_rows_of_a_rare_branch_are_found_page_by_page_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "MOST_READ", 3)
    world = World()
    append(world, "rare", branch="b")
    append(world, *range(7))
    found: list[Any] = []
    cursor, pages = None, 0
    while True:
        page = listed(world, branch="b", limit=2, cursor=cursor)
        found += [r.data for r in page.rows]
        cursor, pages = page.next_cursor, pages + 1
        if cursor is None:
            break
    assert (found, pages) == (["rare"], 3)
