"""Row V4: an erased user is in no store, whatever crashed or was under way; others are untouched; the receipt proves it."""

from __future__ import annotations

import contextlib
import dataclasses
from datetime import timedelta
from typing import Any

import pytest

from keepsake import api
from keepsake.errors import Conflict, Forbidden, LostRace, NotFound, Unavailable
from keepsake.flows import members, walk
from keepsake.flows.governance import erase, keys
from keepsake.flows.indexing.project import project
from keepsake.flows.intake.retain import retain
from keepsake.flows.portability import exports, imports
from keepsake.flows.reading import verbatim
from keepsake.flows.recall import reflect
from keepsake.flows.recall.recall import Asker
from keepsake.flows.sessions import working
from keepsake.flows.state import log
from keepsake.ids import Key
from keepsake.messages import AccessWork, BatchWork, UserWork
from keepsake.ports import Write
from keepsake.records import ApiKey, Permission, Reply, UserState, state_key
from keepsake.records.erasure import Receipt
from keepsake.records.portable import Export, Import
from keepsake.rules.governance import erasure
from keepsake.rules.policy import Policy
from local.in_memory import scope
from tests.builders import DAY, NOW, event, fact, principal, request
from tests.fakes import Interrupted, MemoryStore
from tests.unit.flows.governance.erasing import ELSEWHERE, FOREVER, OTHER, asked, deaths, documents, of_user, run, told, until_stopped
from tests.unit.flows.knowledge.test_correct import corrected
from tests.unit.flows.portability.portable_banks import exported
from tests.world import World


def test_erased_user_is_in_no_row_and_no_document_and_another_is_untouched() -> None:
    world = told()
    others = {k: row for k, row in world.store.rows.items() if k.pk == OTHER.pk}
    named = [e.event_id for e in world.events() if e.scope.user_id == "u1"] + [
        m.memory_id for m in world.memories() if m.scope.user_id == "u1"
    ]
    assert of_user(world, "u1")
    assert documents(world, "u1")
    assert any(members.owners_of(world.store, "acme", i) for i in named)
    receipt = run(world, asked(world))
    assert of_user(world, "u1") == []
    assert [o for i in named for o in members.owners_of(world.store, "acme", i)] == []
    assert documents(world, "u1") == 0
    assert {k: row for k, row in world.store.rows.items() if k.pk == OTHER.pk} == others
    assert documents(world, "u2") > 0
    for owner in (scope(), ELSEWHERE):
        state = world.store.read([state_key(owner)])[state_key(owner)]
        assert state == UserState(scope=owner.model_copy(update={"session_id": None}), erased_at=receipt.finished_at, version=state.version)
    assert any("Zebrafinch" in m.content for m in world.recall("Zebrafinchburg", OTHER).memories)


def test_receipt_counts_before_and_after_and_names_the_backups() -> None:
    world = told()
    receipt = run(world, asked(world))
    assert receipt.before is not None
    assert receipt.after is not None
    assert set(receipt.containers) == {"default", "shop"}
    for name in ("event", "fact", "session", "recalled", "batch", "reply", "memberships", "documents"):
        assert receipt.before[name] > 0, name
    assert set(receipt.after) == set(receipt.before)
    assert set(receipt.after.values()) == {0}
    assert (receipt.actor, receipt.finished_at) == ("key:k1", world.now)
    assert [(b.lapses_at - world.now).days for b in receipt.backups] == [35, 14]
    assert receipt.digest == erasure.digest(receipt)
    assert receipt.digest != erasure.digest(receipt.model_copy(update={"actor": "key:k2"}))


def test_user_who_only_asked_is_erased_too() -> None:
    """Where nothing else is known of them, and in a container where they said nothing."""
    world = told()
    for asker in (scope(user_id="u9", session_id=None), scope(container="elsewhere", session_id=None)):
        world.recall(f"Is my test at the clinic of {WORD} positive?", asker)
    for user_id in ("u9", "u1"):
        receipt = run(world, erase.request(world.store, principal(), user_id, None, world.now))
        assert (receipt.result, (receipt.before or {})["recalled"] > 0) == ("erased", True)
        assert of_user(world, user_id) == []


