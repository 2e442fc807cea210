"""Row V4: whoever writes for a user while the user is erased leaves nothing behind, whenever the erasure comes."""

from __future__ import annotations

import contextlib
import copy
import dataclasses
from collections.abc import Callable
from datetime import timedelta
from typing import NamedTuple

import pytest

from keepsake import api
from keepsake.changes import ChangeKind
from keepsake.errors import KeepsakeError
from keepsake.flows.fence import Fenced
from keepsake.flows.forgetting import sweep
from keepsake.flows.governance import erase, purge, quarantine
from keepsake.flows.intake.catch_up import catch_up
from keepsake.flows.intake.retain import retain
from keepsake.flows.knowledge import acts, change_sets, correct, maintenance, topics
from keepsake.flows.knowledge.acts import Target
from keepsake.flows.knowledge.distil import distil
from keepsake.flows.knowledge.prune import prune
from keepsake.flows.portability import exports, imports
from keepsake.flows.recall.refresh import refresh
from keepsake.flows.sessions import capture, sessions, working
from keepsake.flows.sessions.fold import fold
from keepsake.messages import BatchWork, UserWork
from keepsake.ports import Write
from keepsake.records import Kind, Memory, Selector, UserState, WorkingMemory, state_key, working_key
from keepsake.rules.knowledge.acts import Act, Wish
from keepsake.rules.policy import Policy
from local.in_memory import scope
from tests.builders import DAY, principal, request
from tests.fakes import Interrupted, MemoryStore
from tests.unit.flows.governance.erasing import documents, of_user, until_stopped
from tests.unit.flows.portability.portable_banks import FOREVER, SECRET, bank, embedding
from tests.world import World

SECOND = timedelta(seconds=1)
MOST_CALLS = 400


class Busy(NamedTuple):
    """A user of whom there is a bit of everything, and work that waits."""

    world: World
    extracting: BatchWork
    named: BatchWork
    """Brings a name and a change of mind."""
    fact: Memory
    observation: Memory
    export_id: str
    import_id: str
    item_id: str


def busy() -> Busy:
    world = World(policy=Policy(fold_turns=2, fold_keep=1))
    world.tell("I live in Zebrafinchburg.", "I love cycling near Quokkavale.", "I work at Wombatville Ltd.")
    world.recall("Where do I live?")
    for n in range(3):
        world.now += DAY
        world.tell(f"I went cycling in park {n}.", "I love cycling.", at=world.now)
    world.recall("Where do I live?")
    maintenance.start(world.store, world.consolidating, scope(), ChangeKind.PRUNE, "key:k1", world.now)
    world.upkeep()
    for kind in (ChangeKind.PRUNE, ChangeKind.CONSOLIDATION):
        maintenance.start(world.store, world.consolidating, scope(), kind, "key:k1", world.now)
    put = working.put(world.store, scope(), api.WorkingItemRequest(content="Plan the tour of Quokkavale."), world.now)
    said = bank(world, user_id="u1")
    export = exports.request(world.store, principal(), api.ExportRequest(user_id="u1"), world.now)
    brought = imports.request(world.store, world.files, principal(), api.ImportRequest(user_id="u1"), world.now)
    world.files.files[f"acme/imports/{brought.import_id}.jsonl"] = said.replace(b"Quokkavale", b"Narwhalton")
    imports.start(world.store, world.files, principal(), brought.import_id, world.now)
    world.extract(world.accept(facts=[{"content": "The user waits in Narwhalton.", "durability": "session"}]))
    named = world.accept({"content": "I moved to Narwhalton.", "timestamp": world.now.isoformat(), "name": "Wilhelmine"})
    extracting = world.accept({"content": "My sister lives in Narwhalton.", "timestamp": world.now.isoformat()})
    facts = [f for f in world.memories() if f.current and "live in" in f.content.summary]
    observations = [o for o in world.memories(Kind.OBSERVATION) if "Narwhalton" in o.content.summary]
    world.now += DAY
    return Busy(
        world, extracting, named, facts[0], observations[0], export.export_id, brought.import_id, put.memory.items[-1].item_id
    )  # fmt: skip


