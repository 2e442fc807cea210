"""Lists of users, sessions and a session's events: whole, in their order, page by page, and nobody else's."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from keepsake import api
from keepsake.errors import Forbidden, Invalid, Unavailable
from keepsake.flows.governance.erase import erase, request
from keepsake.flows.sessions import lists
from keepsake.ids import Key
from keepsake.ports import Write
from keepsake.records import Arrival, Event, Permission, Principal, Session
from local.in_memory import NOW, World, scope
from tests.unit.flows.knowledge.test_interleavings import Dying, accepted

OWNER = Principal(tenant="acme", key_id="k", permissions=(Permission.READ, Permission.WRITE, Permission.ADMIN))


def events(world: World, session: str = "s1", principal: Principal = OWNER, **query: Any) -> api.EventList:
    return lists.events(world.store, principal, scope(session_id=session), api.PageQuery(user_id="u1", **query))


def paged(world: World, limit: int, session: str = "s1") -> list[str]:
    found: list[str] = []
    cursor = None
    while True:
        page = events(world, session, limit=limit, cursor=cursor)
        assert len(page.events) <= limit
        found += [e.event_id for e in page.events]
        cursor = page.next_cursor
        if cursor is None:
            return found


def test_page_of_large_events_ends_before_what_an_answer_carries() -> None:
    world = World()
    for _ in range(28):
        world.accept(*({"content": "x" * 32_000} for _ in range(7)), extract=False)
    page = events(world, limit=200)
    assert 100 < len(page.events) < 196
    assert len(page.model_dump_json()) < 5_600_000
    assert len(set(paged(world, 200))) == 196


@settings(max_examples=50, deadline=None)
@given(sizes=st.lists(st.integers(1, 7) | st.integers(18, 50), min_size=1, max_size=6), limit=st.integers(1, 30))
def test_events_of_a_session_come_newest_first_and_once_whatever_the_batches_and_pages(sizes: list[int], limit: int) -> None:
    world, said = World(), []
    for number, size in enumerate(sizes):
        names = [f"m{number}-{n}" for n in range(size)]
        world.accept(*({"content": "Hello there.", "event_id": n} for n in names))
        world.accept({"content": "Elsewhere.", "event_id": f"x{number}"}, owner=scope(session_id="s2"))
        said += names
    assert paged(world, limit) == said[::-1]


@settings(max_examples=50, deadline=None)
@given(
    sizes=st.lists(st.integers(1, 7) | st.integers(15, 50), min_size=1, max_size=8),
    deaths=st.lists(st.integers(1, 60), min_size=1, max_size=6),
    limit=st.integers(1, 30),
)
def test_every_event_is_listed_wherever_a_request_died(sizes: list[int], deaths: list[int], limit: int) -> None:
    """The session's own row leaves out what other rows list, once these are there."""
    world, said = World(), []
    dying = Dying(deaths)
    dying.rows = world.store.rows
    world.store = dying
    for number, size in enumerate(sizes):
        said += (names := [f"m{number}-{n}" for n in range(size)])
        accepted(world, [{"content": "Hello there.", "event_id": n, "timestamp": NOW.isoformat()} for n in names])
    assert paged(world, limit) == said[::-1]
    (session,) = [s for s in world.store.read(list(world.store.rows)).values() if isinstance(s, Session)]
    assert len(session.recent) <= 20 + max(a + b for a, b in zip([0, *sizes], [*sizes, 0], strict=True)) * (1 + len(deaths))


def test_slow_request_takes_nothing_out_of_the_list() -> None:
    """It lists what came before others that were faster, and says the same as they do."""
    world, late = World(), []
    put = world.store.put_each

    def slow(writes: Sequence[Write]) -> set[Key]:
        held = [w for w in writes if isinstance(w.record, Arrival)]
        late.extend(held)
        return put([w for w in writes if w not in held])

    said = [f"m{n}" for n in range(47)]
    for n, name in enumerate(said):
        world.store.put_each = slow if n in (19, 20, 39) else put  # type: ignore[method-assign]
        world.accept({"content": "Hello there.", "event_id": name})
    assert len(late) == 3
    assert paged(world, 10) == said[::-1]
    put(late)
    assert paged(world, 10) == said[::-1]


def test_session_that_died_as_it_began_is_listed_once_it_is_there() -> None:
    world = World()
    dying = Dying([5])  # at the row of the session itself, behind what lists it
    dying.rows, world.store = world.store.rows, dying
    names = ("m1", "m2")
    for name in names:
        try:
            world.accept({"content": "Hello there.", "event_id": name})
        except Unavailable:
            world.now += timedelta(seconds=1)
    openings = [k for k in world.store.rows if k.sk.startswith("OPENED#")]
    sessions = lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u1")).sessions
    assert (len(openings), [s.session_id for s in sessions]) == (2, ["s1"])