def test_user_who_asks_again_is_listed_without_a_further_write() -> None:
    world = World()
    for _ in range(2):
        world.store.calls.clear()
        world.recall("Where do I live?", scope(user_id="u9", session_id=None))
    assert world.store.calls["commit"] == 1


def test_answers_to_idempotency_keys_go_with_their_user_alone() -> None:
    world = World()

    def kept(user_id: str, key: str) -> None:
        asked_for = api.VerbatimRequest(content="Has diabetes")
        verbatim.keep(world.store, world.consolidating, world.embedder, scope(user_id=user_id), asked_for, key, world.now)

    kept("u1", "k-1")
    kept("u2", "k-2")
    with pytest.raises(Conflict):
        kept("u1", "k-2")
    assert log.claimed(world.store, scope(), "token", world.now)[0] is not None
    run(world, asked(world))
    assert of_user(world, "u1") == []
    replies = [r for r in world.store.read(list(world.store.rows)).values() if isinstance(r, Reply)]
    assert [r.owner for r in replies] == [scope(user_id="u2").pk]


def test_one_container_is_erased_where_one_is_named() -> None:
    world = told()
    kept = {k: row for k, row in world.store.rows.items() if k.pk == scope().pk}
    run(world, asked(world, container="shop"))
    assert of_user(world, "u1", "shop") == []
    assert {k: row for k, row in world.store.rows.items() if k.pk == scope().pk} == kept


def test_erasure_that_dies_at_any_write_is_finished_by_the_next_call() -> None:
    world = told()

    def finished(receipt: Receipt) -> None:
        assert [r.receipt_id for r in erase.waiting(world.store, world.now + DAY)] == [receipt.receipt_id]
        done = run(world, receipt)
        assert done.finished_at is not None
        assert (done.before or {})["event"] == 6
        assert of_user(world, "u1") == []
        assert documents(world, "u1") == 0

    assert deaths(world, finished) > 5


def test_erasure_that_runs_out_of_time_goes_on() -> None:
    world = told()
    receipt = asked(world)
    begun = erase.erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, until_stopped(world))
    assert begun.finished_at is None
    assert run(world, receipt).finished_at is not None
    assert of_user(world, "u1") == []


class CutOff(BaseException):
    """What Lambda does to a call whose time is over: no handler of ours sees it."""


class Slow(MemoryStore):
    """A table of which a call of the function can ask no more than a few times."""

    def __init__(self, rows: dict[Key, dict[str, Any]], time_s: float) -> None:
        super().__init__()
        self.rows, self.time_s = rows, time_s

    def _called(self, name: str) -> None:
        super()._called(name)
        self.time_s -= 1
        if self.time_s < 0:
            raise CutOff


def test_erasure_of_more_than_a_call_can_go_through_is_finished_by_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erase, "AT_ONCE", 2)
    monkeypatch.setattr(walk, "AT_ONCE", 2)
    world = World()
    members.enlist(world.store, scope())
    world.store.put_each([Write(event(event_id=f"m-{n}")) for n in range(100)])
    world.store.put_each([Write(fact(memory_id=f"f_{n:012x}")) for n in range(100)])
    receipt = asked(world)
    calls = 0
    while (done := erase.report(world.store, principal(), receipt.receipt_id)).finished_at is None and calls < 30:
        calls += 1
        store = Slow(world.store.rows, 60.0)
        places = dataclasses.replace(world.places(), store=store)
        with contextlib.suppress(CutOff):
            erase.erase(places, "acme", receipt.receipt_id, lambda: world.now, lambda store=store: store.time_s)  # type: ignore[misc]
    assert calls > 3
    assert done.result == "erased"
    assert [(done.before or {}).get(kind) for kind in ("event", "fact", "rows")] == [100, 100, 200]
    assert set((done.after or {}).values()) == {0}
    assert of_user(world, "u1") == []