def fenced(b: Busy) -> Fenced:
    """As the handlers have it."""
    return Fenced(b.world.store, b.world.now)


def act(b: Busy, which: Act, memory_id: str) -> Memory:
    wish = Wish(which, "key:k1", b.world.now)
    return acts.act(fenced(b), b.world.consolidating, b.world.index, Target(principal(), memory_id, api.ScopeQuery(user_id="u1")), wish)


def corrected(b: Busy) -> None:
    body = api.CorrectionRequest.model_validate({"version": b.fact.version, "content": "The user lives in Narwhalton."})
    target = Target(principal(), b.fact.memory_id, api.ScopeQuery(user_id="u1"))
    w = b.world
    correct.correct(fenced(b), w.consolidating, w.index, w.embedder, w.rules, target, Wish(Act.CORRECT, "key:k1", w.now), body)


def captured(b: Busy) -> None:
    ports = capture.Ports(fenced(b), b.world.extracting, b.world.embedder, b.world.rules)
    capture.capture(ports, scope(), api.CaptureRequest(text="I sail to Narwhalton."), "key-c", b.world.now)


def upkept(b: Busy, kind: str) -> None:
    w = b.world
    queued = [u for u in w.consolidating.upkeep if u.upkeep == kind]
    made = UserWork(tenant="acme", container="default", user_id="u1", upkeep=kind, run_id=f"w_{kind}", session_id="s1")
    user = queued[-1] if queued else made
    if kind == "fold":
        fold(fenced(b), None, user, w.now)
    elif kind == "distil":
        distil(fenced(b), w.kept()[0], w.distiller, w.distiller, user, w.now)
    elif kind == "prune":
        prune(fenced(b), w.kept()[0], user, w.now)
    elif kind == "quarantine":
        quarantine.carry_out(fenced(b), user, w.now)
    store = fenced(b)
    topics.remake(store, w.kept()[0], w.summariser, w.composing, user.scope, w.now)


def quarantined(b: Busy) -> None:
    quarantine.start(fenced(b), b.world.consolidating, scope(), Selector(session_id="s1"), "key:k1", b.world.now)
    upkept(b, "quarantine")


def exported(b: Busy, left_s: float = FOREVER) -> None:
    w = b.world
    exports.export(w.store, w.files, exports.Signed(SECRET, embedding(w), w.blobs), "acme", b.export_id, w.now, lambda: left_s)


def brought_in(b: Busy) -> None:
    w = b.world
    imports.bring_in(imports.Means(w.store, w.files, w.blobs, SECRET, [embedding(w)]), "acme", b.import_id, w.now, lambda: 1.0)


def swept(b: Busy) -> None:
    now = b.world.now + 400 * DAY
    sweep.sweep(Fenced(b.world.store, b.world.now), sweep.scheduled(now), now, lambda: FOREVER)


def purged(b: Busy) -> None:
    purge.purge(fenced(b), act(b, Act.DELETE, b.fact.memory_id), "key:k1", b.world.now)


def refreshed(b: Busy) -> None:
    for work in b.world.accessed.recalls:
        refresh(b.world.store, work)