def test_imported_events_are_listed_once() -> None:
    world = World()
    said = [f"m{n}" for n in range(33)]
    for name in said:
        world.accept({"content": "Hello there.", "event_id": name})
    rows = world.store.read(list(world.store.rows)).values()
    for event in [e for e in rows if isinstance(e, Event)]:  # as an import lists them
        world.store.commit([Write(Arrival(scope=event.scope, seq=event.seq, event_ids=(event.event_id,)))])
    assert paged(world, 7) == said[::-1]


def test_event_that_was_sent_twice_is_listed_once() -> None:
    world = World()
    for _ in range(2):
        world.accept({"content": "I live in Oslo.", "event_id": "m1", "timestamp": "2026-05-02T10:00:00Z"})
    assert paged(world, 10) == ["m1"]


def test_event_of_another_agent_is_not_listed_for_a_key_that_is_bound_to_one() -> None:
    world = World()
    world.accept({"content": "Hello.", "event_id": "m1"}, owner=scope(agent_id="a1"))
    bound = OWNER.model_copy(update={"agent_id": "a2"})
    assert [e.event_id for e in events(world).events] == ["m1"]
    assert events(world, principal=bound).events == ()


def test_sessions_come_by_their_beginning_with_counts() -> None:
    world = World()
    for session in ("s1", "s2", "s3"):
        world.accept({"content": "I live in Oslo."}, {"content": "Noted.", "role": "assistant"}, owner=scope(session_id=session))
    world.accept({"content": "And I cycle."}, owner=scope(session_id="s1"))
    first = lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u1", limit=2))
    rest = lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u1", limit=2, cursor=first.next_cursor))
    assert [s.session_id for s in (*first.sessions, *rest.sessions)] == ["s3", "s2", "s1"]
    (oldest,) = rest.sessions
    assert (oldest.events, oldest.turns) == (3, 2)
    assert oldest.created_at < oldest.last_activity_at
    assert lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u2")).sessions == ()


def test_sessions_of_a_rare_namespace_are_found_page_by_page_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lists, "MOST_PAGES", 2)
    world = World()
    world.accept({"content": "Hello."}, owner=scope(session_id="rare", namespace="n"))
    for number in range(5):
        world.accept({"content": "Hello."}, owner=scope(session_id=f"s{number}"))
    found: list[str] = []
    cursor, pages = None, 0
    while True:
        page = lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u1", namespace="n", limit=1, cursor=cursor))
        found += [s.session_id for s in page.sessions]
        cursor, pages = page.next_cursor, pages + 1
        if cursor is None:
            break
    assert found == ["rare"]
    assert pages > 2


def test_users_of_a_container_come_with_what_was_processed() -> None:
    world = World()
    world.tell("I live in Oslo.")
    world.tell("I live in Rome.", owner=scope(user_id="u2", session_id="t1"))
    world.tell("I live in Bonn.", owner=scope(user_id="u3", container="shop"))
    first = lists.users(world.store, OWNER, api.UserListQuery(limit=1))
    rest = lists.users(world.store, OWNER, api.UserListQuery(limit=1, cursor=first.next_cursor))
    assert [(u.user_id, u.sessions, u.events, u.turns, u.facts) for u in (*first.users, *rest.users)] == [
        ("u1", 1, 1, 1, 1), ("u2", 1, 1, 1, 1)
    ]  # fmt: skip
    assert all(u.last_activity_at for u in first.users)


def test_key_of_a_user_lists_that_user_alone() -> None:
    world = World()
    world.tell("I live in Oslo.")
    world.tell("I live in Rome.", owner=scope(user_id="u2"))
    bound = OWNER.model_copy(update={"user_id": "u2"})
    assert [u.user_id for u in lists.users(world.store, bound, api.UserListQuery()).users] == ["u2"]
    with pytest.raises(Forbidden):
        lists.sessions(world.store, bound, api.SessionListQuery(user_id="u1"))


def test_erased_user_is_in_no_list() -> None:
    world = World()
    world.tell("I live in Oslo.")
    receipt = request(world.store, OWNER, "u1", None, world.now)
    erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, lambda: 60.0)
    assert lists.users(world.store, OWNER, api.UserListQuery()).users == ()
    assert lists.sessions(world.store, OWNER, api.SessionListQuery(user_id="u1")).sessions == ()
    assert events(world).events == ()


def test_cursor_of_one_session_is_none_of_another() -> None:
    world = World()
    for session in ("s1", "s2"):
        world.accept({"content": "Hello."}, {"content": "You there?"}, owner=scope(session_id=session))
    cursor = events(world, limit=1).next_cursor
    with pytest.raises(Invalid, match="another list"):
        events(world, "s2", cursor=cursor)