def test_erasure_that_a_call_is_at_work_on_is_not_begun_a_second_time() -> None:
    world = told()
    receipt = asked(world)
    world.now += timedelta(minutes=4)
    begun = erase.erase(world.places(), "acme", receipt.receipt_id, lambda: world.now, until_stopped(world))
    assert begun.status == "running"
    assert erase.waiting(world.store, world.now + timedelta(minutes=4)) == []
    assert [r.receipt_id for r in erase.waiting(world.store, world.now + timedelta(minutes=6))] == [receipt.receipt_id]


def test_erasure_that_is_held_is_asked_about_every_hour() -> None:
    world = told()
    receipt = asked(world)
    held = fact(legal_hold=True)
    world.store.put_each([Write(held)])
    assert run(world, receipt).status == "held"
    assert erase.waiting(world.store, world.now + timedelta(minutes=55)) == []
    world.now += timedelta(minutes=65)
    assert [r.receipt_id for r in erase.waiting(world.store, world.now)] == [receipt.receipt_id]
    world.store.commit([Write(held.model_copy(update={"legal_hold": False, "version": 2}), 1)])
    assert run(world, receipt).status == "done"


def test_tenant_with_many_erasures_leaves_the_others_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erase, "AT_A_TICK", 3)
    world = World()
    many = [
        Receipt(tenant="acme", receipt_id=f"er_{n}", user_id=f"u{n}", containers=("default",), actor="key:k1", requested_at=NOW)
        for n in range(20)
    ]
    one = many[0].model_copy(update={"tenant": "globex", "receipt_id": "er_x", "requested_at": NOW + timedelta(minutes=1)})
    world.store.put_each([Write(r) for r in (*many, one)])
    taken = erase.waiting(world.store, NOW + DAY)
    assert len(taken) == 3
    assert one in taken


def test_of_two_calls_one_goes_on_and_nothing_is_counted_twice() -> None:
    """The second begins before any call of the table that the first one makes, and ends before it."""
    world = told()
    receipt = asked(world)
    full, shown = dict(world.store.rows), dict(world.index.documents)
    for at in range(1, 200):
        world.store.rows, world.index.documents = dict(full), dict(shown)
        store = Interrupted(world.store.rows, at, lambda: run(world, receipt))
        with contextlib.suppress(LostRace):
            run(world, receipt, store)
        done = erase.report(world.store, principal(), receipt.receipt_id)
        assert ((done.before or {})["event"], done.digest) == (6, erasure.digest(done))
        if store.made < at:
            assert at > 20
            return
    pytest.fail("the erasure makes more calls than were tried")


@pytest.mark.parametrize("stage", ["extract", "summarise"])
def test_batch_in_flight_brings_nothing_back(stage: str) -> None:
    """The erasure comes before any call of the table that the consumer makes."""
    world = World()
    world.tell("I live in Zebrafinchburg.")
    work = world.accept({"content": "I moved to Narwhalton.", "timestamp": NOW.isoformat(), "name": "Wilhelmine"})
    if stage == "summarise":
        world.extract(work)
    full, shown, plain = dict(world.store.rows), dict(world.index.documents), world.store

    def erased() -> None:
        asked_at = world.now + timedelta(seconds=1)
        made = erase.request(plain, principal(), "u1", None, asked_at)
        erase.erase(dataclasses.replace(world.places(), store=plain), "acme", made.receipt_id, lambda: asked_at, lambda: FOREVER)

    for at in range(1, 100):
        plain.rows, world.index.documents = dict(full), dict(shown)
        store = Interrupted(plain.rows, at, erased)
        world.store = store
        with contextlib.suppress(LostRace):
            world.extract(work) if stage == "extract" else world.summarise()
        world.store = plain
        if store.made < at:
            assert at > 4
            return
        world.extract(work)
        world.summarise()
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
    erase.erase(world.places(), "acme", asked(world).receipt_id, lambda: world.now, until_stopped(world))
    with pytest.raises(Unavailable):
        world.tell("I live in Denver.")