WRITERS: dict[str, Callable[[Busy], object]] = {
    "retain": lambda b: retain(fenced(b), b.world.extracting, scope(), request("I sail to Narwhalton."), "key-r", b.world.now),
    "capture": captured,
    "extract": lambda b: b.world.extract(b.extracting),
    "extract a change of mind": lambda b: b.world.extract(b.named),
    "topics": lambda b: (b.world.extract(b.named), b.world.summarise()),
    "distil": lambda b: upkept(b, "distil"),
    "prune": lambda b: upkept(b, "prune"),
    "fold": lambda b: upkept(b, "fold"),
    "pin": lambda b: act(b, Act.PIN, b.fact.memory_id),
    "archive": lambda b: act(b, Act.ARCHIVE, b.fact.memory_id),
    "approve": lambda b: act(b, Act.APPROVE, b.observation.memory_id),
    "purge": purged,
    "quarantine": quarantined,
    "correct": corrected,
    "working item": lambda b: working.put(fenced(b), scope(), api.WorkingItemRequest(content="Sail to Narwhalton."), b.world.now),
    "working item of a new session": lambda b: working.put(
        fenced(b), scope(session_id="s9"), api.WorkingItemRequest(content="Sail to Narwhalton."), b.world.now
    ),
    "hand-off": lambda b: sessions.hand_over(fenced(b), scope(), api.SessionHandoffRequest(to_agent_id="a2"), "key:k1", b.world.now),
    "undo": lambda b: change_sets.undo(fenced(b), b.world.consolidating, principal(), "1", b.world.now, lambda: FOREVER),
    "maintenance": lambda b: maintenance.start(
        fenced(b), b.world.consolidating, scope(), ChangeKind.CONSOLIDATION, "key:k1", b.world.now
    ),
    "sweep": swept,
    "refresh": refreshed,
    "catch up": lambda b: catch_up(fenced(b), b.world.extracting, b.world.consolidating, b.world.kept, b.world.now + DAY),
    "project": lambda b: b.world.project(),
    "export": exported,
    "export that sets something aside": lambda b: [exported(b, 1.0) for _ in range(2)],
    "import": brought_in,
}  # fmt: skip


def left(b: Busy) -> list[str]:
    """What is found of the user after everything that still waits has run."""
    w = b.world
    for work in (b.extracting, b.named, *w.extracting.sent):
        w.extract(work)
    for user in w.consolidating.take():
        with contextlib.suppress(KeepsakeError):
            upkept(b, user.upkeep)
    refreshed(b)
    for job in (exported, brought_in):
        job(b)
    with contextlib.suppress(KeepsakeError):
        w.project()
    files = [*w.files.files, *w.files.uploads]
    # The receipt and the empty state name the user; a run's report that nothing was changed by does too.
    return [r for r in of_user(w, "u1") if "'WORK'" not in r] + ["document"] * documents(w, "u1") + files


@pytest.fixture(scope="module")
def prepared() -> Busy:
    return busy()


def fresh(b: Busy) -> Busy:
    return copy.deepcopy(b)


def erasing(b: Busy, plain: MemoryStore, receipt_id: str) -> None:
    places = dataclasses.replace(b.world.places(), store=plain)
    done = erase.erase(places, "acme", receipt_id, lambda: b.world.now + SECOND, lambda: FOREVER)
    assert done.finished_at is not None, done


@pytest.mark.parametrize("begun", ["before the writer", "meanwhile"])
@pytest.mark.parametrize("name", WRITERS)
def test_writer_leaves_nothing_of_an_erased_user(name: str, begun: str, prepared: Busy) -> None:
    """The erasure ends before any call of the table that the writer makes."""
    for at in range(1, MOST_CALLS):
        b = fresh(prepared)
        plain = b.world.store
        receipt = erase.request(plain, principal(), "u1", None, b.world.now)
        if begun == "before the writer":
            b.world.now += SECOND
            stopped = erase.erase(b.world.places(), "acme", receipt.receipt_id, lambda b=b: b.world.now, until_stopped(b.world))  # type: ignore[misc]
            assert (stopped.finished_at, stopped.removing) == (None, True)
        meets = Interrupted(plain.rows, at, lambda b=b, plain=plain, r=receipt.receipt_id: erasing(b, plain, r))  # type: ignore[misc]
        b.world.store = meets
        with contextlib.suppress(KeepsakeError):
            WRITERS[name](b)
        b.world.store = plain
        if meets.made < at:
            assert at > 1
            return
        assert left(b) == [], at
    pytest.fail("the writer makes more calls than were tried")


