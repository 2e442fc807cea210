"""The log of a session: an entry with its messages is there as a whole or not at all, wherever its writer dies, and once however often it
is sent."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from keepsake import api, gateway, ids
from keepsake.errors import Conflict, LostRace, Unavailable
from keepsake.flows.fence import Fenced
from keepsake.flows.governance.erase import _stop_writers
from keepsake.flows.state import log
from keepsake.flows.state.log import Entry, New, Ports, Wanted
from keepsake.records import Batch, Event, Permission, Principal, Progress, Reply, Session, StateRow, event_key
from local.in_memory import World, scope
from local.stand_ins import MemoryStore

OWNER = Principal(tenant="acme", key_id="k", permissions=(Permission.READ, Permission.WRITE))
AT = datetime(2026, 5, 2, 10, tzinfo=UTC)
BLOB = "".join(ids.digest(str(n)) for n in range(2_000))
"""More than a row of the table takes."""
SCOPE = scope(session_id="log")


class Died(Exception):
    """A function that was cut off: nothing of it runs any more."""


class Mortal(MemoryStore):
    """Dies before its n-th write, counted from when it is set."""

    left: int | None = None

    def _step(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left < 0:
                raise Died

    def commit(self, writes: Any) -> None:
        self._step()
        super().commit(writes)

    def put_each(self, writes: Any) -> Any:
        self._step()
        return super().put_each(writes)


def write(world: World, token: str | None = "t", words: str | None = "I live in Denver.", name: str = "1") -> str:
    """As the door does; the entry's id."""
    store = Fenced(world.store, world.now)
    event_id = ids.owned_id("e", SCOPE.pk)
    frame: list[dict[str, Any]] = [{"blob": BLOB}, *([{"role": "USER", "texts": [[event_id]]}] if words else [])]
    said = {"events": [{"event_id": event_id, "content": words, "timestamp": AT.isoformat()}]}
    row = log.framed(SCOPE, New(f"{int(name):019d}#0", AT, frame, [words or ""], None, None, {}), world.now)
    reply, earlier = log.claimed(store, SCOPE, token, world.now)
    if earlier is None:
        request = gateway.checked(api.RetainRequest, said) if words else None
        log.append(Ports(store, world.blobs, world.extracting), row, request, reply, world.now)
    return earlier or row.row_id


def entries(world: World, **wanted: Any) -> list[Entry]:
    return log.listed(world.store, world.blobs, OWNER, SCOPE, Wanted(**wanted), 20, None)[0]


def words(entry: Entry) -> list[str]:
    return [entry.words[name] for item in entry.frame or () for held in item.get("texts", ()) for name in held]


def writes_of(act: Callable[[World], object]) -> int:
    """How many there are."""
    world = World(store=Mortal())
    world.store.left = 1_000
    act(world)
    return 1_000 - int(world.store.left)


@pytest.mark.parametrize("said", ["I live in Denver.", None])
def test_entry_is_whole_or_not_there_wherever_its_writer_dies(said: str | None) -> None:
    count = writes_of(lambda world: write(world, words=said))
    assert count >= 3
    for fails_at in range(count):
        world = World(store=Mortal())
        world.store.left = fails_at
        with pytest.raises(Died):
            write(world, words=said)
        world.store.left = None
        there = entries(world)
        assert all(words(e) == ([said] if said else []) for e in there)
        rows = world.store.read(list(world.store.rows)).values()
        accepted, claimed = ([r for r in rows if isinstance(r, kind)] for kind in (Batch, Reply))
        assert len(accepted) == (len(there) if said else 0), "messages are accepted with their entry, and not without it"
        with pytest.raises(Conflict) if claimed and not there else nullcontext():
            write(world, words=said)  # too early: the first may still be under way
        world.now += timedelta(seconds=61)
        write(world, words=said, name="2")
        (entry,) = entries(world)
        assert (entry.frame or [])[0] == {"blob": BLOB}
        assert words(entry) == ([said] if said else [])


@pytest.mark.parametrize("part", ["commit", "put_each", "queue", "blobs"])
def test_entry_that_is_refused_leaves_nothing_and_frees_its_token(part: str, monkeypatch: pytest.MonkeyPatch) -> None:
    world = World()

    def down(*_: Any, **__: Any) -> Any:
        raise Unavailable("Down.")

    if part == "commit":
        monkeypatch.setattr(world.store, "commit", lambda writes, true=world.store.commit: down() if _frames(writes) else true(writes))
    else:
        owner, name = {"put_each": (world.store, "put_each"), "queue": (world.extracting, "send"), "blobs": (world.blobs, "put")}[part]
        monkeypatch.setattr(owner, name, down)
    with pytest.raises(Unavailable):
        write(world)
    monkeypatch.undo()
    kept = world.store.read(list(world.store.rows)).values()
    assert not [r for r in kept if isinstance(r, StateRow | Event | Batch)]
    assert not world.blobs.values
    write(world)
    (entry,) = entries(world)
    assert words(entry) == ["I live in Denver."]