def test_legal_hold_refuses_with_the_number_held_and_changes_nothing() -> None:
    world = told()
    world.store.put_each([Write(fact(memory_id=f"f_0000000000aa0{n}", legal_hold=True)) for n in range(2)])
    before = dict(world.store.rows)
    with pytest.raises(Conflict, match="2 memories"):
        asked(world)
    assert world.store.rows == before


def test_hold_behind_what_a_request_looks_at_is_met_by_the_work(monkeypatch: pytest.MonkeyPatch) -> None:
    world = told()
    world.store.put_each([Write(fact(memory_id=f"f_zzzzzzzzzzaa{n}", legal_hold=True)) for n in range(2)])
    before = {k for k in world.store.rows if "#U#u1" in k.pk}
    monkeypatch.setattr(erase, "MOST_ASKED", 3)
    monkeypatch.setattr(walk, "AT_ONCE", 2)
    receipt = run(world, asked(world))
    assert (receipt.status, receipt.held) == ("held", 2)
    assert {k for k in world.store.rows if "#U#u1" in k.pk} == before


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


def with_files(world: World) -> None:
    """Exports and imports of the user, of another, and of the whole container; one of each not finished."""
    for user_id, container in (("u1", None), ("u2", None), (None, "default"), (None, "other")):
        exported(world, user_id=user_id, container=container)
        made = imports.request(world.store, world.files, principal(), api.ImportRequest(user_id=user_id, container=container), world.now)
        world.files.files[f"acme/imports/{made.import_id}.jsonl"] = b"words"
    begun = exports.request(world.store, principal(), api.ExportRequest(user_id="u1"), world.now)
    upload = world.files.begin(begun.file)
    world.store.commit([Write(begun.model_copy(update={"upload_id": upload, "version": 2}), 1)])


def transfers(world: World) -> set[tuple[str | None, str | None]]:
    rows = world.store.read(list(world.store.rows)).values()
    return {(r.user_id, r.container) for r in rows if isinstance(r, Export | Import)}


def test_files_with_the_users_words_go_and_others_stay() -> None:
    world = told()
    with_files(world)
    receipt = run(world, asked(world))
    assert transfers(world) == {("u2", None), (None, "other")}
    assert len(world.files.files) == 4
    assert world.files.uploads == {}
    before = receipt.before or {}
    assert (before["exports"], before["imports"], before["files"]) == (3, 2, 4)
    assert {(receipt.after or {})[name] for name in ("exports", "imports", "files")} == {0}


def test_files_of_other_containers_stay_where_one_is_named() -> None:
    world = told()
    exported(world, user_id="u1", container="shop")
    exported(world, user_id="u1", container="default")
    exported(world, user_id="u1")
    run(world, asked(world, container="shop"))
    assert transfers(world) == {("u1", "default")}


def bound(world: World, **fields: Any) -> str:
    return keys.create(world.store, principal(), api.KeyRequest(permissions=(Permission.READ,), **fields), world.now).key_id


def revoked(world: World) -> set[str]:
    return {k.key_id for k in world.store.read(list(world.store.rows)).values() if isinstance(k, ApiKey) and k.revoked_at}


def test_keys_of_the_user_are_revoked_and_others_are_not() -> None:
    world = told()
    mine, inside, _, _ = (
        bound(world, user_id="u1"),
        bound(world, user_id="u1", containers=("shop",)),
        bound(world, user_id="u2"),
        bound(world),
    )
    run(world, asked(world, container="shop"))
    assert revoked(world) == {inside}
    receipt = run(world, asked(world))
    assert revoked(world) == {mine, inside}
    assert ((receipt.before or {})["keys"], (receipt.after or {})["keys"]) == (1, 0)