def test_the_writers_do_write(prepared: Busy) -> None:
    """Without an erasure: else finding nothing would say nothing."""
    for name, write in WRITERS.items():
        b = fresh(prepared)
        before = copy.deepcopy((b.world.store.rows, b.world.index.documents, b.world.files.files))
        with contextlib.suppress(KeepsakeError):
            write(b)
        assert (b.world.store.rows, b.world.index.documents, b.world.files.files) != before, name


def hold(plain: MemoryStore, b: Busy) -> None:
    """A person's act: it comes through the front door, whatever is under way."""
    wish = Wish(Act.HOLD, "key:k1", b.world.now + SECOND)
    target = Target(principal(), b.fact.memory_id, api.ScopeQuery(user_id="u1"))
    with contextlib.suppress(KeepsakeError):
        acts.act(Fenced(plain, b.world.now), b.world.consolidating, b.world.index, target, wish)


def test_legal_hold_that_comes_meanwhile_stops_the_erasure_until_it_is_released(prepared: Busy) -> None:
    """It comes before any call of the table that the erasure makes. What is held is either kept, or was gone before."""
    kept = 0
    for at in range(1, MOST_CALLS):
        b = fresh(prepared)
        plain, said = b.world.store, len(b.world.events())
        receipt = erase.request(plain, principal(), "u1", None, b.world.now)
        store = Interrupted(plain.rows, at, lambda b=b, plain=plain: hold(plain, b))  # type: ignore[misc]
        places = dataclasses.replace(b.world.places(), store=store)
        done = erase.erase(places, "acme", receipt.receipt_id, lambda b=b: b.world.now + SECOND, lambda: FOREVER)  # type: ignore[misc]
        held = plain.read([b.fact.key]).get(b.fact.key)
        if store.made < at:
            assert done.status == "done"
            break
        assert (done.status == "held") == (held is not None)
        if done.status == "done":
            continue
        kept += 1
        assert done.held == 1
        state = plain.read([state_key(scope())])[state_key(scope())]
        assert isinstance(state, UserState)
        assert not state.erasing
        assert [r.receipt_id for r in erase.waiting(plain, b.world.now + DAY)] == [receipt.receipt_id]
        assert isinstance(held, Memory)
        plain.commit([Write(held.model_copy(update={"legal_hold": False, "version": held.version + 1}), held.version)])
        erasing(b, plain, receipt.receipt_id)
        assert left(b) == []
        assert (erase.report(plain, principal(), receipt.receipt_id).before or {})["event"] == said
    assert kept > 5


def test_what_waits_in_live_queues_does_nothing_after_the_erasure(prepared: Busy) -> None:
    b = fresh(prepared)
    receipt = erase.request(b.world.store, principal(), "u1", None, b.world.now)
    erasing(b, b.world.store, receipt.receipt_id)
    b.world.now += DAY
    rows = copy.deepcopy(b.world.store.rows)
    for work in (b.extracting, b.named):
        assert b.world.extract(work) == {}
    b.world.summarise()
    for kind in ("fold", "distil", "prune", "topics"):
        upkept(b, kind)
    refreshed(b)
    told = {k for k in b.world.store.rows if b.world.store.rows[k] != rows.get(k)}
    assert not [k for k in told if "#U#" in k.pk and k.sk != "STATE"]


def test_what_was_said_after_the_erasure_stays(prepared: Busy) -> None:
    b = fresh(prepared)
    receipt = erase.request(b.world.store, principal(), "u1", None, b.world.now)
    erasing(b, b.world.store, receipt.receipt_id)
    b.world.now += DAY
    b.world.tell("I live in Oslo.")
    working.put(fenced(b), scope(), api.WorkingItemRequest(content="Plan nothing."), b.world.now)
    assert b.world.current() == ["I live in Oslo"]
    focus = b.world.store.read([working_key(scope())])[working_key(scope())]
    assert isinstance(focus, WorkingMemory)
    assert "Plan nothing." in [i.content for i in focus.items]
