"""Row V4: an erased user is in no store, whatever crashed or was under way; others are untouched; the receipt proves it."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from keepsake.errors import Conflict, Forbidden, LostRace, NotFound, Unavailable
from keepsake.flows import erase
from keepsake.flows.fence import Fenced
from keepsake.flows.project import project
from keepsake.flows.retain import retain
from keepsake.ports import Write
from keepsake.records import Permission, UserState, state_key
from keepsake.records.erasure import Receipt
from keepsake.rules import erasure
from local.in_memory import scope
from tests.builders import DAY, NOW, fact, principal, request
from tests.fakes import MemoryStore
from tests.world import World

FOREVER = 1000.0
ELSEWHERE = scope(container="shop")
OTHER = scope(user_id="u2")


def told() -> World:
    """A user in two containers, and another user of whom the same is said."""
    world = World()
    for owner in (scope(), ELSEWHERE, OTHER):
        world.tell("I live in Zebrafinchburg.", "I love cycling near Quokkavale.", owner=owner)
        retain(world.store, world.extracting, owner, request("I work in Wombatville."), f"key-{owner.pk}", world.now)
        world.extract(world.extracting.sent[-1])
        world.consolidate(world.extracting.sent[-1])
        world.recall("Where in Zebrafinchburg do I live?", owner)
    world.upkeep()
    world.refresh()
    world.project()
    world.now += DAY
    return world


def asked(world: World, **fields: Any) -> Receipt:
    return erase.request(world.store, principal(), "u1", fields.get("container"), world.now)


def run(world: World, receipt: Receipt, store: MemoryStore | None = None) -> Receipt:
    return erase.erase(store or world.store, world.index, "acme", receipt.receipt_id, world.now, lambda: FOREVER)


def of_user(world: World, user_id: str, container: str | None = None) -> list[str]:
    """Rows that name the user or lie in one of its partitions, unpacked; but for receipts and the empty state."""
    found = []
    for key, text in world.store.texts().items():
        row = world.store.read([key])[key]
        mine = f'"{user_id}"' in text or f"U#{user_id}" in text
        if mine and not isinstance(row, Receipt | UserState) and (container is None or f"C#{container}" in text):
            found.append(text)
    return found


def documents(world: World, user_id: str) -> int:
    return sum(d.key.pk.endswith(f"#U#{user_id}") for d in world.index.documents.values())


def test_erased_user_is_in_no_row_and_no_document_and_another_is_untouched() -> None:
    world = told()
    others = {k: row for k, row in world.store.rows.items() if k.pk == OTHER.pk}
    assert of_user(world, "u1")
    assert documents(world, "u1")
    receipt = run(world, asked(world))
    assert of_user(world, "u1") == []
    assert documents(world, "u1") == 0
    assert {k: row for k, row in world.store.rows.items() if k.pk == OTHER.pk} == others
    assert documents(world, "u2") > 0
    for owner in (scope(), ELSEWHERE):
        state = world.store.read([state_key(owner)])[state_key(owner)]
        assert state == UserState(
            scope=owner.model_copy(update={"session_id": None}), erased_at=receipt.requested_at, version=state.version
        )
    assert any("Zebrafinch" in m.content for m in world.recall("Zebrafinchburg", OTHER).memories)


def test_receipt_counts_before_and_after_and_names_the_backups() -> None:
    world = told()
    receipt = run(world, asked(world))
    assert receipt.before is not None
    assert receipt.after is not None
    assert set(receipt.containers) == {"default", "shop"}
    for name in ("event", "fact", "vectors", "session", "recalled", "batch", "reply", "memberships", "documents"):
        assert receipt.before[name] > 0, name
    assert set(receipt.after) == set(receipt.before)
    assert set(receipt.after.values()) == {0}
    assert (receipt.actor, receipt.finished_at) == ("key:k1", world.now)
    assert [(b.lapses_at - world.now).days for b in receipt.backups] == [35, 14]
    assert receipt.digest == erasure.digest(receipt)
    assert receipt.digest != erasure.digest(receipt.model_copy(update={"actor": "key:k2"}))


def test_one_container_is_erased_where_one_is_named() -> None:
    world = told()
    kept = {k: row for k, row in world.store.rows.items() if k.pk == scope().pk}
    run(world, asked(world, container="shop"))
    assert of_user(world, "u1", "shop") == []
    assert {k: row for k, row in world.store.rows.items() if k.pk == scope().pk} == kept


class Dies(MemoryStore):
    """A table that stops answering at its n-th write."""

    def __init__(self, rows: dict[Any, Any], at: int) -> None:
        super().__init__()
        self.rows, self.at, self.commits = rows, at, 0

    def commit(self, writes: Any) -> None:
        self.commits += bool(writes)
        if writes and self.commits == self.at:
            raise Unavailable("The table does not answer.")
        super().commit(writes)


def test_erasure_that_dies_at_any_write_is_finished_by_the_next_call() -> None:
    world = told()
    full, shown = dict(world.store.rows), dict(world.index.documents)
    deaths = 0
    for at in range(1, 200):
        world.store.rows, world.index.documents = dict(full), dict(shown)
        receipt = asked(world)
        try:
            run(world, receipt, Dies(world.store.rows, at))
            break
        except Unavailable:
            deaths += 1
        assert [r.receipt_id for r in erase.waiting(world.store, world.now + DAY)] == [receipt.receipt_id]
        done = run(world, receipt)
        assert done.finished_at is not None
        assert (done.before or {})["event"] == 6
        assert of_user(world, "u1") == []
        assert documents(world, "u1") == 0
    assert deaths > 5


def test_erasure_that_runs_out_of_time_goes_on() -> None:
    world = told()
    receipt = asked(world)
    left = iter([FOREVER, FOREVER, 1.0])
    begun = erase.erase(world.store, world.index, "acme", receipt.receipt_id, world.now, lambda: next(left))
    assert begun.finished_at is None
    assert run(world, receipt).finished_at is not None
    assert of_user(world, "u1") == []


class Interrupted(MemoryStore):
    """A table at whose n-th call something else happens first."""

    def __init__(self, rows: dict[Any, Any], at: int, then: Callable[[], object]) -> None:
        super().__init__()
        self.rows, self.at, self.then, self.made = rows, at, then, 0

    def _called(self, name: str) -> None:
        super()._called(name)
        self.made += 1
        if self.made == self.at:
            self.then()


@pytest.mark.parametrize("stage", ["extract", "consolidate"])
def test_batch_in_flight_brings_nothing_back(stage: str) -> None:
    """The erasure comes before any call of the table that the consumer makes."""
    world = World()
    world.tell("I live in Zebrafinchburg.")
    work = world.accept({"content": "I moved to Narwhalton.", "timestamp": NOW.isoformat(), "name": "Wilhelmine"})
    if stage == "consolidate":
        world.extract(work)
    full, shown, plain = dict(world.store.rows), dict(world.index.documents), world.store

    def erased() -> None:
        asked_at = world.now + timedelta(seconds=1)
        made = erase.request(plain, principal(), "u1", None, asked_at)
        erase.erase(plain, world.index, "acme", made.receipt_id, asked_at, lambda: FOREVER)

    for at in range(1, 100):
        plain.rows, world.index.documents = dict(full), dict(shown)
        store = Interrupted(plain.rows, at, erased)
        world.store = store
        with contextlib.suppress(LostRace):
            getattr(world, stage)(work)
        world.store = plain
        if store.made < at:
            assert at > 5
            return
        world.extract(work)
        world.consolidate(work)
        world.upkeep()
        world.project()
        assert of_user(world, "u1") == [], at
        assert documents(world, "u1") == 0
    pytest.fail("the consumer makes more calls than were tried")


def test_later_events_start_from_nothing() -> None:
    world = told()
    run(world, asked(world))
    world.now += DAY
    world.tell("I live in Denver.")
    (fact_of_u1,) = [f.content.summary for f in world.memories() if f.scope.user_id == "u1"]
    assert "Denver" in fact_of_u1


def test_nothing_is_retained_while_the_erasure_is_under_way() -> None:
    world = told()
    left = iter([FOREVER, 1.0])
    erase.erase(world.store, world.index, "acme", asked(world).receipt_id, world.now, lambda: next(left, 1.0))
    with pytest.raises(Unavailable):
        world.tell("I live in Denver.")


def test_legal_hold_refuses_with_the_number_held_and_changes_nothing() -> None:
    world = told()
    world.store.put_each([Write(fact(memory_id=f"f_0000000000aa0{n}", legal_hold=True)) for n in range(2)])
    before = dict(world.store.rows)
    with pytest.raises(Conflict, match="2 memories"):
        asked(world)
    assert world.store.rows == before


def test_only_an_admin_or_the_users_own_key_may_erase_and_read_the_receipt() -> None:
    world = told()
    own = principal(user_id="u1", permissions=(Permission.WRITE,))
    for stranger in (principal(permissions=(Permission.WRITE,)), principal(user_id="u2")):
        with pytest.raises(Forbidden):
            erase.request(world.store, stranger, "u1", None, world.now)
    made = erase.request(world.store, own, "u1", None, world.now)
    assert erase.report(world.store, own, made.receipt_id) == made
    for stranger in (principal(user_id="u2"), principal(tenant="other")):
        with pytest.raises(NotFound):
            erase.report(world.store, stranger, made.receipt_id)


def test_fence_takes_back_rows_of_work_that_began_before_and_no_others() -> None:
    store = MemoryStore()
    store.put_each([Write(UserState(scope=scope(), erased_at=NOW))])
    with pytest.raises(LostRace):
        Fenced(store, NOW - DAY).put_each([Write(fact())])
    assert fact().key not in store.rows
    Fenced(store, NOW + DAY).put_each([Write(fact())])
    assert fact().key in store.rows


def test_projection_in_flight_leaves_no_document() -> None:
    """The erasure comes before any call of the table that the projector makes."""
    for at in range(1, 30):
        world = World()
        work = world.accept({"content": "I moved to Narwhalton.", "timestamp": NOW.isoformat()})
        world.extract(work)
        world.consolidate(work)
        plain = world.store
        made = erase.request(plain, principal(), "u1", None, world.now)
        store = Interrupted(plain.rows, at, lambda world=world, made=made: run(world, made))  # type: ignore[misc]
        waiting = [k for k, row in plain.rows.items() if "index_shard" in row]
        world.store = plain
        with contextlib.suppress(LostRace):
            project(store, world.kept, waiting, world.now)
        if store.made < at:
            assert at > 3
            return
        assert documents(world, "u1") == 0, at
    pytest.fail("the projector makes more calls than were tried")