def test_dead_letters_of_the_user_go_and_others_stay() -> None:
    world = told()
    theirs = [
        BatchWork(tenant="acme", container="default", user_id="u2", batch_id="b_2"),
        BatchWork(tenant="other", container="default", user_id="u1", batch_id="b_3"),
        BatchWork(tenant="acme", container="elsewhere", user_id="u1", batch_id="b_4"),
    ]
    mine = [
        BatchWork(tenant="acme", container="default", user_id="u1", batch_id="b_1"),
        UserWork(tenant="acme", container="shop", user_id="u1", upkeep="prune", run_id="w_1"),
        AccessWork(tenant="acme", container="default", user_id="u1", recall_id="r_1", at=NOW),
    ]
    world.dead.messages = [*mine, *theirs]
    receipt = run(world, asked(world))
    assert world.dead.messages == theirs
    assert ((receipt.before or {})["dead_letters"], (receipt.after or {})["dead_letters"]) == (3, 0)


WORD = "Zebrafinchburg"


def everywhere(world: World) -> set[str]:
    """Kinds of rows, documents and files that hold the word."""
    held = {world.store.read([k])[k].__class__.__name__ for k, text in world.store.texts().items() if WORD.lower() in text.lower()}
    held |= {"Document" for d in world.index.documents.values() if WORD.lower() in str(d).lower()}
    return held | {"File" for data in world.files.files.values() if WORD.encode() in data}


def test_word_that_was_planted_everywhere_is_found_nowhere() -> None:
    world = World(policy=Policy(fold_turns=2, fold_keep=1))
    for n in range(4):
        world.tell(f"I live in {WORD}.", f"I love cycling in {WORD}.", f"I run in {WORD} park, {n} km.", at=world.now)
        world.now += DAY
    world.tell(f"Actually, I moved from {WORD} to Oslo.", at=world.now)
    world.tell(WORD, at=world.now, event_type="search")
    world.upkeep()
    world.recall(f"What happened in {WORD}?")
    reflect.reflect(world.reading(), None, Asker(scope(), world.now), api.ReflectRequest(question=f"Why {WORD}?"), "r_reflected")
    world.refresh()
    working.put(world.store, scope(), api.WorkingItemRequest(content=f"Pack for {WORD}."), world.now)
    corrected(world, next(m for m in world.memories() if m.current), content=f"The user is the mayor of {WORD}.")
    retain(world.store, world.extracting, scope(), request(f"I sail to {WORD}."), "key", world.now)
    exported(world, user_id="u1")
    made = imports.request(world.store, world.files, principal(), api.ImportRequest(), world.now)
    world.files.files[f"acme/imports/{made.import_id}.jsonl"] = f"{WORD}".encode()
    world.project()
    planted = {"Event", "Memory", "PastVersion", "Session", "SignalLog", "WorkingMemory", "Recalled", "Document", "File"}
    assert everywhere(world) == planted
    run(world, asked(world))
    assert everywhere(world) == set()
    assert not any(
        WORD in w.body() for q in (world.extracting, world.consolidating, world.accessed) for w in (*q.sent, *q.upkeep, *q.recalls)
    )


def test_projection_in_flight_leaves_no_document() -> None:
    """The erasure comes before any call of the table that the projector makes."""
    for at in range(1, 30):
        world = World()
        work = world.accept({"content": "I moved to Narwhalton.", "timestamp": NOW.isoformat()})
        world.extract(work)
        world.summarise()
        plain = world.store
        made = erase.request(plain, principal(), "u1", None, world.now)
        store = Interrupted(plain.rows, at, lambda world=world, made=made: run(world, made))  # type: ignore[misc]
        waiting = world.streamed()
        world.store = plain
        with contextlib.suppress(LostRace):
            project(store, world.kept, waiting, world.now, waiting.values())
        if store.made < at:
            assert at > 3
            return
        assert documents(world, "u1") == 0, at
    pytest.fail("the projector makes more calls than were tried")


def test_receipt_of_a_user_whom_nobody_knows_does_not_read_like_a_proof() -> None:
    world = told()
    receipt = run(world, erase.request(world.store, principal(), "nobody", None, world.now))
    assert (receipt.status, receipt.result) == ("done", "nothing was known")
    assert run(world, asked(world)).result == "erased"