def _frames(writes: Any) -> bool:
    return any(isinstance(getattr(w, "record", None), StateRow) for w in writes)


def test_entry_does_not_outlive_an_erasure_that_came_meanwhile() -> None:
    world = World()
    send = world.extracting.send

    def erased_meanwhile(*given: Any) -> None:
        _stop_writers(world.store, SCOPE, world.now + timedelta(seconds=1))
        send(*given)

    world.extracting.send = erased_meanwhile  # type: ignore[method-assign]
    write(world)
    world.extracting.send = send  # type: ignore[method-assign]
    with pytest.raises(Unavailable, match="being erased"):
        write(world, token="u", name="2")
    with pytest.raises(Unavailable, match="being erased"):
        write(world, token="v", words=None, name="3")


def test_writer_that_began_before_an_erasure_is_taken_back() -> None:
    world = World()
    commit, stopped = world.store.commit, []

    def race(writes: Any) -> None:
        if _frames(writes) and not stopped:
            stopped.append(True)
            _stop_writers(world.store, SCOPE, world.now)
        commit(writes)

    world.store.commit = race  # type: ignore[method-assign]
    with pytest.raises((LostRace, Unavailable)):
        write(world, words=None)
    world.store.commit = commit  # type: ignore[method-assign]
    assert entries(world) == []
    assert not world.blobs.values


def test_entry_is_deleted_wherever_the_deletion_dies() -> None:
    def delete(world: World) -> None:
        (entry,) = entries(world)
        ports = Ports(Fenced(world.store, world.now), world.blobs, world.consolidating)
        log.delete(ports, entry, "key:k", world.now, lambda: 60.0, lambda _: None)

    def written() -> World:
        world = World(store=Mortal())
        write(world)
        world.extract(world.extracting.sent[-1])
        world.now += timedelta(seconds=1)
        return world

    first = written()
    first.store.left = 1_000
    delete(first)
    for fails_at in range(1_000 - int(first.store.left)):
        world = written()
        world.store.left = fails_at
        with pytest.raises(Died):
            delete(world)
        world.store.left = None
        if entries(world):
            delete(world)
        assert entries(world) == []
        assert not world.blobs.values
        assert not any("Denver" in text for text in world.store.texts().values())


def test_message_that_is_being_processed_is_waited_for() -> None:
    world, waited = World(), []
    write(world)
    (entry,) = entries(world)
    ports = Ports(Fenced(world.store, world.now), world.blobs, world.consolidating)

    def pause(_: float) -> None:
        waited.append(True)
        if len(waited) == 3:
            world.extract(world.extracting.sent[-1])

    with pytest.raises(Conflict) as refused:
        log.delete(ports, entry, "key:k", world.now, lambda: 5.0, lambda _: None)
    assert refused.value.retry_after_s
    log.delete(ports, entry, "key:k", world.now, lambda: 60.0, pause)
    assert entries(world) == []


def test_list_looks_at_so_many_frames_and_goes_on_behind_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_READ", 10)
    world = World()
    for n in range(1, 31):
        write(world, token=None, words=None, name=str(n))
    found: list[str] = []
    cursor, pages = None, 0
    while pages == 0 or cursor:
        wanted = Wanted(passes=lambda own: "kind" in own, payloads=False)
        some, cursor = log.listed(world.store, world.blobs, OWNER, SCOPE, wanted, 5, cursor)
        found += [e.row.row_id for e in some]
        pages += 1
    assert (found, pages) == ([], 3)


def test_messages_stand_in_their_session_too() -> None:
    world = World()
    write(world)
    (entry,) = entries(world)
    (name,) = [n for item in entry.frame or () for held in item.get("texts", ()) for n in held]
    rows = world.store.read(list(world.store.rows)).values()
    assert [s.unlisted.event_ids for s in rows if isinstance(s, Session) and s.unlisted] == [(name,)]
    event = world.store.read([event_key(SCOPE, name)])[event_key(SCOPE, name)]
    assert isinstance(event, Event)
    assert event.progress is Progress.PENDING
